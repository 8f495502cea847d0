// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.bourse.engine.protocol.EventListener;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

import java.util.concurrent.TimeUnit;

/**
 * The event stream from its beginning up to where it ends now.
 */
public final class StreamHistory
{
    private static final int FRAME_LIMIT = 1_000;
    private static final long SILENCE_LIMIT_NS = TimeUnit.SECONDS.toNanos(30);

    private StreamHistory()
    {
    }

    /**
     * Reads it.
     *
     * @param client of the engine.
     * @param listener receives every event.
     * @throws IllegalStateException when nothing comes for half a minute.
     */
    public static void read(final EngineClient client, final EventListener listener)
    {
        read(client, client.endCursor(), SILENCE_LIMIT_NS, listener);
    }

    /**
     * Reads it up to a cursor.
     *
     * @param client of the engine.
     * @param end of a transaction.
     * @param silenceLimitNs how long nothing may come.
     * @param listener receives every event.
     * @throws IllegalStateException when nothing comes for so long.
     */
    public static void read(
        final EngineClient client, final long end, final long silenceLimitNs, final EventListener listener)
    {
        read(client, EngineClient.FROM_START, end, silenceLimitNs, listener);
    }

    /**
     * Reads what follows a cursor, up to where the stream ends now.
     *
     * @param client of the engine.
     * @param fromCursor end of a transaction, or the beginning.
     * @param listener receives every event after it.
     * @throws IllegalStateException when nothing comes for half a minute.
     */
    public static void readFrom(final EngineClient client, final long fromCursor, final EventListener listener)
    {
        read(client, fromCursor, client.endCursor(), SILENCE_LIMIT_NS, listener);
    }

    private static void read(
        final EngineClient client,
        final long fromCursor,
        final long end,
        final long silenceLimitNs,
        final EventListener listener)
    {
        final IdleStrategy idle = new BackoffIdleStrategy();
        long deadlineNs = System.nanoTime() + silenceLimitNs;
        try (EventFollower follower = client.follow(fromCursor, listener))
        {
            while (follower.cursor() < end)
            {
                final int work = follower.poll(FRAME_LIMIT);
                if (work > 0)
                {
                    deadlineNs = System.nanoTime() + silenceLimitNs;
                }
                else if (System.nanoTime() - deadlineNs > 0)
                {
                    throw new IllegalStateException("the event stream went silent: cursor=" + follower.cursor() +
                        " end=" + end + " silenceLimitNs=" + silenceLimitNs);
                }
                idle.idle(work);
            }
        }
    }
}
