// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.wire;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * Bounded output of one connection: frames go in whole or not at all, bytes leave as the peer takes them. Not
 * thread-safe.
 */
public final class FrameWriter
{
    /** Result of {@link #claim} when the frame does not fit. */
    public static final int FULL = -1;

    private final ByteBuffer bytes;
    private final UnsafeBuffer buffer;
    private final int capacity;
    private int head;
    private int tail;
    private long claimedLength;

    /**
     * Output for one connection.
     *
     * @param capacity bytes held for a peer that does not read.
     */
    public FrameWriter(final int capacity)
    {
        this.capacity = capacity;
        bytes = ByteBuffer.allocateDirect(capacity);
        buffer = new UnsafeBuffer(bytes);
    }

    /**
     * Makes room for a frame that the caller encodes in place.
     *
     * @param length of the frame.
     * @param reserve bytes that must remain free behind it, so that a last word can always be said.
     * @return offset in {@link #buffer()}, or {@link #FULL}.
     */
    public int claim(final int length, final int reserve)
    {
        if (tail + length + reserve > capacity)
        {
            if (tail - head + length + reserve > capacity)
            {
                return FULL;
            }
            compact();
        }
        final int offset = tail;
        tail += length;
        claimedLength += length;
        return offset;
    }

    /**
     * Appends a frame encoded elsewhere.
     *
     * @param source that holds the frame.
     * @param offset of the frame.
     * @param length of the frame.
     * @param reserve bytes that must remain free behind it.
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
     * Where claimed frames are encoded.
     *
     * @return buffer behind {@link #claim}.
     */
    public MutableDirectBuffer buffer()
    {
        return buffer;
    }

    /**
     * Writes once as much as the channel takes.
     *
     * @param channel to write to.
     * @return bytes written.
     * @throws IOException when the connection is broken.
     */
    public int flush(final WritableByteChannel channel) throws IOException
    {
        if (head == tail)
        {
            return 0;
        }
        bytes.limit(tail).position(head);
        final int written = channel.write(bytes);
        head += written;
        if (head == tail)
        {
            head = 0;
            tail = 0;
        }
        return written;
    }

    /**
     * Bytes that wait for the peer.
     *
     * @return 0 when all is written.
     */
    public int pending()
    {
        return tail - head;
    }

    /**
     * Bytes of all frames so far.
     *
     * @return position behind the last frame in the stream of this output.
     */
    public long claimedPosition()
    {
        return claimedLength;
    }

    /**
     * Bytes that the peer's side of the network has taken.
     *
     * @return position in the stream of this output.
     */
    public long writtenPosition()
    {
        return claimedLength - pending();
    }

    /**
     * Forgets everything that was not written.
     */
    public void discard()
    {
        head = 0;
        tail = 0;
        claimedLength = 0;
    }

    private void compact()
    {
        bytes.limit(tail).position(head);
        bytes.compact();
        tail -= head;
        head = 0;
    }
}
