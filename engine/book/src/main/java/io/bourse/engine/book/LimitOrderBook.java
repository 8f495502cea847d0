// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

import io.bourse.engine.protocol.Side;

/**
 * A price-time order book that stands on its own: plain limit orders with ids and tick prices of the caller's choice
 * in, what happened out through a {@link BookListener}. Ids may be any positive long and may be used again once their
 * order is gone. There is no maximum of orders or prices. Not for use by several threads.
 */
public interface LimitOrderBook
{
    /** Largest quantity of an order: so the sum of all orders of a level fits into a long, however many they are. */
    long MAX_LOTS = 0xFFFF_FFFFL;

    /**
     * A new order: trades what it can, best price first and oldest first, and rests with what is left.
     *
     * @param orderId of no order in the book; above 0.
     * @param side to trade.
     * @param priceTicks limit.
     * @param lots from 1 to {@link #MAX_LOTS}.
     * @param isImmediate true when what cannot trade at once is removed instead of resting.
     */
    void newOrder(long orderId, Side side, long priceTicks, long lots, boolean isImmediate);

    /** Cancels an order; refused when there is none of this id. */
    void cancel(long orderId);

    /**
     * Changes price and rest of an order. It keeps its place when the price stays and the rest does not grow; otherwise
     * it trades what it can at the new price and goes to the end of the queue.
     *
     * @param priceTicks new limit.
     * @param lots new rest, from 1 to {@link #MAX_LOTS}.
     */
    void replace(long orderId, long priceTicks, long lots);

    /**
     * Best bid.
     *
     * @return ticks, or {@link OrderBook#NO_BID}.
     */
    long bestBidTicks();

    /**
     * Best ask.
     *
     * @return ticks, or {@link OrderBook#NO_ASK}.
     */
    long bestAskTicks();

    /**
     * Lots at a price.
     *
     * @param side of the book.
     * @param priceTicks any price.
     * @return 0 when nothing rests there.
     */
    long depthLots(Side side, long priceTicks);

    /**
     * Orders at a price.
     *
     * @param side of the book.
     * @param priceTicks any price.
     * @return 0 when nothing rests there.
     */
    int depthOrders(Side side, long priceTicks);

    /**
     * Orders in the book.
     *
     * @return 0 when it is empty.
     */
    int size();
}
