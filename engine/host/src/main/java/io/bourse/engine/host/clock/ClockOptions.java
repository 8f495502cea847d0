// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.clock;

import io.bourse.engine.telemetry.ClockReading;
import io.bourse.engine.telemetry.KernelClock;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.agrona.concurrent.SystemNanoClock;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * How stamps follow the wall clock, and what is read: two clocks, and what the kernel says of the first one.
 *
 * @param slewPpm most that stamps run faster or slower than the monotonic clock, in millionths of its time; from 1 to
 *     {@link #SLEW_PPM_MAX}.
 * @param stepLimitNs largest difference from the wall clock that is made up for without an alarm, above 0.
 * @param downtimeLimitNs longest time that a venue may have been down, by its wall clock, to start without an alarm,
 *     not below the step limit.
 * @param errorLimitNs how far the wall clock may be off, by what the kernel says, and still be followed, above 0.
 * @param wall nanoseconds since the Unix epoch; may step.
 * @param monotonic nanoseconds since any moment; never steps.
 * @param kernel what the kernel says of the wall clock; read once a second.
 */
public record ClockOptions(
    int slewPpm,
    long stepLimitNs,
    long downtimeLimitNs,
    long errorLimitNs,
    EpochNanoClock wall,
    NanoClock monotonic,
    Supplier<ClockReading> kernel)
{
    /** Highest slew: stamps always run at nine tenths of the speed of time at least. */
    public static final int SLEW_PPM_MAX = 100_000;
    /** 500 ppm, 1 s, 5 days, 100 us, and the clocks of the machine. */
    public static final ClockOptions DEFAULT = new ClockOptions(
        500, TimeUnit.SECONDS.toNanos(1), TimeUnit.DAYS.toNanos(5), TimeUnit.MICROSECONDS.toNanos(100),
        SystemEpochNanoClock.INSTANCE, SystemNanoClock.INSTANCE, KernelClock::read);

    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException with the option and its value.
     */
    public ClockOptions
    {
        require(slewPpm > 0 && slewPpm <= SLEW_PPM_MAX,
            "slewPpm must be from 1 to " + SLEW_PPM_MAX + ": slewPpm=" + slewPpm);
        require(stepLimitNs > 0, "stepLimitNs must be positive: stepLimitNs=" + stepLimitNs);
        require(downtimeLimitNs >= stepLimitNs,
            "downtimeLimitNs must not be below stepLimitNs: downtimeLimitNs=" + downtimeLimitNs + " stepLimitNs=" +
            stepLimitNs);
        require(errorLimitNs > 0, "errorLimitNs must be positive: errorLimitNs=" + errorLimitNs);
        require(null != wall && null != monotonic && null != kernel, "wall, monotonic and kernel must be set: wall=" +
            wall + " monotonic=" + monotonic + " kernel=" + kernel);
    }

    private static void require(final boolean isGood, final String message)
    {
        if (!isGood)
        {
            throw new IllegalArgumentException(message);
        }
    }

    /**
     * The same with other clocks.
     *
     * @param wallClock nanoseconds since the Unix epoch.
     * @param monotonicClock nanoseconds since any moment.
     * @return options.
     */
    public ClockOptions withClocks(final EpochNanoClock wallClock, final NanoClock monotonicClock)
    {
        return new ClockOptions(
            slewPpm, stepLimitNs, downtimeLimitNs, errorLimitNs, wallClock, monotonicClock, kernel);
    }

    /**
     * The same with other answers of the kernel.
     *
     * @param answers what it says of the wall clock.
     * @return options.
     */
    public ClockOptions withKernel(final Supplier<ClockReading> answers)
    {
        return new ClockOptions(
            slewPpm, stepLimitNs, downtimeLimitNs, errorLimitNs, wall, monotonic, answers);
    }
}
