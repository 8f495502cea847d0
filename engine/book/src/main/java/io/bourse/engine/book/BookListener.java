// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

/**
 * Hears what a {@link LimitOrderBook} did, in order and before the call that caused it returns. It must not call the
 * book.
 */
public interface BookListener
{
    /** Why a request changed nothing. */
    enum Refusal
    {
        /** No order of this id is in the book. */
        UNKNOWN_ORDER,
        /** An order of this id is in the book already. */
        DUPLICATE_ORDER,
        /** The id is not above 0, or the quantity not from 1 to {@link LimitOrderBook#MAX_LOTS}. */
        OUT_OF_RANGE
    }

    /**
     * A new order passed; its trades follow, and its cancel if it was immediate and could not trade everything.
     *
     * @param lots as sent.
     */
    void onAccepted(long orderId, long lots);

    /**
     * A trade at the price of the resting order.
     *
     * @param aggressorId incoming order.
     * @param restingId order that it met.
     * @param priceTicks of the trade.
     * @param lots traded.
     * @param aggressorRestLots left in the incoming order.
     * @param restingRestLots left in the other; 0: it is out of the book.
     */
    void onTrade(
        long aggressorId, long restingId, long priceTicks, long lots, long aggressorRestLots, long restingRestLots);

    /**
     * An order is out of the book without a trade.
     *
     * @param lots removed.
     */
    void onCancelled(long orderId, long lots);

    /**
     * An order was replaced; trades may follow.
     *
     * @param priceTicks new limit.
     * @param lots new rest, before any trade it causes.
     * @param isPlaceKept whether it kept its place in the queue.
     */
    void onReplaced(long orderId, long priceTicks, long lots, boolean isPlaceKept);

    /**
     * A request changed nothing.
     *
     * @param orderId of the request.
     * @param refusal why.
     */
    void onRefused(long orderId, Refusal refusal);
}
