// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.function.Consumer;

import org.agrona.CloseHelper;
import org.agrona.collections.ArrayListUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A small TCP server that is polled from a duty cycle: it has no thread and never blocks. Connections are limited in
 * all and per address, at once and per day, and those without a login give way to new ones; what a peer does wrong ends
 * its connection, is counted, and disturbs no other. The protocol is in a {@link TcpConnectionHandler} of each
 * connection.
 */
public final class TcpServer implements AutoCloseable
{
    /** Most bytes of {@link TcpConnectionHandlerFactory#refuse}. */
    public static final int MAX_REFUSAL_LENGTH = 1024;

    private static final Logger LOGGER = LoggerFactory.getLogger(TcpServer.class);
    private static final int ACCEPT_BACKLOG = 128;
    /** Refused peers that still hear why; more are closed without a word. */
    private static final int MAX_REFUSED = 16;

    private final TcpServerContext ctx;
    private final TcpServerCounters counters = new TcpServerCounters();
    private final ArrayList<TcpConnection> connections = new ArrayList<>();
    private final ArrayDeque<TcpBuffers> freeBuffers = new ArrayDeque<>();
    private final TcpAdmission admission;
    private final Consumer<SelectionKey> keyHandler = this::onKey;
    private final Selector selector;
    private final ServerSocketChannel listener;
    private final InetSocketAddress localAddress;
    private SelectionKey listenerKey;
    private long nowNs;
    private long lastPollNs;
    private int refusedCount;
    private int selectedCount;
    private boolean hasPolled;
    private boolean isClosed;

    /**
     * Binds; accepts from the first poll on.
     *
     * @param ctx options; concluded here.
     * @throws IllegalArgumentException when an option is wrong.
     * @throws UncheckedIOException when the address is taken.
     */
    public TcpServer(final TcpServerContext ctx)
    {
        ctx.conclude();
        this.ctx = ctx;
        admission = new TcpAdmission(ctx);
        Selector newSelector = null;
        ServerSocketChannel newListener = null;
        try
        {
            newSelector = Selector.open();
            newListener = ServerSocketChannel.open();
            newListener.configureBlocking(false);
            newListener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            newListener.bind(ctx.bindAddress(), ACCEPT_BACKLOG);
            localAddress = (InetSocketAddress)newListener.getLocalAddress();
            listenerKey = newListener.register(newSelector, SelectionKey.OP_ACCEPT);
        }
        catch (final IOException | RuntimeException ex)
        {
            CloseHelper.quietCloseAll(newListener, newSelector);
            throw new UncheckedIOException("A TCP server cannot listen, choose another address: name=" + ctx.name() +
                " bindAddress=" + ctx.bindAddress(), ex instanceof IOException io ? io : new IOException(ex));
        }
        selector = newSelector;
        listener = newListener;
    }

    /**
     * Where it listens.
     *
     * @return with the real port.
     */
    public InetSocketAddress localAddress()
    {
        return localAddress;
    }

    /**
     * What it has seen.
     *
     * @return counters, readable from any thread.
     */
    public TcpServerCounters counters()
    {
        return counters;
    }

    /**
     * One duty cycle: accepts, reads, lets the handlers work, and writes.
     *
     * @param nowNs nanoseconds since the Unix epoch.
     * @return work done, 0 if there was nothing to do.
     */
    public int poll(final long nowNs)
    {
        if (isClosed || (hasPolled && 0 <= nowNs - lastPollNs && nowNs - lastPollNs < ctx.pollIntervalNs()))
        {
            return 0;
        }
        hasPolled = true;
        lastPollNs = nowNs;
        this.nowNs = nowNs;
        selectedCount = 0;
        try
        {
            selector.selectNow(keyHandler);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("The selector of a TCP server failed: name=" + ctx.name(), ex);
        }
        int workCount = selectedCount;
        for (int i = connections.size() - 1; i >= 0; i--)
        {
            final TcpConnection connection = connections.get(i);
            workCount += connection.work(nowNs);
            if (connection.isClosed())
            {
                ArrayListUtil.fastUnorderedRemove(connections, i);
                forget(connection);
                workCount++;
            }
        }
        return workCount;
    }

    @Override
    public void close()
    {
        if (isClosed)
        {
            return;
        }
        isClosed = true;
        for (final TcpConnection connection : connections)
        {
            connection.end(TcpCloseReason.SERVER_CLOSED);
        }
        connections.clear();
        counters.openCounter().set(0);
        CloseHelper.quietCloseAll(listener, selector);
    }

    static void logFailure(final TcpServerContext ctx, final InetAddress address, final RuntimeException ex)
    {
        LOGGER.error("The protocol of a TCP server failed; the connection is closed: name={} address={}",
            ctx.name(), address.getHostAddress(), ex);
    }

    private void onKey(final SelectionKey key)
    {
        if (key == listenerKey)
        {
            acceptSome();
            return;
        }
        if (key.isValid() && key.isReadable())
        {
            selectedCount += ((TcpConnection)key.attachment()).onReadable(nowNs);
        }
    }

    private void acceptSome()
    {
        for (int i = 0; i < ctx.acceptsPerPoll(); i++)
        {
            SocketChannel channel = null;
            try
            {
                channel = listener.accept();
                if (null == channel)
                {
                    return;
                }
                selectedCount++;
                onAccepted(channel);
            }
            catch (final IOException | RuntimeException ex)
            {
                // The peer was gone again, or no descriptor is free: the others must go on.
                counters.acceptFailuresCounter().increment();
                CloseHelper.quietClose(channel);
                LOGGER.debug("a connection could not be accepted: name={}", ctx.name(), ex);
                return;
            }
        }
    }

    private void onAccepted(final SocketChannel channel) throws IOException
    {
        final InetAddress address = channel.socket().getInetAddress();
        if (null == address)
        {
            throw new IOException("the peer is gone");
        }
        TcpRefusal refusal = admission.check(address, nowNs);
        if (null != refusal && giveWay(refusal, address))
        {
            refusal = admission.check(address, nowNs);
        }
        if (null != refusal)
        {
            counters.refusedCounter(refusal).increment();
            refuse(channel, refusal, address);
            return;
        }
        final TcpConnection connection = newConnection(channel, false);
        admission.add(address);
        counters.acceptedCounter().increment();
        counters.openCounter().set(admission.count());
        connections.add(connection);
        try
        {
            connection.open(ctx.handlerFactory().newHandler(connection), register(channel, connection));
        }
        catch (final IOException | RuntimeException ex)
        {
            // Ended now, it leaves the list with the others at the end of this poll.
            connection.end(TcpCloseReason.HANDLER_FAILED);
            LOGGER.debug("a connection could not be opened: name={}", ctx.name(), ex);
        }
    }

    /**
     * Ends the oldest connection without a login to make place for a new one: of the same address if that has no
     * connection left, else of the address that has most.
     */
    private boolean giveWay(final TcpRefusal refusal, final InetAddress address)
    {
        TcpConnection oldest = null;
        for (final TcpConnection candidate : connections)
        {
            final boolean isFit = candidate.isAnonymous() && switch (refusal)
            {
                case TOO_MANY_OF_ADDRESS -> address.equals(candidate.address());
                case TOO_MANY_CONNECTIONS -> true;
                case TOO_MANY_TODAY -> false;
            };
            if (isFit && (null == oldest || isBefore(candidate, oldest)))
            {
                oldest = candidate;
            }
        }
        if (null == oldest)
        {
            return false;
        }
        oldest.end(TcpCloseReason.REPLACED);
        connections.remove(oldest);
        forget(oldest);
        return true;
    }

    private boolean isBefore(final TcpConnection candidate, final TcpConnection other)
    {
        final int more = admission.open(candidate.address()) - admission.open(other.address());
        return 0 < more || 0 == more && candidate.openedNs() < other.openedNs();
    }

    private void refuse(final SocketChannel channel, final TcpRefusal refusal, final InetAddress address)
        throws IOException
    {
        if (refusedCount >= MAX_REFUSED)
        {
            channel.close();
            return;
        }
        final TcpConnection connection = newConnection(channel, true);
        final int offset = connection.reserve(MAX_REFUSAL_LENGTH);
        final int length = ctx.handlerFactory().refuse(
            refusal, admission.facts(refusal, address), connection.sendBuffer(), offset, nowNs);
        if (0 == length)
        {
            freeBuffers.addFirst(connection.buffers());
            channel.close();
            return;
        }
        connection.commit(length);
        connection.closeAfterFlush();
        connection.key(register(channel, connection));
        connections.add(connection);
        refusedCount++;
    }

    private TcpConnection newConnection(final SocketChannel channel, final boolean isRefused) throws IOException
    {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        if (0 < ctx.socketSendBufferLength())
        {
            channel.setOption(StandardSocketOptions.SO_SNDBUF, ctx.socketSendBufferLength());
        }
        final TcpBuffers pooled = freeBuffers.pollFirst();
        final TcpBuffers buffers =
            null == pooled ? new TcpBuffers(ctx.receiveBufferLength(), ctx.sendQueueLength()) : pooled;
        buffers.clear();
        return new TcpConnection(ctx, counters, channel, buffers, nowNs, isRefused);
    }

    private SelectionKey register(final SocketChannel channel, final TcpConnection connection) throws IOException
    {
        return channel.register(selector, SelectionKey.OP_READ, connection);
    }

    private void forget(final TcpConnection connection)
    {
        freeBuffers.addFirst(connection.buffers());
        if (connection.isRefused())
        {
            refusedCount--;
            return;
        }
        admission.remove(connection.address());
        counters.openCounter().set(admission.count());
    }
}
