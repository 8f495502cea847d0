// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

import io.bourse.engine.protocol.Side;

/**
 * Orders of one instrument by price, then shown before hidden, then time. Knows nothing of rules, sessions or events:
 * the caller has validated everything. All prices are in ticks; there is no smallest or largest one.
 * <p>
 * At a price, orders that are shown trade first, oldest first. When a slice of an iceberg is used up the next one joins
 * the end of the shown queue at once, so it still comes before hidden orders. Hidden orders follow, oldest first.
 *
 * @param <T> kind of orders in the book.
 */
public interface OrderBook<T extends RestingOrder>
{
    /** What {@link #bestTicks} gives for an empty side of bids; for asks it is {@link Long#MAX_VALUE}. */
    long NO_BID = Long.MIN_VALUE;
    /** What {@link #bestTicks} gives for an empty side of asks. */
    long NO_ASK = Long.MAX_VALUE;

    /**
     * Visits orders.
     *
     * @param <T> kind of orders.
     */
    @FunctionalInterface
    interface OrderVisitor<T extends RestingOrder>
    {
        /**
         * One order.
         *
         * @param order resting.
         */
        void onOrder(T order);
    }

    /** Visits price levels, best first. */
    @FunctionalInterface
    interface LevelVisitor
    {
        /**
         * One level.
         *
         * @param priceTicks of the level.
         * @param shownLots displayed.
         * @param totalLots with reserves of icebergs and hidden orders.
         * @param shownOrders number of displayed orders.
         * @return false to stop here.
         */
        boolean onLevel(long priceTicks, long shownLots, long totalLots, int shownOrders);
    }

    /**
     * Puts an order at the end of its queue, creating the level if needed, and sets its {@code shownLots}. The order
     * may cross the other side: that is how an auction collects.
     *
     * @param order that is not in any book.
     */
    void add(T order);

    /**
     * As {@link #add}, but the order shows what its {@code shownLots} say: for a book that is built again from its
     * orders in the order of {@link #forEach}, slices of icebergs traded in part included.
     *
     * @param order that is not in any book.
     */
    void restore(T order);

    /**
     * Takes a resting order out, and its level with the last one.
     *
     * @param order resting in this book.
     */
    void remove(T order);

    /**
     * Lowers what is left in a resting order; it keeps its place. An iceberg loses reserve first.
     *
     * @param order resting in this book.
     * @param restLots new rest, from 1 to the present one.
     */
    void reduce(T order, long restLots);

    /**
     * Trades an incoming order against the other side until it is filled, the next price is beyond the limit, or
     * self-trade prevention ends it.
     *
     * @param aggressor not in the book.
     * @param limitTicks how far it may trade; at most as far as its own limit.
     * @param handler of what happens.
     */
    void match(T aggressor, long limitTicks, MatchHandler<T> handler);

    /**
     * How much an incoming order could trade at once; changes nothing. Lots that self-trade prevention would take off
     * both orders are not traded.
     *
     * @param aggressor not in the book; its side, {@code restLots} and owner count.
     * @param limitTicks how far it may trade.
     * @return lots, from 0 to its {@code restLots}; what {@link #match} would trade.
     */
    long fillable(T aggressor, long limitTicks);

    /**
     * Trades both sides at one price, best price first, then shown before hidden, then oldest first, until one side has
     * nothing left that may trade at it. Self-trade prevention does not apply. An iceberg takes part with everything it
     * has, in the place of its slice; what is left shows a new slice at the end of its level when its old one was used
     * up. That is reported once, after the last trade, the buy order before the sell order: only the last order of a
     * side can have anything left.
     *
     * @param priceTicks price of the auction.
     * @param handler of the trades.
     */
    void uncross(long priceTicks, MatchHandler<T> handler);

    /**
     * Visits bids then asks, best price first, shown before hidden, oldest first.
     *
     * @param visitor that must not change the book.
     */
    void forEach(OrderVisitor<? super T> visitor);

    /**
     * Best price of a side, hidden orders included.
     *
     * @param side of the book.
     * @return ticks, or {@link #NO_BID} or {@link #NO_ASK} when the side is empty (prices of these values look
     *     like an empty side: ask {@link #isEmpty}).
     */
    long bestTicks(Side side);

    /**
     * Whether nothing rests on a side.
     *
     * @param side of the book.
     * @return true when it is empty.
     */
    boolean isEmpty(Side side);

    /**
     * Visits the levels of a side, best first.
     *
     * @param side of the book.
     * @param visitor that must not change the book.
     */
    void forEachLevel(Side side, LevelVisitor visitor);
}
