// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.host;

import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * How the threads of a host wait when there is nothing to do.
 */
enum Idle
{
    /** As a venue does that shares its machine: a few yields, then parks of growing length. */
    BACKOFF(() -> new BackoffIdleStrategy(
        100, 20, TimeUnit.MICROSECONDS.toNanos(1), TimeUnit.MICROSECONDS.toNanos(100))),
    /** Yields for some ten microseconds of work of others before it parks. */
    PATIENT(() -> new BackoffIdleStrategy(
        100, 200, TimeUnit.MICROSECONDS.toNanos(1), TimeUnit.MICROSECONDS.toNanos(50))),
    /** Never parks: for machines with a core for every thread. */
    YIELDING(YieldingIdleStrategy::new);

    private final Supplier<IdleStrategy> supplier;

    Idle(final Supplier<IdleStrategy> supplier)
    {
        this.supplier = supplier;
    }

    Supplier<IdleStrategy> supplier()
    {
        return supplier;
    }
}
