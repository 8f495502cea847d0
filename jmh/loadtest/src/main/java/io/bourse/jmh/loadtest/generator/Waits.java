// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import org.HdrHistogram.Histogram;

import java.util.concurrent.TimeUnit;

/**
 * The floor as a distribution that can stand beside times of transactions: how long one that is due at any moment waits
 * until the spinning thread is back. A gap of 5 ms makes those wait 5 ms that are due when it begins, and those half of
 * it that are due in its middle; one that is due outside of all gaps does not wait, and counts with 0.
 */
final class Waits
{
    /** Moments that are looked at are so far apart. */
    static final long STEP_NS = TimeUnit.MICROSECONDS.toNanos(10);

    private final Histogram interval = Distributions.newHistogram();
    private final Histogram total = Distributions.newHistogram();

    /**
     * Adds an interval.
     *
     * @param gaps one sample of each, nanoseconds.
     * @param lengthNs of the interval.
     * @return waits in it; the next call changes them.
     */
    Histogram add(final Histogram gaps, final long lengthNs)
    {
        interval.reset();
        interval.addWhileCorrectingForCoordinatedOmission(gaps, STEP_NS);
        final long outside = lengthNs / STEP_NS - interval.getTotalCount();
        if (outside > 0)
        {
            interval.recordValueWithCount(0, outside);
        }
        total.add(interval);
        return interval;
    }

    /** Waits in all intervals. */
    Histogram total()
    {
        return total;
    }
}
