// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.book;

import java.util.Arrays;

/**
 * Price levels of one side, aggregated, best first: copies, not those of a book.
 */
public final class PriceLevels
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

    /** A copy. */
    public PriceLevels(final PriceLevels source)
    {
        isBid = source.isBid;
        pricesE5 = source.pricesE5.clone();
        qtysLots = source.qtysLots.clone();
        orderCounts = source.orderCounts.clone();
        size = source.size;
    }

    /**
     * Number of levels.
     *
     * @return count.
     */
    public int size()
    {
        return size;
    }

    /**
     * Price of a level.
     *
     * @param index 0 for the best price.
     * @return price x 100 000.
     */
    public long priceE5(final int index)
    {
        return pricesE5[index];
    }

    /**
     * Quantity of a level.
     *
     * @param index 0 for the best price.
     * @return lots.
     */
    public long qtyLots(final int index)
    {
        return qtysLots[index];
    }

    /**
     * Orders at a level.
     *
     * @param index 0 for the best price.
     * @return count.
     */
    public long orderCount(final int index)
    {
        return orderCounts[index];
    }

    /** Whether the first of two prices of this side is the better one. */
    private boolean isBetter(final long priceE5, final long thanE5)
    {
        return isBid ? priceE5 > thanE5 : priceE5 < thanE5;
    }

    /**
     * Removes all levels.
     */
    public void clear()
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
    public void insert(final int index, final long priceE5, final long qty, final long orders)
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
    public void set(final int index, final long priceE5, final long qty, final long orders)
    {
        pricesE5[index] = priceE5;
        qtysLots[index] = qty;
        orderCounts[index] = orders;
    }

    /** Removes a level. */
    public void remove(final int index)
    {
        move(index + 1, index, size - index - 1);
        size--;
    }

    /**
     * Catches up with a book: first levels that go, from the worst one up, then those that come or change, from the
     * best one down. Who follows them one by one never has more levels than the depth.
     *
     * @param book as it is now.
     * @param depth levels wanted at most.
     * @param changes is shown every change.
     */
    public void update(final MarketBook book, final int depth, final LevelChanges changes)
    {
        final int newSize = Math.min(depth, book.levelCount(isBid));
        int kept = newSize - 1;
        for (int i = size - 1; i >= 0; i--)
        {
            while (kept >= 0 && isBetter(pricesE5[i], book.level(isBid, kept).priceE5()))
            {
                kept--;
            }
            if (kept < 0 || book.level(isBid, kept).priceE5() != pricesE5[i])
            {
                changes.onLevel(LevelChanges.DELETE, isBid, i + 1, pricesE5[i], qtysLots[i], (int)orderCounts[i]);
                remove(i);
            }
        }
        for (int i = 0; i < newSize; i++)
        {
            final MarketLevel level = book.level(isBid, i);
            final boolean isNew = i == size || pricesE5[i] != level.priceE5();
            if (isNew)
            {
                insert(i, level.priceE5(), level.qtyLots(), level.orderCount());
            }
            if (isNew || qtysLots[i] != level.qtyLots() || orderCounts[i] != level.orderCount())
            {
                set(i, level.priceE5(), level.qtyLots(), level.orderCount());
                changes.onLevel(isNew ? LevelChanges.NEW : LevelChanges.CHANGE, isBid, i + 1, level.priceE5(),
                    level.qtyLots(), level.orderCount());
            }
        }
    }

    private void move(final int from, final int to, final int count)
    {
        System.arraycopy(pricesE5, from, pricesE5, to, count);
        System.arraycopy(qtysLots, from, qtysLots, to, count);
        System.arraycopy(orderCounts, from, orderCounts, to, count);
    }
}
