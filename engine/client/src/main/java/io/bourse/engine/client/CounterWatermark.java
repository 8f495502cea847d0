// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.status.CountersReader;

/**
 * The published watermark as a counter in the media driver's shared memory, which every process of the venue maps.
 */
final class CounterWatermark implements PublishedWatermark
{
    private final AtomicBuffer values;
    private final int valueOffset;
    /** On the cache line of the value: a counter has a number of its owner's choice there. */
    private final int timeOffset;

    CounterWatermark(final AtomicBuffer values, final int counterId)
    {
        this.values = values;
        valueOffset = CountersReader.counterOffset(counterId);
        timeOffset = valueOffset + CountersReader.REFERENCE_ID_OFFSET;
    }

    @Override
    public long get()
    {
        return values.getLongVolatile(valueOffset);
    }

    @Override
    public long publishedNs()
    {
        return values.getLongVolatile(timeOffset);
    }

    @Override
    public void advance(final long cursor, final long publishedNs)
    {
        // Two publishers may send one side of the feeds each: the later one takes nothing back.
        if (cursor > values.getLongVolatile(valueOffset))
        {
            values.putLong(timeOffset, publishedNs);
            values.putLongRelease(valueOffset, cursor);
        }
    }
}
