// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.fast;

import java.util.Arrays;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Messages that came too early, by number. When it is full the newest is refused.
 */
final class MessageWindow
{
    private final byte[][] slots;
    private final int[] lengths;
    private final long[] numbers;
    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);

    MessageWindow(final int capacity)
    {
        slots = new byte[capacity][];
        lengths = new int[capacity];
        numbers = new long[capacity];
    }

    void clear()
    {
        Arrays.fill(numbers, 0);
    }

    boolean has(final long number)
    {
        return 0 < number && numbers[index(number)] == number;
    }

    /**
     * Keeps a message.
     *
     * @return false if another one is in its place.
     */
    boolean put(final long number, final DirectBuffer buffer, final int offset, final int length)
    {
        final int index = index(number);
        if (0 != numbers[index])
        {
            return numbers[index] == number;
        }
        if (null == slots[index] || slots[index].length < length)
        {
            slots[index] = new byte[Math.max(length, 256)];
        }
        buffer.getBytes(offset, slots[index], 0, length);
        lengths[index] = length;
        numbers[index] = number;
        return true;
    }

    /** The message, valid until {@link #remove}. */
    DirectBuffer get(final long number)
    {
        final int index = index(number);
        view.wrap(slots[index], 0, lengths[index]);
        return view;
    }

    void remove(final long number)
    {
        numbers[index(number)] = 0;
    }

    void removeBelow(final long number)
    {
        for (int i = 0; i < numbers.length; i++)
        {
            if (numbers[i] < number)
            {
                numbers[i] = 0;
            }
        }
    }

    private int index(final long number)
    {
        return (int)(number & (numbers.length - 1));
    }
}
