// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.watch;

import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.book.MarketLevel;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The best levels of both sides of a book, copied.
 */
final class BookLevels
{
    private final int depth;
    private List<Level> bids = List.of();
    private List<Level> asks = List.of();

    /**
     * A level.
     *
     * @param priceE5 price x 100 000.
     * @param lots quantity.
     * @param orders above 0.
     */
    record Level(long priceE5, long lots, int orders)
    {
        private Level(final MarketLevel level)
        {
            this(level.priceE5(), level.qtyLots(), level.orderCount());
        }
    }

    BookLevels(final int depth)
    {
        this.depth = depth;
    }

    /** Copies the levels of a book; answers whether they are others than before. */
    boolean copy(final MarketBook book)
    {
        final List<Level> bidsBefore = bids;
        final List<Level> asksBefore = asks;
        bids = levels(book, true);
        asks = levels(book, false);
        return !bids.equals(bidsBefore) || !asks.equals(asksBefore);
    }

    private List<Level> levels(final MarketBook book, final boolean isBid)
    {
        return IntStream.range(0, Math.min(depth, null == book ? 0 : book.levelCount(isBid)))
            .mapToObj(i -> new Level(book.level(isBid, i))).toList();
    }

    /**
     * Levels of a side, at most as many as are shown.
     *
     * @param isBid side.
     * @return best first.
     */
    List<Level> side(final boolean isBid)
    {
        return isBid ? bids : asks;
    }

    /**
     * Most levels of a side.
     *
     * @return above 0.
     */
    int depth()
    {
        return depth;
    }
}
