// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.book;

/**
 * Foresees what an aggressor with self-trade prevention would trade. It walks the queues as matching would, without
 * touching them. Stateless.
 */
final class FillProbe
{
    private FillProbe()
    {
    }

    /** Lots that would trade on a side down to a key. */
    static long fillable(final RestingOrder aggressor, final BookSide side, final long limitKey)
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

                default:
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
    private static long decremented(final RestingOrder aggressor, final PriceLevel level, final long missing)
    {
        if (level.totalLots <= missing)
        {
            return othersLots(aggressor, level);
        }
        long left = missing;
        long traded = 0;
        for (int round = 0; left > 0; round++)
        {
            final long before = left;
            RestingOrder order = level.first();
            while (null != order && left > 0 && !order.isHidden)
            {
                final boolean isOwn = aggressor.isOwn(order);
                final long lots = Math.min(left, slice(order, round, isOwn));
                left -= lots;
                traded += isOwn ? 0 : lots;
                order = level.after(order);
            }
            if (before == left)
            {
                return traded + hidden(aggressor, level, left);
            }
        }
        return traded;
    }

    /** What a shown order trades when its turn comes for the n-th time; counted again from the first one. */
    private static long slice(final RestingOrder order, final int round, final boolean isOwn)
    {
        long rest = order.restLots;
        long lots = order.shownLots;
        for (int i = 0; i < round && rest > 0; i++)
        {
            rest -= lots;
            final long executedLots = isOwn ? order.executedLots : order.executedLots + order.restLots - rest;
            lots = rest > 0 ? IcebergSlice.size(order, executedLots, rest) : 0;
        }
        return lots;
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
