// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.EventListener;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/**
 * Drives a listener over the event stream up to given cursors.
 */
public final class DayFollower implements AutoCloseable
{
    private static final int FRAME_LIMIT = 1_000;

    private final EventFollower follower;
    private final long timeoutNs;
    private final IdleStrategy idleStrategy = new BackoffIdleStrategy(1, 10, 10_000, 1_000_000);

    /**
     * Begins at the start of the stream.
     *
     * @param client of the engine.
     * @param listener usually a {@link ClearingDay}.
     * @param timeoutNs longest wait for progress.
     */
    public DayFollower(final EngineClient client, final EventListener listener, final long timeoutNs)
    {
        this.follower = client.follow(EngineClient.FROM_START, listener);
        this.timeoutNs = timeoutNs;
    }

    /**
     * Follows until a cursor is reached.
     *
     * @param cursor event stream position in bytes.
     * @throws IllegalStateException when the stream does not get there in time or cannot be followed.
     */
    public void followTo(final long cursor)
    {
        long lastProgressNs = System.nanoTime();
        idleStrategy.reset();
        while (follower.cursor() < cursor)
        {
            final int frames = follower.poll(FRAME_LIMIT);
            final long nowNs = System.nanoTime();
            if (frames > 0)
            {
                lastProgressNs = nowNs;
            }
            else if (nowNs - lastProgressNs > timeoutNs)
            {
                throw new IllegalStateException("event stream does not reach the cursor, is the engine alive: cursor=" +
                    follower.cursor() + " wanted=" + cursor + " timeoutNs=" + timeoutNs);
            }
            idleStrategy.idle(frames);
        }
    }

    @Override
    public void close()
    {
        follower.close();
    }
}
