// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.layout;

import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.RowSearch;

/**
 * Sorts registers by the text of their codes: a radix sort over keys of 49 bits that carries the ids along.
 */
final class RegisterSort
{
    /** Seven bits of each of seven characters. */
    private static final long CHARACTERS = 0x7F_7F7F_7F7F_7F7FL;
    private static final int DIGIT_BITS = 10;
    private static final int BUCKETS = 1 << DIGIT_BITS;
    private static final int PASSES = 5;

    private RegisterSort()
    {
    }

    /** Codes are packed first character lowest; in a key it is highest, so keys compare like the text. */
    static long key(final long code)
    {
        return Long.compress(Long.reverseBytes(code) >>> Byte.SIZE, CHARACTERS);
    }

    /** Ids from..to-1 in the order of their codes. */
    static int[] sorted(final LongColumn codes, final int from, final int to)
    {
        final int size = to - from;
        long[] keys = new long[size];
        int[] ids = new int[size];
        boolean isSorted = true;
        for (int i = 0; i < size; i++)
        {
            keys[i] = key(codes.get(from + i));
            ids[i] = from + i;
            isSorted &= 0 == i || keys[i - 1] <= keys[i];
        }
        if (isSorted)
        {
            return ids;
        }
        long[] otherKeys = new long[size];
        int[] otherIds = new int[size];
        for (int pass = 0; pass < PASSES; pass++)
        {
            scatter(pass * DIGIT_BITS, keys, ids, otherKeys, otherIds);
            final long[] swapKeys = keys;
            keys = otherKeys;
            otherKeys = swapKeys;
            final int[] swapIds = ids;
            ids = otherIds;
            otherIds = swapIds;
        }
        return ids;
    }

    private static void scatter(
        final int shift, final long[] keys, final int[] ids, final long[] toKeys, final int[] toIds)
    {
        final int[] places = new int[BUCKETS + 1];
        for (final long key : keys)
        {
            places[(int)(key >>> shift & BUCKETS - 1) + 1]++;
        }
        for (int i = 0; i < BUCKETS; i++)
        {
            places[i + 1] += places[i];
        }
        for (int i = 0; i < keys.length; i++)
        {
            final int place = places[(int)(keys[i] >>> shift & BUCKETS - 1)]++;
            toKeys[place] = keys[i];
            toIds[place] = ids[i];
        }
    }

    /** A few sorted ids put into many: each is searched for, what lies between is moved as a whole. */
    static int[] merged(final LongColumn codes, final int[] many, final int[] few)
    {
        final int[] merged = new int[many.length + few.length];
        int from = 0;
        for (int i = 0; i < few.length; i++)
        {
            final int to = place(codes, many, from, key(codes.get(few[i])));
            System.arraycopy(many, from, merged, from + i, to - from);
            merged[to + i] = few[i];
            from = to;
        }
        System.arraycopy(many, from, merged, from + few.length, many.length - from);
        return merged;
    }

    /** First place from one on whose key is not below the wanted one. */
    private static int place(final LongColumn codes, final int[] sorted, final int from, final long wanted)
    {
        return (int)RowSearch.firstNotBelow(from, sorted.length, wanted, at -> key(codes.get(sorted[(int)at])));
    }

    /** Of a sorted list the ids below a limit. */
    static int[] below(final int[] sorted, final int limit)
    {
        final int[] kept = new int[limit];
        int taken = 0;
        for (final int id : sorted)
        {
            if (id < limit)
            {
                kept[taken++] = id;
            }
        }
        return kept;
    }
}
