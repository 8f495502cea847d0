// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.retention;

import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.PurgeEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Purges on a thread of its own, so that the next snapshot need not wait for it. Whatever a purge throws is logged and
 * counted, and it is tried again: soon, then less and less often, and after the next snapshot in any case.
 */
public final class PurgeRunner implements AutoCloseable
{
    /** Wait before the first new attempt. */
    public static final long RETRY_NS_DEFAULT = TimeUnit.MINUTES.toNanos(1);

    private static final Logger LOGGER = LoggerFactory.getLogger(PurgeRunner.class);
    private static final int MAX_DOUBLINGS = 6;
    private static final long CLOSE_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long LAST_TIMEOUT_MS = 1_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Runnable purge;
    private final CounterSet<EngineCounter> counters;
    private final long retryNs;
    private final Thread thread;
    private long requested;
    private long finished;
    private int failuresInARow;

    /**
     * A runner whose thread waits at once.
     *
     * @param purge to run.
     * @param retryNs wait before a purge that has failed is tried again, in nanoseconds.
     * @param counters to count in.
     */
    public PurgeRunner(final Runnable purge, final long retryNs, final CounterSet<EngineCounter> counters)
    {
        this.purge = purge;
        this.retryNs = retryNs;
        this.counters = counters;
        thread = Thread.ofPlatform().daemon().name("bourse-purge").start(this::run);
    }

    /** A purge may find something to do. For any thread; does not wait. */
    public void due()
    {
        lock.lock();
        try
        {
            requested++;
            changed.signalAll();
        }
        finally
        {
            lock.unlock();
        }
    }

    private void run()
    {
        try
        {
            while (true)
            {
                final long upTo = awaitDue();
                runOnce();
                finish(upTo);
            }
        }
        catch (final InterruptedException ex)
        {
            LOGGER.debug("purges end: {}", ex.getMessage());
        }
    }

    private long awaitDue() throws InterruptedException
    {
        lock.lockInterruptibly();
        try
        {
            long leftNs = retryNs << Math.min(failuresInARow, MAX_DOUBLINGS) >> 1;
            while (requested == finished && (0 == failuresInARow || leftNs > 0))
            {
                if (0 == failuresInARow)
                {
                    changed.await();
                }
                else
                {
                    leftNs = changed.awaitNanos(leftNs);
                }
            }
            return requested;
        }
        finally
        {
            lock.unlock();
        }
    }

    /** No thread waits for this one, so an error that ended it would stay unseen: it must not end. */
    private void runOnce()
    {
        final PurgeEvent event = new PurgeEvent();
        event.begin();
        try
        {
            purge.run();
            event.done();
            failuresInARow = 0;
            counters.incrementShared(EngineCounter.PURGES_RUN);
        }
        catch (final Throwable ex)
        {
            if (Thread.currentThread().isInterrupted())
            {
                LOGGER.info("the engine stops, the next one goes on with the purge: {}", ex.getMessage());
                return;
            }
            failuresInARow++;
            event.failed(failuresInARow, ex);
            LOGGER.error("what is no longer needed was not removed, trading goes on and it is tried again:" +
                " failuresInARow={}", failuresInARow, ex);
            counters.incrementShared(EngineCounter.PURGES_FAILED);
        }
    }

    private void finish(final long upTo)
    {
        lock.lock();
        try
        {
            finished = upTo;
            changed.signalAll();
        }
        finally
        {
            lock.unlock();
        }
    }

    /** Lets the purge end that is due or runs, for a while. May be called again. */
    @Override
    public void close()
    {
        try
        {
            awaitFinished();
            thread.interrupt();
            thread.join(LAST_TIMEOUT_MS);
        }
        catch (final InterruptedException ex)
        {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
    }

    private void awaitFinished() throws InterruptedException
    {
        lock.lockInterruptibly();
        try
        {
            long leftNs = CLOSE_TIMEOUT_NS;
            while (requested != finished && leftNs > 0 && thread.isAlive())
            {
                leftNs = changed.awaitNanos(leftNs);
            }
        }
        finally
        {
            lock.unlock();
        }
    }
}
