// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.engine.client.PublishedWatermark;
import io.bourse.engine.telemetry.AnswerRecorder;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.StampKind;
import io.bourse.engine.telemetry.TimestampLog;
import io.bourse.gateway.fix.admission.AccessRules;
import io.bourse.gateway.fix.session.store.FrameEncoder;
import io.bourse.gateway.fix.session.store.HandedMark;
import org.agrona.CloseHelper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Everything between the sockets and the handler of the messages: connections, sessions, their stores, and the reports
 * on their way out. Belongs to the gateway's thread, which calls {@link #poll} and {@link #drain} in its duty cycle.
 */
public final class FixTransport implements AutoCloseable
{
    private final CounterSet<FixCounter> counters =
        new CounterSet<>(FixCounter.class, FixSessionOptions.CLASSES);
    private final HandedMark mark;
    private final AnswerRecorder recorder;
    private final QuickFixApplication application;
    private final FixSessions sessions;
    private final SessionAdapter adapter;
    private final TransactionOutbox outbox;
    private final FixServer server;
    private final SessionHours hours;
    private final LogonCheck logonCheck;

    /**
     * Opens the stores' directory; it does not listen yet.
     *
     * @param options of the gateway.
     * @param logonCheck asked for every Logon; closed with the transport.
     * @param watermark how far market data is public.
     * @param partition of the event stream that time stamps are of.
     * @throws UncheckedIOException when the directory cannot be created.
     * @throws IllegalStateException when another gateway works with the directory.
     */
    public FixTransport(
        final FixGatewayOptions options,
        final LogonCheck logonCheck,
        final PublishedWatermark watermark,
        final int partition)
    {
        createDirectory(options.storeDirectory());
        mark = new HandedMark(options.storeDirectory());
        hours = new SessionHours(options.epochClock());
        this.logonCheck = logonCheck;
        boolean isMade = false;
        AnswerRecorder opened = null;
        try
        {
            opened = recorder(options, partition);
            application = new QuickFixApplication(
                counters, options.minHeartbeatSeconds(), options.maxHeartbeatSeconds());
            sessions = new FixSessions(options, counters, application);
            final FrameEncoder encoder = sessions.encoder();
            final Closing closing =
                new Closing(sessions, application, counters, options.epochClock(), options.securityLog());
            adapter = new SessionAdapter(sessions, application, counters, options, logonCheck, closing);
            outbox = new TransactionOutbox(
                sessions, watermark, mark, counters, opened, options.nanoClock(), options.publicFirstTimeoutNs());
            server = new FixServer(
                options.server(),
                adapter,
                sessions,
                new ResendServer(encoder, counters, options.epochClock(), options.server().sendQueueLength()),
                closing,
                counters,
                opened,
                options.securityLog());
            isMade = true;
        }
        finally
        {
            if (!isMade)
            {
                CloseHelper.closeAll(opened, mark);
            }
        }
        recorder = opened;
    }

    private AnswerRecorder recorder(final FixGatewayOptions options, final int partition)
    {
        final TimestampLog log = null == options.timestamps() ? null : new TimestampLog(options.timestamps(),
            StampKind.ANSWERS, "fix-" + options.gatewayId(), options.gatewayId(), partition);
        return new AnswerRecorder(log, options.epochClock(), (recorded, lost) ->
        {
            counters.set(FixCounter.TIMESTAMPS_RECORDED, recorded);
            counters.set(FixCounter.TIMESTAMPS_LOST, lost);
        });
    }

    private static void createDirectory(final Path directory)
    {
        try
        {
            Files.createDirectories(directory);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("store directory cannot be created: storeDirectory=" + directory, ex);
        }
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
        return application.sessionTimes;
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
     * Puts other rules of access in force. Sessions that they do not allow end at once.
     *
     * @param rules by the name of a session.
     */
    public void access(final Function<String, AccessRules> rules)
    {
        sessions.access(rules);
        for (final FixSessionImpl session : sessions.inOrder())
        {
            final String reason =
                null == session.connection ? null : sessions.reasonToEnd(session, session.connection);
            if (null != reason)
            {
                adapter.end(session, reason);
            }
        }
    }

    /**
     * Ends a session, which may log on again.
     *
     * @param loginId of the session; one that is not served is passed over.
     * @param isReset whether its message numbers begin with 1 again.
     * @param position of the command that wants it in the journal.
     */
    public void end(final int loginId, final boolean isReset, final long position)
    {
        final FixSessionImpl session = sessions.find(loginId);
        if (null == session)
        {
            return;
        }
        if (null != session.connection)
        {
            adapter.end(session, "the venue has ended this session");
        }
        if (isReset)
        {
            session.resetNumbersWithoutConnection(position);
        }
    }

    /**
     * Lets message numbers begin with 1 again, if that was wanted while no gateway ran. Before {@link #listen}.
     *
     * @param loginId of the session; one that is not served is passed over.
     * @param position of the command that wants it in the journal.
     * @param timeNs of the command.
     */
    public void resetMissed(final int loginId, final long position, final long timeNs)
    {
        final FixSessionImpl session = sessions.find(loginId);
        if (null != session)
        {
            session.resetMissed(position, TimeUnit.NANOSECONDS.toMillis(timeNs));
        }
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
     * A gateway process has the sessions from here on in the event stream, before this one.
     *
     * @param epoch of its start.
     */
    public void owner(final long epoch)
    {
        mark.owner(epoch);
    }

    /**
     * Whether another gateway process, with other stores, has the sessions and has marked none of their numbers.
     *
     * @return true when it is not known behind which numbers this process could go on.
     */
    public boolean isUnmarked()
    {
        return mark.isOfOthers() && !sessions.inOrder().isEmpty() &&
            sessions.inOrder().stream().noneMatch((session) -> session.store.isMarked());
    }

    /**
     * The event stream has been replayed up to the gateway's own barrier: the sessions are those of this process, and
     * reports wait for market data from now on.
     *
     * @param commandPosition of the barrier.
     * @param epoch of this start, whose numbers are written as far as they are marked; 0: none is marked.
     * @throws IllegalStateException when the stores know of later transactions: they belong to another journal.
     */
    public void caughtUp(final long commandPosition, final long epoch)
    {
        final long stored = Math.max(outbox.startPosition, sessions.lastPosition());
        if (commandPosition <= stored)
        {
            throw new IllegalStateException("the session stores belong to another journal, give this venue a " +
                "store directory of its own: handedPosition=" + stored + " journalPosition=" + commandPosition);
        }
        outbox.flush();
        sessions.settle(mark.isOfOthers(), 0 != epoch);
        if (0 != epoch)
        {
            mark.own(epoch);
        }
        outbox.caughtUp();
    }

    /**
     * Lets a client know, or no more, that its session is with another gateway process.
     *
     * @param isNow whether this process is a standby.
     */
    public void standby(final boolean isNow)
    {
        if (isNow)
        {
            mark.standBy();
        }
        counters.set(FixCounter.STANDBY, isNow ? 1 : 0);
        adapter.standby(isNow);
    }

    /**
     * What is to be known of the numbers of a session before more of them are used.
     *
     * @param loginId of the session, which is known.
     * @param isClaim whether they are wanted in any case.
     * @return mark for the event stream; 0 when none is due.
     */
    public long markDue(final int loginId, final boolean isClaim)
    {
        final FixSessionImpl session = sessions.find(loginId);
        return isClaim || session.isMarkDue() ? session.mark() : 0;
    }

    /**
     * A mark is on its way to the engine.
     *
     * @param loginId of its session.
     * @param mark from {@link #markDue}.
     */
    public void marked(final int loginId, final long mark)
    {
        sessions.find(loginId).onMarkSent(mark);
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
        CloseHelper.closeAll(server::close, recorder, logonCheck, sessions, mark);
    }
}
