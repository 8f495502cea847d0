// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

import java.util.Arrays;

/**
 * Foresees what an aggressor with self-trade prevention would trade. It walks the queues as matching would, without
 * touching them. Keeps scratch memory, hence one for each book that needs it.
 */
final class FillProbe
{
    private static final int INITIAL_CAPACITY = 16;

    /** Shown orders of the level looked at that still have something, and what. */
    private RestingOrder[] orders = new RestingOrder[INITIAL_CAPACITY];
    private long[] restLots = new long[INITIAL_CAPACITY];

    /** Lots that would trade on a side down to a key. */
    long fillable(final RestingOrder aggressor, final BookSide side, final long limitKey)
    {
        long missing = aggressor.restLots;
        long traded = 0;
        boolean isEnded = false;
        PriceLevel level = side.best();
        while (!isEnded && missing > 0 && null != level && level.key >= limitKey)
        {
            switch (aggressor.selfTradeMode)
            {
                case CANCEL_RESTING:
                    final long others = Math.min(missing, othersLots(aggressor, level));
                    traded += others;
                    missing -= others;
                    break;

                case DECREMENT:
                    traded += decremented(aggressor, level, missing);
                    missing -= Math.min(missing, level.totalLots);
                    break;

                case CANCEL_INCOMING:
                case CANCEL_BOTH:
                case NULL_VAL:
                    final RestingOrder own = firstOwn(aggressor, level);
                    final long ahead = Math.min(missing, lotsAhead(level, own));
                    traded += ahead;
                    missing -= ahead;
                    isEnded = null != own;
                    break;
            }
            level = side.worse(level);
        }
        return traded;
    }

    private static long othersLots(final RestingOrder aggressor, final PriceLevel level)
    {
        long lots = 0;
        for (RestingOrder order = level.first(); null != order; order = level.after(order))
        {
            lots += aggressor.isOwn(order) ? 0 : order.restLots;
        }
        return lots;
    }

    private static RestingOrder firstOwn(final RestingOrder aggressor, final PriceLevel level)
    {
        RestingOrder order = level.first();
        while (null != order && !aggressor.isOwn(order))
        {
            order = level.after(order);
        }
        return order;
    }

    /** Lots that trade before an order's turn comes: before a shown one only what is shown now. */
    private static long lotsAhead(final PriceLevel level, final RestingOrder last)
    {
        if (null == last)
        {
            return level.totalLots;
        }
        long lots = 0;
        for (RestingOrder order = level.first(); last != order; order = level.after(order))
        {
            lots += last.isHidden ? order.restLots : order.shownLots;
        }
        return lots;
    }

    /** What of a level's first lots is not the aggressor's own. */
    private long decremented(final RestingOrder aggressor, final PriceLevel level, final long missing)
    {
        if (level.totalLots <= missing)
        {
            return othersLots(aggressor, level);
        }
        long left = missing;
        long traded = 0;
        int count = takeShown(level);
        for (boolean isFirstRound = true; left > 0 && count > 0; isFirstRound = false)
        {
            int kept = 0;
            for (int i = 0; i < count && left > 0; i++)
            {
                final RestingOrder order = orders[i];
                final boolean isOwn = aggressor.isOwn(order);
                final long lots =
                    Math.min(left, isFirstRound ? order.shownLots : nextSlice(order, restLots[i], isOwn));
                left -= lots;
                traded += isOwn ? 0 : lots;
                if (restLots[i] > lots)
                {
                    orders[kept] = order;
                    restLots[kept++] = restLots[i] - lots;
                }
            }
            count = kept;
        }
        return traded + hidden(aggressor, level, left);
    }

    /** Keeps the shown orders of a level with all they have; returns how many there are. */
    private int takeShown(final PriceLevel level)
    {
        int count = 0;
        RestingOrder order = level.first();
        while (null != order && !order.isHidden)
        {
            if (count == orders.length)
            {
                orders = Arrays.copyOf(orders, count << 1);
                restLots = Arrays.copyOf(restLots, count << 1);
            }
            orders[count] = order;
            restLots[count++] = order.restLots;
            order = level.after(order);
        }
        return count;
    }

    /** The slice that an iceberg shows when so much of it is left; what is taken off both is not executed. */
    private static long nextSlice(final RestingOrder order, final long lots, final boolean isOwn)
    {
        final long executedLots = isOwn ? order.executedLots : order.executedLots + order.restLots - lots;
        return IcebergSlice.size(order, executedLots, lots);
    }

    private static long hidden(final RestingOrder aggressor, final PriceLevel level, final long lots)
    {
        long left = lots;
        long traded = 0;
        for (RestingOrder order = level.first(); null != order && left > 0; order = level.after(order))
        {
            if (order.isHidden)
            {
                final long taken = Math.min(left, order.restLots);
                left -= taken;
                traded += aggressor.isOwn(order) ? 0 : taken;
            }
        }
        return traded;
    }
}
