// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.service;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.concurrent.NanoClock;

/**
 * Where requests wait for the counters' thread. It makes a copy of the numbers only on request; all requests
 * meanwhile, and shortly afterwards, get the same one.
 */
final class SnapshotRequests
{
    /** Longer than the duty cycle of a busy service; then an older copy is better than none. */
    private static final long PATIENCE_MS = 1_000;

    private final AtomicReference<CompletableFuture<ServiceSnapshot>> waiting = new AtomicReference<>();
    private final NanoClock clock;
    private final long maxAgeNs;
    private volatile long servedAtNs;
    private volatile ServiceSnapshot last;

    SnapshotRequests(final NanoClock clock, final long maxAgeNs)
    {
        this.clock = clock;
        this.maxAgeNs = maxAgeNs;
    }

    /** Any thread: a recent copy; null as long as history is being read. */
    ServiceSnapshot ask()
    {
        final ServiceSnapshot recent = last;
        if (null == recent || clock.nanoTime() - servedAtNs < maxAgeNs)
        {
            return recent;
        }
        final CompletableFuture<ServiceSnapshot> mine = new CompletableFuture<>();
        final CompletableFuture<ServiceSnapshot> others = waiting.compareAndExchange(null, mine);
        try
        {
            return (null == others ? mine : others).get(PATIENCE_MS, TimeUnit.MILLISECONDS);
        }
        catch (final TimeoutException | ExecutionException ignored)
        {
            return recent;
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            return recent;
        }
    }

    /** The counters' thread: whether a request waits. */
    boolean isAsked()
    {
        return null != waiting.get();
    }

    /** The counters' thread: the last copy, or null. */
    ServiceSnapshot last()
    {
        return last;
    }

    /** The counters' thread: serves all that wait. */
    void serve(final ServiceSnapshot snapshot)
    {
        last = snapshot;
        servedAtNs = clock.nanoTime();
        final CompletableFuture<ServiceSnapshot> asked = waiting.getAndSet(null);
        if (null != asked)
        {
            asked.complete(snapshot);
        }
    }
}
