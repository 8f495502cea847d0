// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The most memory that this process has held. The kernel keeps the peak of all resident pages; that of the pages
 * without a file behind them is sampled.
 */
final class MemoryPeak implements AutoCloseable
{
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long KIB = 1_024;

    private final Thread sampler = new Thread(this::sample, "memory-peak");
    private volatile boolean isRunning = true;
    private volatile long anonymousBytes;

    MemoryPeak()
    {
        sampler.setDaemon(true);
        sampler.start();
    }

    private void sample()
    {
        while (isRunning)
        {
            anonymousBytes = Math.max(anonymousBytes, status("RssAnon"));
            LockSupport.parkNanos(INTERVAL_NS);
        }
    }

    /** Most resident bytes, 0 where the system does not report them. */
    long residentBytes()
    {
        return status("VmHWM");
    }

    /** Most resident bytes without mapped files, 0 where the system does not report them. */
    long anonymousBytes()
    {
        return anonymousBytes;
    }

    /** Most bytes of heap in use, the peaks of its pools together. */
    long heapBytes()
    {
        long bytes = 0;
        for (final MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans())
        {
            bytes += MemoryType.HEAP == pool.getType() ? pool.getPeakUsage().getUsed() : 0;
        }
        return bytes;
    }

    private static long status(final String key)
    {
        if (!Files.isReadable(STATUS))
        {
            return 0;
        }
        try
        {
            for (final String line : Files.readAllLines(STATUS))
            {
                if (line.startsWith(key + ":"))
                {
                    return Long.parseLong(line.replaceAll("[^0-9]", "")) * KIB;
                }
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("memory of the process cannot be read: file=" + STATUS, ex);
        }
        return 0;
    }

    @Override
    public void close()
    {
        isRunning = false;
        LockSupport.unpark(sampler);
    }
}
