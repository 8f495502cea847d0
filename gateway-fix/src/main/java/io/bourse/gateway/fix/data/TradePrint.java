// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.marketdata.book.MdFlags;
import io.bourse.marketdata.market.PublicCorrection;
import io.bourse.marketdata.market.PublicEntry;

/**
 * A trade as the public sees it.
 *
 * @param tradeId of the venue.
 * @param priceE5 price x 100 000.
 * @param qtyLots traded.
 * @param timeNs of the engine, nanoseconds since the Unix epoch.
 * @param kind how it came about.
 */
record TradePrint(long tradeId, long priceE5, long qtyLots, long timeNs, Kind kind)
{
    /** How a trade came about. */
    enum Kind
    {
        /** In the book, one side was there before. */
        CONTINUOUS,
        /** In the book, when an auction ended. */
        AUCTION,
        /** Leg of a strategy: moves no price of the book. */
        SPREAD_LEG,
        /** Agreed outside of the book. */
        NEGOTIATED
    }

    /** Writes a trade, or reads one. */
    static TradePrint state(final CheckpointState state, final TradePrint trade)
    {
        final boolean isHere = null != trade;
        return new TradePrint(
            state.number(isHere ? trade.tradeId : 0L),
            state.number(isHere ? trade.priceE5 : 0L),
            state.number(isHere ? trade.qtyLots : 0L),
            state.number(isHere ? trade.timeNs : 0L),
            state.constant(isHere ? trade.kind : null, Kind.values()));
    }

    /** The trade of an execution. */
    static TradePrint of(final PublicEntry execution, final long timeNs)
    {
        return new TradePrint(
            execution.tradeId(), execution.tradePriceE5(), execution.tradeLots(), timeNs, kind(execution.mdFlags()));
    }

    /** A trade that is no more. */
    static TradePrint broken(final PublicCorrection correction, final long timeNs)
    {
        return new TradePrint(
            correction.tradeId(), correction.priceE5(), correction.lots(), timeNs, kind(correction.mdFlags()));
    }

    /** The trade in the place of one that is no more. */
    static TradePrint corrected(final PublicCorrection correction, final long timeNs)
    {
        return new TradePrint(
            correction.newTradeId(),
            correction.newPriceE5(),
            correction.newLots(),
            timeNs,
            kind(correction.mdFlags()));
    }

    private static Kind kind(final long mdFlags)
    {
        if (0 != (mdFlags & MdFlags.MULTI_LEG))
        {
            return Kind.SPREAD_LEG;
        }
        if (0 != (mdFlags & MdFlags.NEGOTIATED))
        {
            return Kind.NEGOTIATED;
        }
        return 0 != (mdFlags & MdFlags.DURING_DISCRETE_AUCTION) ? Kind.AUCTION : Kind.CONTINUOUS;
    }
}
