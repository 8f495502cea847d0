// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher;

import static io.bourse.marketdata.simba.SimbaPacketDescriptor.SENDING_TIME_OFFSET;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.bourse.marketdata.FeedCounter;
import io.bourse.marketdata.net.MulticastSender;
import java.nio.ByteBuffer;

import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Sends every packet to A, then the same bytes to B. SendingTime always grows, so receivers can tell a late copy from
 * a packet with the same number of the next cycle.
 */
final class FeedPair
{
    private final ByteBuffer byteBuffer;
    private final UnsafeBuffer buffer;
    private final MulticastSender senderA;
    private final MulticastSender senderB;
    private final EpochNanoClock clock;
    private final FeedCounter packets;
    private final FeedCounter failures;
    private final boolean isStamped;
    private long lastSendingTimeNs;
    private long sentANs;
    private long sentBNs;

    FeedPair(
        final int maxPacketLength,
        final MulticastSender senderA,
        final MulticastSender senderB,
        final EpochNanoClock clock,
        final FeedCounter packets,
        final FeedCounter failures,
        final boolean isStamped)
    {
        this.isStamped = isStamped;
        byteBuffer = ByteBuffer.allocateDirect(maxPacketLength);
        buffer = new UnsafeBuffer(byteBuffer);
        this.senderA = senderA;
        this.senderB = senderB;
        this.clock = clock;
        this.packets = packets;
        this.failures = failures;
    }

    UnsafeBuffer buffer()
    {
        return buffer;
    }

    long lastSendingTimeNs()
    {
        return lastSendingTimeNs;
    }

    /** When A had taken the last packet, if this pair is stamped; 0 if it did not. */
    long sentANs()
    {
        return sentANs;
    }

    /** When B had taken the last packet, if this pair is stamped; 0 if it did not. */
    long sentBNs()
    {
        return sentBNs;
    }

    void send(final int length)
    {
        lastSendingTimeNs = Math.max(lastSendingTimeNs + 1, clock.nanoTime());
        buffer.putLong(SENDING_TIME_OFFSET, lastSendingTimeNs, LITTLE_ENDIAN);
        byteBuffer.clear().limit(length);
        final boolean isSentA = senderA.send(byteBuffer);
        sentANs = isStamped && isSentA ? clock.nanoTime() : 0;
        final boolean isSentB = senderB.send(byteBuffer);
        sentBNs = isStamped && isSentB ? clock.nanoTime() : 0;
        packets.increment();
        if (!isSentA || !isSentB)
        {
            failures.add((isSentA ? 0 : 1) + (isSentB ? 0 : 1));
        }
    }
}
