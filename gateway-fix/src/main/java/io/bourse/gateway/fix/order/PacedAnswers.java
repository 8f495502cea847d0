// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import org.agrona.concurrent.NanoClock;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * Answers of many messages, sent in parts; a session has one of them.
 */
final class PacedAnswers
{
    /** Messages of a part, and how long until the next: they wait with the reports before they count as unsent. */
    static final int MESSAGES_AT_A_TIME = 64;
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long MAX_UNSENT_BYTES = 256 * 1024;

    private final ArrayDeque<Answer> answers = new ArrayDeque<>();
    private final NanoClock clock;
    private long lastNs;

    /** The rest of the answer to one session. */
    abstract static class Answer
    {
        final FixLogin login;

        Answer(final FixLogin login)
        {
            this.login = login;
        }

        /** Sends a part; counts what was done. */
        abstract int goOn();

        abstract boolean isDone();

        final boolean isRead()
        {
            return login.session.isLoggedOn() && login.session.unsentBytes() < MAX_UNSENT_BYTES;
        }
    }

    PacedAnswers(final NanoClock clock)
    {
        this.clock = clock;
        lastNs = clock.nanoTime() - PAUSE_NS;
    }

    void begin(final Answer answer)
    {
        answers.addLast(answer);
    }

    /** Whether an answer to a session is in progress. */
    boolean isAtWork(final FixLogin login)
    {
        for (final Answer answer : answers)
        {
            if (login == answer.login)
            {
                return true;
            }
        }
        return false;
    }

    boolean isIdle()
    {
        return answers.isEmpty();
    }

    int doWork()
    {
        final long nowNs = answers.isEmpty() ? lastNs : clock.nanoTime();
        if (nowNs - lastNs < PAUSE_NS)
        {
            return 0;
        }
        lastNs = nowNs;
        int work = 0;
        for (int i = answers.size(); i > 0; i--)
        {
            final Answer answer = answers.removeFirst();
            work += answer.goOn();
            // A session that has ended does not wait for the rest; its client may ask again.
            if (!answer.isDone() && answer.login.session.isLoggedOn())
            {
                answers.addLast(answer);
            }
        }
        return work;
    }
}
