// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.book;

/**
 * Free orders and levels for all books of one owner, so that books do not allocate once they have seen their peak.
 * Grows as needed, never shrinks. Not thread-safe.
 */
public final class BookPool
{
    private BookOrder freeOrders;
    private MarketLevel freeLevels;

    /**
     * An empty pool.
     */
    public BookPool()
    {
    }

    BookOrder takeOrder()
    {
        final BookOrder order = freeOrders;
        if (null == order)
        {
            return new BookOrder();
        }
        freeOrders = order.next;
        order.next = null;
        return order;
    }

    void giveBack(final BookOrder order)
    {
        order.level = null;
        order.previous = null;
        order.next = freeOrders;
        freeOrders = order;
    }

    MarketLevel takeLevel(final boolean isBid, final long priceE5)
    {
        MarketLevel level = freeLevels;
        if (null == level)
        {
            level = new MarketLevel();
        }
        else
        {
            freeLevels = level.nextFree;
            level.nextFree = null;
        }
        level.isBid = isBid;
        level.priceE5 = priceE5;
        level.qtyLots = 0;
        level.orderCount = 0;
        return level;
    }

    void giveBack(final MarketLevel level)
    {
        level.oldest = null;
        level.newest = null;
        level.nextFree = freeLevels;
        freeLevels = level;
    }
}
