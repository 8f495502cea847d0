// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.feed;

import org.agrona.concurrent.ShutdownSignalBarrier;

import java.time.Duration;

/**
 * Whether a command that watches something shall go on: until Ctrl-C, or until its time is over.
 */
final class UntilStopped implements AutoCloseable
{
    private final ShutdownSignalBarrier barrier;
    private final long deadlineNs;
    private final boolean hasDeadline;
    private volatile boolean isStopped;

    UntilStopped(final Duration longest)
    {
        hasDeadline = null != longest;
        deadlineNs = System.nanoTime() + (hasDeadline ? longest.toNanos() : 0);
        barrier = new ShutdownSignalBarrier(this::stop);
    }

    private void stop()
    {
        isStopped = true;
    }

    boolean isRunning()
    {
        return !isStopped && (!hasDeadline || System.nanoTime() - deadlineNs < 0);
    }

    /** Lets the process end after a signal: what had to be written has been. */
    @Override
    public void close()
    {
        barrier.close();
    }
}
