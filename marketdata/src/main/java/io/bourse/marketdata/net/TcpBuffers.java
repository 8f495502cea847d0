// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Memory of one connection, off the heap and used again by later ones: peers that come again and again must not fill
 * that memory faster than it is collected.
 */
final class TcpBuffers
{
    private final ByteBuffer incoming;
    private final UnsafeBuffer incomingBuffer;
    private final ByteBuffer outgoing;
    private final UnsafeBuffer outgoingBuffer;
    private int head;
    private int tail;

    TcpBuffers(final int receiveBufferLength, final int sendQueueLength)
    {
        incoming = ByteBuffer.allocateDirect(receiveBufferLength);
        incomingBuffer = new UnsafeBuffer(incoming);
        outgoing = ByteBuffer.allocateDirect(sendQueueLength);
        outgoingBuffer = new UnsafeBuffer(outgoing);
    }

    void clear()
    {
        incoming.clear();
        head = 0;
        tail = 0;
    }

    /** Ready to be read into. */
    ByteBuffer incoming()
    {
        return incoming;
    }

    UnsafeBuffer incomingBuffer()
    {
        return incomingBuffer;
    }

    int incomingLength()
    {
        return incoming.position();
    }

    void consume(final int length)
    {
        if (0 < length)
        {
            incoming.flip().position(length);
            incoming.compact();
        }
    }

    int length()
    {
        return tail - head;
    }

    int room()
    {
        return outgoing.capacity() - length();
    }

    MutableDirectBuffer sendBuffer()
    {
        return outgoingBuffer;
    }

    int reserve(final int length)
    {
        if (length > room())
        {
            return -1;
        }
        if (length > outgoing.capacity() - tail)
        {
            outgoingBuffer.putBytes(0, outgoingBuffer, head, tail - head);
            tail -= head;
            head = 0;
        }
        return tail;
    }

    void commit(final int length)
    {
        if (length < 0 || length > outgoing.capacity() - tail)
        {
            throw new IllegalArgumentException("More is committed than was reserved: length=" + length + " room=" +
                (outgoing.capacity() - tail));
        }
        tail += length;
    }

    int writeTo(final SocketChannel channel) throws IOException
    {
        outgoing.limit(tail).position(head);
        final int written = channel.write(outgoing);
        head += written;
        if (head == tail)
        {
            head = 0;
            tail = 0;
        }
        return written;
    }
}
