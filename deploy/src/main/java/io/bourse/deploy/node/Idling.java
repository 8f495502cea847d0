// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.deploy.config.VenueConfig;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * How the threads of a venue wait when there is nothing to do.
 */
public final class Idling
{
    private static final long MAX_PARK_NS = TimeUnit.MICROSECONDS.toNanos(50);

    private Idling()
    {
    }

    /**
     * Yields, then parks briefly: on a small machine a spinning thread costs the others more than it gains.
     *
     * @return new strategy for one thread.
     */
    public static IdleStrategy parking()
    {
        return new BackoffIdleStrategy(20, 100, 1_000, MAX_PARK_NS);
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
