// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.words;

import io.bourse.clearing.run.audit.OperatorRole;
import io.bourse.deploy.operators.OperatorRequests;
import io.bourse.deploy.operators.VenuePolicy;
import io.bourse.engine.client.operator.SignedCommands;
import io.bourse.engine.protocol.SignedCommandForm;
import org.agrona.concurrent.UnsafeBuffer;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a request of operators will do, who asks for it and until when, made of the signed bytes alone but for the steps
 * of clearing, which a policy has beside them.
 */
public final class RequestWords
{
    private RequestWords()
    {
    }

    /**
     * Puts a request into words.
     *
     * @param request whatever became of it.
     * @param names of the venue.
     * @return sentences in one line of printable characters.
     * @throws IllegalArgumentException when it has no signed command.
     */
    public static String of(final OperatorRequests.Request request, final VenueNames names)
    {
        final byte[] operatorCommand = request.bytes();
        final int operatorId = SignedCommands.operatorId(operatorCommand);
        return CommandWords.of(
            new UnsafeBuffer(operatorCommand), SignedCommandForm.INNER_OFFSET, operatorCommand.length, names) + '.' +
            (null == request.policy() ? "" : steps(VenuePolicy.parse(request.policy()))) +
            " Asked for by " + names.operator(operatorId) + ", to be approved until " +
            Instant.ofEpochSecond(0, SignedCommands.expiresNs(operatorCommand)).truncatedTo(ChronoUnit.SECONDS) + ".";
    }

    private static String steps(final VenuePolicy policy)
    {
        return new TreeMap<>(policy.requesters()).entrySet().stream()
            .map((row) -> row.getKey().text() + " by " + row.getValue().stream().map(OperatorRole::text).toList())
            .collect(Collectors.joining(", ", " Steps of clearing are asked for: ", "."));
    }
}
