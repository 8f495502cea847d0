// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import java.util.concurrent.locks.LockSupport;

/**
 * The longest pause of a thread that has nothing to do but wake up: what the host takes from everyone. Printed beside
 * every latency, because on a virtual machine the tail is the host's.
 */
final class HiccupMeter implements AutoCloseable
{
    private static final long PERIOD_NS = 1_000_000;

    private final Thread thread;
    private volatile boolean running = true;
    private volatile long maxNs;

    HiccupMeter()
    {
        thread = Thread.ofPlatform().name("hiccup-meter").daemon().start(this::run);
    }

    long maxNs()
    {
        return maxNs;
    }

    private void run()
    {
        long lastNs = System.nanoTime();
        while (running)
        {
            LockSupport.parkNanos(PERIOD_NS);
            final long nowNs = System.nanoTime();
            maxNs = Math.max(maxNs, nowNs - lastNs - PERIOD_NS);
            lastNs = nowNs;
        }
    }

    @Override
    public void close()
    {
        running = false;
        thread.interrupt();
    }
}
