// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.EventGroup;
import io.bourse.engine.client.EventListener;
import io.bourse.engine.protocol.AccountDefinedDecoder;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

import java.util.concurrent.TimeUnit;

/**
 * Finds out from the event stream which number the next register gets, and whether one register is there already: a
 * load that failed is repeated with the same numbers.
 */
final class AccountCensus implements EventListener
{
    private static final int FRAME_LIMIT = 1_000;
    private static final long SILENCE_LIMIT_NS = TimeUnit.SECONDS.toNanos(30);

    private final long soughtCode;
    private int count;
    private int soughtId = -1;

    private AccountCensus(final long soughtCode)
    {
        this.soughtCode = soughtCode;
    }

    /**
     * Where a file of registers begins.
     *
     * @param client of the engine.
     * @param firstCode packed code of the first register of the file.
     * @return number of that register if it is there, else the next free one.
     */
    static int firstAccountId(final EngineClient client, final long firstCode)
    {
        final AccountCensus census = new AccountCensus(firstCode);
        final long end = client.endCursor();
        final IdleStrategy idle = new BackoffIdleStrategy();
        long deadlineNs = System.nanoTime() + SILENCE_LIMIT_NS;
        try (EventFollower follower = client.follow(EngineClient.FROM_START, census))
        {
            while (follower.cursor() < end)
            {
                final int work = follower.poll(FRAME_LIMIT);
                if (work > 0)
                {
                    deadlineNs = System.nanoTime() + SILENCE_LIMIT_NS;
                }
                else if (System.nanoTime() > deadlineNs)
                {
                    throw new IllegalStateException("the event stream went silent: cursor=" + follower.cursor() +
                        " end=" + end + " silenceLimitNs=" + SILENCE_LIMIT_NS);
                }
                idle.idle(work);
            }
        }
        return census.soughtId >= 0 ? census.soughtId : census.count;
    }

    @Override
    public void onAccountDefined(final EventGroup group, final AccountDefinedDecoder event)
    {
        count = Math.max(count, event.accountId() + 1);
        if (soughtCode == event.accountCode())
        {
            soughtId = event.accountId();
        }
    }
}
