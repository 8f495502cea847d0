// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.core;

import java.lang.management.ManagementFactory;

import com.sun.management.ThreadMXBean;

/**
 * Counts what the measuring thread allocates in its measured iterations, and fails when the core does it per command.
 * The harness itself needs some bytes an iteration, hence not zero.
 */
final class AllocationCheck
{
    private static final double MAX_BYTES_PER_COMMAND = 0.1;

    private final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
    private long before;
    private long bytes;
    private long commands;

    void begin()
    {
        before = threads.getCurrentThreadAllocatedBytes();
    }

    void end(final long executedCommands)
    {
        bytes += threads.getCurrentThreadAllocatedBytes() - before;
        commands += executedCommands;
    }

    void require()
    {
        final double perCommand = (double)bytes / Math.max(1, commands);
        System.out.printf("%nallocated: %.4f B a command (%d bytes, %d commands)%n", perCommand, bytes, commands);
        if (perCommand > MAX_BYTES_PER_COMMAND)
        {
            throw new IllegalStateException("the core allocates: bytes=" + bytes + " commands=" + commands +
                " maxBytesPerCommand=" + MAX_BYTES_PER_COMMAND);
        }
    }
}
