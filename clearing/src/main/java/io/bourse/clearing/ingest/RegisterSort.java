// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.clearing.table.LongColumn;

/**
 * Sorts registers by the text of their codes: a radix sort over keys of 49 bits that carries the ids along.
 */
final class RegisterSort
{
    private static final int CHARACTERS = 7;
    private static final int CHARACTER_BITS = 7;
    private static final long CHARACTER_MASK = 0x7F;
    private static final int DIGIT_BITS = 10;
    private static final int BUCKETS = 1 << DIGIT_BITS;
    private static final int PASSES = 5;

    private RegisterSort()
    {
    }

    /** Codes are packed first character lowest; in a key it is highest, so keys compare like the text. */
    static long key(final long code)
    {
        long key = 0;
        for (int i = 0; i < CHARACTERS; i++)
        {
            key = key << CHARACTER_BITS | code >>> (i << 3) & CHARACTER_MASK;
        }
        return key;
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

    /** Two sorted lists of ids as one. */
    static int[] merged(final LongColumn codes, final int[] first, final int[] second)
    {
        final int[] merged = new int[first.length + second.length];
        int taken = 0;
        for (int i = 0, j = 0; taken < merged.length; taken++)
        {
            final boolean isFirst = j == second.length ||
                i < first.length && key(codes.get(first[i])) < key(codes.get(second[j]));
            merged[taken] = isFirst ? first[i++] : second[j++];
        }
        return merged;
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
