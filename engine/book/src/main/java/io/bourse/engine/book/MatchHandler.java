// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

/**
 * Hears what matching does, step by step and in order. Orders carry their quantities after the step. An order that the
 * book has taken out before a call belongs to the callee from then on. A handler must not change the book.
 *
 * @param <T> kind of orders in the book.
 */
public interface MatchHandler<T extends RestingOrder>
{
    /**
     * A trade of continuous trading, at the price of the resting order. A resting order with nothing left is already
     * out of the book.
     *
     * @param aggressor incoming order.
     * @param resting order that it met.
     * @param lots traded.
     */
    void onTrade(T aggressor, T resting, long lots);

    /**
     * A trade of an auction. An order with nothing left is already out of the book.
     *
     * @param buy order.
     * @param sell order.
     * @param lots traded.
     * @param priceTicks price of the auction.
     */
    void onAuctionTrade(T buy, T sell, long lots, long priceTicks);

    /**
     * An aggressor met its owner's order. What the mode says has been done: with CANCEL_RESTING and CANCEL_BOTH the
     * resting order is out of the book with its quantity; with DECREMENT both have lost {@code lots} and whichever has
     * nothing left is finished (the resting one is out of the book then). With CANCEL_INCOMING and CANCEL_BOTH matching
     * ends here, and what is left of the aggressor must be removed by the callee.
     *
     * @param aggressor incoming order.
     * @param resting order of the same owner.
     * @param lots taken off both; 0 unless the mode is DECREMENT.
     */
    void onSelfTrade(T aggressor, T resting, long lots);

    /**
     * A new slice of an iceberg is shown, {@link RestingOrder#shownLots}: it has joined the end of the shown orders of
     * its level.
     *
     * @param order iceberg.
     */
    void onSliceShown(T order);
}
