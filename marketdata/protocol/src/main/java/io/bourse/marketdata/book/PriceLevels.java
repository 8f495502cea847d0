// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.book;

import java.util.Arrays;

/**
 * Price levels of one side, aggregated, best first: copies, not those of a book.
 */
public class PriceLevels
{
    private final boolean isBid;
    private long[] pricesE5;
    private long[] qtysLots;
    private long[] orderCounts;
    private int size;

    /**
     * No levels yet.
     *
     * @param isBid side.
     * @param capacity levels to have space for; it grows.
     */
    public PriceLevels(final boolean isBid, final int capacity)
    {
        this.isBid = isBid;
        pricesE5 = new long[capacity];
        qtysLots = new long[capacity];
        orderCounts = new long[capacity];
    }

    /**
     * Side of the levels.
     *
     * @return true for bids.
     */
    public final boolean isBid()
    {
        return isBid;
    }

    /**
     * Number of levels.
     *
     * @return count.
     */
    public final int size()
    {
        return size;
    }

    /**
     * Price of a level.
     *
     * @param index 0 for the best price.
     * @return price x 100 000.
     */
    public final long priceE5(final int index)
    {
        return pricesE5[index];
    }

    /**
     * Quantity of a level.
     *
     * @param index 0 for the best price.
     * @return lots.
     */
    public final long qtyLots(final int index)
    {
        return qtysLots[index];
    }

    /**
     * Orders at a level.
     *
     * @param index 0 for the best price.
     * @return count.
     */
    public final long orderCount(final int index)
    {
        return orderCounts[index];
    }

    /**
     * Compares two prices of this side.
     *
     * @param priceE5 price x 100 000.
     * @param thanE5 price x 100 000.
     * @return true if the first one is better.
     */
    public final boolean isBetter(final long priceE5, final long thanE5)
    {
        return isBid ? priceE5 > thanE5 : priceE5 < thanE5;
    }

    /**
     * Removes all levels.
     */
    public final void clear()
    {
        size = 0;
    }

    /**
     * Puts a level before another one.
     *
     * @param index of the other one, or the number of levels.
     * @param priceE5 price x 100 000.
     * @param qty lots.
     * @param orders at the price.
     */
    public final void insert(final int index, final long priceE5, final long qty, final long orders)
    {
        if (size == pricesE5.length)
        {
            pricesE5 = Arrays.copyOf(pricesE5, size * 2);
            qtysLots = Arrays.copyOf(qtysLots, size * 2);
            orderCounts = Arrays.copyOf(orderCounts, size * 2);
        }
        move(index, index + 1, size - index);
        size++;
        set(index, priceE5, qty, orders);
    }

    /**
     * Changes a level.
     *
     * @param priceE5 price x 100 000.
     * @param qty lots.
     * @param orders at the price.
     */
    public final void set(final int index, final long priceE5, final long qty, final long orders)
    {
        pricesE5[index] = priceE5;
        qtysLots[index] = qty;
        orderCounts[index] = orders;
    }

    /** Removes a level. */
    public final void remove(final int index)
    {
        move(index + 1, index, size - index - 1);
        size--;
    }

    private void move(final int from, final int to, final int count)
    {
        System.arraycopy(pricesE5, from, pricesE5, to, count);
        System.arraycopy(qtysLots, from, qtysLots, to, count);
        System.arraycopy(orderCounts, from, orderCounts, to, count);
    }
}
