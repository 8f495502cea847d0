// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.testing;

import tlschannel.ClientTlsChannel;
import tlschannel.NeedsReadException;
import tlschannel.NeedsWriteException;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;

/**
 * A client's side of TLS that a test drives without blocking.
 */
public final class TlsClientSocket implements ByteChannel
{
    private static final int RECEIVE_BUFFER_LENGTH = 4 * 1024;

    private final SocketChannel socket;
    private final ClientTlsChannel tls;
    private boolean isHandshakeDone;

    /**
     * Connects; the handshake is still to come.
     *
     * @param address of the venue.
     * @param context whom the client trusts, and its key.
     * @param protocol the only version of TLS that it speaks.
     * @throws IOException when nobody listens.
     */
    public TlsClientSocket(final InetSocketAddress address, final SSLContext context, final String protocol)
        throws IOException
    {
        socket = SocketChannel.open();
        // So small that the venue soon cannot write when a test does not read.
        socket.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER_LENGTH);
        socket.connect(address);
        socket.configureBlocking(false);
        final SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(true);
        engine.setEnabledProtocols(new String[]{protocol});
        tls = ClientTlsChannel.newBuilder(socket, engine).build();
    }

    /**
     * Goes on with the handshake.
     *
     * @return true when it is done.
     */
    public boolean handshake()
    {
        try
        {
            if (!isHandshakeDone)
            {
                tls.handshake();
                isHandshakeDone = true;
            }
        }
        catch (final NeedsReadException | NeedsWriteException ex)
        {
            return false;
        }
        catch (final IOException ex)
        {
            throw new AssertionError(ex);
        }
        return isHandshakeDone;
    }

    /**
     * What was agreed on.
     *
     * @return version of TLS.
     */
    public String protocol()
    {
        return tls.getSslEngine().getSession().getProtocol();
    }

    @Override
    public int read(final ByteBuffer target) throws IOException
    {
        try
        {
            return tls.read(target);
        }
        catch (final NeedsReadException | NeedsWriteException ex)
        {
            return 0;
        }
    }

    @Override
    public int write(final ByteBuffer source) throws IOException
    {
        final int position = source.position();
        try
        {
            tls.write(source);
        }
        catch (final NeedsReadException | NeedsWriteException ex)
        {
            // What was taken has left the source.
        }
        return source.position() - position;
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
