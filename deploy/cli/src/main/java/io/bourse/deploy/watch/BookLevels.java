// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.watch;

import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.book.PriceLevel;

/**
 * The best levels of both sides of a book, copied.
 */
public final class BookLevels
{
    private final int depth;
    private final long[][] pricesE5 = new long[2][];
    private final long[][] lots = new long[2][];
    private final int[][] orders = new int[2][];
    private final int[] counts = new int[2];

    BookLevels(final int depth)
    {
        this.depth = depth;
        for (int side = 0; side < 2; side++)
        {
            pricesE5[side] = new long[depth];
            lots[side] = new long[depth];
            orders[side] = new int[depth];
        }
    }

    /** Copies the levels of a book; answers whether they are others than before. */
    boolean copy(final MarketBook book)
    {
        return copy(book, true) | copy(book, false);
    }

    private boolean copy(final MarketBook book, final boolean isBid)
    {
        final int side = side(isBid);
        final int count = Math.min(depth, null == book ? 0 : book.levelCount(isBid));
        boolean isChanged = count != counts[side];
        counts[side] = count;
        for (int i = 0; i < count; i++)
        {
            final PriceLevel level = book.level(isBid, i);
            isChanged |= pricesE5[side][i] != level.priceE5() || lots[side][i] != level.qtyLots() ||
                orders[side][i] != level.orderCount();
            pricesE5[side][i] = level.priceE5();
            lots[side][i] = level.qtyLots();
            orders[side][i] = level.orderCount();
        }
        return isChanged;
    }

    /**
     * Levels of a side, at most as many as are shown.
     *
     * @param isBid side.
     * @return 0 or more.
     */
    public int count(final boolean isBid)
    {
        return counts[side(isBid)];
    }

    /**
     * Most levels of a side.
     *
     * @return above 0.
     */
    public int depth()
    {
        return depth;
    }

    /**
     * Price of a level.
     *
     * @param isBid side.
     * @param level from 0, best first.
     * @return price x 100 000.
     */
    public long priceE5(final boolean isBid, final int level)
    {
        return pricesE5[side(isBid)][level];
    }

    /**
     * Quantity of a level.
     *
     * @param isBid side.
     * @param level from 0, best first.
     * @return lots.
     */
    public long lots(final boolean isBid, final int level)
    {
        return lots[side(isBid)][level];
    }

    /**
     * Orders of a level.
     *
     * @param isBid side.
     * @param level from 0, best first.
     * @return above 0.
     */
    public int orders(final boolean isBid, final int level)
    {
        return orders[side(isBid)][level];
    }

    private static int side(final boolean isBid)
    {
        return isBid ? 0 : 1;
    }
}
