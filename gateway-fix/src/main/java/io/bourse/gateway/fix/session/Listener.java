// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.engine.channel.ClientChannel;
import io.bourse.engine.channel.PlainChannel;
import io.bourse.engine.channel.TlsPort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.agrona.CloseHelper;

/**
 * A listening socket.
 */
final class Listener implements AutoCloseable
{
    private final TlsPort tls;
    private final ServerSocketChannel channel;
    private final InetSocketAddress localAddress;

    Listener(final InetSocketAddress address, final int backlog, final TlsPort tls, final Selector selector)
        throws IOException
    {
        this.tls = tls;
        channel = ServerSocketChannel.open();
        boolean isMade = false;
        try
        {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(address, backlog);
            localAddress = (InetSocketAddress)channel.getLocalAddress();
            channel.register(selector, SelectionKey.OP_ACCEPT, this);
            isMade = true;
        }
        finally
        {
            if (!isMade)
            {
                CloseHelper.quietClose(channel);
            }
        }
    }

    boolean isTls()
    {
        return null != tls;
    }

    InetSocketAddress localAddress()
    {
        return localAddress;
    }

    /** The bytes of a connection that came here. */
    ClientChannel channel(final SocketChannel socket)
    {
        return null == tls ? new PlainChannel(socket) : tls.channel(socket);
    }

    SocketChannel accept() throws IOException
    {
        return channel.accept();
    }

    @Override
    public void close()
    {
        CloseHelper.quietClose(channel);
    }
}
