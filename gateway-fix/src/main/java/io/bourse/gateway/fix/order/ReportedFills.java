// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import java.util.Arrays;

/**
 * ExecIDs and orders of the last executions of the session, for what becomes of a trade later: where in the journal
 * its transaction is, and its number there. A ring in ascending order of trade ids that grows to its maximum.
 */
final class ReportedFills
{
    /** For {@link #find}: not remembered. */
    static final int NONE = -1;

    private static final int INITIAL_CAPACITY = 64;

    private final int maxFills;
    private long[] keys;
    private long[] positions;
    private int[] numbers;
    private long[] rootOrderIds;
    private int begin;
    private int count;

    ReportedFills(final int maxFills)
    {
        this.maxFills = maxFills;
        allocate(Math.min(maxFills, INITIAL_CAPACITY));
    }

    private void allocate(final int capacity)
    {
        keys = new long[capacity];
        positions = new long[capacity];
        numbers = new int[capacity];
        rootOrderIds = new long[capacity];
    }

    /** A session opens: trades of the one before are settled. */
    void clear()
    {
        begin = 0;
        count = 0;
    }

    /**
     * An execution was reported, or would have been.
     *
     * @param side of the trade, 1 or 2.
     * @param rootOrderId first id of the order, by which it is found whatever has replaced it.
     * @param commandPosition of the transaction.
     * @param number in the transaction.
     */
    void add(
        final long tradeId, final int side, final long rootOrderId, final long commandPosition, final int number)
    {
        if (count == keys.length)
        {
            growOrForget();
        }
        final int index = index(count++);
        keys[index] = key(tradeId, side);
        positions[index] = commandPosition;
        numbers[index] = number;
        rootOrderIds[index] = rootOrderId;
    }

    private void growOrForget()
    {
        if (keys.length == maxFills)
        {
            begin = index(1);
            count--;
            return;
        }
        final int capacity = Math.min(maxFills, 2 * keys.length);
        // Not full before: begins at the first place.
        keys = Arrays.copyOf(keys, capacity);
        positions = Arrays.copyOf(positions, capacity);
        numbers = Arrays.copyOf(numbers, capacity);
        rootOrderIds = Arrays.copyOf(rootOrderIds, capacity);
    }

    /**
     * Looks for an execution.
     *
     * @return its place, or {@link #NONE}.
     */
    int find(final long tradeId, final int side)
    {
        final long key = key(tradeId, side);
        int low = 0;
        int high = count - 1;
        while (low <= high)
        {
            final int middle = low + high >>> 1;
            final long at = keys[index(middle)];
            if (at == key)
            {
                return index(middle);
            }
            low = at < key ? middle + 1 : low;
            high = at < key ? high : middle - 1;
        }
        return NONE;
    }

    long commandPosition(final int place)
    {
        return positions[place];
    }

    int number(final int place)
    {
        return numbers[place];
    }

    long rootOrderId(final int place)
    {
        return rootOrderIds[place];
    }

    private int index(final int number)
    {
        final int index = begin + number;
        return index < keys.length ? index : index - keys.length;
    }

    private static long key(final long tradeId, final int side)
    {
        return tradeId << 1 | side - 1;
    }
}
