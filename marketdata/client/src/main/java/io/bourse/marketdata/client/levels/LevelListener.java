// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.levels;

/**
 * Hears of changes of the best levels of a {@link LevelBook}. Called on the receiver's duty cycle; must not block.
 */
@FunctionalInterface
public interface LevelListener
{
    /** What became of a level, in the order of MDUpdateAction(279). */
    enum Change
    {
        /** Its price came into sight: a new price, or one that moved up into the depth that is kept. */
        NEW,

        /** Its quantity, or its number of orders, is another. */
        CHANGED,

        /** Its price went out of sight: emptied, or pushed below the depth that is kept. */
        REMOVED
    }

    /**
     * One level changed: first those that are removed, from the worst one up, then the others, from the best one down,
     * of the bids before the offers. A listener that keeps quantities by price and side, and applies all changes up to
     * {@link #onEndOfChanges}, has the levels of the book.
     *
     * @param book that holds the new levels already.
     * @param change what became of the level.
     * @param isBid side.
     * @param depth of the level, 0 for the best price: in the new book, for a removed level in the old one.
     * @param priceE5 price x 100 000.
     * @param qtyLots lots at this price, 0 for a removed level.
     * @param orderCount orders at this price, 0 for a removed level.
     */
    void onLevel(
        LevelBook book, Change change, boolean isBid, int depth, long priceE5, long qtyLots, int orderCount);

    /**
     * All changes that a transaction, or a recovery, made to this book are complete. Not called when there were none.
     *
     * @param book that has changed.
     */
    default void onEndOfChanges(final LevelBook book)
    {
    }
}
