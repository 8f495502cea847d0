// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.book.MarketLevel;

import java.util.Arrays;

/**
 * The levels of one side that a subscriber has: the best so many, best first.
 */
final class LevelView
{
    private static final int INITIAL_LEVELS = 16;

    private final int type;
    private final boolean isBid;
    private final int depth;
    private long[] prices;
    private long[] quantities;
    private int[] orders;
    private int size;

    /** Nothing yet; depth at least 1. */
    LevelView(final int type, final int depth)
    {
        this.type = type;
        isBid = EntryType.BID == type;
        this.depth = depth;
        prices = new long[INITIAL_LEVELS];
        quantities = new long[INITIAL_LEVELS];
        orders = new int[INITIAL_LEVELS];
    }

    LevelView(final LevelView source)
    {
        type = source.type;
        isBid = source.isBid;
        depth = source.depth;
        prices = source.prices.clone();
        quantities = source.quantities.clone();
        orders = source.orders.clone();
        size = source.size;
    }

    /** Sends the difference to the book, and takes it over. */
    void advance(final MarketBook book, final Changes changes)
    {
        final int newSize = Math.min(depth, book.levelCount(isBid));
        int same = 0;
        final int common = Math.min(size, newSize);
        while (same < common && isSame(same, book.level(isBid, same)))
        {
            same++;
        }
        if (same == size && same == newSize)
        {
            return;
        }
        addDeletes(same, newSize, book, changes);
        addOthers(same, newSize, book, changes);
        take(same, newSize, book);
    }

    private boolean isSame(final int index, final MarketLevel level)
    {
        return prices[index] == level.priceE5() && quantities[index] == level.qtyLots() &&
            orders[index] == level.orderCount();
    }

    /** Whether the first price is nearer to the touch than the second. */
    private boolean isBetter(final long priceE5, final long thanPriceE5)
    {
        return isBid ? priceE5 > thanPriceE5 : priceE5 < thanPriceE5;
    }

    private void addDeletes(final int from, final int newSize, final MarketBook book, final Changes changes)
    {
        int other = newSize - 1;
        for (int i = size - 1; i >= from; i--)
        {
            while (other >= from && isBetter(prices[i], book.level(isBid, other).priceE5()))
            {
                other--;
            }
            if (other < from || prices[i] != book.level(isBid, other).priceE5())
            {
                changes.level(Changes.DELETE, type, prices[i], quantities[i], orders[i], i + 1);
            }
        }
    }

    private void addOthers(final int from, final int newSize, final MarketBook book, final Changes changes)
    {
        int mine = from;
        for (int i = from; i < newSize; i++)
        {
            final MarketLevel level = book.level(isBid, i);
            final long priceE5 = level.priceE5();
            final long qtyLots = level.qtyLots();
            final int orderCount = level.orderCount();
            while (mine < size && isBetter(prices[mine], priceE5))
            {
                mine++;
            }
            if (mine == size || prices[mine] != priceE5)
            {
                changes.level(Changes.NEW, type, priceE5, qtyLots, orderCount, i + 1);
            }
            else if (quantities[mine] != qtyLots || orders[mine] != orderCount)
            {
                changes.level(Changes.CHANGE, type, priceE5, qtyLots, orderCount, i + 1);
            }
        }
    }

    private void take(final int from, final int newSize, final MarketBook book)
    {
        if (newSize > prices.length)
        {
            final int capacity = Math.max(newSize, 2 * prices.length);
            prices = Arrays.copyOf(prices, capacity);
            quantities = Arrays.copyOf(quantities, capacity);
            orders = Arrays.copyOf(orders, capacity);
        }
        for (int i = from; i < newSize; i++)
        {
            final MarketLevel level = book.level(isBid, i);
            prices[i] = level.priceE5();
            quantities[i] = level.qtyLots();
            orders[i] = level.orderCount();
        }
        size = newSize;
    }

    /** Adds all levels as new ones. */
    void describe(final Changes changes)
    {
        for (int i = 0; i < size; i++)
        {
            changes.level(Changes.NEW, type, prices[i], quantities[i], orders[i], i + 1);
        }
    }
}
