// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import java.util.Arrays;

import io.bourse.engine.protocol.Side;

/**
 * Price levels of one side in a sorted array, the best one last: activity is near the best price, so levels come and
 * go at the cheap end of the array, and any other level is a binary search away.
 * <p>
 * The sort key makes both sides alike: the price for bids, its bitwise complement for asks, which reverses the order
 * and, unlike the negative, cannot overflow. A larger key is a better price.
 */
final class BookSide
{
    private static final int INITIAL_CAPACITY = 64;

    private final boolean isBid;
    private long[] keys = new long[INITIAL_CAPACITY];
    private PriceLevel[] levels = new PriceLevel[INITIAL_CAPACITY];
    private int count;
    private PriceLevel freeLevels;

    BookSide(final Side side)
    {
        isBid = Side.BUY == side;
    }

    /** Sort key of a price on this side. */
    long keyOf(final long priceE5)
    {
        return isBid ? priceE5 : ~priceE5;
    }

    int count()
    {
        return count;
    }

    /** Level by distance from the best one. */
    PriceLevel level(final int depth)
    {
        return levels[count - 1 - depth];
    }

    /** Best level or null. */
    PriceLevel best()
    {
        return 0 == count ? null : levels[count - 1];
    }

    /** Level of a price, created if it is not there. */
    PriceLevel findOrCreate(final long priceE5)
    {
        final long key = keyOf(priceE5);
        final int index = search(key);
        return index >= 0 ? levels[index] : insert(~index, key, priceE5);
    }

    /** Takes an empty level out. */
    void remove(final PriceLevel level)
    {
        final int index = search(level.key);
        final int moved = count - 1 - index;
        if (moved > 0)
        {
            System.arraycopy(keys, index + 1, keys, index, moved);
            System.arraycopy(levels, index + 1, levels, index, moved);
        }
        levels[--count] = null;
        level.nextFree = freeLevels;
        freeLevels = level;
    }

    private PriceLevel insert(final int index, final long key, final long priceE5)
    {
        if (count == keys.length)
        {
            keys = Arrays.copyOf(keys, count << 1);
            levels = Arrays.copyOf(levels, count << 1);
        }
        final int moved = count - index;
        if (moved > 0)
        {
            System.arraycopy(keys, index, keys, index + 1, moved);
            System.arraycopy(levels, index, levels, index + 1, moved);
        }
        final PriceLevel level = acquire();
        level.key = key;
        level.priceE5 = priceE5;
        keys[index] = key;
        levels[index] = level;
        count++;
        return level;
    }

    /** Index of a key, or the complement of where it belongs; the best level is looked at first. */
    private int search(final long key)
    {
        final int last = count - 1;
        if (last < 0 || key > keys[last])
        {
            return ~count;
        }
        if (key == keys[last])
        {
            return last;
        }
        return Arrays.binarySearch(keys, 0, last, key);
    }

    private PriceLevel acquire()
    {
        if (null == freeLevels)
        {
            return new PriceLevel();
        }
        final PriceLevel level = freeLevels;
        freeLevels = level.nextFree;
        level.nextFree = null;
        return level;
    }
}
