// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.engine.channel.ListeningSocket;
import io.bourse.engine.channel.TlsPort;
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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.CloseHelper;
import org.agrona.collections.ArrayListUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sockets of the gateway: listens, accepts, reads and writes without blocking. A broken connection is that client's
 * affair and never disturbs the others.
 */
final class ConnectionPoller
{
    private static final Logger LOGGER = LoggerFactory.getLogger(ConnectionPoller.class);
    private static final long SESSION_TIMER_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LOGOUT_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(2);
    private static final int ACCEPTS_PER_CYCLE = 16;

    private final ArrayList<FixConnection> connections = new ArrayList<>();
    private final List<ListeningSocket> listeners = new ArrayList<>();
    // Selecting with a consumer and not by the set of selected keys: nothing is allocated for an iteration.
    private final Consumer<SelectionKey> keyHandler = this::onKey;
    private final TransportOptions options;
    private final SessionAdapter adapter;
    private final ResendServer resends;
    private final Closing closing;
    private final FixCounters counters;
    private final long logonTimeoutNs;
    private final Selector selector;
    private final ExecutorService tlsTasks;
    private TlsPort tls;
    private long nowNs;
    private long lastTimerNs;
    private int withoutLogon;

    ConnectionPoller(
        final TransportOptions options,
        final SessionAdapter adapter,
        final ResendServer resends,
        final Closing closing,
        final FixCounters counters,
        final long logonTimeoutNs)
    {
        this.options = options;
        this.adapter = adapter;
        this.resends = resends;
        this.closing = closing;
        this.counters = counters;
        this.logonTimeoutNs = logonTimeoutNs;
        try
        {
            selector = Selector.open();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the FIX gateway cannot open a selector", ex);
        }
        // It listens when its duty cycle runs, perhaps bound to one processor: the handshakes are not.
        tlsTasks = null == options.tls() ? null : TlsPort.startThread("fix-tls-handshakes");
    }

    void listen(final InetSocketAddress address) throws IOException
    {
        listen(address, null);
        if (null != options.tls())
        {
            tls = new TlsPort(options.tls(), tlsTasks, () ->
            {
                // Only failures are counted.
            }, counters::onTlsFailure);
            listen(options.tls().address(), tls);
        }
    }

    private void listen(final InetSocketAddress address, final TlsPort keys) throws IOException
    {
        final ListeningSocket listener = new ListeningSocket(address, options.backlog(), keys);
        listeners.add(listener);
        listener.register(selector, listener);
        if (null != options.socketWatch())
        {
            options.socketWatch().addListener(listener);
        }
    }

    /** Where it listens; null when it does not. */
    InetSocketAddress localAddress(final boolean isTls)
    {
        for (final ListeningSocket listener : listeners)
        {
            if (isTls == listener.isTls())
            {
                return listener.localAddress();
            }
        }
        return null;
    }

    /** Accepts and reads. */
    int poll(final long pollNs)
    {
        nowNs = pollNs;
        try
        {
            final int workCount = selector.selectNow(keyHandler);
            return null == tls ? workCount : workCount + readDue();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the selector of the FIX gateway failed", ex);
        }
    }

    /** TLS holds bytes that the selector knows nothing of. */
    private int readDue()
    {
        int workCount = 0;
        for (int i = 0; i < connections.size(); i++)
        {
            final FixConnection connection = connections.get(i);
            if (FixConnection.State.CHECKING != connection.state() && connection.isReadDue())
            {
                workCount += read(connection);
            }
        }
        return workCount;
    }

    private void onKey(final SelectionKey key)
    {
        if (key.attachment() instanceof ListeningSocket listener)
        {
            acceptSome(listener);
            return;
        }
        final FixConnection connection = (FixConnection)key.attachment();
        if (key.isValid() && key.isWritable())
        {
            connection.onWritable();
        }
        if (key.isValid() && key.isReadable())
        {
            read(connection);
        }
    }

    private int read(final FixConnection connection)
    {
        try
        {
            if (FixConnection.State.CLOSING == connection.state())
            {
                connection.drain();
                return 1;
            }
            if (connection.pause().isOn())
            {
                return 0;
            }
            final int count = connection.read();
            if (!connection.isFailed())
            {
                adapter.onInput(connection);
            }
            onRead(connection, count);
            return count > 0 ? 1 : 0;
        }
        catch (final IOException ex)
        {
            onBroken(connection, ex);
            return 1;
        }
    }

    private void onRead(final FixConnection connection, final int count)
    {
        if (FixConnection.State.CLOSED == connection.state())
        {
            return;
        }
        if (count < 0)
        {
            closing.breakOff(connection, "the client has closed");
        }
        else if (connection.isFailed())
        {
            closing.breakOff(connection, "the client broke the rules of TLS");
        }
        else if (connection.isTooLong())
        {
            closing.onGarbage(connection);
        }
    }

    /** Applies what time brings, goes on with what was asked for again, writes, and forgets closed connections. */
    int onTimeAndFlush(final long flushNs)
    {
        nowNs = flushNs;
        final boolean isTimerDue = nowNs - lastTimerNs >= SESSION_TIMER_NS;
        if (isTimerDue)
        {
            lastTimerNs = nowNs;
        }
        int workCount = 0;
        long unsent = 0;
        withoutLogon = 0;
        for (int i = connections.size() - 1; i >= 0; i--)
        {
            final FixConnection connection = connections.get(i);
            switch (connection.state())
            {
                case CONNECTED, CHECKING -> workCount += onWithoutLogon(connection);
                case ACTIVE -> workCount += onActive(connection, isTimerDue);
                default ->
                {
                    // Closing goes on below.
                }
            }
            workCount += flush(connection);
            if (FixConnection.State.CLOSED == connection.state())
            {
                ArrayListUtil.fastUnorderedRemove(connections, i);
            }
            else
            {
                unsent += connection.unsent();
                withoutLogon += connection.isWithoutLogon() ? 1 : 0;
                connection.updateInterest();
            }
        }
        if (unsent > options.maxUnsentBytesOfAll())
        {
            giveUpTheSlowest();
        }
        return workCount;
    }

    private void giveUpTheSlowest()
    {
        FixConnection slowest = connections.get(0);
        for (int i = 1; i < connections.size(); i++)
        {
            slowest = connections.get(i).unsent() > slowest.unsent() ? connections.get(i) : slowest;
        }
        closing.onOverflow(slowest);
    }

    private int onWithoutLogon(final FixConnection connection)
    {
        if (adapter.onDecision(connection))
        {
            // What came behind the Logon has been read already, perhaps.
            adapter.onInput(connection);
            return 1;
        }
        // Whose Logon is being checked has done his part; perhaps his password is changed already.
        if (FixConnection.State.CONNECTED == connection.state() &&
            nowNs - connection.connectedNs() > logonTimeoutNs)
        {
            closing.onGarbage(connection);
            return 1;
        }
        return 0;
    }

    private int onActive(final FixConnection connection, final boolean isTimerDue)
    {
        final FixSessionImpl session = connection.session();
        int workCount = resends.serve(session);
        final ReadPause pause = connection.pause();
        pause.hold(adapter.isHeld(connection));
        if (!pause.isHeld() && pause.isInputLeft())
        {
            // What was read before the wait goes on first, however short the wait was: no byte need come for it.
            adapter.onInput(connection);
            pause.hold(adapter.isHeld(connection));
            workCount++;
        }
        pause.onCycle(nowNs);
        if (FixConnection.State.ACTIVE != connection.state())
        {
            return workCount;
        }
        if (session.isLogoutSent() && connection.isLogoutOverdue(nowNs, LOGOUT_TIMEOUT_NS))
        {
            // QuickFIX/J counts from what was sent last, heartbeats too: a client could stay on for ever.
            closing.disconnect(session, "the client does not answer our Logout");
            workCount++;
        }
        else if (isTimerDue)
        {
            adapter.onTimer(session, pause, nowNs);
        }
        return workCount;
    }

    private int flush(final FixConnection connection)
    {
        try
        {
            return switch (connection.state())
            {
                case CLOSED -> 0;
                case CLOSING ->
                {
                    connection.onClosing(nowNs);
                    yield 0;
                }
                default ->
                {
                    final int count = connection.flush();
                    if (connection.isOverflown() ||
                        connection.isStalled(count, nowNs, options.slowClientTimeoutNs()))
                    {
                        closing.onOverflow(connection);
                    }
                    yield count > 0 ? 1 : 0;
                }
            };
        }
        catch (final IOException ex)
        {
            onBroken(connection, ex);
            return 0;
        }
    }

    private void onBroken(final FixConnection connection, final IOException ex)
    {
        LOGGER.debug("the connection of a client broke", ex);
        if (FixConnection.State.CLOSED != connection.state())
        {
            closing.breakOff(connection, "the connection broke");
        }
    }

    // ------------------------------------------------ accepting ------------------------------------------------

    /** A few at a time: who has a session does not wait for all who come. */
    private void acceptSome(final ListeningSocket listener)
    {
        int left = ACCEPTS_PER_CYCLE;
        while (left > 0 && accept(listener))
        {
            left--;
        }
    }

    private boolean accept(final ListeningSocket listener)
    {
        SocketChannel channel = null;
        try
        {
            channel = listener.accept();
            if (null == channel)
            {
                return false;
            }
            if (!hasPlace(channel))
            {
                counters.onRefusedConnection();
                channel.close();
            }
            else
            {
                add(channel, listener);
            }
            return true;
        }
        catch (final IOException ex)
        {
            // The client was gone again, or no descriptor is free: the others must go on.
            counters.onRefusedConnection();
            CloseHelper.quietClose(channel);
            LOGGER.debug("a connection could not be accepted", ex);
            return false;
        }
    }

    private boolean hasPlace(final SocketChannel channel) throws IOException
    {
        if (connections.size() >= options.maxConnections() || withoutLogon >= options.maxWithoutLogon())
        {
            return false;
        }
        final InetAddress source = ((InetSocketAddress)channel.getRemoteAddress()).getAddress();
        int ofSource = 0;
        for (int i = 0; i < connections.size() && withoutLogon >= options.maxWithoutLogonPerSource(); i++)
        {
            final FixConnection connection = connections.get(i);
            ofSource += connection.isWithoutLogon() && connection.remote().getAddress().equals(source) ? 1 : 0;
        }
        return ofSource < options.maxWithoutLogonPerSource();
    }

    private void add(final SocketChannel channel, final ListeningSocket listener) throws IOException
    {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        final FixConnection connection = new FixConnection(
            listener.channel(channel),
            (InetSocketAddress)channel.getRemoteAddress(),
            nowNs,
            options.maxMessageLength(),
            options.maxUnsentBytes());
        connection.key(channel.register(selector, SelectionKey.OP_READ, connection));
        if (null != options.socketWatch())
        {
            options.socketWatch().addConnection(channel);
        }
        connections.add(connection);
        withoutLogon++;
        counters.onConnection();
    }

    /** Ends all sessions by Logout, as far as it can be said at once, and closes. */
    void close()
    {
        CloseHelper.quietCloseAll(listeners);
        try
        {
            CloseHelper.closeAll(connections.stream()
                .map((connection) -> (AutoCloseable)() -> end(connection))
                .toList());
        }
        finally
        {
            connections.clear();
            if (null != tlsTasks)
            {
                tlsTasks.shutdownNow();
            }
            CloseHelper.quietClose(tls);
            CloseHelper.quietClose(selector);
        }
    }

    private void end(final FixConnection connection)
    {
        final FixSessionImpl session = connection.session();
        try
        {
            if (FixConnection.State.ACTIVE == connection.state())
            {
                if (session.isLoggedOn())
                {
                    session.session().generateLogout();
                }
                closing.disconnect(session, "the gateway closes");
            }
            sayLastWords(connection);
        }
        finally
        {
            connection.close();
        }
    }

    private static void sayLastWords(final FixConnection connection)
    {
        try
        {
            if (FixConnection.State.CLOSED != connection.state())
            {
                connection.flush();
                // Bytes that nobody has read would make the system throw away what the client has not read.
                connection.drain();
            }
        }
        catch (final IOException ex)
        {
            LOGGER.debug("a client could not be told that the gateway closes", ex);
        }
    }
}
