// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one transaction did to the public market, as text: made once from the event stream and once from what a
 * subscriber received, so that both can be compared line by line.
 */
final class MarketLine
{
    private final List<String> trades = new ArrayList<>();
    /** By instrument, because the order of first change is not what is compared. */
    private final Map<Integer, String> books = new TreeMap<>();
    private boolean isCleared;

    void trade(
        final int instrumentId,
        final long tradeId,
        final long priceE5,
        final long lots,
        final boolean isBuyerAggressor,
        final long aggressorOrderId,
        final long restingOrderId)
    {
        trades.add("trade=" + tradeId + " of=" + instrumentId + " px=" + priceE5 + " lots=" + lots +
            (isBuyerAggressor ? " buyer=" : " seller=") + aggressorOrderId + " takes=" + restingOrderId);
    }

    /**
     * How a book that was touched stands after the transaction.
     *
     * @param orders in it, both sides.
     * @param bestBid of {@link #level}.
     * @param bestAsk of {@link #level}.
     */
    void book(final int instrumentId, final int orders, final String bestBid, final String bestAsk)
    {
        books.put(instrumentId, orders + " orders, best " + bestBid + " / " + bestAsk);
    }

    /** All books were emptied. */
    void cleared()
    {
        isCleared = true;
    }

    /** A best level as text. */
    static String level(final long priceE5, final long lots, final long orders)
    {
        return priceE5 + "x" + lots + "(" + orders + ")";
    }

    /** A side without orders, as text. */
    static String none()
    {
        return "-";
    }

    /**
     * Text of the transaction, or null when the market did not see it. Without its time: that of a packet is the one of
     * the first transaction in it.
     */
    String text()
    {
        return trades.isEmpty() && books.isEmpty() && !isCleared ? null :
            trades + " " + books + (isCleared ? " cleared" : "");
    }
}
