// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.watch;

import io.bourse.marketdata.client.MarketTrade;

/**
 * A trade, kept.
 *
 * @param timeNs of matching, nanoseconds since the Unix epoch.
 * @param tradeId TradeID.
 * @param priceE5 price x 100 000.
 * @param kind who caused it: buy, sell, auction, negotiated or strategy.
 */
record WatchedTrade(long timeNs, long tradeId, long priceE5, long qtyLots, String kind)
{
    static WatchedTrade of(final long timeNs, final MarketTrade trade)
    {
        final String kind;
        if (trade.isNegotiated())
        {
            kind = "negotiated";
        }
        else if (trade.isStrategyLeg())
        {
            kind = "strategy";
        }
        else if (0 == trade.aggressorOrderId())
        {
            kind = "auction";
        }
        else
        {
            kind = trade.isAggressorBuyer() ? "buy" : "sell";
        }
        return new WatchedTrade(timeNs, trade.tradeId(), trade.priceE5(), trade.qtyLots(), kind);
    }
}
