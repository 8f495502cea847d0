// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.Side;

/**
 * Resting orders of one instrument by price, then time. Knows nothing of rules, sessions or events: the caller has
 * validated everything.
 */
interface OrderBook
{
    /** Receives the trades of an aggressor, one by one. */
    @FunctionalInterface
    interface TradeHandler
    {
        /**
         * Both orders already carry their quantities after the trade; a resting order with nothing left is already out
         * of the book and belongs to the callee.
         *
         * @param aggressor the incoming order.
         * @param resting the order it met; its price is the price of the trade.
         * @param lots traded.
         */
        void onTrade(Order aggressor, Order resting, long lots);
    }

    /** Visits orders. */
    @FunctionalInterface
    interface OrderVisitor
    {
        /**
         * One order.
         *
         * @param order resting, or just removed when draining.
         */
        void onOrder(Order order);
    }

    /**
     * Puts an order at the end of its level, creating the level if needed.
     *
     * @param order that does not cross the other side.
     */
    void add(Order order);

    /**
     * Takes a resting order out, and its level with the last one.
     *
     * @param order resting in this book.
     */
    void remove(Order order);

    /**
     * Lowers what is left in a resting order; it keeps its place.
     *
     * @param order resting in this book.
     * @param restLots new rest, from 1 to the present one.
     */
    void reduce(Order order, long restLots);

    /**
     * Trades an incoming order against the other side, best price first and oldest first, until it is filled or the
     * next price is worse than its own.
     *
     * @param aggressor not in the book.
     * @param handler of the trades.
     */
    void match(Order aggressor, TradeHandler handler);

    /**
     * Whether an order could be filled entirely at once.
     *
     * @param side of the incoming order.
     * @param priceE5 its limit.
     * @param lots its quantity.
     * @return true when the other side holds enough at this limit or better.
     */
    boolean canFill(Side side, long priceE5, long lots);

    /**
     * Visits bids then asks, best price first, oldest first.
     *
     * @param visitor that must not change the book.
     */
    void forEach(OrderVisitor visitor);

    /**
     * Empties the book in the order of {@link #forEach}; every order is out of the book before it is visited.
     *
     * @param visitor that owns the orders from then on.
     */
    void drain(OrderVisitor visitor);

    /**
     * Number of price levels.
     *
     * @param side of the book.
     * @return 0 when the side is empty.
     */
    int levelCount(Side side);

    /**
     * Price of a level.
     *
     * @param side of the book.
     * @param depth 0 for the best, below {@link #levelCount}.
     * @return price x 100 000.
     */
    long levelPriceE5(Side side, int depth);

    /**
     * Lots at a level.
     *
     * @param side of the book.
     * @param depth 0 for the best, below {@link #levelCount}.
     * @return sum of the rests.
     */
    long levelLots(Side side, int depth);

    /**
     * Orders at a level.
     *
     * @param side of the book.
     * @param depth 0 for the best, below {@link #levelCount}.
     * @return at least 1.
     */
    int levelOrders(Side side, int depth);
}
