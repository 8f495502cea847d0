// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * Answers every request at once with bytes of an answer's length: what TCP, the kernel and a selector cost on this
 * machine without any work. One thread, waiting as the venue's threads wait.
 */
final class EchoServer implements SelectorServer.Peer
{
    private static final int BUFFER_LENGTH = 1 << 16;
    private static final ByteBuffer IN = ByteBuffer.allocateDirect(BUFFER_LENGTH);
    private static final ByteBuffer OUT = ByteBuffer.allocateDirect(BUFFER_LENGTH * 2);

    private final SocketChannel channel;

    private EchoServer(final SocketChannel channel)
    {
        this.channel = channel;
    }

    /**
     * Serves until its input ends.
     *
     * @param args how to wait: park, yield or spin.
     * @throws IOException when the port cannot be opened.
     */
    public static void main(final String[] args) throws IOException
    {
        SelectorServer.run(args[0], EchoServer::new);
    }

    /** A request never comes in pieces here: the client writes whole ones and the buffers are larger than a window. */
    @Override
    public boolean onReadable() throws IOException
    {
        IN.clear().limit(BUFFER_LENGTH - BUFFER_LENGTH % EchoLink.REQUEST_LENGTH);
        final int length = channel.read(IN);
        if (length < 0)
        {
            return false;
        }
        if (0 != length % EchoLink.REQUEST_LENGTH)
        {
            throw new IllegalStateException("a request came in pieces: length=" + length);
        }
        OUT.clear();
        for (int offset = 0; offset < length; offset += EchoLink.REQUEST_LENGTH)
        {
            OUT.putLong(OUT.position(), IN.getLong(offset));
            OUT.position(OUT.position() + EchoLink.ANSWER_LENGTH);
        }
        OUT.flip();
        while (OUT.hasRemaining())
        {
            channel.write(OUT);
        }
        return true;
    }
}
