// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.bourse.clearing.InputCorruptException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * JSON files of a run directory that name their format.
 */
final class RunJson
{
    /** What a record concludes from itself is not written: it could not be read back. */
    static final ObjectMapper MAPPER = new ObjectMapper()
        .setVisibility(PropertyAccessor.IS_GETTER, JsonAutoDetect.Visibility.NONE)
        .enable(SerializationFeature.INDENT_OUTPUT);

    private RunJson()
    {
    }

    /**
     * Reads a file.
     *
     * @param file of a run.
     * @param type of its contents.
     * @param formatOf the contents.
     * @param wanted format.
     * @return contents.
     * @throws InputCorruptException when there is none, it cannot be read or is of another format.
     */
    static <T> T read(final Path file, final Class<T> type, final Function<T, String> formatOf, final String wanted)
    {
        try
        {
            final T contents = MAPPER.readValue(Files.readAllBytes(file), type);
            final String format = null == contents ? null : formatOf.apply(contents);
            if (!wanted.equals(format))
            {
                throw new InputCorruptException("file of a run is of another format: file=" + file + " format=" +
                    format + " wanted=" + wanted);
            }
            return contents;
        }
        catch (final IOException ex)
        {
            throw new InputCorruptException("file of a run cannot be read: file=" + file, ex);
        }
    }
}
