// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.simba.EmptyBookDecoder;
import io.bourse.marketdata.simba.OrderBookSnapshotDecoder;
import io.bourse.marketdata.simba.OrderExecutionDecoder;
import io.bourse.marketdata.simba.OrderUpdateDecoder;
import io.bourse.marketdata.simba.SimbaMessages;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;

import org.agrona.DirectBuffer;

/**
 * Finds, while the books stand still after a gap, which of them are behind: those about which a packet that cannot be
 * applied yet, or a snapshot, has a higher RptSeq (SIMBA B.7 item 3); and those that a packet has contradicted.
 */
final class StaleScan
{
    private static final int SNAPSHOT_RPT_SEQ_OFFSET = 8;

    private final MarketBooks books;
    private final MarketListener listener;
    private final CounterSet<ReceiverCounter> counters;

    StaleScan(final MarketBooks books, final MarketListener listener, final CounterSet<ReceiverCounter> counters)
    {
        this.books = books;
        this.listener = listener;
        this.counters = counters;
    }

    /**
     * Looks at a well-formed packet of any feed.
     */
    void scan(final DirectBuffer buffer, final int offset, final int length)
    {
        final int limit = offset + length;
        final int msgFlags = SimbaPacketDescriptor.msgFlags(buffer, offset);
        final boolean isAlone = 0 == (msgFlags & SimbaPacketDescriptor.FLAG_INCREMENTAL);
        int position = offset + SimbaPacketDescriptor.messagesOffset(msgFlags);
        while (position < limit)
        {
            final int block = position + SimbaMessages.HEADER_LENGTH;
            switch (SimbaMessages.templateId(buffer, position))
            {
                case OrderUpdateDecoder.TEMPLATE_ID -> check(
                    buffer.getInt(block + OrderUpdateDecoder.securityIDEncodingOffset(), LITTLE_ENDIAN),
                    buffer.getInt(block + OrderUpdateDecoder.rptSeqEncodingOffset(), LITTLE_ENDIAN));
                case OrderExecutionDecoder.TEMPLATE_ID -> check(
                    buffer.getInt(block + OrderExecutionDecoder.securityIDEncodingOffset(), LITTLE_ENDIAN),
                    buffer.getInt(block + OrderExecutionDecoder.rptSeqEncodingOffset(), LITTLE_ENDIAN));
                case OrderBookSnapshotDecoder.TEMPLATE_ID -> check(
                    buffer.getInt(block, LITTLE_ENDIAN),
                    buffer.getInt(block + SNAPSHOT_RPT_SEQ_OFFSET, LITTLE_ENDIAN));
                case EmptyBookDecoder.TEMPLATE_ID -> emptied();
                default ->
                {
                    // Nothing that a book has.
                }
            }
            position = isAlone ? limit : position + SimbaMessages.length(buffer, position, limit);
        }
    }

    /**
     * A transaction contradicted these books.
     */
    void markTouched(final MarketTransaction unfit)
    {
        for (int i = 0; i < unfit.touchedCount(); i++)
        {
            mark(unfit.touched(i));
        }
    }

    /**
     * The books are right again.
     *
     * @return how many of them were stale.
     */
    int clear()
    {
        final int count = books.staleCount();
        for (int i = 0; i < count; i++)
        {
            listener.onBookRight(books.freshenLast());
        }
        counters.set(ReceiverCounter.STALE_INSTRUMENTS, 0);
        return count;
    }

    /**
     * Forgets what the books were to be: the numbers begin again.
     */
    void forget()
    {
        while (0 < books.staleCount())
        {
            books.freshenLast();
        }
        counters.set(ReceiverCounter.STALE_INSTRUMENTS, 0);
    }

    private void check(final int securityId, final int rptSeq)
    {
        final MarketBook book = books.bookFor(securityId);
        if ((rptSeq & SimbaPacketDescriptor.NULL_UINT32) > book.rptSeq())
        {
            mark(book);
        }
    }

    private void emptied()
    {
        for (final MarketBook book : books.all())
        {
            if (0 < book.orderCount())
            {
                mark(book);
            }
        }
    }

    private void mark(final MarketBook book)
    {
        if (books.markStale(book))
        {
            counters.increment(ReceiverCounter.STALE_MARKS);
            counters.set(ReceiverCounter.STALE_INSTRUMENTS, books.staleCount());
            listener.onBookStale(book);
        }
    }
}
