// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import org.agrona.DirectBuffer;

/**
 * Cycles of snapshot feeds A and B. They may come from two machines, each at a point of its own; when they are of the
 * same point they have the same packets, and A makes good what B has lost.
 */
final class SnapshotCycles
{
    private final SnapshotCollector[] collectors = {new SnapshotCollector(), new SnapshotCollector()};
    private final SnapshotCollector[] collectorOfSide = collectors.clone();

    /**
     * Takes one packet.
     *
     * @return a cycle that is complete now, to be read before the next call; or null.
     */
    SnapshotCollector onPacket(
        final SimbaFeed source, final DirectBuffer buffer, final int offset, final int length)
    {
        final int side = SimbaFeed.SNAPSHOT_A == source ? 0 : 1;
        final long lastProcessed = SnapshotCollector.lastMsgSeqNumProcessed(buffer, offset);
        if (lastProcessed >= 0)
        {
            final SnapshotCollector other = collectors[1 - side];
            collectorOfSide[side] = lastProcessed == other.lastMsgSeqNumProcessed() ? other : collectors[side];
        }
        return collectorOfSide[side].onPacket(buffer, offset, length) ? collectorOfSide[side] : null;
    }

    /**
     * Forgets the cycles in hand.
     */
    void clear()
    {
        collectors[0].clear();
        collectors[1].clear();
    }
}
