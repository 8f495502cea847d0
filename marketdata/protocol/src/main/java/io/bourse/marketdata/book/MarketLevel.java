// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.book;

/**
 * The orders at one price, oldest first. Pooled: valid until the book removes it.
 */
public final class MarketLevel
{
    boolean isBid;
    long priceE5;
    long qtyLots;
    int orderCount;
    BookOrder oldest;
    BookOrder newest;
    MarketLevel nextFree;

    MarketLevel()
    {
    }

    /**
     * Price of the level.
     *
     * @return price x 100 000.
     */
    public long priceE5()
    {
        return priceE5;
    }

    /**
     * All quantity at this price.
     *
     * @return lots.
     */
    public long qtyLots()
    {
        return qtyLots;
    }

    /**
     * Number of orders at this price.
     *
     * @return above 0.
     */
    public int orderCount()
    {
        return orderCount;
    }

    /**
     * First order in time; follow {@link BookOrder#next()} for the others.
     *
     * @return oldest order.
     */
    public BookOrder oldest()
    {
        return oldest;
    }

    void append(final BookOrder order)
    {
        order.level = this;
        order.previous = newest;
        order.next = null;
        if (null == newest)
        {
            oldest = order;
        }
        else
        {
            newest.next = order;
        }
        newest = order;
        qtyLots += order.qtyLots;
        orderCount++;
    }

    void unlink(final BookOrder order)
    {
        if (null == order.previous)
        {
            oldest = order.next;
        }
        else
        {
            order.previous.next = order.next;
        }
        if (null == order.next)
        {
            newest = order.previous;
        }
        else
        {
            order.next.previous = order.previous;
        }
        qtyLots -= order.qtyLots;
        orderCount--;
    }
}
