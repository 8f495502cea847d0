// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import org.agrona.concurrent.UnsafeBuffer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/**
 * Bytes that a connection has received and its protocol has not consumed yet. Not thread-safe.
 */
public final class InputBuffer
{
    private final UnsafeBuffer buffer = new UnsafeBuffer();
    private final ByteBuffer initial;
    private final int maxLength;
    private ByteBuffer bytes;
    private int begin;
    private int end;

    /**
     * A buffer off the heap that does not grow.
     *
     * @param length bytes it holds.
    */
    public InputBuffer(final int length)
    {
        this(ByteBuffer.allocateDirect(length), length);
    }

    /**
     * A buffer that grows on the heap.
     *
     * @param initial bytes it begins with, and has again after {@link #clear()}.
     * @param maxLength bytes it holds at most.
    */
    public InputBuffer(final ByteBuffer initial, final int maxLength)
    {
        this.initial = initial;
        this.maxLength = maxLength;
        use(initial);
    }

    /**
     * Reads once what a channel has, as far as there is space. Moves the bytes that are left to the begin.
     *
     * @param channel to read from.
     * @return bytes read, -1 at the end of the stream, 0 when it is full.
     * @throws IOException when the connection is broken.
    */
    public int read(final ReadableByteChannel channel) throws IOException
    {
        return read(channel, Integer.MAX_VALUE);
    }

    /** As {@link #read(ReadableByteChannel)}, but at most so many bytes. */
    int read(final ReadableByteChannel channel, final int mostBytes) throws IOException
    {
        compact();
        if (end == bytes.capacity())
        {
            if (end >= maxLength)
            {
                return 0;
            }
            final ByteBuffer larger = ByteBuffer.allocate(Math.min(maxLength, 2 * end));
            larger.put(bytes.limit(end).position(0));
            use(larger);
        }
        bytes.limit(end + Math.min(mostBytes, bytes.capacity() - end)).position(end);
        final int count = channel.read(bytes);
        end += Math.max(0, count);
        return count;
    }

    /** Memory with the bytes; valid until the next read. */
    public UnsafeBuffer buffer()
    {
        return buffer;
    }

    /** The same memory as an array, of a buffer on the heap; valid until the next read. */
    public byte[] array()
    {
        return bytes.array();
    }

    /** Offset of the first byte that was not consumed. */
    public int begin()
    {
        return begin;
    }

    /** Offset after the last byte. */
    public int end()
    {
        return end;
    }

    /** Bytes that were not consumed. */
    public int length()
    {
        return end - begin;
    }

    /** Whether not one more byte can be read before some are consumed. */
    public boolean isFull()
    {
        return end - begin >= maxLength;
    }

    /**
     * Gives bytes up from the begin; their memory stays until the next read.
     *
     * @param length of them.
    */
    public void consume(final int length)
    {
        begin += length;
    }

    /** Gives up all bytes. */
    public void clear()
    {
        begin = 0;
        end = 0;
        if (bytes != initial)
        {
            use(initial);
        }
    }

    private void compact()
    {
        if (begin == end)
        {
            begin = 0;
            end = 0;
        }
        else if (begin > 0)
        {
            bytes.limit(end).position(begin);
            bytes.compact();
            end -= begin;
            begin = 0;
        }
    }

    private void use(final ByteBuffer memory)
    {
        bytes = memory;
        buffer.wrap(memory, 0, memory.capacity());
    }
}
