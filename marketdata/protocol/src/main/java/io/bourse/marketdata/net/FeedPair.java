// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.net;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.CountersFile;

import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import org.agrona.CloseHelper;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Sends every packet to A and the same bytes to B, or to the one of them that this publisher has, and then to those of
 * the second line, if there is one. The time of sending always grows, so receivers can distinguish a late copy from a
 * packet with the same number of the next cycle.
 */
public final class FeedPair implements AutoCloseable
{
    private final CounterSet<FeedPairCounter> counters;
    private final ByteBuffer byteBuffer;
    private final UnsafeBuffer buffer;
    private final MulticastSender senderA;
    private final MulticastSender senderB;
    /** Of the second line; null for none. */
    private final MulticastSender secondA;
    private final MulticastSender secondB;
    private final EpochNanoClock clock;
    private final boolean isAFirst;
    private final boolean isStamped;
    private long lastSendingTimeNs;
    private long sentANs;
    private long sentBNs;

    /**
     * Opens the sockets.
     *
     * @param options of the publisher.
     * @param endpointA of feed A, or null: not sent from here.
     * @param endpointB of feed B, or null: not sent from here.
     * @param maxPacketLength longest packet in bytes.
     * @param isStamped whether the time is taken when each side has taken a packet.
     * @throws IllegalArgumentException when there is no endpoint, or the two are one.
     * @throws UncheckedIOException when a socket cannot be opened.
     */
    public FeedPair(
        final FeedPairOptions options,
        final MulticastEndpoint endpointA,
        final MulticastEndpoint endpointB,
        final int maxPacketLength,
        final boolean isStamped)
    {
        if (null == endpointA && null == endpointB)
        {
            throw new IllegalArgumentException("A feed needs a side to be sent on: endpointA=null endpointB=null");
        }
        if (null != endpointA && endpointA.equals(endpointB))
        {
            throw new IllegalArgumentException("Feeds A and B need endpoints of their own: endpoint=" + endpointA);
        }
        counters = CountersFile.labelled(
            "group=" + (null == endpointA ? endpointB : endpointA), () -> new CounterSet<>(FeedPairCounter.class));
        byteBuffer = ByteBuffer.allocateDirect(maxPacketLength);
        buffer = new UnsafeBuffer(byteBuffer);
        clock = options.clock();
        isAFirst = options.isAFirst();
        this.isStamped = isStamped;
        final SecondLine second = options.secondLine();
        final List<MulticastSender> opened = new ArrayList<>();
        try
        {
            senderA = open(opened, endpointA, options.interfaceName(), options);
            senderB = open(opened, endpointB, options.interfaceName(), options);
            secondA = null == second ? null : open(opened, second.endpoint(endpointA), second.interfaceName(), options);
            secondB = null == second ? null : open(opened, second.endpoint(endpointB), second.interfaceName(), options);
        }
        catch (final IllegalArgumentException | UncheckedIOException ex)
        {
            CloseHelper.quietCloseAll(opened);
            throw ex;
        }
    }

    private static MulticastSender open(
        final List<MulticastSender> opened,
        final MulticastEndpoint endpoint,
        final String interfaceName,
        final FeedPairOptions options)
    {
        final MulticastSender sender = MulticastSender.open(endpoint, interfaceName, options.timeToLive());
        opened.add(sender);
        return sender;
    }

    /**
     * Sets what is asked right before each datagram.
     *
     * @param guard throws when the datagram must not leave.
     */
    public void guard(final Runnable guard)
    {
        for (final MulticastSender sender : new MulticastSender[]{senderA, senderB, secondA, secondB})
        {
            if (null != sender)
            {
                sender.guard(guard);
            }
        }
    }

    /**
     * Where the next packet is written.
     *
     * @return direct buffer of the longest packet's length.
     */
    public UnsafeBuffer buffer()
    {
        return buffer;
    }

    /**
     * The time of sending for the next packet, to be written into it.
     *
     * @return nanoseconds since the Unix epoch, always more than before.
     */
    public long nextSendingTimeNs()
    {
        lastSendingTimeNs = Math.max(lastSendingTimeNs + 1, clock.nanoTime());
        return lastSendingTimeNs;
    }

    /**
     * The time of sending of the last packet.
     *
     * @return nanoseconds since the Unix epoch, 0 before the first one.
     */
    public long lastSendingTimeNs()
    {
        return lastSendingTimeNs;
    }

    /**
     * Sends what is at the beginning of the buffer.
     *
     * @param length of the packet in bytes.
     */
    public void send(final int length)
    {
        send(0, length);
    }

    /**
     * Sends what is in the buffer.
     *
     * @param offset of the packet.
     * @param length of the packet in bytes.
     */
    public void send(final int offset, final int length)
    {
        byteBuffer.clear().position(offset).limit(offset + length);
        if (isAFirst)
        {
            sentANs = sendTo(senderA);
            sentBNs = sendTo(senderB);
        }
        else
        {
            sentBNs = sendTo(senderB);
            sentANs = sendTo(senderA);
        }
        sendTo(secondA);
        sendTo(secondB);
        counters.increment(FeedPairCounter.PACKETS);
        counters.add(FeedPairCounter.BYTES, length);
    }

    private long sendTo(final MulticastSender sender)
    {
        if (null == sender)
        {
            return 0;
        }
        if (!sender.send(byteBuffer))
        {
            counters.increment(FeedPairCounter.FAILURES);
            return 0;
        }
        return isStamped ? clock.nanoTime() : 0;
    }

    /**
     * When A had taken the last packet, if this pair is stamped.
     *
     * @return nanoseconds since the Unix epoch, 0 if it did not.
     */
    public long sentANs()
    {
        return sentANs;
    }

    /**
     * When B had taken the last packet, if this pair is stamped.
     *
     * @return nanoseconds since the Unix epoch, 0 if it did not.
     */
    public long sentBNs()
    {
        return sentBNs;
    }

    /**
     * Whether both sides are sent here.
     *
     * @return false if another publisher sends one of them.
     */
    public boolean hasBothSides()
    {
        return null != senderA && null != senderB;
    }

    /**
     * What has been sent.
     *
     * @return counters, readable from any thread.
     */
    public CounterSet<FeedPairCounter> counters()
    {
        return counters;
    }

    @Override
    public void close()
    {
        CloseHelper.quietCloseAll(senderA, senderB, secondA, secondB);
    }
}
