// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.fast;

import io.bourse.marketdata.book.BookPool;
import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.book.MdFlags;
import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.fast.FastTime;
import io.bourse.marketdata.fast.FastWriter;
import java.util.Collection;

/**
 * Full-depth books of ORDERS-LOG. Between two messages of which the last one has LastFragment they are right.
 */
public final class FastOrderBooks extends FastSecurities<MarketBook>
{
    private long trades;

    /**
     * No books yet.
     */
    public FastOrderBooks()
    {
        this(new BookPool());
    }

    private FastOrderBooks(final BookPool pool)
    {
        super(FastMessages.BOOK, FastMessages.ORDERS_LOG, securityId -> new MarketBook((int)securityId, pool));
    }

    /**
     * A book.
     *
     * @param securityId of the instrument.
     * @return book, or null if nothing has been heard of it.
     */
    public MarketBook book(final long securityId)
    {
        return find(securityId);
    }

    /**
     * All books.
     *
     * @return of instruments that have been heard of.
     */
    public Collection<MarketBook> all()
    {
        return securities();
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
    void clear(final MarketBook book)
    {
        book.clear();
    }

    @Override
    void onRptSeq(final MarketBook book, final long rptSeq)
    {
        book.rptSeq(rptSeq);
    }

    @Override
    void load(final MarketBook book, final FastEntry order, final FastMessage message)
    {
        add(book, order, message);
    }

    private static boolean add(final MarketBook book, final FastEntry order, final FastMessage message)
    {
        return null != book.add(order.entryId(), FastMessages.BID == order.type(), order.priceE5(), order.qtyLots(),
            timeNs(order, message), order.flags());
    }

    @Override
    boolean apply(final MarketBook book, final FastEntry change, final FastMessage message)
    {
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
            case FastMessages.ADD -> add(book, change, message);
            case FastMessages.CHANGE -> book.resize(change.entryId(), change.qtyLots());
            default -> book.remove(change.entryId());
        };
    }

    private static long timeNs(final FastEntry entry, final FastMessage message)
    {
        final long today = message.sendingTime() / 1_000_000_000L;
        return FastTime.epochNs(FastWriter.NULL == entry.date() ? today : entry.date(), entry.timeOfDay());
    }
}
