// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.levels;

import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.book.MarketLevel;
import io.bourse.marketdata.book.PriceLevels;

/**
 * The best price levels of one instrument, aggregated, as of the last transaction. While an auction collects, bids may
 * meet offers.
 */
public final class LevelBook
{
    private final int securityId;
    private final int depth;
    private final PriceLevels bids;
    private final PriceLevels asks;
    private final PriceLevels spare;

    LevelBook(final int securityId, final int depth)
    {
        this.securityId = securityId;
        this.depth = depth;
        bids = new PriceLevels(true, depth);
        asks = new PriceLevels(false, depth);
        spare = new PriceLevels(true, depth);
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
        return side(isBid).size();
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
        return side(isBid).priceE5(depth);
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
        return side(isBid).qtyLots(depth);
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
        return (int)side(isBid).orderCount(depth);
    }

    /**
     * Takes the levels of a full-depth book and reports what has changed.
     */
    void update(final MarketBook book, final LevelListener listener)
    {
        final int changes = update(book, bids, listener) + update(book, asks, listener);
        if (0 < changes)
        {
            listener.onEndOfChanges(this);
        }
    }

    private PriceLevels side(final boolean isBid)
    {
        return isBid ? bids : asks;
    }

    private int update(final MarketBook book, final PriceLevels side, final LevelListener listener)
    {
        final PriceLevels old = spare;
        old.clear();
        for (int i = 0; i < side.size(); i++)
        {
            old.insert(i, side.priceE5(i), side.qtyLots(i), side.orderCount(i));
        }
        side.clear();
        for (int i = 0, count = Math.min(depth, book.levelCount(side.isBid())); i < count; i++)
        {
            final MarketLevel level = book.level(side.isBid(), i);
            side.insert(i, level.priceE5(), level.qtyLots(), level.orderCount());
        }
        int changes = tellRemoved(old, side, listener);
        int from = 0;
        for (int i = 0; i < side.size(); i++)
        {
            while (from < old.size() && side.isBetter(old.priceE5(from), side.priceE5(i)))
            {
                from++;
            }
            final boolean isKnown = from < old.size() && old.priceE5(from) == side.priceE5(i);
            if (!isKnown || old.qtyLots(from) != side.qtyLots(i) || old.orderCount(from) != side.orderCount(i))
            {
                listener.onLevel(
                    this, isKnown ? LevelListener.Change.CHANGED : LevelListener.Change.NEW,
                    side.isBid(), i, side.priceE5(i), side.qtyLots(i), (int)side.orderCount(i));
                changes++;
            }
        }
        return changes;
    }

    private int tellRemoved(final PriceLevels old, final PriceLevels side, final LevelListener listener)
    {
        int changes = 0;
        int at = 0;
        for (int i = 0; i < old.size(); i++)
        {
            while (at < side.size() && side.isBetter(side.priceE5(at), old.priceE5(i)))
            {
                at++;
            }
            if (at == side.size() || side.priceE5(at) != old.priceE5(i))
            {
                listener.onLevel(this, LevelListener.Change.REMOVED, side.isBid(), i, old.priceE5(i), 0, 0);
                changes++;
            }
        }
        return changes;
    }
}
