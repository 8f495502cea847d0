// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.OptionRight;
import io.bourse.engine.protocol.Phase;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.market.PublicSession;
import io.bourse.marketdata.simba.SecurityTradingStatus;
import io.bourse.marketdata.simba.TradSesStatus;

/**
 * What the terms and the state of an instrument, and of the session, are called in SIMBA (B.1, B.4).
 */
final class InstrumentTerms
{
    static final long NULL_DECIMAL = Long.MAX_VALUE;

    /** Flags: anonymous trading, trading with a named counterparty, day session. */
    static final long FLAGS = 1L << 4 | 1L << 5 | 1L << 6;

    /** Flags: a strategy. */
    static final long FLAG_MULTI_LEG = 1L << 8;

    private InstrumentTerms()
    {
    }

    /** SecurityType; ours has no word for what is not a contract. */
    static String securityType(final PublicInstrument instrument)
    {
        return switch (instrument.kind())
        {
            case FUTURE -> "FUT";
            case OPTION -> "OPT";
            case SPREAD -> "MLEG";
            case SPOT, NULL_VAL -> "";
        };
    }

    /** CFICode (ISO 10962): category, and X for what is not defined. */
    static String cfiCode(final PublicInstrument instrument)
    {
        return switch (instrument.kind())
        {
            case FUTURE -> "FXXXXX";
            case OPTION -> switch (instrument.right())
            {
                case CALL -> "OCXXXX";
                case PUT -> "OPXXXX";
                case NONE, NULL_VAL -> "OXXXXX";
            };
            case SPREAD -> "KXXXXX";
            case SPOT -> "IXXXXX";
            case NULL_VAL -> "MXXXXX";
        };
    }

    /** StrikePrice x 100 000; null for what is no option. */
    static long strikeE5(final PublicInstrument instrument, final long nullValue)
    {
        return OptionRight.NONE == instrument.right() ? nullValue : instrument.strikeE5();
    }

    static String valuationMethod(final PublicInstrument instrument)
    {
        return InstrumentKind.FUTURE == instrument.kind() || InstrumentKind.SPREAD == instrument.kind() ? "FUT" : "";
    }

    static long flags(final PublicInstrument instrument)
    {
        return InstrumentKind.SPREAD == instrument.kind() ? FLAGS | FLAG_MULTI_LEG : FLAGS;
    }

    /** Of the instrument alone; what its session does is in TradingSessionStatus, and the stricter of both counts. */
    static SecurityTradingStatus tradingStatus(final Phase phase)
    {
        return switch (phase)
        {
            case CONTINUOUS -> SecurityTradingStatus.ReadyToTrade;
            case PRE_OPEN -> SecurityTradingStatus.PreOpen;
            case OPENING_AUCTION, INTRADAY_AUCTION, VOLATILITY_AUCTION, CLOSING_AUCTION ->
                SecurityTradingStatus.DiscreteAuctionOpen;
            case HALTED -> SecurityTradingStatus.TradingHalt;
            case CLOSED, POST_TRADE -> SecurityTradingStatus.NotAvailableForTrading;
            case NULL_VAL -> SecurityTradingStatus.UnknownOrInvalid;
        };
    }

    static boolean isOption(final PublicInstrument instrument)
    {
        return InstrumentKind.OPTION == instrument.kind();
    }

    static long marginKopecks(final long kopecks)
    {
        return 0 == kopecks ? NULL_DECIMAL : kopecks;
    }

    /** A price that an instrument may have and 0 stands for none, except for strategies, whose price may be 0. */
    static long settlementE5(final PublicInstrument instrument, final long priceE5)
    {
        return 0 == priceE5 && InstrumentKind.SPREAD != instrument.kind() ? NULL_DECIMAL : priceE5;
    }

    /** The price at which clearing values an option; null for other instruments. */
    static long theoreticalE5(final PublicInstrument instrument)
    {
        return isOption(instrument) ? settlementE5(instrument, instrument.settlementPriceE5()) : NULL_DECIMAL;
    }

    static boolean hasSession(final PublicSession session)
    {
        return PublicSession.NO_SESSION != session.sessionId();
    }

    static TradSesStatus sessionStatus(final PublicSession session, final boolean isCompleted)
    {
        if (!hasSession(session) || isCompleted)
        {
            return TradSesStatus.Closed;
        }
        return session.isSuspended() ? TradSesStatus.Halted : TradSesStatus.Open;
    }
}
