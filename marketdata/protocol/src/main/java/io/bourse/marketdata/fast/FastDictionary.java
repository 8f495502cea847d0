// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

import java.util.Arrays;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Previous values of the fields of one message, for the operators that refer to them.
 */
final class FastDictionary
{
    private static final byte UNDEFINED = 0;
    private static final byte EMPTY = 1;
    private static final byte ASSIGNED = 2;

    private final byte[] states;
    private final long[] numbers;
    private final UnsafeBuffer[] texts;
    private final int[] textLengths;

    FastDictionary(final int slotCount)
    {
        states = new byte[slotCount];
        numbers = new long[slotCount];
        texts = new UnsafeBuffer[slotCount];
        textLengths = new int[slotCount];
    }

    void reset()
    {
        Arrays.fill(states, UNDEFINED);
    }

    boolean isUndefined(final int slot)
    {
        return UNDEFINED == states[slot];
    }

    boolean isNull(final int slot)
    {
        return ASSIGNED != states[slot];
    }

    void setNull(final int slot)
    {
        states[slot] = EMPTY;
    }

    void set(final int slot, final long number)
    {
        states[slot] = ASSIGNED;
        numbers[slot] = number;
    }

    void set(final int slot, final long number, final byte[] text)
    {
        set(slot, number);
        ensure(slot, text.length);
        texts[slot].putBytes(0, text);
        textLengths[slot] = text.length;
    }

    void set(final int slot, final DirectBuffer text, final int length)
    {
        states[slot] = ASSIGNED;
        ensure(slot, length);
        texts[slot].putBytes(0, text, 0, length);
        textLengths[slot] = length;
    }

    void increment(final int slot)
    {
        numbers[slot]++;
    }

    long number(final int slot)
    {
        return numbers[slot];
    }

    UnsafeBuffer text(final int slot)
    {
        return texts[slot];
    }

    int textLength(final int slot)
    {
        return textLengths[slot];
    }

    private void ensure(final int slot, final int length)
    {
        if (null == texts[slot] || texts[slot].capacity() < length)
        {
            texts[slot] = new UnsafeBuffer(new byte[Math.max(32, length * 2)]);
        }
    }
}
