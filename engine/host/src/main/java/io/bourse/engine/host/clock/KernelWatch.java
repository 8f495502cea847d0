// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.clock;

import io.bourse.engine.telemetry.ClockReading;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.concurrent.TimeUnit;

/**
 * Asks the kernel once a second how good the wall clock is, tells the clock of the host, and logs what has changed. For
 * one thread, which may log.
 */
final class KernelWatch
{
    /** The kernel adds 500 ppm: nothing was heard for an hour. Programs adjust a clock twice an hour at least. */
    static final long MAX_ERROR_LIMIT_NS = TimeUnit.SECONDS.toNanos(2);
    /** A clock has to be good for so long: a program that begins to discipline it sets it first. */
    static final long SETTLING_NS = TimeUnit.MINUTES.toNanos(1);
    private static final long INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    private static final Logger LOGGER = LoggerFactory.getLogger(KernelWatch.class);

    private final ClockOptions options;
    private final HostClock clock;
    private final String host;
    private ClockSync sync;
    private long readNs;
    private long badNs;

    KernelWatch(final ClockOptions options, final HostClock clock, final String host)
    {
        this.options = options;
        this.clock = clock;
        this.host = host;
    }

    int doWork()
    {
        final long nowNs = options.monotonic().nanoTime();
        if (null != sync && nowNs - readNs < INTERVAL_NS)
        {
            return 0;
        }
        readNs = nowNs;
        final ClockReading reading = options.kernel().get();
        final ClockSync present = judge(reading, nowNs);
        if (present == sync)
        {
            return 0;
        }
        sync = present;
        clock.onSync(present);
        log(reading);
        return 1;
    }

    private ClockSync judge(final ClockReading reading, final long nowNs)
    {
        if (ClockReading.State.UNKNOWN == reading.state())
        {
            return ClockSync.UNKNOWN;
        }
        final boolean wasSynchronised = ClockSync.LOCKED == sync || ClockSync.HOLDOVER == sync;
        if (!reading.isSynchronised() && !wasSynchronised)
        {
            return ClockSync.FREE_RUNNING;
        }
        if (!reading.isSynchronised() || reading.deviationNs() > options.errorLimitNs() ||
            reading.maxErrorNs() > MAX_ERROR_LIMIT_NS)
        {
            badNs = nowNs;
            return ClockSync.HOLDOVER;
        }
        return ClockSync.HOLDOVER == sync && nowNs - badNs < SETTLING_NS ? ClockSync.HOLDOVER : ClockSync.LOCKED;
    }

    private void log(final ClockReading reading)
    {
        switch (sync)
        {
            case UNKNOWN -> LOGGER.info("the system does not say how good the wall clock is: {}", host);
            case FREE_RUNNING -> LOGGER.info("no program disciplines the wall clock, as far as the kernel knows; run" +
                " NTP or PTP, unless the machine is kept right from outside: {} kernel=[{}]", host, reading.text());
            case LOCKED -> LOGGER.info("the wall clock is disciplined: {} kernel=[{}]", host, reading.text());
            case HOLDOVER -> LOGGER.warn("the wall clock is not as exact as it has to be, engine time goes on without" +
                " it; see `chronyc tracking`, then `bourse clock`: {} errorLimitNs={} kernel=[{}]", host,
                options.errorLimitNs(), reading.text());
            default -> throw new IllegalStateException("no such state: " + sync);
        }
    }
}
