// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.fast;

import io.bourse.marketdata.book.BookPool;
import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.book.MdFlags;
import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.fast.FastTime;
import io.bourse.marketdata.fast.FastWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

import org.agrona.collections.Long2ObjectHashMap;

/**
 * Full-depth books of ORDERS-LOG. Between two messages of which the last one has LastFragment they are right.
 */
public final class FastOrderBooks implements FastBooks
{
    private static final class Entry
    {
        private final MarketBook book;
        private long joinedAt;

        private Entry(final MarketBook book)
        {
            this.book = book;
        }
    }

    private final BookPool pool = new BookPool();
    private final Long2ObjectHashMap<Entry> byId = new Long2ObjectHashMap<>();
    private final List<MarketBook> books = new ArrayList<>();
    private long trades;

    /**
     * No books yet.
     */
    public FastOrderBooks()
    {
    }

    /**
     * A book.
     *
     * @param securityId of the instrument.
     * @return book, or null if nothing has been heard of it.
     */
    public MarketBook book(final long securityId)
    {
        final Entry entry = byId.get(securityId);
        return null == entry ? null : entry.book;
    }

    /**
     * All books.
     *
     * @return in the order they were heard of; a view.
     */
    public Collection<MarketBook> all()
    {
        return Collections.unmodifiableCollection(books);
    }

    /**
     * Executions applied; two for a trade.
     *
     * @return count since the beginning.
     */
    public long executions()
    {
        return trades;
    }

    @Override
    public void clear()
    {
        for (final Entry entry : byId.values())
        {
            entry.book.clear();
            entry.book.rptSeq(0);
            entry.joinedAt = 0;
        }
    }

    @Override
    public void onSnapshot(final FastMessage message)
    {
        if (FastMessages.BOOK != message.templateId())
        {
            return;
        }
        final Entry entry = entry(message.securityId());
        entry.joinedAt = message.lastMsgSeqNumProcessed();
        entry.book.rptSeq(FastWriter.NULL == message.rptSeq() ? 0 : message.rptSeq());
        for (int i = 0; i < message.entryCount(); i++)
        {
            final FastEntry order = message.entry(i);
            if (FastMessages.EMPTY_BOOK != order.type())
            {
                entry.book.add(order.entryId(), FastMessages.BID == order.type(), order.priceE5(), order.qtyLots(),
                    timeNs(order, message), order.flags());
            }
        }
    }

    @Override
    public boolean onIncrement(final FastMessage message)
    {
        boolean fits = true;
        if (FastMessages.ORDERS_LOG == message.templateId())
        {
            for (int i = 0; i < message.entryCount(); i++)
            {
                fits &= apply(message.entry(i), message);
            }
        }
        return fits;
    }

    private boolean apply(final FastEntry change, final FastMessage message)
    {
        if (FastMessages.EMPTY_BOOK == change.type())
        {
            for (final Entry entry : byId.values())
            {
                if (message.msgSeqNum() > entry.joinedAt)
                {
                    entry.book.clear();
                }
            }
            return true;
        }
        final Entry entry = entry(change.securityId());
        if (message.msgSeqNum() <= entry.joinedAt)
        {
            return true;
        }
        final MarketBook book = entry.book;
        if (change.rptSeq() != book.rptSeq() + 1)
        {
            return false;
        }
        book.rptSeq(change.rptSeq());
        if (FastWriter.NULL != change.tradeId())
        {
            trades++;
        }
        if (0 != (change.flags() & MdFlags.NON_QUOTE))
        {
            return true;
        }
        return switch ((int)change.action())
        {
            case FastMessages.ADD -> null != book.add(change.entryId(), FastMessages.BID == change.type(),
                change.priceE5(), change.qtyLots(), timeNs(change, message), change.flags());
            case FastMessages.CHANGE -> book.resize(change.entryId(), change.qtyLots());
            default -> book.remove(change.entryId());
        };
    }

    private Entry entry(final long securityId)
    {
        Entry entry = byId.get(securityId);
        if (null == entry)
        {
            entry = new Entry(new MarketBook((int)securityId, pool));
            byId.put(securityId, entry);
            books.add(entry.book);
        }
        return entry;
    }

    private static long timeNs(final FastEntry entry, final FastMessage message)
    {
        final long today = message.sendingTime() / 1_000_000_000L;
        return FastTime.epochNs(FastWriter.NULL == entry.date() ? today : entry.date(), entry.timeOfDay());
    }
}
