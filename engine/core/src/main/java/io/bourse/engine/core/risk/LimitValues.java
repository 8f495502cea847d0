// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.risk;

/**
 * Values of trading limits, none below 0; 0: not limited.
 *
 * @param positionLots farthest a position may get from zero in an instrument, orders counted.
 * @param orderLots of one order.
 * @param orderNotionalKopecks of one order.
 * @param activeOrders live at the same time.
 * @param ordersPerSecond accepted in a second.
 */
public record LimitValues(
    long positionLots, long orderLots, long orderNotionalKopecks, long activeOrders, int ordersPerSecond)
{
    /** Nothing is limited. */
    public static final LimitValues NONE = new LimitValues(0, 0, 0, 0, 0);

    /** Of each the tighter one. */
    LimitValues tightened(final LimitValues other)
    {
        return new LimitValues(
            tighter(positionLots, other.positionLots),
            tighter(orderLots, other.orderLots),
            tighter(orderNotionalKopecks, other.orderNotionalKopecks),
            tighter(activeOrders, other.activeOrders),
            (int)tighter(ordersPerSecond, other.ordersPerSecond));
    }

    private static long tighter(final long one, final long other)
    {
        return 0 == one || 0 != other && other < one ? other : one;
    }

    /**
     * Whether one of them is looser than another limit that is set.
     *
     * @param ceiling to compare with.
     * @return false where this one is 0: it limits nothing, and the other one holds.
     */
    public boolean isAbove(final LimitValues ceiling)
    {
        return isAbove(positionLots, ceiling.positionLots) ||
            isAbove(orderLots, ceiling.orderLots) ||
            isAbove(orderNotionalKopecks, ceiling.orderNotionalKopecks) ||
            isAbove(activeOrders, ceiling.activeOrders) ||
            isAbove(ordersPerSecond, ceiling.ordersPerSecond);
    }

    private static boolean isAbove(final long value, final long ceiling)
    {
        return 0 != ceiling && value > ceiling;
    }
}
