// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.book;

/**
 * Aggregated price levels of both sides of one instrument. While an auction collects, bids may meet offers.
 */
public class InstrumentLevels
{
    private final int securityId;
    private final PriceLevels bids;
    private final PriceLevels asks;

    /**
     * No levels yet.
     *
     * @param securityId of the instrument.
     * @param capacity levels of a side to have space for; it grows.
     */
    protected InstrumentLevels(final int securityId, final int capacity)
    {
        this.securityId = securityId;
        bids = new PriceLevels(true, capacity);
        asks = new PriceLevels(false, capacity);
    }

    /**
     * Instrument of this book.
     *
     * @return SecurityID.
     */
    public final int securityId()
    {
        return securityId;
    }

    /**
     * Number of levels of a side.
     *
     * @param isBid side.
     * @return 0 to the depth that is kept.
     */
    public final int levelCount(final boolean isBid)
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
    public final long priceE5(final boolean isBid, final int depth)
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
    public final long qtyLots(final boolean isBid, final int depth)
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
    public final int orderCount(final boolean isBid, final int depth)
    {
        return (int)side(isBid).orderCount(depth);
    }

    /** Removes all levels. */
    protected final void clear()
    {
        bids.clear();
        asks.clear();
    }

    /** Levels of a side. */
    protected final PriceLevels side(final boolean isBid)
    {
        return isBid ? bids : asks;
    }
}
