// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.simba.MDEntryType;
import io.bourse.marketdata.simba.MessageHeaderDecoder;
import io.bourse.marketdata.simba.OrderBookSnapshotDecoder;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;

import org.agrona.DirectBuffer;

/**
 * Fills the books from a complete snapshot cycle.
 */
final class SnapshotLoader
{
    private final MarketBooks books;
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final OrderBookSnapshotDecoder snapshot = new OrderBookSnapshotDecoder();

    SnapshotLoader(final MarketBooks books)
    {
        this.books = books;
    }

    /**
     * Replaces the contents of all books.
     *
     * @return false if the cycle contradicts itself; the books are empty or partial then.
     */
    boolean load(final SnapshotCollector cycle)
    {
        books.reset();
        boolean isFit = true;
        for (int i = 1, count = cycle.packetCount(); isFit && i <= count; i++)
        {
            isFit = load(cycle.packets(), cycle.packetOffset(i) + SimbaPacketDescriptor.PACKET_HEADER_LENGTH);
        }
        return isFit;
    }

    private boolean load(final DirectBuffer buffer, final int offset)
    {
        snapshot.wrapAndApplyHeader(buffer, offset, header);
        final MarketBook book = books.bookFor(snapshot.securityID());
        book.rptSeq(snapshot.rptSeq());
        final OrderBookSnapshotDecoder.NoMDEntriesDecoder entries = snapshot.noMDEntries();
        boolean isFit = true;
        while (isFit && entries.hasNext())
        {
            entries.next();
            final byte entryType = entries.mDEntryTypeRaw();
            if (MDEntryType.EmptyBook.value() != entryType)
            {
                isFit = null != book.add(
                    entries.mDEntryID(),
                    MDEntryType.Bid.value() == entryType,
                    entries.mDEntryPx().mantissa(),
                    entries.mDEntrySize(),
                    entries.transactTime(),
                    buffer.getLong(entries.mDFlags().offset(), LITTLE_ENDIAN));
            }
        }
        return isFit;
    }
}
