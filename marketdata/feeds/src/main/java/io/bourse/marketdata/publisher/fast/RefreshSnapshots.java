// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.marketdata.fast.FastEntryList;
import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.fast.FastRefreshEntry;
import io.bourse.marketdata.fast.FastWriter;

/**
 * Cuts the entries of a snapshot of one security into DefaultSnapshotMessages (32).
 */
final class RefreshSnapshots
{
    private static final int OVERHEAD = 96;

    private final FastEntryList entries = new FastEntryList();
    private final int maxPacketLength;

    RefreshSnapshots(final int maxPacketLength)
    {
        this.maxPacketLength = maxPacketLength;
    }

    void begin()
    {
        entries.clear();
    }

    void add(final FastRefreshEntry entry)
    {
        entry.putSnapshot(entries.beginEntry());
        entries.endEntry();
    }

    void end(
        final FastPacketList packets,
        final FastInstrument known,
        final int totalReports,
        final long lastMsgSeqNum,
        final FastRefreshEntry entry)
    {
        end(packets, known.instrument().instrumentId(), known.instrument().symbol(), known.rptSeq(), totalReports,
            lastMsgSeqNum, entry);
    }

    void end(
        final FastPacketList packets,
        final long securityId,
        final String symbol,
        final long rptSeq,
        final int totalReports,
        final long lastMsgSeqNum,
        final FastRefreshEntry entry)
    {
        if (0 == entries.count())
        {
            add(entry.clear().type(FastMessages.EMPTY_BOOK));
        }
        final int count = entries.count();
        int first = 0;
        while (first < count)
        {
            final int next = entries.fitting(first, maxPacketLength - OVERHEAD);
            final boolean isWhole = 0 == first && next == count;
            final FastWriter writer = packets.begin(FastMessages.SNAPSHOT)
                .putUIntNullable(isWhole ? FastWriter.NULL : next == count ? 1 : 0)
                .putUInt(rptSeq)
                .putUInt(totalReports)
                .putUInt(lastMsgSeqNum)
                .putUIntNullable(securityId)
                .putAsciiNullable(symbol)
                .putNull()
                .putUInt(next - first);
            entries.putTo(first, next, writer);
            packets.end();
            first = next;
        }
    }
}
