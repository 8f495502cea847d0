// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import org.agrona.concurrent.IdleStrategy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Map;

/**
 * Answers every request at once with bytes of an answer's length: what TCP, the kernel and a selector cost on this
 * machine before anybody does anything. One thread, waiting as the venue's threads wait.
 */
final class EchoServer
{
    private static final int BUFFER_LENGTH = 1 << 16;

    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_LENGTH);
    private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_LENGTH * 2);
    private final Selector selector = Selector.open();
    private final ServerSocketChannel server = ServerSocketChannel.open();

    private EchoServer() throws IOException
    {
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
    }

    /**
     * Serves until its input ends.
     *
     * @param args how to wait: park, yield or spin.
     * @throws IOException when the port cannot be opened.
     */
    public static void main(final String[] args) throws IOException
    {
        final EchoServer server = new EchoServer();
        final Thread thread = Thread.ofPlatform().name("echo").daemon().start(() -> server.serve(Waiting.of(args[0])));
        System.out.println(ServerProcess.READY + server.server.socket().getLocalPort());
        while (System.in.read() >= 0)
        {
            System.out.println(ThreadTimes.line(Map.of()));
        }
        thread.interrupt();
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
                channel.register(selector, SelectionKey.OP_READ);
                return;
            }
            echo((SocketChannel)key.channel(), key);
        }
        catch (final IOException ex)
        {
            key.cancel();
        }
    }

    /** A request never comes in pieces here: the client writes whole ones and the buffers are larger than a window. */
    private void echo(final SocketChannel channel, final SelectionKey key) throws IOException
    {
        in.clear().limit(BUFFER_LENGTH - BUFFER_LENGTH % EchoLink.REQUEST_LENGTH);
        final int length = channel.read(in);
        if (length < 0)
        {
            key.cancel();
            channel.close();
            return;
        }
        if (0 != length % EchoLink.REQUEST_LENGTH)
        {
            throw new IllegalStateException("a request came in pieces: length=" + length);
        }
        out.clear();
        for (int offset = 0; offset < length; offset += EchoLink.REQUEST_LENGTH)
        {
            out.putLong(out.position(), in.getLong(offset));
            out.position(out.position() + EchoLink.ANSWER_LENGTH);
        }
        out.flip();
        while (out.hasRemaining())
        {
            channel.write(out);
        }
    }
}
