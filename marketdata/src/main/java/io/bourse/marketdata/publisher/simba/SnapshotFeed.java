// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_END_OF_SNAPSHOT;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_LAST_FRAGMENT;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_START_OF_SNAPSHOT;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.PACKET_HEADER_LENGTH;

import io.bourse.marketdata.FeedCounter;
import io.bourse.marketdata.book.BookCursor;
import io.bourse.marketdata.book.BookOrder;
import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.net.FeedPair;
import io.bourse.marketdata.simba.Decimal5NULLEncoder;
import io.bourse.marketdata.simba.MDEntryType;
import io.bourse.marketdata.simba.MessageHeaderEncoder;
import io.bourse.marketdata.simba.OrderBookSnapshotEncoder;
import io.bourse.marketdata.simba.OrderBookSnapshotEncoder.NoMDEntriesEncoder;
import io.bourse.marketdata.simba.SequenceResetEncoder;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

import org.agrona.ExpandableArrayBuffer;

/**
 * The snapshot feed: cycle after cycle over all instruments. A cycle is encoded as a whole when it begins, so that all
 * its snapshots are of one point of the incremental feed, and then sent evenly over the cycle time (sheet B.5).
 */
final class SnapshotFeed
{
    /** Most entries of one packet (sheet B.5). */
    static final int MAX_ENTRIES = 23;

    private static final int OVERHEAD = PACKET_HEADER_LENGTH + MessageHeaderEncoder.ENCODED_LENGTH +
        OrderBookSnapshotEncoder.BLOCK_LENGTH + NoMDEntriesEncoder.sbeHeaderSize();

    private final FeedPair feedPair;
    private final FeedCounter cycles;
    private final long cycleNs;
    private final int entriesPerPacket;
    private final ExpandableArrayBuffer cycle = new ExpandableArrayBuffer(256 * 1024);
    private final MessageHeaderEncoder headerEncoder = new MessageHeaderEncoder();
    private final OrderBookSnapshotEncoder snapshotEncoder = new OrderBookSnapshotEncoder();
    private final SequenceResetEncoder sequenceResetEncoder = new SequenceResetEncoder();
    private final BookCursor bookCursor = new BookCursor();

    private int[] ends = new int[1024];
    private int packetCount;
    private int nextPacket;
    private long intervalNs;
    private long dueNs;

    SnapshotFeed(final FeedPair feedPair, final int maxPacketLength, final long cycleNs, final FeedCounter cycles)
    {
        this.feedPair = feedPair;
        this.cycleNs = cycleNs;
        this.cycles = cycles;
        entriesPerPacket = Math.min(MAX_ENTRIES, (maxPacketLength - OVERHEAD) / NoMDEntriesEncoder.sbeBlockLength());
    }

    /**
     * Whether the next call of {@link #doWork} has to be preceded by {@link #beginCycle}.
     */
    boolean isCycleOver()
    {
        return nextPacket == packetCount;
    }

    /**
     * Freezes all books into the packets of a cycle.
     */
    void beginCycle(
        final List<PublicInstrument> instruments, final long lastMsgSeqNum, final long sessionId, final long nowNs)
    {
        packetCount = 0;
        nextPacket = 0;
        for (int i = 0, size = instruments.size(); i < size; i++)
        {
            encode(instruments.get(i).book(), lastMsgSeqNum, sessionId);
        }
        encodeSequenceReset();
        intervalNs = cycleNs / packetCount;
        dueNs = nowNs;
    }

    /**
     * Sends what is due.
     *
     * @return number of packets sent.
     */
    int doWork(final long nowNs, final int limit)
    {
        int sent = 0;
        while (sent < limit && nextPacket < packetCount && nowNs - dueNs >= 0)
        {
            final int offset = 0 == nextPacket ? 0 : ends[nextPacket - 1];
            final int length = ends[nextPacket] - offset;
            feedPair.buffer().putBytes(0, cycle, offset, length);
            send(length);
            nextPacket++;
            sent++;
            dueNs += intervalNs;
        }
        if (0 < sent && nextPacket == packetCount)
        {
            cycles.increment();
        }
        return sent;
    }

    boolean isDue(final long nowNs)
    {
        return nowNs - dueNs >= 0;
    }

    private void encode(final MarketBook book, final long lastMsgSeqNum, final long sessionId)
    {
        bookCursor.wrap(book);
        int remaining = book.orderCount();
        int msgFlags = FLAG_START_OF_SNAPSHOT;
        do
        {
            final int entryCount = Math.min(remaining, entriesPerPacket);
            remaining -= entryCount;
            if (0 == remaining)
            {
                msgFlags |= FLAG_END_OF_SNAPSHOT | FLAG_LAST_FRAGMENT;
            }
            final int offset = position();
            snapshotEncoder.wrapAndApplyHeader(cycle, offset + PACKET_HEADER_LENGTH, headerEncoder)
                .securityID(book.securityId())
                .lastMsgSeqNumProcessed(lastMsgSeqNum)
                .rptSeq(book.rptSeq())
                .exchangeTradingSessionID(sessionId);
            final NoMDEntriesEncoder entries = snapshotEncoder.noMDEntriesCount(Math.max(1, entryCount));
            for (int i = 0; i < entryCount; i++)
            {
                encode(entries.next(), bookCursor.next());
            }
            if (0 == entryCount)
            {
                encodeEmpty(entries.next());
            }
            endPacket(offset, snapshotEncoder.limit(), msgFlags);
            msgFlags = 0;
        }
        while (0 < remaining);
    }

    private void encode(final NoMDEntriesEncoder entry, final BookOrder order)
    {
        entry.mDEntryID(order.orderId())
            .transactTime(order.entryTimeNs())
            .mDEntrySize(order.qtyLots())
            .tradeID(NoMDEntriesEncoder.tradeIDNullValue())
            .mDEntryType(order.isBid() ? MDEntryType.Bid : MDEntryType.Offer);
        entry.mDEntryPx().mantissa(order.priceE5());
        entry.mDFlags2().clear();
        cycle.putLong(entry.mDFlags().offset(), order.mdFlags(), ByteOrder.LITTLE_ENDIAN);
    }

    private static void encodeEmpty(final NoMDEntriesEncoder entry)
    {
        entry.mDEntryID(NoMDEntriesEncoder.mDEntryIDNullValue())
            .transactTime(0)
            .mDEntrySize(NoMDEntriesEncoder.mDEntrySizeNullValue())
            .tradeID(NoMDEntriesEncoder.tradeIDNullValue())
            .mDEntryType(MDEntryType.EmptyBook);
        entry.mDEntryPx().mantissa(Decimal5NULLEncoder.mantissaNullValue());
        entry.mDFlags().clear();
        entry.mDFlags2().clear();
    }

    private void encodeSequenceReset()
    {
        final int offset = position();
        sequenceResetEncoder.wrapAndApplyHeader(cycle, offset + PACKET_HEADER_LENGTH, headerEncoder).newSeqNo(1);
        endPacket(offset, sequenceResetEncoder.limit(), FLAG_LAST_FRAGMENT);
    }

    private int position()
    {
        return 0 == packetCount ? 0 : ends[packetCount - 1];
    }

    private void endPacket(final int offset, final int limit, final int msgFlags)
    {
        if (packetCount == ends.length)
        {
            ends = Arrays.copyOf(ends, packetCount * 2);
        }
        ends[packetCount] = limit;
        packetCount++;
        SimbaPacketDescriptor.putPacketHeader(cycle, offset, packetCount, limit - offset, msgFlags, 0);
    }

    private void send(final int length)
    {
        feedPair.buffer().putLong(
            SimbaPacketDescriptor.SENDING_TIME_OFFSET, feedPair.nextSendingTimeNs(), ByteOrder.LITTLE_ENDIAN);
        feedPair.send(length);
    }
}
