// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.engine.protocol.PhaseTraits;
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
        return switch (instrument.phase())
        {
            case CONTINUOUS -> FastMessages.STATUS_READY_TO_TRADE;
            case HALTED -> FastMessages.STATUS_HALT;
            case PRE_OPEN -> FastMessages.STATUS_PRE_OPEN;
            case OPENING_AUCTION, INTRADAY_AUCTION, VOLATILITY_AUCTION, CLOSING_AUCTION ->
                FastMessages.STATUS_AUCTION_OPEN;
            case CLOSED, POST_TRADE, NULL_VAL -> FastMessages.STATUS_NOT_AVAILABLE;
        };
    }

    static boolean isAuction(final PublicInstrument instrument)
    {
        return PhaseTraits.of(instrument.phase()).isAuction();
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
