// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.protocol.EventListener;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

import java.util.concurrent.TimeUnit;

/**
 * Reads an event stream from its beginning to a cursor.
 */
final class StreamReader
{
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final int FRAME_LIMIT = 256;

    private StreamReader()
    {
    }

    /**
     * Reads.
     *
     * @param client of the engine.
     * @param untilCursor end of a transaction.
     * @param listener of the events.
     * @throws DrillException when the stream does not come.
     */
    static void read(final EngineClient client, final long untilCursor, final EventListener listener)
    {
        long deadlineNs = System.nanoTime() + LIMIT_NS;
        final IdleStrategy idle = new BackoffIdleStrategy();
        try (EventFollower follower = client.follow(EngineClient.FROM_START, listener))
        {
            while (follower.cursor() < untilCursor)
            {
                final int work = follower.poll(FRAME_LIMIT);
                if (work > 0)
                {
                    deadlineNs = System.nanoTime() + LIMIT_NS;
                }
                else if (System.nanoTime() - deadlineNs > 0)
                {
                    throw new DrillException("the event stream stands still: cursor=" + follower.cursor() + " end=" +
                        untilCursor + " limitNs=" + LIMIT_NS);
                }
                idle.idle(work);
            }
        }
    }
}
