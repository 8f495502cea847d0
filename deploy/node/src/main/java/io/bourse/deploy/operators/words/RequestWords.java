// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.words;

import io.bourse.engine.client.operator.SignedCommands;
import io.bourse.engine.protocol.SignedCommandForm;
import org.agrona.concurrent.UnsafeBuffer;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * What a signed command will do, who asks for it and until when, made of the signed bytes alone.
 */
public final class RequestWords
{
    private RequestWords()
    {
    }

    /**
     * Puts a command into words.
     *
     * @param operatorCommand signed.
     * @param names of the venue.
     * @return sentences in one line of printable characters.
     * @throws IllegalArgumentException when it is no signed command.
     */
    public static String of(final byte[] operatorCommand, final VenueNames names)
    {
        final int operatorId = SignedCommands.operatorId(operatorCommand);
        return CommandWords.of(
            new UnsafeBuffer(operatorCommand), SignedCommandForm.INNER_OFFSET, operatorCommand.length, names) +
            ". Asked for by " + names.operator(operatorId) + ", to be approved until " +
            Instant.ofEpochSecond(0, SignedCommands.expiresNs(operatorCommand)).truncatedTo(ChronoUnit.SECONDS) + ".";
    }
}
