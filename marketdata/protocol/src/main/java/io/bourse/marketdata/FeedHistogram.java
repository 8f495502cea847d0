// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Times that one duty cycle records and any thread may ask for percentiles. Buckets are fixed, 32 to each power of
 * two, so a value is right to about 3 %; nothing is allocated when recording.
 */
public final class FeedHistogram
{
    private static final int SUB_BITS = 5;
    private static final int SUB_COUNT = 1 << SUB_BITS;
    private static final int MAX_BITS = 40;

    private final AtomicLongArray buckets = new AtomicLongArray((MAX_BITS - SUB_BITS + 1) * SUB_COUNT);
    private final AtomicLong count = new AtomicLong();
    private final AtomicLong max = new AtomicLong();

    /**
     * An empty histogram.
     */
    public FeedHistogram()
    {
    }

    /**
     * Records a time; for the owning duty cycle only.
     *
     * @param valueNs nanoseconds; below 0 counts as 0, above 18 minutes as that.
     */
    public void record(final long valueNs)
    {
        final int index = index(Math.max(0, Math.min(valueNs, (1L << MAX_BITS) - 1)));
        buckets.lazySet(index, buckets.getPlain(index) + 1);
        count.lazySet(count.getPlain() + 1);
        max.lazySet(Math.max(valueNs, max.getPlain()));
    }

    /**
     * Number of times recorded.
     *
     * @return count.
     */
    public long count()
    {
        return count.get();
    }

    /**
     * Longest time recorded.
     *
     * @return nanoseconds, 0 if there is none.
     */
    public long maxNs()
    {
        return max.get();
    }

    /**
     * A time that so many of all recorded do not exceed.
     *
     * @param percentile above 0, up to 100: 50 is the median.
     * @return nanoseconds, not below the true value by more than a bucket; 0 if nothing was recorded.
     */
    public long percentileNs(final double percentile)
    {
        final long total = count.get();
        final long wanted = Math.max(1, (long)Math.ceil(total * percentile / 100));
        long seen = 0;
        for (int i = 0; i < buckets.length() && 0 < total; i++)
        {
            seen += buckets.get(i);
            if (seen >= wanted)
            {
                return Math.min(highest(i), max.get());
            }
        }
        return max.get();
    }

    private static int index(final long value)
    {
        final int shift = Math.max(0, 64 - Long.numberOfLeadingZeros(value) - SUB_BITS - 1);
        return (shift << SUB_BITS) + (int)(value >>> shift);
    }

    private static long highest(final int index)
    {
        final int shift = Math.max(0, (index >>> SUB_BITS) - 1);
        final long lowest = (long)(index - (shift << SUB_BITS)) << shift;
        return lowest + (1L << shift) - 1;
    }
}
