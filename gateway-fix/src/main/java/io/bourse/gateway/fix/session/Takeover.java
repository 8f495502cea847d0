// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;

/**
 * Decides about a Logon, accepted otherwise, whose session has a connection. That may be dead and not know it, and the
 * client would wait for its heartbeats to fail: if both come from one address, the old one is asked by a TestRequest,
 * and a connection on which nothing comes within the time of an answer, while it is read, is given up.
 */
final class Takeover
{
    /** What becomes of the new connection. */
    enum Verdict
    {
        /** Asked again in the next duty cycle. */
        WAIT,
        /** The old connection is dead. */
        TAKE,
        /** The old connection is alive, or not of the same client. */
        REFUSE
    }

    /**
     * A question to a connection.
     *
     * @param connection that was asked.
     * @param receivedBytes what had come on it by then.
     * @param askedNs when.
     */
    record Question(FixConnection connection, long receivedBytes, long askedNs)
    {
        private boolean isAnswered()
        {
            return connection.receivedBytes() != receivedBytes;
        }
    }

    /** How long the old connection may take for an answer. */
    static final long ANSWER_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long QUESTION_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    private static final String TEST_REQ_ID = "another Logon of this session";

    private final NanoClock clock;

    Takeover(final NanoClock clock)
    {
        this.clock = clock;
    }

    /** Whether the one may take the place of the other at all. */
    static boolean isOfOneSource(final FixConnection connection, final FixConnection old)
    {
        return connection.address().equals(old.address());
    }

    /** What becomes of a connection whose session has another one. */
    Verdict judge(final FixConnection connection, final FixSessionImpl session)
    {
        final FixConnection old = session.connection;
        final Question mine = connection.question;
        final long nowNs = clock.nanoTime();
        if (null == mine)
        {
            return isOfOneSource(connection, old) ? ask(connection, session, nowNs) : Verdict.REFUSE;
        }
        if (mine.connection() != old || mine.isAnswered())
        {
            return Verdict.REFUSE;
        }
        return nowNs - old.pause.heardSinceNs(mine.askedNs()) > ANSWER_NS ? Verdict.TAKE : Verdict.WAIT;
    }

    /** One question at a time, and one in a second: a client that logs on again and again costs its session little. */
    private static Verdict ask(final FixConnection connection, final FixSessionImpl session, final long nowNs)
    {
        final FixConnection old = session.connection;
        final Question last = old.question;
        final boolean wasAsked = null != last && last.connection() == old;
        if (!wasAsked || last.isAnswered())
        {
            if (wasAsked && nowNs - last.askedNs() < QUESTION_INTERVAL_NS)
            {
                return Verdict.REFUSE;
            }
            old.question = new Question(old, old.receivedBytes(), nowNs);
            if (!session.isLogoutSent())
            {
                session.session.generateTestRequest(TEST_REQ_ID);
            }
        }
        connection.question = new Question(old, old.receivedBytes(), nowNs);
        return Verdict.WAIT;
    }
}
