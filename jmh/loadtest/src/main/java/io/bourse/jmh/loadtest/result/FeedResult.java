// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.result;

import io.soabase.recordbuilder.core.RecordBuilder;

import java.util.List;

/**
 * One line of a feed, as a subscriber received it.
 *
 * @param name of the line, for instance {@code simba.orders.A}.
 * @param packets received.
 * @param messages in them.
 * @param bytes with the headers of Ethernet, IPv4 and UDP.
 * @param lost packets that did not come.
 * @param bitsPerSecond over the whole stage.
 * @param peakBitsPerSecond1s fullest second.
 * @param peakBitsPerSecond1ms fullest millisecond.
 * @param bitsBySecond bits in every second of the stage.
 */
@RecordBuilder
public record FeedResult(
    String name,
    long packets,
    long messages,
    long bytes,
    long lost,
    long bitsPerSecond,
    long peakBitsPerSecond1s,
    long peakBitsPerSecond1ms,
    List<Long> bitsBySecond) implements FeedResultBuilder.With
{
    private static final double NS_PER_SECOND = 1e9;

    /**
     * The same as what came in a stage, however long was waited for it before and after.
     *
     * @param ns how long the stage lasted; at least 1.
     * @return feed with its rate over that time.
     */
    public FeedResult during(final long ns)
    {
        return withBitsPerSecond((long)(bytes * Byte.SIZE * NS_PER_SECOND / ns));
    }
}
