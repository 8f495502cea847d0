// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.book.MarketLevel;
import io.bourse.marketdata.book.PriceLevels;
import io.bourse.marketdata.fast.FastMessages;

/**
 * The best price levels of one side as receivers have them, and the changes that bring them to what the book has now:
 * first Delete, from the worst level up, then New and Change, from the best one down. Followed one by one, a receiver
 * never has more levels than the depth of the feed.
 */
final class PublishedLevels extends PriceLevels
{
    /**
     * Is shown the changes in the order to be sent.
     */
    interface Changes
    {
        /** Receivers have them. */
        Changes NONE = (action, isBid, level, priceE5, qtyLots, orderCount) ->
        {
        };

        /**
         * A level changes.
         *
         * @param action MDUpdateAction.
         * @param isBid side.
         * @param level from 1, at the moment of this change.
         * @param priceE5 price x 100 000.
         * @param qtyLots lots at the price now.
         * @param orderCount orders at the price now.
         */
        void onLevel(int action, boolean isBid, int level, long priceE5, long qtyLots, int orderCount);
    }

    private final int depth;

    PublishedLevels(final boolean isBid, final int depth)
    {
        super(isBid, depth);
        this.depth = depth;
    }

    /**
     * Catches up with the book.
     *
     * @param book as it is now.
     * @param changes is shown every change.
     */
    void update(final MarketBook book, final Changes changes)
    {
        final boolean isBid = isBid();
        final int newSize = Math.min(depth, book.levelCount(isBid));
        int kept = newSize - 1;
        for (int i = size() - 1; i >= 0; i--)
        {
            while (kept >= 0 && isBetter(priceE5(i), book.level(isBid, kept).priceE5()))
            {
                kept--;
            }
            if (kept < 0 || book.level(isBid, kept).priceE5() != priceE5(i))
            {
                changes.onLevel(FastMessages.DELETE, isBid, i + 1, priceE5(i), 0, 0);
                remove(i);
            }
        }
        for (int i = 0; i < newSize; i++)
        {
            final MarketLevel level = book.level(isBid, i);
            final boolean isNew = i == size() || priceE5(i) != level.priceE5();
            if (isNew)
            {
                insert(i, level.priceE5(), level.qtyLots(), level.orderCount());
            }
            if (isNew || qtyLots(i) != level.qtyLots() || orderCount(i) != level.orderCount())
            {
                set(i, level.priceE5(), level.qtyLots(), level.orderCount());
                changes.onLevel(isNew ? FastMessages.ADD : FastMessages.CHANGE, isBid, i + 1, level.priceE5(),
                    level.qtyLots(), level.orderCount());
            }
        }
    }
}
