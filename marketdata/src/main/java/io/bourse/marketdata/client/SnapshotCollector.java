// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import io.bourse.marketdata.simba.OrderBookSnapshotDecoder;
import io.bourse.marketdata.simba.SequenceResetDecoder;
import io.bourse.marketdata.simba.SimbaMessages;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import java.nio.ByteOrder;
import java.util.Arrays;

import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * Collects one complete cycle of the snapshot feed from packets of A and B in any order. A cycle is known by
 * LastMsgSeqNumProcessed and ends with the SequenceReset that carries its last number; SendingTime, equal in both
 * copies of a packet, tells a late copy from a packet with the same number of the next cycle.
 */
final class SnapshotCollector
{
    private static final int LAST_PROCESSED_OFFSET = 4;
    private static final int MAX_PACKETS = 1 << 20;
    private static final long NONE = -1;

    private final ExpandableArrayBuffer packets = new ExpandableArrayBuffer(64 * 1024);
    private int[] offsets = new int[1024];
    private long[] sendingTimesNs = new long[1024];
    private long floorTimeNs = Long.MIN_VALUE;
    private long startTimeNs;
    private long lastMsgSeqNumProcessed = NONE;
    private int packetsLength;
    private int received;
    private int highest;

    /**
     * Takes one packet.
     *
     * @return true if a cycle is complete now: read it before the next call.
     */
    boolean onPacket(final DirectBuffer buffer, final int offset, final int length)
    {
        final long msgSeqNum = SimbaPacketDescriptor.msgSeqNum(buffer, offset);
        final long sendingTimeNs = SimbaPacketDescriptor.sendingTimeNs(buffer, offset);
        if (sendingTimeNs <= floorTimeNs || msgSeqNum < 1 || msgSeqNum >= MAX_PACKETS)
        {
            return false;
        }
        final int templateId =
            SimbaMessages.templateId(buffer, offset + SimbaPacketDescriptor.PACKET_HEADER_LENGTH);
        if (SequenceResetDecoder.TEMPLATE_ID == templateId)
        {
            floorTimeNs = sendingTimeNs;
            final boolean isComplete = 0 < received && received == highest && received == msgSeqNum - 1;
            if (!isComplete)
            {
                clear();
            }
            return isComplete;
        }
        if (OrderBookSnapshotDecoder.TEMPLATE_ID == templateId)
        {
            final long lastProcessed = lastMsgSeqNumProcessed(buffer, offset);
            collect((int)msgSeqNum, sendingTimeNs, lastProcessed, buffer, offset, length);
        }
        return false;
    }

    /**
     * The point of the incremental feed that a snapshot packet is of.
     *
     * @return LastMsgSeqNumProcessed, or -1 if the packet is not a snapshot.
     */
    static long lastMsgSeqNumProcessed(final DirectBuffer buffer, final int offset)
    {
        final int messageOffset = offset + SimbaPacketDescriptor.PACKET_HEADER_LENGTH;
        return OrderBookSnapshotDecoder.TEMPLATE_ID != SimbaMessages.templateId(buffer, messageOffset) ? NONE :
            buffer.getInt(messageOffset + SimbaMessages.HEADER_LENGTH + LAST_PROCESSED_OFFSET,
                ByteOrder.LITTLE_ENDIAN) & SimbaPacketDescriptor.NULL_UINT32;
    }

    /**
     * Forgets the cycle in hand.
     */
    void clear()
    {
        Arrays.fill(sendingTimesNs, 0, Math.min(highest + 1, sendingTimesNs.length), 0);
        lastMsgSeqNumProcessed = NONE;
        packetsLength = 0;
        received = 0;
        highest = 0;
    }

    long lastMsgSeqNumProcessed()
    {
        return lastMsgSeqNumProcessed;
    }

    /**
     * Packets of the complete cycle are numbered 1 to this.
     */
    int packetCount()
    {
        return highest;
    }

    DirectBuffer packets()
    {
        return packets;
    }

    int packetOffset(final int msgSeqNum)
    {
        return offsets[msgSeqNum];
    }

    private void collect(
        final int msgSeqNum,
        final long sendingTimeNs,
        final long lastProcessed,
        final DirectBuffer buffer,
        final int offset,
        final int length)
    {
        final boolean isOtherCycle = lastProcessed != lastMsgSeqNumProcessed;
        final long heldTimeNs = msgSeqNum <= highest ? sendingTimesNs[msgSeqNum] : 0;
        if (isOtherCycle || (0 != heldTimeNs && sendingTimeNs > heldTimeNs))
        {
            if (0 < received && sendingTimeNs < startTimeNs)
            {
                return;
            }
            clear();
            lastMsgSeqNumProcessed = lastProcessed;
            startTimeNs = sendingTimeNs;
        }
        else if (0 != heldTimeNs)
        {
            return;
        }

        if (msgSeqNum >= offsets.length)
        {
            final int newLength = Integer.highestOneBit(msgSeqNum) * 2;
            offsets = Arrays.copyOf(offsets, newLength);
            sendingTimesNs = Arrays.copyOf(sendingTimesNs, newLength);
        }
        packets.putBytes(packetsLength, buffer, offset, length);
        offsets[msgSeqNum] = packetsLength;
        sendingTimesNs[msgSeqNum] = sendingTimeNs;
        packetsLength += length;
        received++;
        highest = Math.max(highest, msgSeqNum);
    }
}
