// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.EventGroup;
import io.bourse.engine.client.EventListener;
import io.bourse.engine.protocol.ClearingCompletedDecoder;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

import java.util.concurrent.TimeUnit;

/**
 * What the event stream says about the trading session: a restarted venue continues it instead of opening another.
 */
public final class SessionTracker implements EventListener
{
    private static final int FRAME_LIMIT = 1_000;
    private static final long SILENCE_LIMIT_NS = TimeUnit.SECONDS.toNanos(30);

    private int sessionId;
    private long tradingDate;
    private boolean open;

    /**
     * Reads the stream up to where it ends now.
     *
     * @param client of the engine.
     * @return state of the session at that point.
     */
    public static SessionTracker read(final EngineClient client)
    {
        final SessionTracker tracker = new SessionTracker();
        final long end = client.endCursor();
        final IdleStrategy idle = new BackoffIdleStrategy();
        long deadlineNs = System.nanoTime() + SILENCE_LIMIT_NS;
        try (EventFollower follower = client.follow(EngineClient.FROM_START, tracker))
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
        return tracker;
    }

    /**
     * Whether no session was ever opened: a new venue.
     *
     * @return true before the first session.
     */
    public boolean isNew()
    {
        return 0 == sessionId;
    }

    /**
     * Whether orders may be entered, or could if no clearing run were under way.
     *
     * @return false before the first session and after an evening run.
     */
    public boolean isOpen()
    {
        return open;
    }

    /**
     * The last session.
     *
     * @return its id, 0 before the first.
     */
    public int sessionId()
    {
        return sessionId;
    }

    /**
     * Date of the last session.
     *
     * @return YYYYMMDD.
     */
    public long tradingDate()
    {
        return tradingDate;
    }

    @Override
    public void onSessionOpened(final EventGroup group, final SessionOpenedDecoder event)
    {
        sessionId = event.sessionId();
        tradingDate = event.tradingDate();
        open = true;
    }

    @Override
    public void onClearingCompleted(final EventGroup group, final ClearingCompletedDecoder event)
    {
        open = ClearingKind.EVENING != event.kind();
    }
}
