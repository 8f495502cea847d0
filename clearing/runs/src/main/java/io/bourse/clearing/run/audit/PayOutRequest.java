// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.audit;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.funds.InstructionRequest;
import io.bourse.clearing.json.Json;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A request to take money or an asset out, which two people sign: {@code pay-outs/N/pay-out.json} in the base
 * directory.
 *
 * @param number of the request, from 1.
 * @param instruction with who asked.
 */
@JsonPropertyOrder({"number", "instruction"})
public record PayOutRequest(int number, InstructionRequest instruction)
{
    /** Directory of the requests in the base directory. */
    public static final String DIRECTORY = "pay-outs";
    public static final String FILE_NAME = "pay-out.json";

    /** Directory of a request. */
    public static Path directory(final Path baseDir, final int number)
    {
        return baseDir.resolve(DIRECTORY).resolve(Integer.toString(number));
    }

    /**
     * A request as it is stored.
     *
     * @param number of the request.
     * @param bytes of its file.
     * @param file where they are from.
     * @throws InputCorruptException when it is not one of that number.
     */
    public static PayOutRequest parsed(final int number, final byte[] bytes, final Path file)
    {
        PayOutRequest request = null;
        Exception cause = null;
        try
        {
            request = Json.read(bytes, PayOutRequest.class);
        }
        catch (final IOException ex)
        {
            cause = ex;
        }
        if (null == request || number != request.number() || null == request.instruction())
        {
            throw new InputCorruptException("the request is not one of its number, restore it from a backup: " +
                "request=" + number + " file=" + file, cause);
        }
        return request;
    }
}
