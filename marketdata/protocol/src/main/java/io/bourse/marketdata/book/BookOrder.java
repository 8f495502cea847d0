// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.book;

/**
 * One resting order of a {@link MarketBook}. Pooled: valid until the book removes it.
 */
public final class BookOrder
{
    long orderId;
    long priceE5;
    long qtyLots;
    long entryTimeNs;
    long mdFlags;
    MarketLevel level;
    BookOrder previous;
    BookOrder next;

    BookOrder()
    {
    }

    /**
     * Id of the order (MDEntryID).
     *
     * @return order id.
     */
    public long orderId()
    {
        return orderId;
    }

    /**
     * Which side the order is on.
     *
     * @return true for a bid.
     */
    public boolean isBid()
    {
        return level.isBid;
    }

    /**
     * Limit price.
     *
     * @return price x 100 000.
     */
    public long priceE5()
    {
        return priceE5;
    }

    /**
     * What is left in the order.
     *
     * @return lots.
     */
    public long qtyLots()
    {
        return qtyLots;
    }

    /**
     * When the order entered the book at this price.
     *
     * @return nanoseconds since the Unix epoch.
     */
    public long entryTimeNs()
    {
        return entryTimeNs;
    }

    /**
     * Flags the order entered with.
     *
     * @return bits of {@link MdFlags}.
     */
    public long mdFlags()
    {
        return mdFlags;
    }

    /**
     * The order after this one at the same price.
     *
     * @return next in time order, or null.
     */
    public BookOrder next()
    {
        return next;
    }
}
