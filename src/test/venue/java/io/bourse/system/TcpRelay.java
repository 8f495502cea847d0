// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import org.agrona.CloseHelper;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Passes connections on to a server, until they are cut.
 */
final class TcpRelay implements AutoCloseable
{
    private volatile InetSocketAddress server;
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final int port;
    private ServerSocket listener;

    TcpRelay(final InetSocketAddress server) throws IOException
    {
        this.server = server;
        listener = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        port = listener.getLocalPort();
        accept(listener);
    }

    int port()
    {
        return port;
    }

    private void accept(final ServerSocket from)
    {
        Thread.ofVirtual().name("relay").start(() ->
        {
            try
            {
                while (true)
                {
                    final Socket client = from.accept();
                    final Socket upstream = new Socket(server.getAddress(), server.getPort());
                    sockets.add(client);
                    sockets.add(upstream);
                    pass(client, upstream);
                    pass(upstream, client);
                }
            }
            catch (final IOException ignored)
            {
                // It was stopped.
            }
        });
    }

    private static void pass(final Socket from, final Socket to)
    {
        Thread.ofVirtual().name("relay-connection").start(() ->
        {
            try (from; to)
            {
                from.getInputStream().transferTo(to.getOutputStream());
            }
            catch (final IOException ignored)
            {
                // Cut by one side or by the test.
            }
        });
    }

    /** Cuts all connections and takes no others. */
    void stop()
    {
        CloseHelper.quietClose(listener);
        sockets.forEach(CloseHelper::quietClose);
        sockets.clear();
    }

    /** Takes connections again, at the same port, for another server. */
    void start(final InetSocketAddress otherServer) throws IOException
    {
        server = otherServer;
        start();
    }

    /** Takes connections again, at the same port. */
    void start() throws IOException
    {
        listener = new ServerSocket();
        listener.setReuseAddress(true);
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        accept(listener);
    }

    @Override
    public void close()
    {
        stop();
    }
}
