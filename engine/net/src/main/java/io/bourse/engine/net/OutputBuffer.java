// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * Bounded output of one connection: messages go in whole or not at all, bytes leave as the peer takes them. Not
 * thread-safe.
 */
public final class OutputBuffer
{
    /** Result of {@link #reserve} and {@link #claim} when the message does not fit. */
    public static final int FULL = -1;

    /** One write: for bytes on the heap the JDK keeps direct memory of this size for the thread. */
    private static final int MAX_WRITE = 64 * 1024;
    /** A larger buffer is given up when the burst is over. */
    private static final int KEPT_LENGTH = 1024 * 1024;

    private final UnsafeBuffer buffer = new UnsafeBuffer();
    private final ByteBuffer initial;
    private final int maxLength;
    private ByteBuffer bytes;
    private int head;
    private int tail;
    private long claimedLength;

    /**
     * A buffer off the heap that does not grow.
     *
     * @param length bytes held for a peer that does not read.
    */
    public OutputBuffer(final int length)
    {
        this(ByteBuffer.allocateDirect(length), length);
    }

    /**
     * A buffer that grows on the heap.
     *
     * @param initial bytes it begins with, and has again after a burst and after {@link #discard()}.
     * @param maxLength bytes held for a peer that does not read.
    */
    public OutputBuffer(final ByteBuffer initial, final int maxLength)
    {
        this.initial = initial;
        this.maxLength = maxLength;
        use(initial);
    }

    /**
     * Makes space for a message that the caller encodes in place. Nothing is queued before {@link #commit}.
     *
     * @param length bytes that may be written.
     * @param reserve bytes that must remain free after it, so that a last word can always be said.
     * @return offset in {@link #buffer()}, or {@link #FULL}.
    */
    public int reserve(final int length, final int reserve)
    {
        if (tail + length + reserve > bytes.capacity() && !makeSpace(length + reserve))
        {
            return FULL;
        }
        return tail;
    }

    /**
     * Queues what was written after {@link #reserve}.
     *
     * @param length bytes written, at most what was reserved.
     * @throws IllegalArgumentException when it is more than there is space for.
    */
    public void commit(final int length)
    {
        if (length < 0 || length > bytes.capacity() - tail)
        {
            throw new IllegalArgumentException("More is committed than was reserved: length=" + length + " space=" +
                (bytes.capacity() - tail));
        }
        tail += length;
        claimedLength += length;
    }

    /**
     * Queues a message that the caller encodes in place at once.
     *
     * @param length of the message.
     * @param reserve bytes that must remain free after it.
     * @return offset in {@link #buffer()}, or {@link #FULL}.
    */
    public int claim(final int length, final int reserve)
    {
        final int offset = reserve(length, reserve);
        if (FULL != offset)
        {
            commit(length);
        }
        return offset;
    }

    /**
     * Queues a message encoded elsewhere.
     *
     * @param source that holds the message.
     * @param offset of the message.
     * @param length of the message.
     * @param reserve bytes that must remain free after it.
     * @return false when it does not fit.
    */
    public boolean append(final DirectBuffer source, final int offset, final int length, final int reserve)
    {
        final int target = claim(length, reserve);
        if (FULL == target)
        {
            return false;
        }
        buffer.putBytes(target, source, offset, length);
        return true;
    }

    /**
     * Where reserved messages are encoded.
     *
     * @return buffer; valid until the next {@link #reserve}.
    */
    public MutableDirectBuffer buffer()
    {
        return buffer;
    }

    /**
     * The same memory as an array.
     *
     * @return array of a buffer on the heap; valid until the next {@link #reserve}.
    */
    public byte[] array()
    {
        return bytes.array();
    }

    /**
     * Writes as much as the channel takes.
     *
     * @param channel to write to.
     * @return bytes written.
     * @throws IOException when the connection is broken.
    */
    public int flush(final WritableByteChannel channel) throws IOException
    {
        int total = 0;
        while (head < tail)
        {
            bytes.limit(Math.min(tail, head + MAX_WRITE)).position(head);
            final int written = channel.write(bytes);
            head += written;
            total += written;
            if (bytes.hasRemaining())
            {
                return total;
            }
        }
        head = 0;
        tail = 0;
        if (bytes != initial && bytes.capacity() > KEPT_LENGTH)
        {
            use(initial);
        }
        return total;
    }

    /** Bytes that can still be queued. */
    public int space()
    {
        return maxLength - length();
    }

    /** Bytes that wait for the peer. */
    public int length()
    {
        return tail - head;
    }

    /** Position after the last message in the stream of this output: bytes of all messages so far. */
    public long claimedPosition()
    {
        return claimedLength;
    }

    /** Position in the stream of this output up to which the socket has taken it. */
    public long writtenPosition()
    {
        return claimedLength - length();
    }

    /** Forgets everything that was not written, and the positions. */
    public void discard()
    {
        head = 0;
        tail = 0;
        claimedLength = 0;
        if (bytes != initial)
        {
            use(initial);
        }
    }

    private boolean makeSpace(final int length)
    {
        final int pending = length();
        if (pending + length > maxLength)
        {
            return false;
        }
        if (pending + length > bytes.capacity())
        {
            final ByteBuffer larger = ByteBuffer.allocate(
                Math.min(maxLength, Math.max(2 * bytes.capacity(), pending + length)));
            larger.put(bytes.limit(tail).position(head));
            use(larger);
        }
        else
        {
            bytes.limit(tail).position(head);
            bytes.compact();
        }
        head = 0;
        tail = pending;
        return true;
    }

    private void use(final ByteBuffer memory)
    {
        bytes = memory;
        buffer.wrap(memory, 0, memory.capacity());
    }
}
