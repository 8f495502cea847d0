// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.clock;

import org.agrona.concurrent.Agent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the wall clock and logs what becomes of a host's clock, on a thread that may log.
 */
public final class ClockLog implements Agent
{
    private static final Logger LOGGER = LoggerFactory.getLogger(ClockLog.class);

    private final HostClock clock;
    private final String host;
    private final KernelWatch kernel;
    private ClockState state = ClockState.TRUSTED;

    /**
     * The log of a clock.
     *
     * @param clock to look at.
     * @param host whose it is, as {@code key=value}.
     */
    public ClockLog(final HostClock clock, final String host)
    {
        this.clock = clock;
        this.host = host;
        kernel = new KernelWatch(clock.options(), clock, host);
    }

    @Override
    public int doWork()
    {
        final int work = kernel.doWork();
        final ClockState present = clock.state();
        if (present == state)
        {
            return work;
        }
        state = present;
        final long seconds = Math.round(clock.offsetNs() / 1e9);
        switch (present)
        {
            case TRUSTED -> LOGGER.info("the wall clock is within the step limit of engine time: {}", host);
            case AHEAD -> LOGGER.warn("the wall clock is ahead of engine time, engine time goes on without it until" +
                " an operator confirms the time; set the clock, then see `bourse clock`: {} offsetSeconds={}", host,
                seconds);
            case BEHIND -> LOGGER.warn("the wall clock is behind engine time, engine time runs slower until they" +
                " meet; set the clock, then see `bourse clock`: {} offsetSeconds={}", host, seconds);
            case ABSORBING -> LOGGER.info("the wall clock is behind engine time as confirmed, engine time runs slower" +
                " until they meet: {} offsetSeconds={}", host, seconds);
            default -> throw new IllegalStateException("no such state: " + present);
        }
        return work + 1;
    }

    @Override
    public String roleName()
    {
        return "clock-log";
    }
}
