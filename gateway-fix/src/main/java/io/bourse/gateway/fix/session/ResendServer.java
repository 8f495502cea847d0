// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.engine.net.OutputBuffer;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.fix.session.store.FrameEncoder;
import io.bourse.gateway.fix.session.store.LogCursor;
import io.bourse.gateway.fix.session.store.MessageLog;
import org.agrona.concurrent.EpochNanoClock;

/**
 * Sends again what clients asked for, a bounded chunk at a time and only while the client reads: stored messages with
 * PossDupFlag and their original sending time, everything else as a gap. After that, and under new numbers with
 * PossResend, reports that another process may have sent.
 */
final class ResendServer
{
    private static final int CHUNK_MESSAGES = 256;
    private static final int MAX_CHUNK_BYTES = 256 * 1024;
    /** Of what may be unsent, so that a chunk and its last message never make a slow client of one that reads. */
    private static final int CHUNK_SHARE = 4;
    private static final int LOW_WATER_SHARE = 4;

    private final LogCursor cursor = new LogCursor();
    private final FrameEncoder encoder;
    private final CounterSet<FixCounter> counters;
    private final EpochNanoClock clock;
    private final int chunkBytes;
    private byte[] body = new byte[4096];

    ResendServer(
        final FrameEncoder encoder,
        final CounterSet<FixCounter> counters,
        final EpochNanoClock clock,
        final int maxUnsentBytes)
    {
        chunkBytes = Math.min(MAX_CHUNK_BYTES, maxUnsentBytes / CHUNK_SHARE);
        this.encoder = encoder;
        this.counters = counters;
        this.clock = clock;
    }

    /** Goes on with what a session's client asked for; messages and gaps sent. */
    int serve(final FixSessionImpl session)
    {
        final ResendQueue queue = session.resends;
        final FixConnection connection = session.connection;
        if (null == connection || connection.unsent() > chunkBytes / LOW_WATER_SHARE)
        {
            return 0;
        }
        if (queue.isEmpty())
        {
            return session.store.isBehind() ? sendAside(session, connection) : 0;
        }
        final MessageLog log = session.store.log();
        final long timeNs = clock.nanoTime();
        int sent = 0;
        boolean hasMessage = session.store.seek(cursor, queue.begin());
        while (!queue.isEmpty() && sent < CHUNK_MESSAGES && connection.unsent() < chunkBytes &&
            session.mayWrite(queue.end() - 1))
        {
            final int begin = queue.begin();
            final int end = queue.end();
            final int reached;
            if (hasMessage && begin == cursor.number)
            {
                reached = begin + 1;
                sendAgain(session, connection, timeNs);
                hasMessage = log.next(cursor);
            }
            else
            {
                reached = hasMessage ? Math.min(cursor.number, end) : end;
                fillGap(session, connection, begin, reached, timeNs);
            }
            sent++;
            queue.sentBefore(reached);
            if (!queue.isEmpty() && queue.begin() != reached)
            {
                hasMessage = session.store.seek(cursor, queue.begin());
            }
        }
        if (queue.isEmpty())
        {
            log.closeReading();
        }
        return sent;
    }

    private int sendAside(final FixSessionImpl session, final FixConnection connection)
    {
        int sent = 0;
        while (sent < CHUNK_MESSAGES && connection.unsent() < chunkBytes && session.isLoggedOn() &&
            session.mayWrite(session.store.nextSender()) && session.store.nextAside(cursor))
        {
            final int length = cursor.bodyLength();
            readBody(length);
            session.store(
                cursor.msgType() | FrameEncoder.POSS_RESEND, body, length, cursor.position(), cursor.k());
            counters.increment(FixCounter.RESENT_MESSAGES, FixSession.classOf(session));
            sent++;
        }
        return sent;
    }

    private void readBody(final int length)
    {
        if (length > body.length)
        {
            body = new byte[Math.max(length, 2 * body.length)];
        }
        cursor.getBody(body);
    }

    private void sendAgain(final FixSessionImpl session, final FixConnection connection, final long timeNs)
    {
        final int length = cursor.bodyLength();
        readBody(length);
        final int offset = connection.reserve(session.overhead() + length);
        if (OutputBuffer.FULL != offset)
        {
            connection.output().commit(encoder.repeated(
                connection.output().array(), offset, session.compIds, cursor, timeNs, body));
            counters.increment(FixCounter.RESENT_MESSAGES, FixSession.classOf(session));
        }
    }

    private void fillGap(
        final FixSessionImpl session,
        final FixConnection connection,
        final int begin,
        final int next,
        final long timeNs)
    {
        final int offset = connection.reserve(session.overhead());
        if (OutputBuffer.FULL != offset)
        {
            connection.output().commit(encoder.gapFill(
                connection.output().array(), offset, session.compIds, begin, next, timeNs));
        }
    }
}
