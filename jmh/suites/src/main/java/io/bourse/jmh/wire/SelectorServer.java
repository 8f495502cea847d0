// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import io.bourse.deploy.node.Idling;
import io.bourse.jmh.loadtest.process.ServerProcess;
import io.bourse.jmh.loadtest.process.ThreadTimes;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Map;

/**
 * A server of one thread with a selector, waiting as the venue's threads wait: what the echoes have in common.
 */
final class SelectorServer
{
    /** One connection. */
    interface Peer
    {
        /**
         * There are bytes to read; answers are written at once.
         *
         * @return false when the other side has gone.
         * @throws IOException when the connection is broken.
         */
        boolean onReadable() throws IOException;
    }

    /** Makes the connections. */
    interface Opener
    {
        /**
         * A client has come.
         *
         * @param channel that does not block.
         * @return its connection.
         * @throws IOException when it cannot be opened.
         */
        Peer open(SocketChannel channel) throws IOException;
    }

    private final Selector selector = Selector.open();
    private final ServerSocketChannel server = ServerSocketChannel.open();
    private final Opener opener;

    private SelectorServer(final Opener opener) throws IOException
    {
        this.opener = opener;
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
    }

    /** Serves until the input of this process ends. */
    static void run(final String idle, final Opener opener) throws IOException
    {
        final SelectorServer server = new SelectorServer(opener);
        final Thread thread = Thread.ofPlatform().name("echo").daemon().start(() -> server.serve(idling(idle)));
        System.out.println(ServerProcess.READY + server.server.socket().getLocalPort());
        while (System.in.read() >= 0)
        {
            System.out.println(ThreadTimes.of(Map.of()).line());
        }
        thread.interrupt();
    }

    /** The venue's ways of waiting. */
    private static IdleStrategy idling(final String name)
    {
        return switch (name)
        {
            case "spin" -> BusySpinIdleStrategy.INSTANCE;
            case "yield" -> YieldingIdleStrategy.INSTANCE;
            case "park" -> Idling.parking();
            default -> throw new IllegalArgumentException("wait by park, yield or spin: idle=" + name);
        };
    }

    private void serve(final IdleStrategy idle)
    {
        try
        {
            while (!Thread.currentThread().isInterrupted())
            {
                idle.idle(selector.selectNow(this::onKey));
            }
        }
        catch (final ClosedByInterruptException ex)
        {
            Thread.currentThread().interrupt();
        }
        catch (final IOException ex)
        {
            throw new IllegalStateException("the echo cannot select", ex);
        }
    }

    private void onKey(final SelectionKey key)
    {
        try
        {
            if (key.isAcceptable())
            {
                final SocketChannel channel = server.accept();
                channel.configureBlocking(false);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                channel.register(selector, SelectionKey.OP_READ, opener.open(channel));
            }
            else if (!((Peer)key.attachment()).onReadable())
            {
                key.cancel();
                key.channel().close();
            }
        }
        catch (final IOException ex)
        {
            key.cancel();
        }
    }
}
