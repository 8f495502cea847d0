// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import org.HdrHistogram.Histogram;

/**
 * What happened in about a second. Filled by the spinning thread, then read by the writer, never by both.
 */
final class Interval
{
    /** Everything that was timed; null for a distribution without samples. */
    final Histogram[] all = new Histogram[Distributions.COUNT];
    /** The part that gaps of the floor explain. */
    final Histogram[] removed = new Histogram[Distributions.COUNT];
    /** Times that the spinning thread was away, one of each gap. */
    final Histogram gaps = Distributions.newHistogram();
    long beginNs;
    long endNs;
    long due;
    long orders;
    long cancels;
    long trades;
    long refused;
    /** Longest gap. */
    long floorMaxNs;

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

    long lengthNs()
    {
        return endNs - beginNs;
    }

    long accepted()
    {
        return orders + cancels;
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
}
