// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.Test;

class FastHeaderTest
{
    private static final long SENDING_TIME = 20251121101112123L;

    private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
    private final FastHeader header = new FastHeader();

    @Test
    void shouldReadWhatEveryMessageBeginsWith()
    {
        final FastWriter writer = new FastWriter().wrap(buffer, 4);
        FastMessages.putLogout(writer, 4_294_967_295L, SENDING_TIME, "bye");
        header.read(buffer, 4, writer.position() - 4);
        assertEquals(List.of(1001L, 4_294_967_295L, SENDING_TIME),
            List.of((long)header.templateId(), header.msgSeqNum(), header.sendingTime()));
    }

    @Test
    void shouldRefuseMessagesThatEndWithinIt()
    {
        final FastWriter writer = new FastWriter().wrap(buffer, 0);
        FastMessages.putHeartbeat(writer, 7, SENDING_TIME);
        for (int length = 0; length < writer.position(); length++)
        {
            final int cut = length;
            assertThrows(FastFormatException.class, () -> header.read(buffer, 0, cut), "length=" + cut);
        }
        header.read(buffer, 0, writer.position());
        assertEquals(6, header.templateId());
    }

    @Test
    void shouldRefuseNumbersOfMoreThanThirtyTwoBits()
    {
        for (final long[] numbers : new long[][]{{6, 1L << 32}, {1L << 31, 7}, {(1L << 32) + 6, 7}, {6, -1}})
        {
            final FastWriter writer = new FastWriter().wrap(buffer, 0).putUInt(0x40).putUInt(numbers[0])
                .putUInt(numbers[1]).putUInt(SENDING_TIME);
            final String message = assertThrows(
                FastFormatException.class, () -> header.read(buffer, 0, writer.position())).getMessage();
            assertTrue(message.startsWith("A number of a message has more than 32 bits: templateId=" + numbers[0] +
                " msgSeqNum=" + numbers[1]), message);
        }
    }

    @Test
    void shouldRefuseASendingTimeThatDoesNotFitItsEightBytes()
    {
        final FastWriter writer = new FastWriter().wrap(buffer, 0).putUInt(0x40).putUInt(6).putUInt(7);
        final int eight = writer.putUInt((1L << 56) - 1).position();
        header.read(buffer, 0, eight);
        assertEquals((1L << 56) - 1, header.sendingTime());
        final int nine = writer.wrap(buffer, 0).putUInt(0x40).putUInt(6).putUInt(7).putUInt(1L << 56).position();
        final String message =
            assertThrows(FastFormatException.class, () -> header.read(buffer, 0, nine)).getMessage();
        assertTrue(message.startsWith("SendingTime is too long"), message);
    }
}
