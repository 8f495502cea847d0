// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import java.util.concurrent.TimeUnit;

/**
 * How many messages of a kind a session may send in a second. Windows of one second or more, each beginning with the
 * first message after the one before: a message above the limit of a window is rejected, and a session that sends more
 * than four times as much is disconnected. Belongs to one thread, allocates nothing.
 */
public final class MessageThrottle
{
    /** What becomes of a message. */
    public enum Verdict
    {
        /** It goes on its way. */
        TAKE,
        /** It is rejected. */
        REFUSE,
        /** The session ends. */
        CUT_OFF
    }

    /** A session that sends so many times its limit in one window is cut off. */
    public static final int CUT_OFF_FACTOR = 4;
    /** Window of session messages, seconds: so many times their limit may come at once. */
    public static final int SESSION_WINDOW_SECONDS = 5;

    private final int limit;
    private final long limitOfWindow;
    private final long windowNs;
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
        this(limit, 1);
    }

    /**
     * Nothing was sent yet.
     *
     * @param limit messages in a second; 0 for any number.
     * @param windowSeconds seconds of a window, from 1; so many times the limit may come at once.
     */
    public MessageThrottle(final int limit, final int windowSeconds)
    {
        if (limit < 0 || windowSeconds < 1)
        {
            throw new IllegalArgumentException("messages per second must not be negative, and a window has a second: " +
                "limit=" + limit + " windowSeconds=" + windowSeconds);
        }
        this.limit = limit;
        limitOfWindow = (long)limit * windowSeconds;
        windowNs = TimeUnit.SECONDS.toNanos(windowSeconds);
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
        if (!isBegun || elapsedNs >= windowNs || elapsedNs < 0)
        {
            isBegun = true;
            windowBeginNs = nowNs;
            count = 0;
        }
        count++;
        if (count <= limitOfWindow)
        {
            return Verdict.TAKE;
        }
        return count <= CUT_OFF_FACTOR * limitOfWindow ? Verdict.REFUSE : Verdict.CUT_OFF;
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

    /**
     * What may come in one window.
     *
     * @return messages; 0 for any number.
     */
    public long limitOfWindow()
    {
        return limitOfWindow;
    }

    /** A new connection: what the one before has sent is forgotten. */
    public void reset()
    {
        isBegun = false;
    }
}
