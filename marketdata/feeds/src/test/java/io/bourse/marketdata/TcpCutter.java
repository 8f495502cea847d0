// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntSupplier;
import org.agrona.CloseHelper;

/**
 * A bad line to a TCP server: passes bytes on in both directions and cuts a connection when the server has sent as many
 * of them as were decided for it.
 */
public final class TcpCutter implements AutoCloseable
{
    /** Of a connection that is not cut. */
    public static final int NEVER = Integer.MAX_VALUE;

    private final ServerSocketChannel listener;
    private final InetSocketAddress server;
    private final IntSupplier cutAfterBytes;
    private final List<Line> lines = new ArrayList<>();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(64 * 1024);
    private int cuts;

    private static final class Line
    {
        private final SocketChannel client;
        private final SocketChannel server;
        private int left;

        Line(final SocketChannel client, final SocketChannel server, final int left)
        {
            this.client = client;
            this.server = server;
            this.left = left;
        }
    }

    public TcpCutter(final InetSocketAddress server, final IntSupplier cutAfterBytes)
    {
        this.server = server;
        this.cutAfterBytes = cutAfterBytes;
        try
        {
            listener = ServerSocketChannel.open();
            listener.configureBlocking(false);
            listener.bind(new InetSocketAddress("127.0.0.1", 0));
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    public InetSocketAddress localAddress()
    {
        try
        {
            return (InetSocketAddress)listener.getLocalAddress();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    public int cuts()
    {
        return cuts;
    }

    public int doWork()
    {
        int workCount = 0;
        try
        {
            final SocketChannel client = listener.accept();
            if (null != client)
            {
                client.configureBlocking(false);
                final SocketChannel upstream = SocketChannel.open(server);
                upstream.configureBlocking(false);
                lines.add(new Line(client, upstream, cutAfterBytes.getAsInt()));
                workCount++;
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
        for (final Iterator<Line> iterator = lines.iterator(); iterator.hasNext();)
        {
            final Line line = iterator.next();
            final int passed = pass(line);
            if (passed < 0)
            {
                CloseHelper.quietCloseAll(line.client, line.server);
                iterator.remove();
            }
            workCount += Math.abs(passed);
        }
        return workCount;
    }

    /** Bytes passed, below 0 when the line has ended. */
    private int pass(final Line line)
    {
        try
        {
            final int up = pass(line.client, line.server, buffer.capacity());
            final int down = pass(line.server, line.client, Math.min(line.left, buffer.capacity()));
            if (up < 0 || down < 0)
            {
                return -1;
            }
            line.left -= NEVER == line.left ? 0 : down;
            if (0 == line.left)
            {
                cuts++;
                return -1;
            }
            return up + down;
        }
        catch (final IOException ignore)
        {
            // One of the two has gone: so does the other.
            return -1;
        }
    }

    private int pass(final SocketChannel from, final SocketChannel to, final int limit) throws IOException
    {
        buffer.clear().limit(limit);
        final int length = from.read(buffer);
        buffer.flip();
        while (buffer.hasRemaining())
        {
            // Little is on its way at a time: it always fits soon.
            to.write(buffer);
        }
        return length;
    }

    @Override
    public void close()
    {
        for (final Line line : lines)
        {
            CloseHelper.quietCloseAll(line.client, line.server);
        }
        CloseHelper.quietClose(listener);
    }
}
