// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.engine.client.PublishedWatermark;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.fix.session.store.FrameEncoder;
import io.bourse.gateway.fix.session.store.HandedMark;
import org.agrona.CloseHelper;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/**
 * Everything between the sockets and the handler of the messages: connections, sessions, their stores, and the reports
 * on their way out. Belongs to the gateway's thread, which calls {@link #poll} and {@link #drain} in its duty cycle.
 */
public final class FixTransport implements AutoCloseable
{
    private final CounterSet<FixCounter> counters = new CounterSet<>(FixCounter.class);
    private final HandedMark mark;
    private final QuickFixApplication application;
    private final FixSessions sessions;
    private final SessionAdapter adapter;
    private final TransactionOutbox outbox;
    private final FixServer server;
    private final SessionHours hours;
    private final LogonCheck logonCheck;

    /**
     * Opens the stores' directory; nobody can connect yet.
     *
     * @param options limits and choices, concluded.
     * @param settings what the gateway says.
     * @throws IllegalStateException when another gateway works with the directory.
     */
    public FixTransport(final TransportOptions options, final Settings settings)
    {
        mark = new HandedMark(settings.storeDirectory());
        hours = new SessionHours(settings.epochClock());
        logonCheck = options.logonCheck();
        boolean isMade = false;
        try
        {
            application = new QuickFixApplication(
                counters, settings.minHeartbeatSeconds(), settings.maxHeartbeatSeconds());
            sessions = new FixSessions(
                settings.compId(),
                settings.storeDirectory(),
                options.sessionOptions(),
                counters,
                application,
                settings.epochClock());
            final FrameEncoder encoder = sessions.encoder();
            final Closing closing =
                new Closing(encoder, application, counters, settings.epochClock());
            adapter = new SessionAdapter(
                sessions, application, counters, options, closing, settings.epochClock(), settings.nanoClock());
            outbox = new TransactionOutbox(
                sessions, settings.watermark(), mark, counters, settings.nanoClock(), settings.publicFirstTimeoutNs());
            server = new FixServer(
                options,
                adapter,
                new ResendServer(encoder, counters, settings.epochClock(), options.maxUnsentBytes()),
                closing,
                counters,
                settings.logonTimeoutNs());
            isMade = true;
        }
        finally
        {
            if (!isMade)
            {
                mark.close();
            }
        }
    }

    /**
     * What the gateway says to its transport.
     *
     * @param compId our CompID.
     * @param storeDirectory of all sessions; exists.
     * @param minHeartbeatSeconds smallest HeartBtInt.
     * @param maxHeartbeatSeconds largest HeartBtInt.
     * @param logonTimeoutNs how long a connection may stay without sending a Logon.
     * @param publicFirstTimeoutNs longest wait of a report for the market data of its transaction.
     * @param watermark how far market data is public.
     * @param epochClock wall clock.
     * @param nanoClock clock of bounded waits.
     */
    public record Settings(
        String compId,
        Path storeDirectory,
        int minHeartbeatSeconds,
        int maxHeartbeatSeconds,
        long logonTimeoutNs,
        long publicFirstTimeoutNs,
        PublishedWatermark watermark,
        EpochNanoClock epochClock,
        NanoClock nanoClock)
    {
    }

    /**
     * What was counted so far.
     *
     * @return live counters.
     */
    public CounterSet<FixCounter> counters()
    {
        return counters;
    }

    /**
     * The share of QuickFIX/J in the way of a message.
     *
     * @return live sums.
     */
    public SessionTimes sessionTimes()
    {
        return application.sessionTimes();
    }

    /**
     * The sessions; the event side defines them.
     *
     * @return registry.
     */
    public FixSessions sessions()
    {
        return sessions;
    }

    /**
     * Where the event side puts its reports.
     *
     * @return outbox.
     */
    public Outbox outbox()
    {
        return outbox;
    }

    /**
     * Who gets the messages of the clients.
     *
     * @param handler set before {@link #listen}.
     */
    public void handler(final FixMessageHandler handler)
    {
        adapter.handler(handler);
    }

    /**
     * The event stream has been replayed up to the gateway's own barrier: reports wait for market data from now on.
     *
     * @param commandPosition of the barrier.
     * @throws IllegalStateException when the stores know of later transactions: they belong to another journal.
     */
    public void caughtUp(final long commandPosition)
    {
        final long stored = Math.max(outbox.startPosition(), sessions.lastPosition());
        if (commandPosition <= stored)
        {
            throw new IllegalStateException("the session stores belong to another journal, give this venue a " +
                "store directory of its own: handedPosition=" + stored + " journalPosition=" + commandPosition);
        }
        outbox.caughtUp();
    }

    /**
     * Clients can connect from now on.
     *
     * @param address to listen at.
     * @throws IOException when it cannot be bound.
     */
    public void listen(final InetSocketAddress address) throws IOException
    {
        server.listen(address);
    }

    /**
     * Where it listens.
     *
     * @param isTls the port under TLS.
     * @return address with the port in use; null before {@link #listen} or when there is no such port.
     */
    public InetSocketAddress localAddress(final boolean isTls)
    {
        return server.localAddress(null, isTls);
    }

    /**
     * Accepts connections and hands what clients send to the handler.
     *
     * @param nowNs of the nano clock.
     * @return work done.
     */
    public int poll(final long nowNs)
    {
        return server.poll(nowNs);
    }

    /**
     * Sends reports that may leave, applies what time brings to the sessions, and writes.
     *
     * @param nowNs of the nano clock.
     * @return work done.
     */
    public int drain(final long nowNs)
    {
        return outbox.drain(nowNs) + hours.poll(sessions.inOrder(), nowNs) + server.onTimeAndFlush(nowNs);
    }

    /**
     * Whether so many reports wait that the event stream should not be followed for now.
     *
     * @return true then.
     */
    public boolean isFull()
    {
        return outbox.isFull();
    }

    /** Sends all reports, ends the sessions by Logout, and closes the connections; the stores stay open. */
    public void disconnect()
    {
        try
        {
            outbox.flush();
        }
        finally
        {
            server.close();
        }
    }

    /** Closes connections and stores. */
    @Override
    public void close()
    {
        CloseHelper.closeAll(server::close, logonCheck, sessions, mark);
    }
}
