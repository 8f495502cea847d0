// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import java.util.Arrays;

/**
 * Price levels of one side of a public book in sorted arrays, best price last: most changes happen at the touch and
 * move nothing.
 */
final class LevelSide
{
    private static final int INITIAL_LEVELS = 32;

    private final boolean isBid;
    private long[] prices = new long[INITIAL_LEVELS];
    private long[] quantities = new long[INITIAL_LEVELS];
    private int[] orders = new int[INITIAL_LEVELS];
    private int size;

    LevelSide(final boolean isBid)
    {
        this.isBid = isBid;
    }

    /** Number of levels. */
    int size()
    {
        return size;
    }

    /** Price of a level; 0 is the best. */
    long priceE5(final int depth)
    {
        return prices[size - 1 - depth];
    }

    /** Lots of a level; 0 is the best. */
    long qtyLots(final int depth)
    {
        return quantities[size - 1 - depth];
    }

    /** Orders of a level; 0 is the best. */
    int orders(final int depth)
    {
        return orders[size - 1 - depth];
    }

    /** Whether the first price is nearer to the touch than the second. */
    boolean isBetter(final long priceE5, final long thanPriceE5)
    {
        return isBid ? priceE5 > thanPriceE5 : priceE5 < thanPriceE5;
    }

    /**
     * Lots or orders come or go.
     *
     * @param priceE5 of the level, which is made when it is not there, and removed when its last order goes.
     * @param lots added, or removed if negative.
     * @param orderCount added, or removed if negative.
     */
    void change(final long priceE5, final long lots, final int orderCount)
    {
        final int index = find(priceE5);
        if (index == size || prices[index] != priceE5)
        {
            insert(index, priceE5);
        }
        quantities[index] += lots;
        orders[index] += orderCount;
        if (0 == orders[index])
        {
            remove(index);
        }
    }

    void clear()
    {
        size = 0;
    }

    /** Index of the level, or where it would be. */
    private int find(final long priceE5)
    {
        int low = 0;
        int high = size;
        while (low < high)
        {
            final int middle = (low + high) >>> 1;
            if (isBetter(priceE5, prices[middle]))
            {
                low = middle + 1;
            }
            else
            {
                high = middle;
            }
        }
        return low;
    }

    private void insert(final int index, final long priceE5)
    {
        if (size == prices.length)
        {
            prices = Arrays.copyOf(prices, 2 * size);
            quantities = Arrays.copyOf(quantities, 2 * size);
            orders = Arrays.copyOf(orders, 2 * size);
        }
        final int moved = size - index;
        System.arraycopy(prices, index, prices, index + 1, moved);
        System.arraycopy(quantities, index, quantities, index + 1, moved);
        System.arraycopy(orders, index, orders, index + 1, moved);
        prices[index] = priceE5;
        quantities[index] = 0;
        orders[index] = 0;
        size++;
    }

    private void remove(final int index)
    {
        final int moved = size - index - 1;
        System.arraycopy(prices, index + 1, prices, index, moved);
        System.arraycopy(quantities, index + 1, quantities, index, moved);
        System.arraycopy(orders, index + 1, orders, index, moved);
        size--;
    }
}
