// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.book.PriceLevel;

/**
 * The best price levels of one instrument, aggregated, as of the last transaction. While an auction collects, bids may
 * meet offers.
 */
public final class LevelBook
{
    private final int securityId;
    private final Levels bids;
    private final Levels asks;
    private final Levels spare;

    LevelBook(final int securityId, final int depth)
    {
        this.securityId = securityId;
        bids = new Levels(true, depth);
        asks = new Levels(false, depth);
        spare = new Levels(true, depth);
    }

    /**
     * Instrument of this book.
     *
     * @return SecurityID.
     */
    public int securityId()
    {
        return securityId;
    }

    /**
     * Number of levels of a side.
     *
     * @param isBid side.
     * @return 0 to the depth that is kept.
     */
    public int levelCount(final boolean isBid)
    {
        return side(isBid).count;
    }

    /**
     * Price of a level.
     *
     * @param isBid side.
     * @param depth 0 for the best price, below {@link #levelCount}.
     * @return price x 100 000.
     */
    public long priceE5(final boolean isBid, final int depth)
    {
        return side(isBid).prices[depth];
    }

    /**
     * Quantity at a level.
     *
     * @param isBid side.
     * @param depth 0 for the best price, below {@link #levelCount}.
     * @return lots.
     */
    public long qtyLots(final boolean isBid, final int depth)
    {
        return side(isBid).qtys[depth];
    }

    /**
     * Number of orders at a level.
     *
     * @param isBid side.
     * @param depth 0 for the best price, below {@link #levelCount}.
     * @return above 0.
     */
    public int orderCount(final boolean isBid, final int depth)
    {
        return side(isBid).orders[depth];
    }

    /**
     * Takes the levels of a full-depth book and tells what has changed.
     */
    void update(final MarketBook book, final LevelListener listener)
    {
        final int changes = update(book, bids, listener) + update(book, asks, listener);
        if (0 < changes)
        {
            listener.onEndOfChanges(this);
        }
    }

    private Levels side(final boolean isBid)
    {
        return isBid ? bids : asks;
    }

    private int update(final MarketBook book, final Levels side, final LevelListener listener)
    {
        final Levels old = spare;
        old.copy(side);
        side.take(book);
        int changes = tellRemoved(old, side, listener);
        int from = 0;
        for (int i = 0; i < side.count; i++)
        {
            while (from < old.count && side.isBetter(old.prices[from], side.prices[i]))
            {
                from++;
            }
            final boolean isKnown = from < old.count && old.prices[from] == side.prices[i];
            if (!isKnown || old.qtys[from] != side.qtys[i] || old.orders[from] != side.orders[i])
            {
                listener.onLevel(
                    this, isKnown ? LevelListener.Change.CHANGED : LevelListener.Change.NEW,
                    side.isBid, i, side.prices[i], side.qtys[i], side.orders[i]);
                changes++;
            }
        }
        return changes;
    }

    private int tellRemoved(final Levels old, final Levels side, final LevelListener listener)
    {
        int changes = 0;
        int at = 0;
        for (int i = 0; i < old.count; i++)
        {
            while (at < side.count && side.isBetter(side.prices[at], old.prices[i]))
            {
                at++;
            }
            if (at == side.count || side.prices[at] != old.prices[i])
            {
                listener.onLevel(this, LevelListener.Change.REMOVED, side.isBid, i, old.prices[i], 0, 0);
                changes++;
            }
        }
        return changes;
    }

    /** Best first. */
    private static final class Levels
    {
        private final boolean isBid;
        private final long[] prices;
        private final long[] qtys;
        private final int[] orders;
        private int count;

        Levels(final boolean isBid, final int depth)
        {
            this.isBid = isBid;
            prices = new long[depth];
            qtys = new long[depth];
            orders = new int[depth];
        }

        boolean isBetter(final long priceE5, final long thanE5)
        {
            return isBid ? priceE5 > thanE5 : priceE5 < thanE5;
        }

        void copy(final Levels from)
        {
            count = from.count;
            System.arraycopy(from.prices, 0, prices, 0, count);
            System.arraycopy(from.qtys, 0, qtys, 0, count);
            System.arraycopy(from.orders, 0, orders, 0, count);
        }

        void take(final MarketBook book)
        {
            count = Math.min(prices.length, book.levelCount(isBid));
            for (int i = 0; i < count; i++)
            {
                final PriceLevel level = book.level(isBid, i);
                prices[i] = level.priceE5();
                qtys[i] = level.qtyLots();
                orders[i] = level.orderCount();
            }
        }
    }
}
