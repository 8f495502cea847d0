// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import java.util.Arrays;

/**
 * The levels of one side that a subscriber has: the best so many, best first.
 */
final class LevelView
{
    private static final int INITIAL_LEVELS = 16;

    private final int type;
    private final int depth;
    private long[] prices;
    private long[] quantities;
    private int[] orders;
    private int size;

    /** Nothing yet; depth at least 1. */
    LevelView(final int type, final int depth)
    {
        this.type = type;
        this.depth = depth;
        prices = new long[INITIAL_LEVELS];
        quantities = new long[INITIAL_LEVELS];
        orders = new int[INITIAL_LEVELS];
    }

    LevelView(final LevelView source)
    {
        type = source.type;
        depth = source.depth;
        prices = source.prices.clone();
        quantities = source.quantities.clone();
        orders = source.orders.clone();
        size = source.size;
    }

    /** Tells the difference to the book, and takes it over. */
    void advance(final LevelSide side, final Changes changes)
    {
        final int newSize = Math.min(depth, side.size());
        int same = 0;
        final int common = Math.min(size, newSize);
        while (same < common && isSame(same, side))
        {
            same++;
        }
        if (same == size && same == newSize)
        {
            return;
        }
        addDeletes(same, newSize, side, changes);
        addOthers(same, newSize, side, changes);
        take(same, newSize, side);
    }

    private boolean isSame(final int index, final LevelSide side)
    {
        return prices[index] == side.priceE5(index) && quantities[index] == side.qtyLots(index) &&
            orders[index] == side.orders(index);
    }

    private void addDeletes(final int from, final int newSize, final LevelSide side, final Changes changes)
    {
        int other = newSize - 1;
        for (int i = size - 1; i >= from; i--)
        {
            while (other >= from && side.isBetter(prices[i], side.priceE5(other)))
            {
                other--;
            }
            if (other < from || prices[i] != side.priceE5(other))
            {
                changes.level(Changes.DELETE, type, prices[i], quantities[i], orders[i], i + 1);
            }
        }
    }

    private void addOthers(final int from, final int newSize, final LevelSide side, final Changes changes)
    {
        int mine = from;
        for (int i = from; i < newSize; i++)
        {
            final long priceE5 = side.priceE5(i);
            final long qtyLots = side.qtyLots(i);
            final int orderCount = side.orders(i);
            while (mine < size && side.isBetter(prices[mine], priceE5))
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

    private void take(final int from, final int newSize, final LevelSide side)
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
            prices[i] = side.priceE5(i);
            quantities[i] = side.qtyLots(i);
            orders[i] = side.orders(i);
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
