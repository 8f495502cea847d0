// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.admission;

import java.util.concurrent.TimeUnit;

/**
 * How many application messages a session may send in a second. Windows of one second, each beginning with the first
 * message after the one before: a message above the limit of a window is rejected, and a session that sends more than
 * four times as much is disconnected. Belongs to one thread, allocates nothing.
 */
public final class MessageThrottle
{
    /** What becomes of a message. */
    public enum Verdict
    {
        /** It goes on its way. */
        TAKE,
        /** BusinessMessageReject(j) with reason 4. */
        REFUSE,
        /** The session ends by Logout. */
        CUT_OFF
    }

    /** A session that sends so many times its limit in one window is cut off. */
    public static final int CUT_OFF_FACTOR = 4;
    private static final long WINDOW_NS = TimeUnit.SECONDS.toNanos(1);

    private final int limit;
    private long windowBeginNs;
    private long count;
    private boolean isBegun;

    /**
     * Nothing was sent yet.
     *
     * @param limit messages in a second; 0 for any number.
     */
    public MessageThrottle(final int limit)
    {
        if (limit < 0)
        {
            throw new IllegalArgumentException("messages per second must not be negative: limit=" + limit);
        }
        this.limit = limit;
    }

    /**
     * Counts a message.
     *
     * @param nowNs when it was received; a clock that was set back begins a new window.
     * @return what becomes of it.
     */
    public Verdict onMessage(final long nowNs)
    {
        if (0 == limit)
        {
            return Verdict.TAKE;
        }
        final long elapsedNs = nowNs - windowBeginNs;
        if (!isBegun || elapsedNs >= WINDOW_NS || elapsedNs < 0)
        {
            isBegun = true;
            windowBeginNs = nowNs;
            count = 0;
        }
        count++;
        if (count <= limit)
        {
            return Verdict.TAKE;
        }
        return count <= (long)CUT_OFF_FACTOR * limit ? Verdict.REFUSE : Verdict.CUT_OFF;
    }

    /**
     * The limit.
     *
     * @return messages in a second; 0 for any number.
     */
    public int limit()
    {
        return limit;
    }

    /** A new connection: what the one before has sent is forgotten. */
    public void reset()
    {
        isBegun = false;
    }
}
