// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import java.util.Arrays;

/**
 * Sorts the legs of a range of registers by register, instrument and order of trading. One thread's.
 */
final class BucketSorter
{
    private static final int SHORT_GROUP = 24;

    private final LegBuckets buckets;
    private final OptionPairs pairs;
    private final int[] ends;
    private final int rankShift;
    private long[] sorted = new long[0];
    private long[] keys = new long[0];
    private long[] copies = new long[0];
    private int count;

    /**
     * Sorter of some legs.
     *
     * @param buckets they are in.
     * @param pairs that options of each register are to be paired by; null for none.
     */
    BucketSorter(final LegBuckets buckets, final OptionPairs pairs)
    {
        this.buckets = buckets;
        this.pairs = pairs;
        this.ends = new int[1 << buckets.rankBits()];
        this.rankShift = LegBuckets.PLACE_SHIFT + buckets.placeBits();
    }

    /**
     * Sorts a range.
     *
     * @param bucket from 0.
     */
    void sort(final int bucket)
    {
        final long[] legs = buckets.legs();
        final int from = 2 * buckets.start(bucket);
        final int to = 2 * buckets.start(bucket + 1);
        count = to - from >> 1;
        if (sorted.length < 2 * count)
        {
            sorted = new long[2 * count + (count >> 1)];
        }
        Arrays.fill(ends, 0);
        for (int i = from; i < to; i += 2)
        {
            ends[rank(legs[i])]++;
        }
        int place = 0;
        for (int rank = 0; rank < ends.length; rank++)
        {
            final int legsOfRank = ends[rank];
            ends[rank] = place;
            place += legsOfRank;
        }
        for (int i = from; i < to; i += 2)
        {
            final int index = 2 * ends[rank(legs[i])]++;
            sorted[index] = legs[i];
            sorted[index + 1] = legs[i + 1];
        }
        pairOptions();
        int first = 0;
        for (final int end : ends)
        {
            if (end - first > 1)
            {
                sortByInstrument(first, end);
            }
            first = end;
        }
    }

    /** While the legs of a register are still in the order of trading. */
    private void pairOptions()
    {
        if (null == pairs)
        {
            return;
        }
        pairs.clear();
        int first = 0;
        for (final int end : ends)
        {
            if (end - first > 1)
            {
                pairs.pair(sorted, first, end);
            }
            first = end;
        }
    }

    private int rank(final long leg)
    {
        return (int)(leg >>> rankShift);
    }

    private void sortByInstrument(final int from, final int to)
    {
        if (to - from > SHORT_GROUP)
        {
            sortLongGroup(from, to);
            return;
        }
        for (int i = from + 1; i < to; i++)
        {
            final long leg = sorted[2 * i];
            final long price = sorted[2 * i + 1];
            int hole = i;
            while (hole > from && sorted[2 * hole - 2] >>> LegBuckets.PLACE_SHIFT > leg >>> LegBuckets.PLACE_SHIFT)
            {
                sorted[2 * hole] = sorted[2 * hole - 2];
                sorted[2 * hole + 1] = sorted[2 * hole - 1];
                hole--;
            }
            sorted[2 * hole] = leg;
            sorted[2 * hole + 1] = price;
        }
    }

    private void sortLongGroup(final int from, final int to)
    {
        final int length = to - from;
        if (keys.length < length)
        {
            keys = new long[length + (length >> 1)];
            copies = new long[2 * keys.length];
        }
        final long placeMask = (1L << buckets.placeBits()) - 1;
        for (int i = 0; i < length; i++)
        {
            final long place = sorted[2 * (from + i)] >>> LegBuckets.PLACE_SHIFT & placeMask;
            keys[i] = place << Integer.SIZE | i;
        }
        Arrays.sort(keys, 0, length);
        System.arraycopy(sorted, 2 * from, copies, 0, 2 * length);
        for (int i = 0; i < length; i++)
        {
            final int source = 2 * (int)keys[i];
            sorted[2 * (from + i)] = copies[source];
            sorted[2 * (from + i) + 1] = copies[source + 1];
        }
    }

    /**
     * Number of legs of the range.
     *
     * @return from 0.
     */
    int count()
    {
        return count;
    }

    /**
     * First long of a leg.
     *
     * @param index from 0.
     * @return see {@link LegBuckets}.
     */
    long leg(final int index)
    {
        return sorted[2 * index];
    }

    /**
     * Second long of a leg.
     *
     * @param index from 0.
     * @return price or number.
     */
    long price(final int index)
    {
        return sorted[2 * index + 1];
    }

    /**
     * Rank and place of a leg within the range.
     *
     * @param index from 0.
     * @return the same for all legs of a register and instrument.
     */
    long pair(final int index)
    {
        return sorted[2 * index] >>> LegBuckets.PLACE_SHIFT;
    }

    /**
     * Lots of the register and instrument of a leg that are paired with other options, see {@link OptionPairs#lots}.
     *
     * @param index from 0.
     * @return lots; 0 without pairs.
     */
    long optionLots(final int index)
    {
        return null == pairs ? 0 : pairs.lots(pair(index));
    }
}
