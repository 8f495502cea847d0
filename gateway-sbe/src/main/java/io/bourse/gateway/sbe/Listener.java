// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.channel.ClientChannel;
import io.bourse.engine.channel.ListeningSocket;
import io.bourse.engine.channel.SocketWatch;
import io.bourse.engine.channel.TlsPort;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * A listening socket of the gateway and what connections to it may do. It is bound from the beginning and accepts when
 * told so.
 */
final class Listener implements AutoCloseable
{
    private static final int ACCEPT_BACKLOG = 1024;

    private final GatewayPort port;
    private final ListeningSocket socket;

    /**
     * Binds.
     *
     * @param port what connections to this socket may do.
     * @param address to listen on; port 0 takes a free one.
     * @param tls keys of its connections; null when they are plain.
     * @throws UncheckedIOException when the address is taken.
     * @throws IllegalArgumentException when the address is none.
     */
    Listener(final GatewayPort port, final InetSocketAddress address, final TlsPort tls)
    {
        this.port = port;
        try
        {
            socket = new ListeningSocket(address, ACCEPT_BACKLOG, tls);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the TWIME gateway cannot listen, choose another address: " +
                "bindAddress=" + address, ex);
        }
        catch (final RuntimeException ex)
        {
            throw new IllegalArgumentException("the TWIME gateway cannot listen on this address: " +
                "bindAddress=" + address, ex);
        }
    }

    GatewayPort port()
    {
        return port;
    }

    /** Whether its connections are under TLS. */
    boolean isTls()
    {
        return socket.isTls();
    }

    /** The bytes of a connection that came here. */
    ClientChannel channel(final SocketChannel connection)
    {
        return socket.channel(connection);
    }

    /** Where it listens, with the real port. */
    InetSocketAddress localAddress()
    {
        return socket.localAddress();
    }

    void startAccepting(final Selector selector, final SocketWatch watch)
    {
        try
        {
            socket.register(selector, this);
            if (null != watch)
            {
                watch.addListener(socket);
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the TWIME gateway cannot accept: address=" + localAddress(), ex);
        }
    }

    SocketChannel accept() throws IOException
    {
        return socket.accept();
    }

    @Override
    public void close()
    {
        socket.close();
    }
}
