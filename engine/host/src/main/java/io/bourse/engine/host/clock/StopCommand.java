// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.clock;

import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.StopOrderEntryEncoder;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The command with which a host stops order entry: from operator tools and without a session.
 */
public final class StopCommand
{
    private final UnsafeBuffer buffer =
        new UnsafeBuffer(new byte[MessageHeaderEncoder.ENCODED_LENGTH + StopOrderEntryEncoder.BLOCK_LENGTH]);
    private final StopOrderEntryEncoder encoder = new StopOrderEntryEncoder();
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final int partition;

    /**
     * The command of an engine.
     *
     * @param partition of its core.
     */
    public StopCommand(final int partition)
    {
        this.partition = partition;
    }

    /**
     * Encodes it.
     *
     * @param clock whose alarm it tells of.
     * @return a whole {@code StopOrderEntry}, until the next call.
     */
    public UnsafeBuffer of(final HostClock clock)
    {
        encoder.wrapAndApplyHeader(buffer, 0, header).header()
            .stampedNs(0)
            .receivedNs(0)
            .sequence(0)
            .sessionId(0)
            .gatewayId(0)
            .partition(partition);
        encoder.wallNs(clock.wallNs()).stampNs(clock.stampNs());
        return buffer;
    }
}
