// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import org.agrona.concurrent.status.AtomicCounter;

/**
 * The published watermark as a counter in the media driver's shared memory, which every process of the venue maps.
 */
final class CounterWatermark implements PublishedWatermark
{
    private final AtomicCounter counter;

    CounterWatermark(final AtomicCounter counter)
    {
        this.counter = counter;
    }

    @Override
    public long get()
    {
        return counter.get();
    }

    @Override
    public void advance(final long cursor)
    {
        // Two publishers may send one side of the feeds each: the later one takes nothing back.
        if (cursor > counter.get())
        {
            counter.setRelease(cursor);
        }
    }
}
