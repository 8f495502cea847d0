// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.pitch;

import io.bourse.marketdata.pitch.PitchListener;
import io.bourse.marketdata.pitch.PitchReader;
import java.util.Arrays;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Messages that came before their turn, by number. Messages longer than any that is known keep their beginning only.
 */
final class PitchMessageWindow
{
    private static final int SLOT_LENGTH = 48;

    private final UnsafeBuffer buffer;
    private final long[] sequences;
    private final int mask;

    PitchMessageWindow(final int capacity)
    {
        buffer = new UnsafeBuffer(new byte[capacity * SLOT_LENGTH]);
        sequences = new long[capacity];
        mask = capacity - 1;
    }

    int capacity()
    {
        return sequences.length;
    }

    boolean has(final long sequence)
    {
        return sequences[(int)sequence & mask] == sequence;
    }

    void put(final long sequence, final DirectBuffer message, final int offset, final int length)
    {
        final int index = (int)sequence & mask;
        sequences[index] = sequence;
        buffer.putBytes(index * SLOT_LENGTH, message, offset, Math.min(length, SLOT_LENGTH));
    }

    /** Reads a message that is here and forgets it. */
    void take(final long sequence, final PitchListener listener)
    {
        final int index = (int)sequence & mask;
        sequences[index] = 0;
        PitchReader.readMessage(buffer, index * SLOT_LENGTH, listener);
    }

    /** First number in a range that is here, or the end of the range. */
    long firstPresent(final long from, final long to)
    {
        long sequence = from;
        while (sequence < to && !has(sequence))
        {
            sequence++;
        }
        return sequence;
    }

    void clear()
    {
        Arrays.fill(sequences, 0);
    }
}
