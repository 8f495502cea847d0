// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.market;

import io.bourse.marketdata.market.PublicSession;

/**
 * How fresh the market is that the console shows.
 *
 * @param state whether the event stream is followed.
 * @param reason why not; null while it is.
 * @param cursor of the event stream up to which it is.
 * @param time of the last transaction; null before the first one.
 * @param sessionId of the trading session; null before the first one.
 * @param tradingDate YYYYMMDD; 0 before the first session.
 * @param session state of the trading session.
 */
record MarketStatus(
    State state,
    String reason,
    String cursor,
    String time,
    Long sessionId,
    int tradingDate,
    PublicSession.State session)
{
    /** Whether the event stream is followed. */
    enum State
    {
        /** No venue was found yet. */
        CONNECTING,
        /** What happened before is being read. */
        READING,
        /** All that happens is shown at once. */
        LIVE,
        /** The venue has stopped or died: all is as it was then. */
        LOST
    }

    static MarketStatus of(
        final State state, final String reason, final long cursor, final long timeNs, final PublicSession session)
    {
        return new MarketStatus(state, reason, Long.toString(cursor), InstrumentRow.time(timeNs),
            PublicSession.NO_SESSION == session.sessionId() ? null : session.sessionId(), session.tradingDate(),
            session.state());
    }
}
