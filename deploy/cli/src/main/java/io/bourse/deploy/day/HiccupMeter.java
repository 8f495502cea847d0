// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.HdrHistogram.Histogram;

/**
 * How much too late a thread wakes up that has nothing to do but that: what the host and other processes of the machine
 * take from each thread that parks. Printed beside every latency.
 */
public final class HiccupMeter implements AutoCloseable
{
    private static final long PERIOD_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long MAX_NS = TimeUnit.SECONDS.toNanos(60);
    private static final int DIGITS = 3;

    private final Histogram histogram = new Histogram(MAX_NS, DIGITS);
    private final Thread thread;
    private volatile boolean isStopping;

    /** A meter that has begun. */
    public HiccupMeter()
    {
        thread = Thread.ofPlatform().name("hiccup-meter").daemon().start(this::run);
    }

    private void run()
    {
        long lastNs = System.nanoTime();
        while (!isStopping)
        {
            LockSupport.parkNanos(PERIOD_NS);
            final long nowNs = System.nanoTime();
            record(Math.clamp(nowNs - lastNs - PERIOD_NS, 0, MAX_NS));
            lastNs = nowNs;
        }
    }

    private synchronized void record(final long lateNs)
    {
        histogram.recordValue(lateNs);
    }

    /**
     * How late it woke up.
     *
     * @param percentile from 0 to 100.
     * @return nanoseconds.
     */
    public synchronized long lateNs(final double percentile)
    {
        return histogram.getValueAtPercentile(percentile);
    }

    /** Forgets what it has seen. */
    public synchronized void reset()
    {
        histogram.reset();
    }

    @Override
    public void close()
    {
        isStopping = true;
        LockSupport.unpark(thread);
    }

    @Override
    public String toString()
    {
        return String.format(Locale.ROOT, "p50 %.3f ms, p99 %.3f ms, p99.9 %.3f ms, longest %.3f ms",
            lateNs(50) / 1e6, lateNs(99) / 1e6, lateNs(99.9) / 1e6, lateNs(100) / 1e6);
    }
}
