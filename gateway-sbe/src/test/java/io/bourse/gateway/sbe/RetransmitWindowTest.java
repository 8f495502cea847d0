// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.gateway.sbe.twime.EmptyBookDecoder;
import io.bourse.gateway.sbe.twime.EmptyBookEncoder;
import io.bourse.gateway.sbe.twime.MessageHeaderDecoder;
import io.bourse.gateway.sbe.twime.MessageHeaderEncoder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class RetransmitWindowTest
{
    private static final int FRAME_LENGTH = 20;
    private final RetransmitWindow window = new RetransmitWindow(16);

    @Test
    void shouldHaveNothingWhenNothingWasSent()
    {
        assertFalse(window.contains(1, 1));
        assertEquals(1, window.nextSeqNo());
    }

    @Test
    void shouldKeepTheLastFrames()
    {
        for (int i = 1; i <= 100; i++)
        {
            add(i);
        }
        assertEquals(101, window.nextSeqNo());
        for (long seqNo = 85; seqNo <= 100; seqNo++)
        {
            assertTrue(window.contains(seqNo, 1));
            assertEquals(FRAME_LENGTH, window.length(seqNo));
            assertEquals(seqNo, new EmptyBookDecoder().wrapAndApplyHeader(
                (UnsafeBuffer)window.buffer(), window.offset(seqNo), new MessageHeaderDecoder()).timestamp());
        }
    }

    @Test
    void shouldRefuseRangesOutsideTheWindow()
    {
        for (int i = 1; i <= 100; i++)
        {
            add(i);
        }
        assertFalse(window.contains(84, 1));
        assertFalse(window.contains(101, 1));
        assertFalse(window.contains(100, 2));
        assertFalse(window.contains(0, 1));
        assertFalse(window.contains(-1, 1));
        assertFalse(window.contains(Long.MAX_VALUE, 10));
        assertTrue(window.contains(91, 10));
    }

    private void add(final int timestamp)
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[FRAME_LENGTH]);
        new EmptyBookEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
            .timestamp(timestamp)
            .tradingSessionID(1);
        window.add(buffer, 0, FRAME_LENGTH);
    }
}
