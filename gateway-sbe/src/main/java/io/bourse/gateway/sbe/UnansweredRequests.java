// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.partitions.UnansweredCommands;
import org.agrona.concurrent.NanoClock;

/**
 * Tells clients which of their requests a lost partition has not executed, and lets sessions end that would wait for
 * it. Nothing of it is numbered.
 */
final class UnansweredRequests implements UnansweredCommands
{
    private final LoginTable logins;
    private final AnswerQueue answers;
    private final SessionPublisher publisher;
    private final NanoClock nanoClock;

    UnansweredRequests(
        final LoginTable logins, final AnswerQueue answers, final SessionPublisher publisher, final NanoClock nanoClock)
    {
        this.logins = logins;
        this.answers = answers;
        this.publisher = publisher;
        this.nanoClock = nanoClock;
    }

    @Override
    public void onNotExecuted(final int loginId, final long clOrdId, final long decidedUpTo)
    {
        final Login login = logins.get(loginId);
        login.clOrdIds.onDecided(decidedUpTo);
        login.clOrdIds.onResolved(clOrdId);
        final TwimeConnection connection = login.connection();
        if (null != connection && TwimeConnection.State.ESTABLISHED == connection.state())
        {
            publisher.systemIsUnavailable(connection, clOrdId, nanoClock.nanoTime());
        }
    }

    @Override
    public void onLost(final int loginId, final long clOrdId)
    {
        logins.get(loginId).clOrdIds.onLost(clOrdId);
    }

    @Override
    public void onResolved(final int loginId, final long clOrdId)
    {
        logins.get(loginId).clOrdIds.onResolved(clOrdId);
    }

    @Override
    public void onNotAwaited(final int loginId, final long decidedUpTo)
    {
        final Login login = logins.get(loginId);
        if (null != login)
        {
            login.clOrdIds.onDecided(decidedUpTo);
            if (login.isEndReached(decidedUpTo))
            {
                answers.beginGroup();
                answers.endSession(login);
                answers.endGroup(0, nanoClock.nanoTime());
            }
        }
    }
}
