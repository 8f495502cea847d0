// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.partitions;

import org.agrona.BitUtil;

import java.util.Arrays;

/**
 * Commands of one login that partitions have not decided, oldest first. A partition decides in the order of the
 * numbers, all of them together do not.
 */
final class CommandsUnderWay
{
    /** Takes what is lost with a partition. */
    @FunctionalInterface
    interface LostRequests
    {
        void onLost(int loginId, long sequence, long clOrdId);
    }

    /** In place of the id of a request: the command is one of the gateway itself, or kept by the partition. */
    static final long NO_REQUEST = -1;
    private static final int INITIAL_CAPACITY = 16;

    private final int loginId;
    private long[] sequences = new long[INITIAL_CAPACITY];
    private long[] clOrdIds = new long[INITIAL_CAPACITY];
    private int[] partitions = new int[INITIAL_CAPACITY];
    private long head;
    private long tail;
    private long lastSequence;

    CommandsUnderWay(final int loginId)
    {
        this.loginId = loginId;
    }

    int loginId()
    {
        return loginId;
    }

    /**
     * A command was given to partitions.
     *
     * @param ofPartitions a bit for each; none when it is decided already.
     * @param clOrdId of a request, or {@link #NO_REQUEST}.
     */
    void sent(final long sequence, final int ofPartitions, final long clOrdId)
    {
        lastSequence = sequence;
        if (0 != ofPartitions)
        {
            if (tail - head == sequences.length)
            {
                grow();
            }
            final int index = index(tail++);
            sequences[index] = sequence;
            clOrdIds[index] = clOrdId;
            partitions[index] = ofPartitions;
        }
    }

    private int index(final long position)
    {
        return (int)position & sequences.length - 1;
    }

    private void grow()
    {
        final int count = sequences.length;
        final int first = index(head);
        final int capacity = BitUtil.findNextPositivePowerOfTwo(count + 1);
        sequences = rotated(sequences, first, capacity);
        clOrdIds = rotated(clOrdIds, first, capacity);
        final int[] moved = new int[capacity];
        for (int i = 0; i < count; i++)
        {
            moved[i] = partitions[first + i & count - 1];
        }
        partitions = moved;
        head = 0;
        tail = count;
    }

    private static long[] rotated(final long[] values, final int first, final int capacity)
    {
        final long[] moved = Arrays.copyOf(Arrays.copyOfRange(values, first, values.length), capacity);
        System.arraycopy(values, 0, moved, values.length - first, first);
        return moved;
    }

    /** A partition has decided a command, and with it all before. */
    void decided(final int partition, final long sequence)
    {
        for (long i = head; i < tail && sequences[index(i)] <= sequence; i++)
        {
            partitions[index(i)] &= ~(1 << partition);
        }
        advance();
    }

    /** A partition is lost: nothing of it is waited for any longer. */
    void lost(final int partition, final LostRequests requests)
    {
        for (long i = head; i < tail; i++)
        {
            final int index = index(i);
            if (0 != (partitions[index] & 1 << partition))
            {
                partitions[index] &= ~(1 << partition);
                if (NO_REQUEST != clOrdIds[index])
                {
                    requests.onLost(loginId, sequences[index], clOrdIds[index]);
                }
            }
        }
        advance();
    }

    private void advance()
    {
        while (head < tail && 0 == partitions[index(head)])
        {
            head++;
        }
    }

    /**
     * Up to which number nothing is under way.
     *
     * @param sequence that was decided, perhaps one of an earlier process.
     */
    long decidedUpTo(final long sequence)
    {
        return head < tail ? sequences[index(head)] - 1 : Math.max(sequence, lastSequence);
    }
}
