// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.window;

import java.util.Arrays;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Holds packets, or messages of packets, that cannot be used yet, by number. The newest packets win: one that is a
 * whole window younger takes the slot of the older. Slots keep their memory, so a window that has been full once does
 * not allocate.
 */
public final class PacketWindow
{
    private static final long EMPTY = -1;

    private final byte[][] packets;
    private final int[] lengths;
    private final long[] msgSeqNums;
    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);
    private final int mask;
    private int size;

    /**
     * An empty window.
     *
     * @param capacity slots, a power of two.
     */
    public PacketWindow(final int capacity)
    {
        packets = new byte[capacity][];
        lengths = new int[capacity];
        msgSeqNums = new long[capacity];
        Arrays.fill(msgSeqNums, EMPTY);
        mask = capacity - 1;
    }

    /**
     * Packets held.
     *
     * @return count.
     */
    public int size()
    {
        return size;
    }

    /**
     * Whether a packet is held.
     *
     * @param msgSeqNum of it.
     * @return true if it is.
     */
    public boolean contains(final long msgSeqNum)
    {
        return msgSeqNums[slot(msgSeqNum)] == msgSeqNum;
    }

    /**
     * Keeps a copy of a packet.
     *
     * @param msgSeqNum of it.
     * @param buffer that holds it.
     * @return false if the packet is held already or a younger one has its slot.
     */
    public boolean hold(final long msgSeqNum, final DirectBuffer buffer, final int offset, final int length)
    {
        final int slot = slot(msgSeqNum);
        final long held = msgSeqNums[slot];
        if (held >= msgSeqNum)
        {
            return false;
        }
        if (EMPTY == held)
        {
            size++;
        }
        byte[] packet = packets[slot];
        if (null == packet || packet.length < length)
        {
            packet = new byte[length];
            packets[slot] = packet;
        }
        buffer.getBytes(offset, packet, 0, length);
        lengths[slot] = length;
        msgSeqNums[slot] = msgSeqNum;
        return true;
    }

    /**
     * Takes a packet out. The view is valid until the next call.
     *
     * @param msgSeqNum of it.
     * @return packet, or null if it is not held.
     */
    public DirectBuffer take(final long msgSeqNum)
    {
        final int slot = slot(msgSeqNum);
        if (msgSeqNums[slot] != msgSeqNum)
        {
            return null;
        }
        msgSeqNums[slot] = EMPTY;
        size--;
        view.wrap(packets[slot], 0, lengths[slot]);
        return view;
    }

    /**
     * Looks at a packet that stays. The view is valid until the next call.
     *
     * @param msgSeqNum of it.
     * @return packet, or null if it is not held.
     */
    public DirectBuffer peek(final long msgSeqNum)
    {
        final int slot = slot(msgSeqNum);
        if (msgSeqNums[slot] != msgSeqNum)
        {
            return null;
        }
        view.wrap(packets[slot], 0, lengths[slot]);
        return view;
    }

    /**
     * First packet of a range that is held.
     *
     * @param from first number of the range.
     * @param to after the last one.
     * @return number, or the end of the range if none is held.
     */
    public long firstHeld(final long from, final long to)
    {
        long msgSeqNum = from;
        while (msgSeqNum < to && !contains(msgSeqNum))
        {
            msgSeqNum++;
        }
        return msgSeqNum;
    }

    /**
     * Youngest packet held. Looks at all slots: not for the main path.
     *
     * @return number, or -1 if none is held.
     */
    public long highest()
    {
        long highest = EMPTY;
        for (int i = 0; 0 < size && i < msgSeqNums.length; i++)
        {
            highest = Math.max(highest, msgSeqNums[i]);
        }
        return highest;
    }

    /**
     * Forgets packets that are no longer needed.
     *
     * @param firstKept lowest number that stays.
     */
    public void dropBelow(final long firstKept)
    {
        for (int i = 0; 0 < size && i < msgSeqNums.length; i++)
        {
            if (EMPTY != msgSeqNums[i] && msgSeqNums[i] < firstKept)
            {
                msgSeqNums[i] = EMPTY;
                size--;
            }
        }
    }

    /** Forgets all packets. */
    public void clear()
    {
        dropBelow(Long.MAX_VALUE);
    }

    private int slot(final long msgSeqNum)
    {
        return (int)msgSeqNum & mask;
    }
}
