// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.timestamps;

import io.bourse.engine.telemetry.ClockReading;

import java.util.Arrays;

/**
 * When the market data of each transaction was sent, by cursor. 28 bytes for each.
 */
final class SendIndex
{
    private static final int INITIAL_CAPACITY = 1024;

    private long[] cursors = new long[INITIAL_CAPACITY];
    private long[] sentANs = new long[INITIAL_CAPACITY];
    private long[] sentBNs = new long[INITIAL_CAPACITY];
    private ClockReading[] clocks = new ClockReading[INITIAL_CAPACITY];
    private int size;
    private boolean isSorted = true;

    /** The clock is that of the file, which all its transactions share. */
    void add(final long cursor, final long aNs, final long bNs, final ClockReading clock)
    {
        if (size == cursors.length)
        {
            final int capacity = size * 2;
            cursors = Arrays.copyOf(cursors, capacity);
            sentANs = Arrays.copyOf(sentANs, capacity);
            sentBNs = Arrays.copyOf(sentBNs, capacity);
            clocks = Arrays.copyOf(clocks, capacity);
        }
        isSorted &= 0 == size || cursors[size - 1] < cursor;
        cursors[size] = cursor;
        sentANs[size] = aNs;
        sentBNs[size] = bNs;
        clocks[size] = clock;
        size++;
    }

    int size()
    {
        return size;
    }

    /** Place of a transaction, negative when it is not here. */
    int find(final long cursor)
    {
        sort();
        return Arrays.binarySearch(cursors, 0, size, cursor);
    }

    long sentANs(final int place)
    {
        return sentANs[place];
    }

    long sentBNs(final int place)
    {
        return sentBNs[place];
    }

    ClockReading clock(final int place)
    {
        return clocks[place];
    }

    /** Files of one publisher are in order already; those of a publisher that was started twice at a time are not. */
    private void sort()
    {
        if (isSorted)
        {
            return;
        }
        final Integer[] order = new Integer[size];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (left, right) -> Long.compare(cursors[left], cursors[right]));
        final SendIndex sorted = new SendIndex();
        for (final int i : order)
        {
            // The first one that sent it has made it public.
            if (0 == sorted.size || sorted.cursors[sorted.size - 1] != cursors[i])
            {
                sorted.add(cursors[i], sentANs[i], sentBNs[i], clocks[i]);
            }
        }
        cursors = sorted.cursors;
        sentANs = sorted.sentANs;
        sentBNs = sorted.sentBNs;
        clocks = sorted.clocks;
        size = sorted.size;
        isSorted = true;
    }
}
