// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.clock;

import io.bourse.engine.host.LogCapture;
import io.bourse.engine.telemetry.ClockReading;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.KernelClock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What the kernel says of a clock is made up, and so is time.
 */
class KernelWatchTest
{
    private static final long US = TimeUnit.MICROSECONDS.toNanos(1);
    private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long START = 1_795_244_400_000_000_000L;
    private static final ClockReading GOOD = synchronised(0, 100 * US, 0);
    private static final ClockReading UNSYNCHRONISED =
        new ClockReading(ClockReading.State.UNSYNCHRONISED, 0, 16 * SECOND, 16 * SECOND, 0);

    private final CounterSet<ClockCounter> counters = new CounterSet<>(ClockCounter.class);
    private ClockReading kernel = ClockReading.UNKNOWN;
    private int readings;
    private long nowNs = START;
    private long errorNs;
    private final ClockOptions options =
        ClockOptions.DEFAULT.withClocks(() -> nowNs + errorNs, () -> nowNs).withKernel(this::answer);
    private final HostClock clock = new HostClock(options);
    private final ClockLog log = new ClockLog(clock, "partition=7");

    private ClockReading answer()
    {
        readings++;
        return kernel;
    }

    @BeforeEach
    void start()
    {
        clock.showIn(counters);
        clock.start(0, true, TimeConfirmation.NONE);
    }

    private static ClockReading synchronised(final long offsetNs, final long errorNs, final long maxErrorNs)
    {
        return new ClockReading(ClockReading.State.SYNCHRONISED, offsetNs, errorNs, maxErrorNs, -12_345);
    }

    private ClockSync after(final long elapsedNs, final ClockReading reading)
    {
        kernel = reading;
        nowNs += elapsedNs;
        log.doWork();
        clock.nanoTime();
        return ClockSync.values()[(int)counters.get(ClockCounter.SYNC)];
    }

    @Test
    void shouldJudgeWhatTheKernelSaysOnceASecond()
    {
        assertEquals(ClockSync.UNKNOWN, after(0, ClockReading.UNKNOWN));
        assertEquals(ClockSync.FREE_RUNNING, after(SECOND, UNSYNCHRONISED));
        assertEquals(ClockSync.LOCKED, after(SECOND, GOOD));
        assertEquals(ClockSync.LOCKED, after(SECOND - 1, UNSYNCHRONISED));
        assertEquals(3, readings);
        assertEquals(ClockSync.HOLDOVER, after(1 + 100 * MS, UNSYNCHRONISED));
        assertEquals(4, readings);
    }

    @Test
    void shouldHoldWhenAnyFigureIsAboveItsLimit()
    {
        for (final ClockReading bad : List.of(
            synchronised(100 * US + 1, 0, 0), synchronised(-100 * US - 1, 0, 0), synchronised(0, 101 * US, 0),
            synchronised(0, 0, KernelWatch.MAX_ERROR_LIMIT_NS + 1)))
        {
            assertEquals(ClockSync.LOCKED, after(2 * KernelWatch.SETTLING_NS, GOOD), bad::toString);
            assertEquals(ClockSync.HOLDOVER, after(SECOND, bad), bad::toString);
            after(SECOND, GOOD);
        }
    }

    @Test
    void shouldEndHoldoverOnlyWhenTheClockWasGoodForAWhile()
    {
        after(SECOND, synchronised(0, 101 * US, 0));
        assertEquals(ClockSync.HOLDOVER, after(KernelWatch.SETTLING_NS - SECOND, GOOD));
        after(SECOND / 2, synchronised(0, 101 * US, 0));
        assertEquals(ClockSync.HOLDOVER, after(SECOND, synchronised(0, 101 * US, 0)));
        assertEquals(ClockSync.HOLDOVER, after(KernelWatch.SETTLING_NS - 1, GOOD));
        assertEquals(ClockSync.LOCKED, after(SECOND, GOOD));
    }

    /** The wall clock is moved by 400 ms, once while the kernel vouches for it, and once while it does not. */
    @Test
    void shouldFollowAClockThatIsShiftedOnlyWhileTheKernelVouchesForIt()
    {
        after(SECOND, GOOD);
        errorNs = 400 * MS;
        after(SECOND, GOOD);
        assertEquals(500 * US, clock.nanoTime() - nowNs);
        errorNs = 0;
        after(2 * SECOND, GOOD);
        assertEquals(0, clock.nanoTime() - nowNs);

        after(SECOND, UNSYNCHRONISED);
        errorNs = 400 * MS;
        for (int i = 0; i < 100; i++)
        {
            assertEquals(ClockSync.HOLDOVER, after(SECOND, UNSYNCHRONISED));
            assertEquals(0, clock.nanoTime() - nowNs);
        }
        assertEquals(ClockState.TRUSTED, clock.state());
        errorNs = 2 * SECOND;
        after(SECOND, UNSYNCHRONISED);
        assertEquals(ClockState.AHEAD, clock.state(), "a large step is an alarm all the same");
        assertEquals(0, clock.nanoTime() - nowNs);
    }

    @Test
    void shouldFollowAClockThatWasNeverSynchronised()
    {
        after(SECOND, UNSYNCHRONISED);
        errorNs = 400 * MS;
        assertEquals(ClockSync.FREE_RUNNING, after(SECOND, UNSYNCHRONISED));
        assertEquals(500 * US, clock.nanoTime() - nowNs);
    }

    @Test
    void shouldWarnOnceWithFigures()
    {
        try (LogCapture captured = new LogCapture())
        {
            after(SECOND, GOOD);
            after(SECOND, synchronised(-250_500, 35 * US, 20 * MS));
            after(SECOND, synchronised(-250_500, 35 * US, 20 * MS));
            assertEquals(List.of("WARN the wall clock is not as exact as it has to be, engine time goes on without" +
                " it; see `chronyc tracking`, then `bourse clock`: partition=7 errorLimitNs=100000 kernel=[" +
                "synchronised, offset -250.500 us, error 35.000 us, at most 20000.000 us, frequency -12.345 ppm]"),
                captured.messages());
        }
    }

    @Test
    void shouldAskTheKernelOfThisMachine()
    {
        final HostClock own = new HostClock(ClockOptions.DEFAULT.withClocks(() -> nowNs, () -> nowNs));
        own.showIn(counters);
        own.start(0, true, TimeConfirmation.NONE);
        new ClockLog(own, "partition=7").doWork();
        nowNs += SECOND;
        own.nanoTime();
        final ClockSync sync = ClockSync.values()[(int)counters.get(ClockCounter.SYNC)];
        final Set<ClockSync> expected = switch (KernelClock.read().state())
        {
            case ABSENT -> Set.of();
            case UNKNOWN -> Set.of(ClockSync.UNKNOWN);
            case UNSYNCHRONISED -> Set.of(ClockSync.FREE_RUNNING);
            case SYNCHRONISED -> Set.of(ClockSync.LOCKED, ClockSync.HOLDOVER);
        };
        assertTrue(expected.contains(sync), sync::toString);
    }
}
