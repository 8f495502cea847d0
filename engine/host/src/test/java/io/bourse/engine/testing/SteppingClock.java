// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.testing;

import io.bourse.engine.host.clock.ClockOptions;
import io.bourse.engine.telemetry.ClockReading;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * A wall clock that goes as that of the machine does, and steps when a test says so; the monotonic clock is the
 * machine's.
 */
public final class SteppingClock
{
    private volatile long errorNs;
    private volatile ClockReading kernel = ClockReading.UNKNOWN;

    /** The default options with this clock. */
    public ClockOptions options()
    {
        return ClockOptions.DEFAULT.withClocks(this::nanoTime, SystemNanoClock.INSTANCE).withKernel(() -> kernel);
    }

    /** From now on the kernel says this of it; nothing before. */
    public void kernel(final ClockReading reading)
    {
        kernel = reading;
    }

    /** Wall clock now. */
    public long nanoTime()
    {
        return SystemEpochNanoClock.INSTANCE.nanoTime() + errorNs;
    }

    /** From now on it is wrong by so much. */
    public void error(final long newErrorNs)
    {
        errorNs = newErrorNs;
    }
}
