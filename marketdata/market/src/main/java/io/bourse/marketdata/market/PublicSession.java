// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.market;

import io.bourse.engine.client.checkpoint.CheckpointState;

/**
 * The trading session of a partition as the public sees it.
 */
public final class PublicSession
{
    /** States of the session. */
    public enum State
    {
        /** No session was opened yet. */
        NONE,
        /** Trading. */
        OPEN,
        /** A clearing run has suspended trading, which goes on afterwards. */
        INTRADAY_CLEARING,
        /** That run is complete. */
        INTRADAY_CLEARED,
        /** The evening's clearing run goes on; the session is over. */
        EVENING_CLEARING,
        /** That run is complete. */
        CLOSED
    }

    /** {@link #sessionId()} before the first session: null of uint32. */
    public static final long NO_SESSION = 4294967295L;

    /** A session began. */
    public static final int OPENED = 1;

    /** Trading stops for a clearing run. */
    public static final int SUSPENDED = 1 << 1;

    /** Trading goes on after the intraday clearing. */
    public static final int RESUMED = 1 << 2;

    /** The evening clearing is complete: the session is over. */
    public static final int COMPLETED = 1 << 3;

    /** The open session has another date. */
    public static final int DATE_MOVED = 1 << 4;

    private static final State[] STATES = State.values();

    long sessionId = NO_SESSION;
    int tradingDate;
    long openedNs;
    long suspendedNs;
    State state = State.NONE;

    PublicSession()
    {
    }

    /**
     * ExchangeTradingSessionID.
     *
     * @return id, or {@link #NO_SESSION}.
     */
    public long sessionId()
    {
        return sessionId;
    }

    /**
     * Date of the session.
     *
     * @return YYYYMMDD, 0 before the first one.
     */
    public int tradingDate()
    {
        return tradingDate;
    }

    /**
     * When the session began.
     *
     * @return nanoseconds since the Unix epoch, 0 before the first one.
     */
    public long openedNs()
    {
        return openedNs;
    }

    /**
     * When trading was last suspended in this session.
     *
     * @return nanoseconds since the Unix epoch, 0 if it was not.
     */
    public long suspendedNs()
    {
        return suspendedNs;
    }

    /**
     * Whether it trades, and if not why.
     *
     * @return state.
     */
    public State state()
    {
        return state;
    }

    /**
     * Whether a clearing run holds trading.
     *
     * @return true from the suspension until it resumes, or a new session opens.
     */
    public boolean isSuspended()
    {
        return State.NONE != state && State.OPEN != state;
    }

    /**
     * Whether the evening clearing of this session has begun.
     *
     * @return true from its suspension until the next session opens.
     */
    public boolean isEvening()
    {
        return State.EVENING_CLEARING == state || State.CLOSED == state;
    }

    void state(final CheckpointState checkpoint)
    {
        sessionId = checkpoint.number(sessionId);
        tradingDate = checkpoint.number(tradingDate);
        openedNs = checkpoint.number(openedNs);
        suspendedNs = checkpoint.number(suspendedNs);
        state = checkpoint.constant(state, STATES);
    }
}
