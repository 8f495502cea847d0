// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.channel.TlsPort;
import io.bourse.gateway.sbe.admission.OutstandingLogins;
import io.bourse.gateway.sbe.twime.TerminationCodeEnum;
import org.agrona.CloseHelper;
import org.agrona.collections.ArrayListUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The sockets of the gateway: listens, accepts, reads and writes without blocking. A broken connection is that client's
 * affair and never disturbs the others.
 */
final class ConnectionPoller
{
    private static final Logger LOGGER = LoggerFactory.getLogger(ConnectionPoller.class);
    private static final long TIMER_RESOLUTION_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final ArrayList<TwimeConnection> connections = new ArrayList<>();
    // Selecting with a consumer and not by the set of selected keys: nothing is allocated for an iteration.
    private final Consumer<SelectionKey> keyHandler = this::onKey;
    private final ConnectionBuffers buffers;
    private final SbeGatewayContext ctx;
    private final SessionAdapter sessionAdapter;
    private final SessionTimers timers;
    private final GatewayCounters counters;
    private final List<Listener> listeners = new ArrayList<>();
    private final RequestStamps stamps;
    private final Selector selector;
    private final OutstandingLogins outstanding;
    private TlsPort tls;
    private long nowNs;
    private long lastTimersNs;

    ConnectionPoller(
        final SbeGatewayContext ctx,
        final SessionAdapter sessionAdapter,
        final SessionTimers timers,
        final GatewayCounters counters,
        final RequestStamps stamps)
    {
        this.stamps = stamps;
        this.ctx = ctx;
        buffers = new ConnectionBuffers(ctx.receiveBufferLength(), ctx.sendBufferLength());
        this.sessionAdapter = sessionAdapter;
        this.timers = timers;
        outstanding = new OutstandingLogins(
            ctx.admission().outstandingLogins(), ctx.admission().outstandingLoginsPerSource());
        this.counters = counters;
        lastTimersNs = ctx.nanoClock().nanoTime();
        try
        {
            selector = Selector.open();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the TWIME gateway cannot open a selector", ex);
        }
        try
        {
            listeners.add(new Listener(GatewayPort.TRADING, ctx.bindAddress(), null));
            if (null != ctx.recoveryAddress())
            {
                listeners.add(new Listener(GatewayPort.RECOVERY, ctx.recoveryAddress(), null));
            }
            if (null != ctx.tls())
            {
                tls = new TlsPort(
                    ctx.tls(),
                    "twime-tls-handshakes",
                    () -> counters.increment(GatewayCounter.TLS_HANDSHAKES),
                    () -> counters.increment(GatewayCounter.TLS_FAILURES));
                listeners.add(new Listener(GatewayPort.TRADING, ctx.tls().address(), tls));
            }
        }
        catch (final RuntimeException ex)
        {
            CloseHelper.quietClose(tls);
            CloseHelper.quietCloseAll(listeners);
            CloseHelper.quietClose(selector);
            throw ex;
        }
    }

    /** Where a port listens, or null when the gateway does not have it. */
    InetSocketAddress localAddress(final GatewayPort port, final boolean isTls)
    {
        for (final Listener listener : listeners)
        {
            if (port == listener.port() && isTls == listener.isTls())
            {
                return listener.localAddress();
            }
        }
        return null;
    }

    void startAccepting()
    {
        for (final Listener listener : listeners)
        {
            listener.startAccepting(selector, ctx.socketWatch());
        }
    }

    /** Accepts, reads, and writes to clients that have room again. */
    int poll(final long nowNs)
    {
        this.nowNs = nowNs;
        try
        {
            final int workCount = sessionAdapter.onHeld(nowNs) + selector.selectNow(keyHandler);
            return null == tls ? workCount : workCount + readDue();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the selector of the TWIME gateway failed", ex);
        }
    }

    /** TLS holds bytes that the selector knows nothing of; a handshake that goes on has output, and brings no bytes. */
    private int readDue()
    {
        int workCount = 0;
        for (int i = 0; i < connections.size(); i++)
        {
            final TwimeConnection connection = connections.get(i);
            if (connection.isReadDue())
            {
                final long bytesRead = connection.bytesRead();
                read(connection);
                workCount += connection.bytesRead() == bytesRead && connection.isReadDue() ? 0 : 1;
            }
        }
        return workCount;
    }

    private void read(final TwimeConnection connection)
    {
        try
        {
            sessionAdapter.onReadable(connection, ctx.epochClock().nanoTime(), nowNs);
        }
        catch (final IOException ex)
        {
            onBroken(connection, ex);
        }
    }

    /**
     * Applies what time brings, sends what is to be sent, and forgets closed connections.
     *
     * @param nowNs of the nano clock.
     * @param isTouched whether anything was done in this duty cycle: else no connection has anything to send, and they
     *     are not all looked at.
     * @return work done.
     */
    int onTimeAndFlush(final long nowNs, final boolean isTouched)
    {
        final boolean isTimerDue = nowNs - lastTimersNs >= TIMER_RESOLUTION_NS;
        if (!isTimerDue && !isTouched)
        {
            return 0;
        }
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
            if (connection.isOutstanding() && null != connection.login())
            {
                leaveOutstanding(connection);
            }
            if (TwimeConnection.State.CLOSED == connection.state())
            {
                ArrayListUtil.fastUnorderedRemove(connections, i);
                if (connection.isOutstanding())
                {
                    leaveOutstanding(connection);
                }
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
        CloseHelper.quietCloseAll(listeners);
        CloseHelper.quietClose(tls);
        CloseHelper.quietClose(selector);
    }

    private void onKey(final SelectionKey key)
    {
        if (key.attachment() instanceof Listener listener)
        {
            acceptSome(listener);
            return;
        }
        final TwimeConnection connection = (TwimeConnection)key.attachment();
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

    private void leaveOutstanding(final TwimeConnection connection)
    {
        connection.isOutstanding(false);
        outstanding.remove(connection.source());
        counters.set(GatewayCounter.OUTSTANDING_LOGINS, outstanding.count());
    }

    /** A few at a time: who has a session does not wait for all who come. */
    private void acceptSome(final Listener listener)
    {
        int left = ctx.admission().acceptsPerCycle();
        while (left > 0 && accept(listener))
        {
            left--;
        }
    }

    private boolean accept(final Listener listener)
    {
        SocketChannel channel = null;
        try
        {
            channel = listener.accept();
            if (null != channel)
            {
                onAccepted(channel, listener);
            }
            return null != channel;
        }
        catch (final IOException ex)
        {
            // The client was gone again, or no descriptor is free: the others must go on.
            counters.increment(GatewayCounter.CONNECTIONS_REFUSED);
            CloseHelper.quietClose(channel);
            LOGGER.debug("a connection could not be accepted", ex);
            return false;
        }
    }

    private void onAccepted(final SocketChannel channel, final Listener listener) throws IOException
    {
        if (connections.size() >= ctx.maxSessions())
        {
            counters.increment(GatewayCounter.CONNECTIONS_REFUSED);
            channel.close();
            return;
        }
        final InetAddress source = channel.socket().getInetAddress();
        if (!outstanding.add(source))
        {
            counters.increment(GatewayCounter.CONNECTIONS_REFUSED);
            counters.increment(GatewayCounter.OUTSTANDING_REFUSED);
            channel.close();
            return;
        }
        try
        {
            add(channel, listener, source);
        }
        catch (final IOException ex)
        {
            outstanding.remove(source);
            throw ex;
        }
    }

    private void add(final SocketChannel channel, final Listener listener, final InetAddress source) throws IOException
    {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        if (ctx.socketBufferLength() > 0)
        {
            channel.setOption(StandardSocketOptions.SO_SNDBUF, ctx.socketBufferLength());
            channel.setOption(StandardSocketOptions.SO_RCVBUF, ctx.socketBufferLength());
        }
        final TwimeConnection connection = new TwimeConnection(
            listener.channel(channel), buffers.takeReader(), buffers.takeWriter(), listener.port(), counters,
            stamps, source, nowNs);
        connection.key(channel.register(selector, SelectionKey.OP_READ, connection));
        if (null != ctx.socketWatch())
        {
            ctx.socketWatch().addConnection(channel);
        }
        connections.add(connection);
        counters.increment(GatewayCounter.CONNECTIONS_ACCEPTED);
        counters.set(GatewayCounter.CONNECTIONS_OPEN, connections.size());
        counters.set(GatewayCounter.OUTSTANDING_LOGINS, outstanding.count());
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
