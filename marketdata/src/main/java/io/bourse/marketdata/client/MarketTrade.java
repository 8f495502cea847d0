// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

/**
 * One trade of a transaction, put together from its two OrderExecution messages. Reused: valid during the callback.
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
}
