// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.timestamps;

import org.HdrHistogram.Histogram;

import java.util.concurrent.TimeUnit;

/**
 * The way from one door to the next: how long it took. Times that go backwards are counted apart: a clock that was set.
 */
final class StampLeg
{
    private static final long HIGHEST_NS = TimeUnit.HOURS.toNanos(1);
    private static final int DIGITS = 3;

    private final Histogram histogram = new Histogram(HIGHEST_NS, DIGITS);
    private final String title;
    private long backwards;

    StampLeg(final String title)
    {
        this.title = title;
    }

    /** Both ends of a way; nothing is counted when one of them has no stamp. */
    void add(final long fromNs, final long toNs)
    {
        if (StampRowHandler.NONE == fromNs || StampRowHandler.NONE == toNs)
        {
            return;
        }
        if (toNs < fromNs)
        {
            backwards++;
        }
        else
        {
            histogram.recordValue(Math.min(HIGHEST_NS, toNs - fromNs));
        }
    }

    String title()
    {
        return title;
    }

    long backwards()
    {
        return backwards;
    }

    Histogram histogram()
    {
        return histogram;
    }
}
