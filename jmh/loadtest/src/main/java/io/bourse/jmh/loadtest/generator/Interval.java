// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import org.HdrHistogram.Histogram;

/**
 * What happened in about a second. Filled by the spinning thread, then read by the writer, never by both.
 */
final class Interval
{
    private final Histogram[] all = new Histogram[Distributions.COUNT];
    private final Histogram[] removed = new Histogram[Distributions.COUNT];
    private final Histogram gaps = Distributions.newHistogram();
    private long beginNs;
    private long endNs;
    private long due;
    private long orders;
    private long cancels;
    private long trades;
    private long refused;
    private long floorMaxNs;

    /**
     * An empty interval.
     *
     * @param isUsed by distribution: whether there are sessions that have it.
     */
    Interval(final boolean[] isUsed)
    {
        for (int i = 0; i < Distributions.COUNT; i++)
        {
            if (isUsed[i])
            {
                all[i] = Distributions.newHistogram();
                removed[i] = Distributions.newHistogram();
            }
        }
    }

    void record(final int distribution, final long ns, final boolean isRemoved)
    {
        all[distribution].recordValue(ns);
        if (isRemoved)
        {
            removed[distribution].recordValue(ns);
        }
        if (Distributions.isCancel(distribution))
        {
            cancels++;
        }
        else
        {
            orders++;
        }
    }

    void onTrade()
    {
        trades++;
    }

    void onRefusal()
    {
        refused++;
    }

    void begin(final long atNs)
    {
        beginNs = atNs;
    }

    void end(final long atNs, final long dueInIt, final long longestGapNs)
    {
        endNs = atNs;
        due = dueInIt;
        floorMaxNs = longestGapNs;
    }

    /** Empties it. */
    void reset()
    {
        for (int i = 0; i < Distributions.COUNT; i++)
        {
            if (null != all[i])
            {
                all[i].reset();
                removed[i].reset();
            }
        }
        gaps.reset();
        due = 0;
        orders = 0;
        cancels = 0;
        trades = 0;
        refused = 0;
        floorMaxNs = 0;
    }

    /** Whether nothing was due and nothing happened. */
    boolean isEmpty()
    {
        return 0 == due + orders + cancels + trades + refused;
    }

    /** Everything that was timed; null for a distribution that nobody has. */
    Histogram all(final int distribution)
    {
        return all[distribution];
    }

    /** The part that gaps of the floor explain. */
    Histogram removed(final int distribution)
    {
        return removed[distribution];
    }

    /** Times that the spinning thread was away, one of each gap. */
    Histogram gaps()
    {
        return gaps;
    }

    long beginNs()
    {
        return beginNs;
    }

    long endNs()
    {
        return endNs;
    }

    long due()
    {
        return due;
    }

    long orders()
    {
        return orders;
    }

    long cancels()
    {
        return cancels;
    }

    long trades()
    {
        return trades;
    }

    long refused()
    {
        return refused;
    }

    long floorMaxNs()
    {
        return floorMaxNs;
    }
}
