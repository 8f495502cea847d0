// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session.store;

import java.util.Arrays;

/**
 * Where every so many-th message of a log is. Numbers ascend.
 */
final class LogIndex
{
    private static final int INTERVAL = 128;
    private static final int INITIAL_CAPACITY = 16;

    private int[] numbers = new int[INITIAL_CAPACITY];
    private long[] places = new long[INITIAL_CAPACITY];
    private int size;
    private int sinceLast;

    void clear()
    {
        size = 0;
        sinceLast = 0;
    }

    void add(final int number, final int segment, final int offset)
    {
        if (0 == sinceLast++ % INTERVAL)
        {
            if (size == numbers.length)
            {
                numbers = Arrays.copyOf(numbers, 2 * size);
                places = Arrays.copyOf(places, 2 * size);
            }
            numbers[size] = number;
            places[size++] = (long)segment << Integer.SIZE | offset;
        }
    }

    /** Forgets the places of files that are no more. */
    void dropBefore(final int segment)
    {
        int count = 0;
        while (count < size && segment(count) < segment)
        {
            count++;
        }
        size -= count;
        System.arraycopy(numbers, count, numbers, 0, size);
        System.arraycopy(places, count, places, 0, size);
    }

    /** The last place that is not after a number, the first if all are; -1 when there is none. */
    int floor(final int number)
    {
        final int found = Arrays.binarySearch(numbers, 0, size, number);
        if (0 == size || found >= 0)
        {
            return 0 == size ? -1 : found;
        }
        return Math.max(0, -found - 2);
    }

    int segment(final int at)
    {
        return (int)(places[at] >>> Integer.SIZE);
    }

    int offset(final int at)
    {
        return (int)places[at];
    }
}
