// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.client;

import io.bourse.engine.net.OutputBuffer;
import io.bourse.gateway.sbe.wire.FrameReader;
import org.agrona.CloseHelper;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/**
 * The connection of a client with its buffers; one after the other to the same address.
 */
final class ClientSocket implements AutoCloseable
{
    private static final int BUFFER_LENGTH = 1 << 18;
    private static final int CONNECT_TIMEOUT_MS = 10_000;

    final FrameReader reader = new FrameReader(BUFFER_LENGTH, false);
    final OutputBuffer writer = new OutputBuffer(BUFFER_LENGTH);
    private final InetSocketAddress address;
    private SocketChannel channel;

    ClientSocket(final InetSocketAddress address)
    {
        this.address = address;
    }

    /** Connects, blocking for at most 10 s; whatever was read or encoded before is forgotten. */
    void open() throws IOException
    {
        close();
        reader.discard();
        writer.discard();
        channel = SocketChannel.open();
        try
        {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.socket().connect(address, CONNECT_TIMEOUT_MS);
            channel.configureBlocking(false);
        }
        catch (final IOException | RuntimeException ex)
        {
            close();
            throw ex;
        }
    }

    int read() throws IOException
    {
        return reader.read(channel);
    }

    int flush() throws IOException
    {
        return writer.flush(channel);
    }

    @Override
    public void close()
    {
        CloseHelper.quietClose(channel);
    }
}
