// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class OutputBufferTest
{
    private static final int RESERVE = 4;

    private final OutputBuffer writer = new OutputBuffer(16);
    private final NarrowChannel channel = new NarrowChannel();

    @Test
    void shouldKeepOrderWhenThePeerTakesLittle() throws IOException
    {
        final StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 100; i++)
        {
            final String frame = String.format("%05d", i);
            channel.room = 3;
            while (!append(frame, RESERVE))
            {
                writer.flush(channel);
                channel.room = 3;
            }
            expected.append(frame);
            writer.flush(channel);
        }
        channel.room = 100;
        writer.flush(channel);
        assertEquals(expected.toString(), channel.taken.toString(StandardCharsets.US_ASCII));
        assertEquals(0, writer.length());
    }

    @Test
    void shouldRefuseAWholeFrameWhenItDoesNotFit()
    {
        assertTrue(append("0123456789", RESERVE));
        assertFalse(append("abc", RESERVE));
        assertEquals(10, writer.length());
        assertTrue(append("ab", RESERVE));
    }

    @Test
    void shouldKeepSpaceForTheLastWords()
    {
        assertTrue(append("0123456789ab", RESERVE));
        assertFalse(append("c", RESERVE));
        assertTrue(append("last", 0));
        assertFalse(append("x", 0));
    }

    @Test
    void shouldKnowWhatWasTakenOfItsStreamAndHowMuchFits() throws IOException
    {
        final OutputBuffer wide = new OutputBuffer(108);
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[8]);
        final NarrowChannel narrow = new NarrowChannel();
        assertEquals(108, wide.space());
        wide.append(bytes, 0, 8, 0);
        assertEquals(100, wide.space());
        narrow.room = 5;
        wide.flush(narrow);
        wide.append(bytes, 0, 8, 0);
        assertEquals(16, wide.claimedPosition());
        assertEquals(5, wide.writtenPosition());
        narrow.room = 100;
        wide.flush(narrow);
        assertEquals(16, wide.writtenPosition());
        wide.discard();
        assertEquals(0, wide.claimedPosition());
    }

    @Test
    void shouldGrowUpToItsLengthAndShrinkWhenTheBurstIsOver() throws IOException
    {
        final int most = 3 * 1024 * 1024;
        final OutputBuffer growing = new OutputBuffer(ByteBuffer.allocate(16), most);
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[1000]);
        final NarrowChannel wide = new NarrowChannel();
        final ByteArrayOutputStream expected = new ByteArrayOutputStream();
        int count = 0;
        bytes.setMemory(0, 1000, (byte)0);
        while (growing.append(bytes, 0, 1000, 0))
        {
            expected.write(bytes.byteArray());
            count++;
            bytes.setMemory(0, 1000, (byte)count);
        }
        assertEquals(most / 1000, count);
        assertTrue(growing.array().length <= most);
        wide.room = 70_000;
        assertEquals(70_000, growing.flush(wide));
        assertTrue(growing.append(bytes, 0, 1000, 0));
        expected.write(bytes.byteArray());
        wide.room = most;
        growing.flush(wide);
        assertEquals(0, growing.length());
        assertEquals(16, growing.array().length);
        assertArrayEquals(expected.toByteArray(), wide.taken.toByteArray());
    }

    private boolean append(final String text, final int reserve)
    {
        final byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return writer.append(new UnsafeBuffer(bytes), 0, bytes.length, reserve);
    }

    /** Takes as many bytes as it is given room for, like a socket with a small window. */
    private static final class NarrowChannel implements WritableByteChannel
    {
        private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
        private int room;

        @Override
        public int write(final ByteBuffer source)
        {
            int written = 0;
            while (source.hasRemaining() && room > 0)
            {
                taken.write(source.get());
                room--;
                written++;
            }
            return written;
        }

        @Override
        public boolean isOpen()
        {
            return true;
        }

        @Override
        public void close()
        {
            room = 0;
        }
    }
}
