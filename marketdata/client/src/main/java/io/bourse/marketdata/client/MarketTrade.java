// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

/**
 * One trade of a transaction, put together from its two OrderExecution messages. Trades that no book has made are here
 * too: they change none. Reused: valid during the callback.
 */
public final class MarketTrade
{
    long tradeId;
    long priceE5;
    long qtyLots;
    long aggressorOrderId;
    long restingOrderId;
    int securityId;
    boolean isAggressorBuyer;
    boolean isStrategyLeg;
    boolean isNegotiated;

    MarketTrade()
    {
    }

    /**
     * Id of the trade.
     *
     * @return TradeID.
     */
    public long tradeId()
    {
        return tradeId;
    }

    /**
     * Price of the trade.
     *
     * @return price x 100 000.
     */
    public long priceE5()
    {
        return priceE5;
    }

    /**
     * Quantity of the trade.
     *
     * @return lots.
     */
    public long qtyLots()
    {
        return qtyLots;
    }

    /**
     * The order that caused the trade.
     *
     * @return order id, 0 if the feed did not tell.
     */
    public long aggressorOrderId()
    {
        return aggressorOrderId;
    }

    /**
     * The order that was in the book.
     *
     * @return order id, 0 if the feed did not tell.
     */
    public long restingOrderId()
    {
        return restingOrderId;
    }

    /**
     * Instrument of the trade.
     *
     * @return SecurityID.
     */
    public int securityId()
    {
        return securityId;
    }

    /**
     * Side of the aggressor.
     *
     * @return true if the buyer caused the trade.
     */
    public boolean isAggressorBuyer()
    {
        return isAggressorBuyer;
    }

    /**
     * Whether this is what a trade of a strategy did to one of its legs: no market price of the leg.
     *
     * @return true for MultiLeg technical trades.
     */
    public boolean isStrategyLeg()
    {
        return isStrategyLeg;
    }

    /**
     * Whether two parties agreed on it outside the book.
     *
     * @return true for negotiated trades.
     */
    public boolean isNegotiated()
    {
        return isNegotiated;
    }
}
