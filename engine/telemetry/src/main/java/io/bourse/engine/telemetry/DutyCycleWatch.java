// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Finds slow duty cycles while Flight Recorder records them, on a thread of Flight Recorder: it looks whether the
 * counters of cycles go on. Threads do nothing for it; without a recording nothing looks.
 */
public final class DutyCycleWatch implements AutoCloseable
{
    /** A gap between recordings, or the process did not run: what is known of the cycles is out of date. */
    private static final long GAP_NS = TimeUnit.SECONDS.toNanos(1);

    /** A thread, and what it was last seen doing. */
    private static final class WatchedThread
    {
        private final String agent;
        private final LongSupplier cycles;
        private SlowDutyCycleEvent event;
        private long seen;
        private boolean isStill;

        private WatchedThread(final String agent, final LongSupplier cycles)
        {
            this.agent = agent;
            this.cycles = cycles;
        }

        /** Begun before the first cycle, and what was known before a gap, is no cycle. */
        private void look(final boolean isAnew)
        {
            final long now = cycles.getAsLong();
            if (now == seen && !isAnew && null != event)
            {
                isStill = true;
                return;
            }
            if (isStill && !isAnew && 0 != seen)
            {
                event.ended(agent, seen);
                event = null;
            }
            if (null == event)
            {
                event = new SlowDutyCycleEvent();
            }
            event.begin();
            seen = now;
            isStill = false;
        }
    }

    private final FlightRecorderListener listener = new FlightRecorderListener()
    {
        @Override
        public void recorderInitialized(final FlightRecorder recorder)
        {
            // Not before: that would start parts of Flight Recorder which nothing may ever need.
            FlightRecorder.addPeriodicEvent(SlowDutyCycleEvent.class, looks);
        }
    };
    private final Runnable looks = this::look;
    private final List<WatchedThread> threads = new CopyOnWriteArrayList<>();
    private long lastLookNs = System.nanoTime() - GAP_NS;

    /** Watches nothing yet. */
    public DutyCycleWatch()
    {
        FlightRecorder.addListener(listener);
    }

    /**
     * Watches a thread from now on.
     *
     * @param agent role name of its agent.
     * @param cycles duty cycles that it has begun.
     */
    public void add(final String agent, final LongSupplier cycles)
    {
        threads.add(new WatchedThread(agent, cycles));
    }

    private synchronized void look()
    {
        final long nowNs = System.nanoTime();
        final boolean isAnew = nowNs - lastLookNs >= GAP_NS;
        lastLookNs = nowNs;
        for (final WatchedThread thread : threads)
        {
            thread.look(isAnew);
        }
    }

    @Override
    public void close()
    {
        FlightRecorder.removeListener(listener);
        FlightRecorder.removePeriodicEvent(looks);
    }
}
