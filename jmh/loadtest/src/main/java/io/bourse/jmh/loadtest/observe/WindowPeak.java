// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.observe;

import java.util.concurrent.TimeUnit;

/**
 * The most bytes that fell into one window of a length: windows lie side by side.
 */
final class WindowPeak
{
    private static final long NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final long windowNs;
    private long window;
    private long bytes;
    private long peakBytes;

    WindowPeak(final long windowNs)
    {
        this.windowNs = windowNs;
    }

    void add(final long timeNs, final long length)
    {
        final long current = timeNs / windowNs;
        if (current != window)
        {
            window = current;
            bytes = 0;
        }
        bytes += length;
        peakBytes = Math.max(peakBytes, bytes);
    }

    /** Rate of the fullest window, bits a second. */
    long bitsPerSecond()
    {
        return peakBytes * Byte.SIZE * NS_PER_SECOND / windowNs;
    }
}
