// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.book;

/**
 * Walks all orders of a book: bids then offers, best price first, oldest first. Reusable; the book must not change
 * during a walk.
 */
public final class BookCursor
{
    private MarketBook book;
    private BookOrder next;
    private boolean isBid;
    private int depth;

    /**
     * A cursor at no book.
     */
    public BookCursor()
    {
    }

    /**
     * Starts a walk.
     *
     * @param book to walk.
     * @return this.
     */
    public BookCursor wrap(final MarketBook book)
    {
        this.book = book;
        isBid = true;
        depth = 0;
        next = null;
        return this;
    }

    /**
     * Next order.
     *
     * @return order, or null at the end.
     */
    public BookOrder next()
    {
        BookOrder order = next;
        while (null == order)
        {
            final MarketLevel level = book.level(isBid, depth);
            if (null != level)
            {
                order = level.oldest;
                depth++;
            }
            else if (isBid)
            {
                isBid = false;
                depth = 0;
            }
            else
            {
                return null;
            }
        }
        next = order.next;
        return order;
    }
}
