// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import java.util.Random;

import static org.junit.jupiter.api.Assertions.assertEquals;

class EventFrameGateTest
{
    private static final int MAX_LENGTH = 40;

    @Test
    void shouldFindFirstDifferenceWhereverItIs()
    {
        final byte[] bytes = new byte[MAX_LENGTH + 3];
        new Random(5).nextBytes(bytes);
        for (int length = 0; length <= MAX_LENGTH; length++)
        {
            final UnsafeBuffer one = new UnsafeBuffer(bytes.clone());
            final UnsafeBuffer other = new UnsafeBuffer(new byte[MAX_LENGTH + 1]);
            other.putBytes(1, bytes, 3, length);
            assertEquals(-1, EventFrameGate.firstDifference(one, 3, other, 1, length), "length=" + length);
            for (int i = length - 1; i >= 0; i--)
            {
                // From the last one to the first: each is found although others follow.
                other.putByte(1 + i, (byte)~other.getByte(1 + i));
                assertEquals(i, EventFrameGate.firstDifference(one, 3, other, 1, length), "length=" + length);
            }
        }
    }
}
