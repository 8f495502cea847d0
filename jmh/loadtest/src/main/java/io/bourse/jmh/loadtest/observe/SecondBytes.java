// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.observe;

import org.agrona.collections.LongArrayList;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Bytes of every second, from that of the first ones on.
 */
final class SecondBytes
{
    private static final long NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    /** A day: a later time is an invalid time. */
    private static final long MOST_SECONDS = TimeUnit.DAYS.toSeconds(1);

    private final LongArrayList bytes = new LongArrayList();
    private long firstSecond;

    void add(final long timeNs, final long length)
    {
        final long second = timeNs / NS_PER_SECOND;
        if (bytes.isEmpty())
        {
            firstSecond = second;
        }
        // A packet that was sent before the reset may be read after it.
        final int index = (int)Math.clamp(second - firstSecond, 0, MOST_SECONDS);
        while (bytes.size() <= index)
        {
            bytes.addLong(0);
        }
        bytes.setLong(index, bytes.getLong(index) + length);
    }

    List<Long> bits()
    {
        return bytes.stream().map((each) -> each * Byte.SIZE).toList();
    }
}
