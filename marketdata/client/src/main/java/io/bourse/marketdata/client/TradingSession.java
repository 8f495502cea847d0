// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

/**
 * State of the trading session by TradingSessionStatus (SIMBA B.4).
 *
 * @param isOptions true if from OPT-INFO, false if from FUT-INFO.
 * @param sessionId ExchangeTradingSessionID, 0 if not said.
 * @param status TradSesStatus: 1 halted, 2 open, 3 closed, 4 before the open.
 * @param openTimeNs when it opened or opens, nanoseconds since the Unix epoch, 0 if not said.
 * @param closeTimeNs when it closes, nanoseconds since the Unix epoch, 0 if not said.
 */
public record TradingSession(boolean isOptions, long sessionId, int status, long openTimeNs, long closeTimeNs)
{
    /** Value of {@link #status()} while trading is halted. */
    public static final int HALTED = 1;

    /** Value of {@link #status()} while the session is open. */
    public static final int OPEN = 2;

    /** Value of {@link #status()} after the end of the session. */
    public static final int CLOSED = 3;

    /** Value of {@link #status()} before the session. */
    public static final int PRE_OPEN = 4;
}
