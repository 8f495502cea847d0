// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_INCREMENTAL;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_LAST_FRAGMENT;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.INCREMENTAL_HEADER_LENGTH;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.PACKET_HEADER_LENGTH;

import io.bourse.marketdata.net.FeedPair;
import io.bourse.marketdata.simba.HeartbeatEncoder;
import io.bourse.marketdata.simba.MessageHeaderEncoder;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import java.nio.ByteOrder;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Cuts transactions into packets, numbers them and sends them. The cut depends on the messages and the packet length
 * only, so replaying the event stream silently leads to the number where a former life of the publisher stopped.
 */
final class IncrementalFeed
{
    private static final int HEADERS_LENGTH = PACKET_HEADER_LENGTH + INCREMENTAL_HEADER_LENGTH;

    private final FeedPair feedPair;
    private final int maxPacketLength;
    private final long heartbeatIntervalNs;
    private final MessageHeaderEncoder headerEncoder = new MessageHeaderEncoder();
    private final HeartbeatEncoder heartbeatEncoder = new HeartbeatEncoder();
    private boolean isLive;
    private long msgSeqNum;

    IncrementalFeed(final FeedPair feedPair, final int maxPacketLength, final long heartbeatIntervalNs)
    {
        this.feedPair = feedPair;
        this.maxPacketLength = maxPacketLength;
        this.heartbeatIntervalNs = heartbeatIntervalNs;
    }

    /**
     * From now on packets are sent, not only counted.
     */
    void goLive()
    {
        isLive = true;
        heartbeat();
    }

    long msgSeqNum()
    {
        return msgSeqNum;
    }

    /**
     * Sends one transaction.
     *
     * @return number of packets.
     */
    int publish(final OrderLogEncoder messages, final long transactTimeNs, final long sessionId)
    {
        final int count = messages.messageCount();
        int packets = 0;
        int first = 0;
        while (first < count)
        {
            int length = HEADERS_LENGTH + messages.messageLength(first);
            int next = first + 1;
            while (next < count && length + messages.messageLength(next) <= maxPacketLength)
            {
                length += messages.messageLength(next);
                next++;
            }
            msgSeqNum++;
            packets++;
            if (isLive)
            {
                final int msgFlags = next == count ? FLAG_INCREMENTAL | FLAG_LAST_FRAGMENT : FLAG_INCREMENTAL;
                final UnsafeBuffer buffer = feedPair.buffer();
                SimbaPacketDescriptor.putPacketHeader(buffer, 0, msgSeqNum, length, msgFlags, 0);
                SimbaPacketDescriptor.putIncrementalHeader(buffer, 0, transactTimeNs, sessionId);
                copy(messages, first, next, buffer);
                send(length);
            }
            first = next;
        }
        return packets;
    }

    /**
     * Sends a heartbeat if nothing was sent for the interval.
     *
     * @return number of packets sent.
     */
    int checkHeartbeat(final long nowNs)
    {
        if (nowNs - feedPair.lastSendingTimeNs() < heartbeatIntervalNs)
        {
            return 0;
        }
        heartbeat();
        return 1;
    }

    private void heartbeat()
    {
        // A heartbeat repeats the last number: it takes none, so numbers follow from the event stream alone, and a
        // receiver that missed the last packet learns of it.
        final UnsafeBuffer buffer = feedPair.buffer();
        heartbeatEncoder.wrapAndApplyHeader(buffer, PACKET_HEADER_LENGTH, headerEncoder);
        final int length = heartbeatEncoder.limit();
        SimbaPacketDescriptor.putPacketHeader(buffer, 0, msgSeqNum, length, FLAG_LAST_FRAGMENT, 0);
        send(length);
    }

    private static void copy(
        final OrderLogEncoder messages, final int first, final int next, final UnsafeBuffer buffer)
    {
        int position = HEADERS_LENGTH;
        for (int i = first; i < next; i++)
        {
            final int length = messages.messageLength(i);
            buffer.putBytes(position, messages.buffer(), messages.messageOffset(i), length);
            position += length;
        }
    }

    private void send(final int length)
    {
        feedPair.buffer().putLong(
            SimbaPacketDescriptor.SENDING_TIME_OFFSET, feedPair.nextSendingTimeNs(), ByteOrder.LITTLE_ENDIAN);
        feedPair.send(length);
    }
}
