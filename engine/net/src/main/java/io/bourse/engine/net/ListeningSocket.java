// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import org.agrona.CloseHelper;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * A listening socket of a gateway that never blocks: bound from the beginning, accepting when a selector waits for it.
 */
final class ListeningSocket implements AutoCloseable
{
    private final TlsPort tls;
    private final ServerSocketChannel channel;
    private final InetSocketAddress localAddress;

    /**
     * Binds.
     *
     * @param address to listen on; port 0 takes a free one.
     * @param backlog connections that may wait to be accepted.
     * @param tls keys of its connections, to be closed by the caller; null when they are plain.
     * @throws IOException when the address is taken.
     * @throws RuntimeException when the address is none.
     */
    ListeningSocket(final InetSocketAddress address, final int backlog, final TlsPort tls) throws IOException
    {
        this.tls = tls;
        channel = ServerSocketChannel.open();
        boolean isBound = false;
        try
        {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(address, backlog);
            localAddress = (InetSocketAddress)channel.getLocalAddress();
            isBound = true;
        }
        finally
        {
            if (!isBound)
            {
                CloseHelper.quietClose(channel);
            }
        }
    }

    /**
     * Lets a selector say when a connection has come.
     *
     * @param selector of the gateway.
     * @param attachment of the key.
     * @throws IOException when the socket is closed.
     */
    void register(final Selector selector, final Object attachment) throws IOException
    {
        channel.register(selector, SelectionKey.OP_ACCEPT, attachment);
    }

    /**
     * Takes the next connection that waits.
     *
     * @return its socket, which still blocks; null when none waits.
     * @throws IOException when the client is gone again, or no descriptor is free.
     */
    SocketChannel accept() throws IOException
    {
        return channel.accept();
    }

    /**
     * The bytes of a connection that came here.
     *
     * @param socket that does not block.
     * @return plain, or under TLS before the handshake.
     */
    ClientChannel channel(final SocketChannel socket)
    {
        return null == tls ? new PlainChannel(socket) : tls.channel(socket);
    }

    /**
     * Whether its connections are under TLS.
     *
     * @return false when they are plain.
     */
    boolean isTls()
    {
        return null != tls;
    }

    /**
     * Where it listens.
     *
     * @return address with the real port.
     */
    InetSocketAddress localAddress()
    {
        return localAddress;
    }

    @Override
    public void close()
    {
        CloseHelper.quietClose(channel);
    }
}
