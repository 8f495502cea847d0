// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.market.PublicSession;

/**
 * SecurityTradingStatus and TradSesStatus from the state of the market. The strictest state wins: a session that is
 * over or held for clearing, then the phase of the instrument.
 */
final class TradingStatus
{
    private TradingStatus()
    {
    }

    static int of(final PublicInstrument instrument, final PublicSession session)
    {
        if (PublicSession.NO_SESSION == session.sessionId() || session.isSuspended())
        {
            return FastMessages.STATUS_NOT_AVAILABLE;
        }
        switch (instrument.phase())
        {
            case CONTINUOUS:
                return FastMessages.STATUS_READY_TO_TRADE;

            case HALTED:
                return FastMessages.STATUS_HALT;

            case PRE_OPEN:
                return FastMessages.STATUS_PRE_OPEN;

            case OPENING_AUCTION:
            case INTRADAY_AUCTION:
            case VOLATILITY_AUCTION:
            case CLOSING_AUCTION:
                return FastMessages.STATUS_AUCTION_OPEN;

            default:
                return FastMessages.STATUS_NOT_AVAILABLE;
        }
    }

    static boolean isAuction(final PublicInstrument instrument)
    {
        switch (instrument.phase())
        {
            case OPENING_AUCTION:
            case INTRADAY_AUCTION:
            case VOLATILITY_AUCTION:
            case CLOSING_AUCTION:
                return true;

            default:
                return false;
        }
    }

    static int of(final PublicSession session)
    {
        if (session.isEvening() || PublicSession.NO_SESSION == session.sessionId())
        {
            return FastMessages.SESSION_CLOSED;
        }
        return session.isSuspended() ? FastMessages.SESSION_HALTED : FastMessages.SESSION_OPEN;
    }
}
