// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.gateway.sbe.twime.TerminationCodeEnum;
import org.agrona.CloseHelper;
import org.agrona.collections.ArrayListUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The sockets of the gateway: listens, accepts, reads and writes without blocking. A broken connection is that client's
 * affair and never disturbs the others.
 */
final class ConnectionPoller
{
    private static final Logger LOGGER = LoggerFactory.getLogger(ConnectionPoller.class);
    private static final int ACCEPT_BACKLOG = 128;
    private static final long TIMER_RESOLUTION_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final ArrayList<TwimeConnection> connections = new ArrayList<>();
    // Selecting with a consumer and not by the set of selected keys: nothing is allocated for an iteration.
    private final Consumer<SelectionKey> keyHandler = this::onKey;
    private final ConnectionBuffers buffers;
    private final SbeGatewayContext ctx;
    private final SessionAdapter sessionAdapter;
    private final SessionTimers timers;
    private final GatewayCounters counters;
    private final ServerSocketChannel serverChannel;
    private final Selector selector;
    private final InetSocketAddress localAddress;
    private long nowNs;
    private long lastTimersNs;

    ConnectionPoller(
        final SbeGatewayContext ctx,
        final SessionAdapter sessionAdapter,
        final SessionTimers timers,
        final GatewayCounters counters)
    {
        this.ctx = ctx;
        buffers = new ConnectionBuffers(ctx.receiveBufferLength(), ctx.sendBufferLength());
        this.sessionAdapter = sessionAdapter;
        this.timers = timers;
        this.counters = counters;
        ServerSocketChannel newChannel = null;
        Selector newSelector = null;
        try
        {
            newSelector = Selector.open();
            newChannel = ServerSocketChannel.open();
            newChannel.configureBlocking(false);
            newChannel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            newChannel.bind(ctx.bindAddress(), ACCEPT_BACKLOG);
            localAddress = (InetSocketAddress)newChannel.getLocalAddress();
        }
        catch (final IOException ex)
        {
            CloseHelper.quietCloseAll(newChannel, newSelector);
            throw new UncheckedIOException(
                "the TWIME gateway cannot listen, choose another address: bindAddress=" + ctx.bindAddress(), ex);
        }
        catch (final RuntimeException ex)
        {
            CloseHelper.quietCloseAll(newChannel, newSelector);
            throw new IllegalArgumentException(
                "the TWIME gateway cannot listen on this address: bindAddress=" + ctx.bindAddress(), ex);
        }
        lastTimersNs = ctx.nanoClock().nanoTime();
        serverChannel = newChannel;
        selector = newSelector;
    }

    InetSocketAddress localAddress()
    {
        return localAddress;
    }

    void startAccepting()
    {
        try
        {
            serverChannel.register(selector, SelectionKey.OP_ACCEPT);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the TWIME gateway cannot accept: address=" + localAddress, ex);
        }
    }

    /** Accepts, reads, and writes to clients that have room again. */
    int poll(final long nowNs)
    {
        this.nowNs = nowNs;
        try
        {
            return selector.selectNow(keyHandler);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the selector of the TWIME gateway failed: address=" + localAddress, ex);
        }
    }

    /** Applies what time brings, sends what is to be sent, and forgets closed connections. */
    int onTimeAndFlush(final long nowNs)
    {
        final boolean isTimerDue = nowNs - lastTimersNs >= TIMER_RESOLUTION_NS;
        if (isTimerDue)
        {
            lastTimersNs = nowNs;
        }
        int workCount = 0;
        for (int i = connections.size() - 1; i >= 0; i--)
        {
            final TwimeConnection connection = connections.get(i);
            if (isTimerDue)
            {
                workCount += timers.onTime(connection, nowNs);
            }
            workCount += flush(connection);
            if (TwimeConnection.State.CLOSED == connection.state())
            {
                ArrayListUtil.fastUnorderedRemove(connections, i);
                buffers.giveBack(connection.reader(), connection.writer());
                counters.set(GatewayCounter.CONNECTIONS_OPEN, connections.size());
            }
        }
        return workCount;
    }

    /** Says Terminate(ServerShutdown) to every session, as far as it can be said at once, and closes all. */
    void close(final long nowNs)
    {
        for (int i = connections.size() - 1; i >= 0; i--)
        {
            final TwimeConnection connection = connections.get(i);
            connection.terminate(TerminationCodeEnum.ServerShutdown, nowNs);
            flush(connection);
            connection.drain();
            connection.close();
        }
        connections.clear();
        counters.set(GatewayCounter.CONNECTIONS_OPEN, 0);
        CloseHelper.quietCloseAll(serverChannel, selector);
    }

    private void onKey(final SelectionKey key)
    {
        final TwimeConnection connection = (TwimeConnection)key.attachment();
        if (null == connection)
        {
            accept();
            return;
        }
        try
        {
            if (key.isValid() && key.isWritable())
            {
                connection.onWritable();
            }
            if (key.isValid() && key.isReadable())
            {
                sessionAdapter.onReadable(connection, ctx.epochClock().nanoTime(), nowNs);
            }
        }
        catch (final IOException ex)
        {
            onBroken(connection, ex);
        }
    }

    private void accept()
    {
        SocketChannel channel = null;
        try
        {
            channel = serverChannel.accept();
            if (null != channel)
            {
                onAccepted(channel);
            }
        }
        catch (final IOException ex)
        {
            // The client was gone again, or no descriptor is free: the others must go on.
            counters.increment(GatewayCounter.CONNECTIONS_REFUSED);
            CloseHelper.quietClose(channel);
            LOGGER.debug("a connection could not be accepted", ex);
        }
    }

    private void onAccepted(final SocketChannel channel) throws IOException
    {
        if (connections.size() >= ctx.maxSessions())
        {
            counters.increment(GatewayCounter.CONNECTIONS_REFUSED);
            channel.close();
            return;
        }
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        if (ctx.socketBufferLength() > 0)
        {
            channel.setOption(StandardSocketOptions.SO_SNDBUF, ctx.socketBufferLength());
            channel.setOption(StandardSocketOptions.SO_RCVBUF, ctx.socketBufferLength());
        }
        final TwimeConnection connection = new TwimeConnection(
            channel, buffers.takeReader(), buffers.takeWriter(), counters, nowNs);
        connection.key(channel.register(selector, SelectionKey.OP_READ, connection));
        connections.add(connection);
        counters.increment(GatewayCounter.CONNECTIONS_ACCEPTED);
        counters.set(GatewayCounter.CONNECTIONS_OPEN, connections.size());
    }

    private static int flush(final TwimeConnection connection)
    {
        try
        {
            return connection.flush();
        }
        catch (final IOException ex)
        {
            onBroken(connection, ex);
            return 0;
        }
    }

    private static void onBroken(final TwimeConnection connection, final IOException ex)
    {
        LOGGER.debug("the connection of a client broke", ex);
        connection.close();
    }
}
