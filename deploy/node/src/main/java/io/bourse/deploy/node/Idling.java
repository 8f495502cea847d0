// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.deploy.config.VenueConfig;
import io.bourse.engine.net.SocketWatch;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * How the threads of a venue wait when there is nothing to do.
 */
public final class Idling
{
    private static final long MAX_PARK_NS = TimeUnit.MICROSECONDS.toNanos(50);
    // The archive's own thread wakes no other. A sync takes longer than this on no disk that an exchange would use.
    private static final long ARCHIVE_PATIENCE_NS = TimeUnit.MILLISECONDS.toNanos(20);

    // A second or so of turns for nothing.
    private static final int TURNS_UNTIL_QUIET = 10_000;
    private static final long QUIET_PARK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private Idling()
    {
    }

    /** Parks longer when nothing has come for a while: else each idle thread takes a tenth of a processor. */
    private static final class Parking implements IdleStrategy
    {
        private final IdleStrategy brief = new BackoffIdleStrategy(20, 100, 1_000, MAX_PARK_NS);
        private int turns;

        @Override
        public void idle(final int workCount)
        {
            if (workCount > 0)
            {
                reset();
            }
            else
            {
                idle();
            }
        }

        @Override
        public void idle()
        {
            if (turns < TURNS_UNTIL_QUIET)
            {
                turns++;
                brief.idle();
            }
            else
            {
                LockSupport.parkNanos(QUIET_PARK_NS);
            }
        }

        @Override
        public void reset()
        {
            turns = 0;
            brief.reset();
        }
    }

    /**
     * Yields, then parks, briefly until nothing has come for a second: on a small machine a spinning thread costs the
     * others more than it gains.
     *
     * @return new strategy for one thread.
     */
    public static IdleStrategy parking()
    {
        return new Parking();
    }

    /**
     * Whether the thread of the engine and all components sleeps on their sockets.
     *
     * @param config checked configuration.
     * @return true with a compact layout that parks.
     */
    static boolean sleepsOnSockets(final VenueConfig config)
    {
        return config.layout().isCompact() && VenueConfig.Engine.PARK.equals(config.engine().idle());
    }

    /**
     * How the thread of the engine and all components waits.
     *
     * @param config checked configuration.
     * @param watch of the sockets of the components.
     * @return a strategy for that thread.
     */
    static IdleStrategy onSockets(final VenueConfig config, final SocketWatch watch)
    {
        final boolean isRecordedElsewhere = "disk".equals(config.durability()) || config.layout().hasArchiveThread();
        return new SocketIdleStrategy(watch, isRecordedElsewhere ? ARCHIVE_PATIENCE_NS : 0);
    }

    /**
     * What the configuration names.
     *
     * @param config checked configuration.
     * @return a strategy for each thread.
     */
    static Supplier<IdleStrategy> of(final VenueConfig config)
    {
        return switch (config.engine().idle())
        {
            case VenueConfig.Engine.SPIN -> () -> BusySpinIdleStrategy.INSTANCE;
            case VenueConfig.Engine.YIELD -> () -> YieldingIdleStrategy.INSTANCE;
            default -> Idling::parking;
        };
    }
}
