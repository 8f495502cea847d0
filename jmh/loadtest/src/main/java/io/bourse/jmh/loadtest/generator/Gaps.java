// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

/**
 * Gaps of a thread, in their order, with the time that was in all of them up to each: how long the thread was away
 * since some moment. The latest are kept; allocates nothing for a gap.
 */
final class Gaps
{
    private static final int CAPACITY = 1 << 16;
    private static final int MASK = CAPACITY - 1;

    private final long[] endNs = new long[CAPACITY];
    private final long[] awayBeforeNs = new long[CAPACITY];
    private long count;
    private long awayNs;

    void clear()
    {
        count = 0;
        awayNs = 0;
    }

    /** A gap after all others. */
    void add(final long gapBeginNs, final long gapEndNs)
    {
        final int at = (int)count & MASK;
        endNs[at] = gapEndNs;
        awayBeforeNs[at] = awayNs;
        awayNs += gapEndNs - gapBeginNs;
        count++;
    }

    /** Gaps so far. */
    long count()
    {
        return count;
    }

    /** Time in all of them. */
    long awayNs()
    {
        return awayNs;
    }

    /**
     * Time in the gaps that ended after a moment, those that began before it included; of the gaps that are kept.
     *
     * @param dueNs moment.
     * @return nanoseconds, 0 when there was none.
     */
    long awaySinceNs(final long dueNs)
    {
        if (0 == count || dueNs - endNs[(int)(count - 1) & MASK] >= 0)
        {
            return 0;
        }
        long first = Math.max(0, count - CAPACITY);
        long last = count - 1;
        while (first < last)
        {
            final long middle = (first + last) >>> 1;
            if (dueNs - endNs[(int)middle & MASK] < 0)
            {
                last = middle;
            }
            else
            {
                first = middle + 1;
            }
        }
        return awayNs - awayBeforeNs[(int)first & MASK];
    }
}
