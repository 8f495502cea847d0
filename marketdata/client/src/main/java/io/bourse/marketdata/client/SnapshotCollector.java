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
 * LastMsgSeqNumProcessed and ends with the SequenceReset that carries its last number. Nothing has happened between
 * cycles of the same point: they have the same packets, and one makes good what another has lost.
 */
final class SnapshotCollector
{
    private static final int LAST_PROCESSED_OFFSET = 4;
    private static final int MAX_PACKETS = 1 << 20;
    private static final long NONE = -1;

    private final ExpandableArrayBuffer packets = new ExpandableArrayBuffer(64 * 1024);
    private int[] offsets = new int[1024];
    private long[] sendingTimesNs = new long[1024];
    private long newestTimeNs = Long.MIN_VALUE;
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
        if (msgSeqNum < 1 || msgSeqNum >= MAX_PACKETS)
        {
            return false;
        }
        final int templateId =
            SimbaMessages.templateId(buffer, offset + SimbaPacketDescriptor.PACKET_HEADER_LENGTH);
        if (SequenceResetDecoder.TEMPLATE_ID == templateId)
        {
            // A late one, of the cycle before, is older than what has been collected.
            return 0 < received && received == highest && received == msgSeqNum - 1 && sendingTimeNs > newestTimeNs;
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
        newestTimeNs = Long.MIN_VALUE;
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
        if (lastProcessed != lastMsgSeqNumProcessed)
        {
            if (0 < received && sendingTimeNs < startTimeNs)
            {
                return;
            }
            clear();
            lastMsgSeqNumProcessed = lastProcessed;
            startTimeNs = sendingTimeNs;
        }
        else if (msgSeqNum <= highest && 0 != sendingTimesNs[msgSeqNum])
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
        newestTimeNs = Math.max(newestTimeNs, sendingTimeNs);
    }
}
