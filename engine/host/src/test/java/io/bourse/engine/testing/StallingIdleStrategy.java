// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.testing;

import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A disk that no longer answers, as the rest of the program sees it: the thread that writes to it does not come back.
 */
public final class StallingIdleStrategy implements Supplier<IdleStrategy>
{
    private static final long PARK_NS = 1_000_000;

    private final String threadName;
    private volatile boolean isStalled;
    private volatile boolean isCaught;

    /** Stalls threads whose name contains this. */
    public StallingIdleStrategy(final String threadName)
    {
        this.threadName = threadName;
    }

    /** From now on the disk does not answer; returns when the thread has found out. */
    public void stall()
    {
        isStalled = true;
        TestEngine.await("a thread stands still: " + threadName, () -> isCaught);
    }

    /** The disk answers again. */
    public void goOn()
    {
        isStalled = false;
    }

    @Override
    public IdleStrategy get()
    {
        return new Stalling();
    }

    private final class Stalling implements IdleStrategy
    {
        private final IdleStrategy strategy = new BackoffIdleStrategy(1, 1, 1_000, 200_000);

        @Override
        public void idle(final int workCount)
        {
            await();
            strategy.idle(workCount);
        }

        @Override
        public void idle()
        {
            await();
            strategy.idle();
        }

        @Override
        public void reset()
        {
            strategy.reset();
        }

        private void await()
        {
            while (isStalled && Thread.currentThread().getName().contains(threadName) &&
                !Thread.currentThread().isInterrupted())
            {
                isCaught = true;
                LockSupport.parkNanos(PARK_NS);
            }
        }
    }
}
