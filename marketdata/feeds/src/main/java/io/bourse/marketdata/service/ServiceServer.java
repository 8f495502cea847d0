// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.service;

import io.bourse.engine.net.AcceptedSocket;
import io.bourse.engine.net.TcpRefusal;
import io.bourse.engine.net.TcpServer;
import io.bourse.engine.net.TcpServerOptions;
import io.bourse.engine.net.TcpServerOptionsBuilder;
import io.bourse.engine.telemetry.CountersFile;
import io.bourse.engine.telemetry.SecurityEvent;
import io.bourse.engine.telemetry.SecuritySink;
import org.agrona.MutableDirectBuffer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The TCP server of a market data service, polled from the duty cycle of the feed that it serves.
 */
public final class ServiceServer extends TcpServer<ServiceConnection> implements AutoCloseable
{
    /** Usual time between two looks at the sockets: a look is a system call, and the duty cycle has more to do. */
    public static final long POLL_INTERVAL_NS = TimeUnit.MICROSECONDS.toNanos(100);

    /** Last words of a service to a peer that is not let in. */
    @FunctionalInterface
    public interface Refusals
    {
        /** Closes without a word. */
        Refusals SILENT = (refusal, facts, buffer, offset, nowNs) -> 0;

        /**
         * Writes them.
         *
         * @param refusal which limit was reached.
         * @param facts limit and value as key=value.
         * @param buffer to write to.
         * @param offset to write at.
         * @param nowNs time of the poll.
         * @return length written, at most {@link TcpServer#MAX_REFUSAL_LENGTH}; 0 to close without a word.
         */
        int refuse(TcpRefusal refusal, String facts, MutableDirectBuffer buffer, int offset, long nowNs);
    }

    private final ServiceCounters counters;
    private final Consumer<SelectionKey> keyHandler = this::onKey;
    private final Function<AcceptedSocket, ServiceConnection> protocol;
    private final Refusals refusals;
    private final String name;
    private final SecuritySink log;
    private final long pollIntervalNs;
    private long nowNs;
    private long lastPollNs;
    private boolean hasPolled;
    private boolean isStandingBy;
    private boolean isClosed;

    /**
     * Binds; accepts from the first poll on.
     *
     * @param name of the service, for logs and errors.
     * @param options see {@link #options()}.
     * @param bindAddress to listen on; port 0 takes a free one.
     * @param pollIntervalNs least time between two looks at the sockets, nanoseconds; polls in between do nothing.
     * @param protocol makes each connection.
     * @param refusals last words to peers that are not let in.
     * @param log of who was not let in, and who was put out.
     * @throws IllegalArgumentException when an option is wrong.
     * @throws UncheckedIOException when the address is taken.
     */
    public ServiceServer(
        final String name,
        final TcpServerOptionsBuilder options,
        final InetSocketAddress bindAddress,
        final long pollIntervalNs,
        final Function<AcceptedSocket, ServiceConnection> protocol,
        final Refusals refusals,
        final SecuritySink log)
    {
        super(options.name(name).build());
        this.name = name;
        this.log = log;
        this.pollIntervalNs = pollIntervalNs;
        counters = CountersFile.labelled("service=" + name, ServiceCounters::new);
        this.protocol = protocol;
        this.refusals = refusals;
        try
        {
            bind(bindAddress, null);
            startAccepting();
        }
        catch (final IOException | RuntimeException ex)
        {
            closeAll();
            throw new UncheckedIOException("A TCP server cannot listen, choose another address: name=" + name +
                " bindAddress=" + bindAddress, ex instanceof IOException io ? io : new IOException(ex));
        }
    }

    /**
     * Options of a service unless it says something else: clients that have not logged in give way to new ones, and
     * silent ones are closed after 5 s.
     *
     * @return new options.
     */
    public static TcpServerOptionsBuilder options()
    {
        return TcpServerOptions.builder()
            .isOutstandingReplaced(true)
            .inactivityTimeoutNs(TimeUnit.SECONDS.toNanos(5));
    }

    /**
     * Where it listens.
     *
     * @return with the real port.
     */
    public InetSocketAddress localAddress()
    {
        return localAddress(null, false);
    }

    /**
     * What it has seen.
     *
     * @return counters, readable from any thread.
     */
    public ServiceCounters counters()
    {
        return counters;
    }

    /**
     * One duty cycle: accepts, reads, lets the connections work, and writes.
     *
     * @param timeNs nanoseconds since the Unix epoch.
     * @return work done, 0 if there was nothing to do.
     */
    public int poll(final long timeNs)
    {
        if (isClosed || hasPolled && 0 <= timeNs - lastPollNs && timeNs - lastPollNs < pollIntervalNs)
        {
            return 0;
        }
        hasPolled = true;
        lastPollNs = timeNs;
        nowNs = timeNs;
        int workCount = select(keyHandler, timeNs);
        for (int i = size() - 1; i >= 0; i--)
        {
            final ServiceConnection connection = connection(i);
            workCount += connection.work(timeNs) + (endTurn(i, connection) ? 1 : 0);
        }
        return workCount;
    }

    /**
     * One duty cycle while another process serves: no client is let in.
     *
     * @param timeNs nanoseconds since the Unix epoch.
     * @return work done, 0 if there was nothing to do.
     */
    public int standBy(final long timeNs)
    {
        isStandingBy = true;
        final int workCount = poll(timeNs);
        isStandingBy = false;
        return workCount;
    }

    @Override
    public void close()
    {
        if (!isClosed)
        {
            isClosed = true;
            closeAll();
            counters.connections().set(ServiceCounter.OPEN, 0);
        }
    }

    @Override
    protected ServiceConnection newConnection(final AcceptedSocket accepted)
    {
        final ServiceConnection connection = protocol.apply(accepted);
        connection.counters(counters);
        connection.log(this::log);
        return connection;
    }

    @Override
    protected boolean isStandingBy()
    {
        return isStandingBy;
    }

    @Override
    protected int refuse(
        final TcpRefusal refusal,
        final String facts,
        final MutableDirectBuffer buffer,
        final int offset,
        final long timeNs)
    {
        return refusals.refuse(refusal, facts, buffer, offset, timeNs);
    }

    @Override
    protected void onAccepted()
    {
        counters.connections().increment(ServiceCounter.ACCEPTED);
    }

    @Override
    protected void onRefused(final TcpRefusal refusal, final InetAddress source)
    {
        if (null == refusal)
        {
            counters.connections().increment(ServiceCounter.ACCEPT_FAILURES);
        }
        else
        {
            counters.refused().increment(refusal);
            log(SecurityEvent.Type.CONNECTION_REFUSED, null, source, refusal.reason());
        }
    }

    @Override
    protected void onCount()
    {
        counters.connections().set(ServiceCounter.OPEN, openCount());
    }

    private void log(
        final SecurityEvent.Type type, final String login, final InetAddress source, final String reason)
    {
        log.write(SecurityEvent.of(type, name, login, source, reason));
    }

    private void onKey(final SelectionKey key)
    {
        final ServiceConnection connection = readable(key);
        if (null != connection)
        {
            final long before = connection.receivedBytes();
            connection.read(nowNs);
            counters.connections().add(ServiceCounter.BYTES_RECEIVED, connection.receivedBytes() - before);
        }
    }
}
