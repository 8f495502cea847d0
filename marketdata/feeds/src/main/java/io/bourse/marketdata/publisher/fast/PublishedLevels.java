// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.book.PriceLevel;
import io.bourse.marketdata.fast.FastMessages;

/**
 * The best price levels of one side as receivers have them, and the changes that bring them to what the book has now:
 * first Delete, from the worst level up, then New and Change, from the best one down. Followed one by one, a receiver
 * never has more levels than the depth of the feed.
 */
final class PublishedLevels
{
    /**
     * Is shown the changes in the order to be sent.
     */
    interface Changes
    {
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

    private final boolean isBid;
    private final long[] prices;
    private final long[] quantities;
    private final int[] orderCounts;
    private int size;

    PublishedLevels(final boolean isBid, final int depth)
    {
        this.isBid = isBid;
        prices = new long[depth];
        quantities = new long[depth];
        orderCounts = new int[depth];
    }

    void clear()
    {
        size = 0;
    }

    int size()
    {
        return size;
    }

    long priceE5(final int index)
    {
        return prices[index];
    }

    long qtyLots(final int index)
    {
        return quantities[index];
    }

    int orderCount(final int index)
    {
        return orderCounts[index];
    }

    /**
     * Catches up with the book.
     *
     * @param book as it is now.
     * @param changes is shown every change.
     */
    void update(final MarketBook book, final Changes changes)
    {
        final int newSize = Math.min(prices.length, book.levelCount(isBid));
        int depth = newSize - 1;
        for (int i = size - 1; i >= 0; i--)
        {
            while (depth >= 0 && isBetter(prices[i], book.level(isBid, depth).priceE5()))
            {
                depth--;
            }
            if (depth < 0 || book.level(isBid, depth).priceE5() != prices[i])
            {
                changes.onLevel(FastMessages.DELETE, isBid, i + 1, prices[i], 0, 0);
                remove(i);
            }
        }
        for (int i = 0; i < newSize; i++)
        {
            final PriceLevel level = book.level(isBid, i);
            if (i == size || prices[i] != level.priceE5())
            {
                insert(i);
                set(i, level);
                changes.onLevel(
                    FastMessages.ADD, isBid, i + 1, level.priceE5(), level.qtyLots(), level.orderCount());
            }
            else if (quantities[i] != level.qtyLots() || orderCounts[i] != level.orderCount())
            {
                set(i, level);
                changes.onLevel(
                    FastMessages.CHANGE, isBid, i + 1, level.priceE5(), level.qtyLots(), level.orderCount());
            }
        }
    }

    private boolean isBetter(final long priceE5, final long thanE5)
    {
        return isBid ? priceE5 > thanE5 : priceE5 < thanE5;
    }

    private void set(final int index, final PriceLevel level)
    {
        prices[index] = level.priceE5();
        quantities[index] = level.qtyLots();
        orderCounts[index] = level.orderCount();
    }

    private void remove(final int index)
    {
        move(index + 1, index, size - index - 1);
        size--;
    }

    private void insert(final int index)
    {
        move(index, index + 1, size - index);
        size++;
    }

    private void move(final int from, final int to, final int count)
    {
        System.arraycopy(prices, from, prices, to, count);
        System.arraycopy(quantities, from, quantities, to, count);
        System.arraycopy(orderCounts, from, orderCounts, to, count);
    }
}
