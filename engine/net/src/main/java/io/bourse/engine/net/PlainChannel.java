// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** Bytes as they are. */
final class PlainChannel implements ClientChannel
{
    private final SocketChannel socket;

    /**
     * A channel over a socket.
     *
     * @param socket that does not block.
     */
    PlainChannel(final SocketChannel socket)
    {
        this.socket = socket;
    }

    @Override
    public int read(final ByteBuffer target) throws IOException
    {
        return socket.read(target);
    }

    @Override
    public int write(final ByteBuffer source) throws IOException
    {
        return socket.write(source);
    }

    @Override
    public int interestOps(final boolean hasOutput)
    {
        return hasOutput ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
    }

    @Override
    public void shutdownOutput() throws IOException
    {
        socket.shutdownOutput();
    }

    @Override
    public boolean isOpen()
    {
        return socket.isOpen();
    }

    @Override
    public void close() throws IOException
    {
        socket.close();
    }
}
