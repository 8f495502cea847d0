// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.book;

import java.util.Arrays;

/**
 * Price levels of one side in a sorted array, best price last: most changes happen at the touch and move nothing, and
 * a search is a binary one over plain longs.
 */
final class MarketSide
{
    private static final int INITIAL_LEVELS = 64;

    private final boolean isBid;
    private final BookPool pool;
    private long[] keys = new long[INITIAL_LEVELS];
    private MarketLevel[] levels = new MarketLevel[INITIAL_LEVELS];
    private int size;

    MarketSide(final boolean isBid, final BookPool pool)
    {
        this.isBid = isBid;
        this.pool = pool;
    }

    int size()
    {
        return size;
    }

    MarketLevel best()
    {
        return 0 == size ? null : levels[size - 1];
    }

    MarketLevel fromBest(final int depth)
    {
        return depth < size ? levels[size - 1 - depth] : null;
    }

    MarketLevel levelFor(final long priceE5)
    {
        final long key = key(priceE5);
        final int index = Arrays.binarySearch(keys, 0, size, key);
        return index >= 0 ? levels[index] : insert(-(index + 1), key, priceE5);
    }

    void remove(final MarketLevel level)
    {
        final int index = Arrays.binarySearch(keys, 0, size, key(level.priceE5));
        final int moved = size - index - 1;
        System.arraycopy(keys, index + 1, keys, index, moved);
        System.arraycopy(levels, index + 1, levels, index, moved);
        size--;
        levels[size] = null;
        pool.giveBack(level);
    }

    void clear()
    {
        for (int i = 0; i < size; i++)
        {
            final MarketLevel level = levels[i];
            BookOrder order = level.oldest;
            while (null != order)
            {
                final BookOrder next = order.next;
                pool.giveBack(order);
                order = next;
            }
            pool.giveBack(level);
            levels[i] = null;
        }
        size = 0;
    }

    private long key(final long priceE5)
    {
        // The complement orders any long the other way round, negation would overflow at the lowest one.
        return isBid ? priceE5 : ~priceE5;
    }

    private MarketLevel insert(final int index, final long key, final long priceE5)
    {
        if (size == keys.length)
        {
            keys = Arrays.copyOf(keys, size * 2);
            levels = Arrays.copyOf(levels, size * 2);
        }
        System.arraycopy(keys, index, keys, index + 1, size - index);
        System.arraycopy(levels, index, levels, index + 1, size - index);
        final MarketLevel level = pool.takeLevel(isBid, priceE5);
        keys[index] = key;
        levels[index] = level;
        size++;
        return level;
    }
}
