// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.history;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Bounds how many bytes of history a thread reads in a second, so that the disk and the processors stay with trading.
 * For one thread.
 */
public final class Pace
{
    private final long bytesPerSecond;
    private long dueNs = System.nanoTime();

    /**
     * Begins now.
     *
     * @param bytesPerSecond more than 0.
     */
    public Pace(final long bytesPerSecond)
    {
        this.bytesPerSecond = bytesPerSecond;
    }

    /**
     * Waits until more may be read.
     *
     * @param bytes that were read since the last call.
     * @throws HistoryException when the thread is interrupted: the engine stops.
     */
    public void read(final long bytes)
    {
        final long nowNs = System.nanoTime();
        // Time that was not used does not count later.
        dueNs = Math.max(dueNs, nowNs) + bytes * TimeUnit.SECONDS.toNanos(1) / bytesPerSecond;
        while (dueNs - System.nanoTime() > 0 && !Thread.currentThread().isInterrupted())
        {
            LockSupport.parkNanos(dueNs - System.nanoTime());
        }
        if (Thread.currentThread().isInterrupted())
        {
            throw new HistoryException("the engine stops before history is archived, the next one goes on with it");
        }
    }
}
