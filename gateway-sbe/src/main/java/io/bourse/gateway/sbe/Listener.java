// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.channel.ClientChannel;
import io.bourse.engine.channel.PlainChannel;
import io.bourse.engine.channel.TlsPort;
import org.agrona.CloseHelper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * A listening socket of the gateway, bound from the beginning and accepting when told so.
 */
final class Listener implements AutoCloseable
{
    private static final int ACCEPT_BACKLOG = 1024;

    private final GatewayPort port;
    private final TlsPort tls;
    private final ServerSocketChannel channel;
    private final InetSocketAddress localAddress;

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
        this.tls = tls;
        this.port = port;
        ServerSocketChannel newChannel = null;
        try
        {
            newChannel = ServerSocketChannel.open();
            newChannel.configureBlocking(false);
            newChannel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            newChannel.bind(address, ACCEPT_BACKLOG);
            localAddress = (InetSocketAddress)newChannel.getLocalAddress();
        }
        catch (final IOException ex)
        {
            CloseHelper.quietClose(newChannel);
            throw new UncheckedIOException("the TWIME gateway cannot listen, choose another address: " +
                "bindAddress=" + address, ex);
        }
        catch (final RuntimeException ex)
        {
            CloseHelper.quietClose(newChannel);
            throw new IllegalArgumentException("the TWIME gateway cannot listen on this address: " +
                "bindAddress=" + address, ex);
        }
        channel = newChannel;
    }

    GatewayPort port()
    {
        return port;
    }

    /** Whether its connections are under TLS. */
    boolean isTls()
    {
        return null != tls;
    }

    /** The bytes of a connection that came here. */
    ClientChannel channel(final SocketChannel socket)
    {
        return null == tls ? new PlainChannel(socket) : tls.channel(socket);
    }

    /** Where it listens, with the real port. */
    InetSocketAddress localAddress()
    {
        return localAddress;
    }

    void startAccepting(final Selector selector)
    {
        try
        {
            channel.register(selector, SelectionKey.OP_ACCEPT, this);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the TWIME gateway cannot accept: address=" + localAddress, ex);
        }
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
