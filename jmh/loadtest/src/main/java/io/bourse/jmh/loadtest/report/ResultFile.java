// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.file.DurableFile;
import io.bourse.jmh.loadtest.result.LoadTestResult;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code report.json}: a {@link LoadTestResult} as a file. */
public final class ResultFile
{
    /** Name of the file in the directory of a report. */
    public static final String FILE_NAME = "report.json";

    private static final ObjectMapper MAPPER = JsonMapper.builder()
        .enable(SerializationFeature.INDENT_OUTPUT)
        // Derived values of a record beside its components are not part of the file.
        .visibility(PropertyAccessor.IS_GETTER, JsonAutoDetect.Visibility.NONE)
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .build();

    private ResultFile()
    {
    }

    /**
     * Writes a result; the file is there completely or not at all.
     *
     * @param file to be created or replaced.
     * @param result of a load test.
     * @throws IOException when the file cannot be written.
     */
    public static void write(final Path file, final LoadTestResult result) throws IOException
    {
        final String json = MAPPER.writeValueAsString(result) + "\n";
        DurableFile.write(file, (out) -> out.write(json.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Reads a result.
     *
     * @param file of {@link #write}.
     * @return the result.
     * @throws IOException when the file cannot be read.
     * @throws InputCorruptException when it is no such file, or one of another format.
     */
    public static LoadTestResult read(final Path file) throws IOException
    {
        final byte[] json = Files.readAllBytes(file);
        final LoadTestResult result;
        try
        {
            result = MAPPER.readValue(json, LoadTestResult.class);
        }
        catch (final JacksonException ex)
        {
            throw new InputCorruptException("load test report cannot be read: file=" + file + " reason=" +
                ex.getOriginalMessage() + "; give the report.json of a load test");
        }
        if (null == result || !LoadTestResult.FORMAT.equals(result.format()))
        {
            throw new InputCorruptException("load test report has another format: file=" + file + " format=" +
                (null == result ? null : result.format()) + " expected=" + LoadTestResult.FORMAT +
                "; compare it with the version of Bourse that wrote it");
        }
        return result;
    }
}
