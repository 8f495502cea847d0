// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.host;

import io.bourse.engine.client.CommandPublisher;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends orders at a steady pace, on a thread of its own, whatever happens to the venue; what is not taken is offered
 * again. Notes when every order was offered.
 */
final class SteadySender implements AutoCloseable
{
    private static final int KEPT = 1 << 20;
    private static final long RETRY_NS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final long JOIN_MS = 10_000;

    private final AtomicLongArray offeredNs = new AtomicLongArray(KEPT);
    private final OrderPairs orders;
    private final CommandPublisher publisher;
    private final long intervalNs;
    private final Thread thread;
    private volatile boolean isStopping;
    private volatile long sent;
    private volatile RuntimeException failure;

    /**
     * A sender that has begun.
     *
     * @param publisher to send by.
     * @param number of the orders.
     * @param ordersPerSecond pace.
     */
    SteadySender(final CommandPublisher publisher, final int number, final int ordersPerSecond)
    {
        this.publisher = publisher;
        orders = new OrderPairs(number);
        intervalNs = TimeUnit.SECONDS.toNanos(1) / ordersPerSecond;
        thread = Thread.ofPlatform().name("steady-sender").daemon().start(this::run);
    }

    private void run()
    {
        try
        {
            long dueNs = System.nanoTime();
            while (!isStopping)
            {
                send(sent + 1);
                dueNs += intervalNs;
                while (!isStopping && System.nanoTime() - dueNs < 0)
                {
                    LockSupport.parkNanos(dueNs - System.nanoTime());
                }
                // What the venue was not there for is not made up for: a burst would be another experiment.
                dueNs = Math.max(dueNs, System.nanoTime() - intervalNs);
            }
        }
        catch (final RuntimeException ex)
        {
            failure = ex;
        }
    }

    private void send(final long sequence)
    {
        while (!isStopping)
        {
            offeredNs.setRelease(index(sequence), System.nanoTime());
            if (orders.offer(publisher, sequence))
            {
                sent = sequence;
                return;
            }
            LockSupport.parkNanos(RETRY_NS);
        }
    }

    private static int index(final long sequence)
    {
        return (int)sequence & KEPT - 1;
    }

    /** Sequence of the last order that was taken. */
    long sent()
    {
        if (null != failure)
        {
            throw failure;
        }
        return sent;
    }

    /** When an order that was taken had been offered. */
    long offeredNs(final long sequence)
    {
        return offeredNs.getAcquire(index(sequence));
    }

    /** Sends no more. */
    @Override
    public void close()
    {
        isStopping = true;
        try
        {
            thread.join(JOIN_MS);
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
    }
}
