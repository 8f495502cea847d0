// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.days;

import io.bourse.engine.book.AuctionResult;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.Side;

import java.util.List;

/**
 * What a recorded day is replayed through. Orders have the keys of their file; prices are in ticks. A market that
 * refuses anything fails the test.
 */
interface DayMarket
{
    /** Hears the trades of a call before it returns. */
    interface Listener
    {
        void onFill(long aggressorKey, long restingKey, long priceTicks, long lots);

        void onAuctionFill(long buyKey, long sellKey, long priceTicks, long lots);
    }

    /** Must be set before the first order. */
    void listener(Listener listener);

    void newOrder(long key, Side side, long priceTicks, long lots, boolean isImmediate);

    void cancel(long key);

    /** Lowers what is left in an order, to 1 or more; it must keep its place. */
    void reduce(long key, long restLots);

    /** Left in an order; 0 when it is not in the book. */
    long restLots(long key);

    /** Orders at a price, oldest first. */
    List<Long> keysAt(Side side, long priceTicks);

    /** Copies levels, best first, as many as fit and are not worse than a price; gives their number. */
    int levels(Side side, long worstTicks, long[] priceTicks, long[] lots);

    /** From here on orders are collected. */
    void startAuction(Phase phase);

    /** What the auction would give now; null while nothing can trade. */
    AuctionResult indication();

    /** Ends the auction and goes on with another phase; gives its result. */
    AuctionResult endAuction(Phase next);
}
