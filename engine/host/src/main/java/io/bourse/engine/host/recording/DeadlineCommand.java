// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.bourse.engine.protocol.AdvanceTimeEncoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The command of a host to the core when one of its deadlines has come.
 */
public final class DeadlineCommand
{
    private DeadlineCommand()
    {
    }

    /**
     * Builds it.
     *
     * @param partition of the core.
     * @return a whole {@code AdvanceTime}, from operator tools and without a session.
     */
    public static UnsafeBuffer of(final int partition)
    {
        final UnsafeBuffer command =
            new UnsafeBuffer(new byte[MessageHeaderEncoder.ENCODED_LENGTH + AdvanceTimeEncoder.BLOCK_LENGTH]);
        new AdvanceTimeEncoder().wrapAndApplyHeader(command, 0, new MessageHeaderEncoder()).header()
            .stampedNs(0)
            .receivedNs(0)
            .sequence(0)
            .sessionId(0)
            .gatewayId(0)
            .partition(partition);
        return command;
    }
}
