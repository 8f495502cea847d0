// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_END_OF_SNAPSHOT;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_LAST_FRAGMENT;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_START_OF_SNAPSHOT;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.PACKET_HEADER_LENGTH;

import io.bourse.marketdata.book.BookCursor;
import io.bourse.marketdata.book.BookOrder;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.simba.Decimal5NULLEncoder;
import io.bourse.marketdata.simba.MDEntryType;
import io.bourse.marketdata.simba.MessageHeaderEncoder;
import io.bourse.marketdata.simba.OrderBookSnapshotEncoder;
import io.bourse.marketdata.simba.OrderBookSnapshotEncoder.NoMDEntriesEncoder;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import java.nio.ByteOrder;

import org.agrona.MutableDirectBuffer;

/**
 * Encodes the snapshot of one book packet by packet. The book must not change until the walk is over.
 */
final class BookWalk
{
    /** Most entries of one packet (SIMBA B.5). */
    static final int MAX_ENTRIES = 23;

    private static final int OVERHEAD = PACKET_HEADER_LENGTH + MessageHeaderEncoder.ENCODED_LENGTH +
        OrderBookSnapshotEncoder.BLOCK_LENGTH + NoMDEntriesEncoder.sbeHeaderSize();

    private final MessageHeaderEncoder headerEncoder = new MessageHeaderEncoder();
    private final OrderBookSnapshotEncoder snapshotEncoder = new OrderBookSnapshotEncoder();
    private final BookCursor bookCursor = new BookCursor();
    private final RptSeqs rptSeqs;
    private final int version;
    private final int entriesPerPacket;
    private PublicInstrument instrument;
    private int remaining;
    private int msgFlags;
    private boolean isOver = true;

    BookWalk(final int version, final int maxPacketLength, final RptSeqs rptSeqs)
    {
        this.version = version;
        this.rptSeqs = rptSeqs;
        entriesPerPacket = Math.min(MAX_ENTRIES, (maxPacketLength - OVERHEAD) / NoMDEntriesEncoder.sbeBlockLength());
    }

    void begin(final PublicInstrument next)
    {
        instrument = next;
        bookCursor.wrap(next.book());
        remaining = next.book().orderCount();
        msgFlags = FLAG_START_OF_SNAPSHOT;
        isOver = false;
    }

    /** Number of packets that the snapshot of a book has as it is now. */
    int packets(final PublicInstrument next)
    {
        return Math.max(1, (next.book().orderCount() + entriesPerPacket - 1) / entriesPerPacket);
    }

    boolean isOver()
    {
        return isOver;
    }

    void abandon()
    {
        isOver = true;
    }

    /**
     * Encodes the next packet; its number and time of sending are left to the sender.
     *
     * @return its length in bytes.
     */
    int encode(
        final MutableDirectBuffer buffer, final int offset, final long lastMsgSeqNumProcessed, final long sessionId)
    {
        final int entryCount = Math.min(remaining, entriesPerPacket);
        remaining -= entryCount;
        isOver = 0 == remaining;
        if (isOver)
        {
            msgFlags |= FLAG_END_OF_SNAPSHOT | FLAG_LAST_FRAGMENT;
        }
        snapshotEncoder.wrapAndApplyHeader(buffer, offset + PACKET_HEADER_LENGTH, headerEncoder)
            .securityID(instrument.instrumentId())
            .lastMsgSeqNumProcessed(lastMsgSeqNumProcessed)
            .rptSeq(rptSeqs.last(instrument))
            .exchangeTradingSessionID(sessionId);
        headerEncoder.version(version);
        final NoMDEntriesEncoder entries = snapshotEncoder.noMDEntriesCount(Math.max(1, entryCount));
        for (int i = 0; i < entryCount; i++)
        {
            encode(buffer, entries.next(), bookCursor.next());
        }
        if (0 == entryCount)
        {
            encodeEmpty(entries.next());
        }
        final int length = snapshotEncoder.limit() - offset;
        SimbaPacketDescriptor.putPacketHeader(buffer, offset, 0, length, msgFlags, 0);
        msgFlags = 0;
        return length;
    }

    private static void encode(
        final MutableDirectBuffer buffer, final NoMDEntriesEncoder entry, final BookOrder order)
    {
        entry.mDEntryID(order.orderId())
            .transactTime(order.entryTimeNs())
            .mDEntrySize(order.qtyLots())
            .tradeID(NoMDEntriesEncoder.tradeIDNullValue())
            .mDEntryType(order.isBid() ? MDEntryType.Bid : MDEntryType.Offer);
        entry.mDEntryPx().mantissa(order.priceE5());
        entry.mDFlags2().clear();
        buffer.putLong(entry.mDFlags().offset(), order.mdFlags(), ByteOrder.LITTLE_ENDIAN);
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
}
