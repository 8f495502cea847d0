// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import io.bourse.engine.host.clock.ClockOptions;
import io.bourse.engine.host.clock.HostClock;
import org.agrona.concurrent.EpochNanoClock;

import java.util.concurrent.TimeUnit;

/**
 * The wall clock of one machine, which is wrong by as much as the simulation says. Stamps that follow it may be ahead
 * of the true time by the slew, and by what a clock that was set right still differs from it.
 */
final class SimulatedWall implements EpochNanoClock
{
    /** How well a clock is set, at most. */
    static final int PRECISION_NS = 100_000;
    private static final int MILLION = 1_000_000;
    private static final long NEVER_NS = TimeUnit.DAYS.toNanos(36_500);

    private final SimulatedClock time;
    private final long imprecisionNs;
    private long errorNs;

    /**
     * A clock that is right.
     *
     * @param time true time.
     * @param imprecisionNs by how much it is wrong when it is right, below {@link #PRECISION_NS}.
     */
    SimulatedWall(final SimulatedClock time, final long imprecisionNs)
    {
        this.time = time;
        this.imprecisionNs = imprecisionNs;
    }

    @Override
    public long nanoTime()
    {
        return time.nanoTime() + imprecisionNs + errorNs;
    }

    /** Steps to the true time and so much more. */
    void error(final long newErrorNs)
    {
        errorNs = newErrorNs;
    }

    /** The clock of a host on this machine; with the defect one that follows this one wherever it goes. */
    HostClock hostClock(final boolean isUnguarded)
    {
        final ClockOptions options = ClockOptions.DEFAULT.withClocks(this, time);
        return new HostClock(isUnguarded ?
            new ClockOptions(ClockOptions.SLEW_PPM_MAX, NEVER_NS, NEVER_NS, NEVER_NS, this, time, options.kernel()) :
            options);
    }

    /**
     * Nothing may be taken for later than it is: deadlines would fire early.
     *
     * @param time true time.
     * @param stampNs of the history, or the engine's time.
     */
    static void requireNotEarly(final SimulatedClock time, final long stampNs)
    {
        final long elapsedNs = time.nanoTime() - SimulatedClock.START_NS;
        final long toleratedNs =
            PRECISION_NS + elapsedNs / MILLION * ClockOptions.DEFAULT.slewPpm() + ClockOptions.DEFAULT.slewPpm();
        if (stampNs - time.nanoTime() > toleratedNs)
        {
            throw new ScheduleFailedException("engine time is ahead of the true time, deadlines fire early:" +
                " engineTimeNs=" + stampNs + " trueTimeNs=" + time.nanoTime() + " toleratedNs=" + toleratedNs);
        }
    }
}
