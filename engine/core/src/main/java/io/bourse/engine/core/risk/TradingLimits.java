// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.risk;

import io.bourse.engine.protocol.LimitKind;

/**
 * Limits of one register besides its collateral; 0 switches one off. The venue sets them, and its firm may set tighter
 * ones: then of each the tighter one holds, whatever the venue sets later.
 * <p>
 * The order rate has windows of one second of engine time: the first order counted opens a window, and the first one a
 * second or more later the next. What counts is accepted new orders and executed replaces; what was refused does not,
 * so that a refusal never changes what follows.
 * <p>
 * Live orders and the order rate may be shared with other partitions: what is moved is added to what holds here.
 */
public final class TradingLimits
{
    private static final long WINDOW_NS = 1_000_000_000L;

    private long maxPositionLots;
    private long maxOrderLots;
    private long maxOrderNotionalKopecks;
    private long maxActiveOrders;
    private int maxOrdersPerSecond;
    private long windowStartNs;
    private int ordersInWindow;
    /** What was moved between partitions; null while the limit is not shared with another one. */
    private LimitMoves orderMoves;
    private LimitMoves rateMoves;
    private boolean isBlocked;
    /** What the venue has set; null while the firm has set nothing: then it is what holds. */
    private LimitValues venue;
    /** What the firm has set; null for nothing. */
    private LimitValues firm;

    /**
     * Sets all limits of the venue; the window of the order rate goes on.
     *
     * @param positionLots farthest a position may get from zero in an instrument, orders counted.
     * @param orderLots of one order.
     * @param orderNotionalKopecks of one order.
     * @param activeOrders live at the same time, wherever they are.
     * @param ordersPerSecond accepted in a window.
     */
    public void set(
        final long positionLots,
        final long orderLots,
        final long orderNotionalKopecks,
        final long activeOrders,
        final int ordersPerSecond)
    {
        hold(new LimitValues(positionLots, orderLots, orderNotionalKopecks, activeOrders, ordersPerSecond));
    }

    /**
     * Sets all limits of the firm itself; the window of the order rate goes on.
     *
     * @param values not above {@link #venue()}; 0: none of its own.
     * @param blocked whether nothing may be ordered.
     */
    public void setFirm(final LimitValues values, final boolean blocked)
    {
        final LimitValues ofVenue = venue();
        firm = blocked || !LimitValues.NONE.equals(values) ? values : null;
        isBlocked = blocked;
        hold(ofVenue);
    }

    private void hold(final LimitValues ofVenue)
    {
        venue = null == firm ? null : ofVenue;
        final LimitValues held = null == firm ? ofVenue : ofVenue.tightened(firm);
        maxPositionLots = held.positionLots();
        maxOrderLots = held.orderLots();
        maxOrderNotionalKopecks = held.orderNotionalKopecks();
        maxActiveOrders = held.activeOrders();
        maxOrdersPerSecond = held.ordersPerSecond();
        if (0 == maxOrdersPerSecond)
        {
            windowStartNs = 0;
            ordersInWindow = 0;
        }
    }

    /**
     * Goes on with a window of the order rate that was open when a snapshot was written.
     *
     * @param startNs when it began, in ns of engine time.
     * @param orders counted in it.
     */
    public void restoreWindow(final long startNs, final int orders)
    {
        windowStartNs = startNs;
        ordersInWindow = orders;
    }

    /** What the venue has set. */
    public LimitValues venue()
    {
        return null != venue ? venue : new LimitValues(
            maxPositionLots, maxOrderLots, maxOrderNotionalKopecks, maxActiveOrders, maxOrdersPerSecond);
    }

    /** What the firm has set itself; null for nothing. */
    public LimitValues firm()
    {
        return firm;
    }

    /** Whether the firm lets it order nothing. */
    public boolean isBlocked()
    {
        return isBlocked;
    }

    /** When the window of the order rate began, in ns of engine time. */
    public long windowStartNs()
    {
        return windowStartNs;
    }

    /** Orders counted in the window of the order rate. */
    public int ordersInWindow()
    {
        return ordersInWindow;
    }

    /** Orders counted for the order rate now. */
    long ordersInWindow(final long nowNs)
    {
        return isWindowOver(nowNs) ? 0 : ordersInWindow;
    }

    /** What holds of a limit without what was moved; 0: not limited. */
    long set(final LimitKind kind)
    {
        return LimitKind.ACTIVE_ORDERS == kind ? maxActiveOrders : maxOrdersPerSecond;
    }

    /** What may be used of a limit that is set; 0 or less: nothing. */
    long usable(final LimitKind kind)
    {
        return LimitMoves.usable(set(kind), moves(kind));
    }

    LimitMoves moves(final LimitKind kind)
    {
        return LimitKind.ACTIVE_ORDERS == kind ? orderMoves : LimitKind.ORDER_RATE == kind ? rateMoves : null;
    }

    int share(final LimitKind kind, final int partition)
    {
        if (LimitKind.ACTIVE_ORDERS == kind)
        {
            orderMoves = null == orderMoves ? new LimitMoves() : orderMoves;
        }
        else
        {
            rateMoves = null == rateMoves ? new LimitMoves() : rateMoves;
        }
        return moves(kind).indexOrAdd(partition);
    }

    /** What would have been enough for an order that the limit has just refused. */
    long lacking(final LimitKind kind, final OrderDemand demand, final long activeOrders)
    {
        return 1 + (LimitKind.ACTIVE_ORDERS == kind ? activeOrders : ordersBefore(demand)) - usable(kind);
    }

    /** The first limit that does not let the order pass, or null. */
    LimitKind refusal(final OrderDemand demand, final int level, final long activeOrders)
    {
        if (isBlocked)
        {
            return LimitKind.BLOCKED;
        }
        if (0 != maxOrdersPerSecond && ordersBefore(demand) >= LimitMoves.usable(maxOrdersPerSecond, rateMoves))
        {
            return LimitKind.ORDER_RATE;
        }
        if (0 != maxOrderLots && demand.orderLots() > maxOrderLots)
        {
            return LimitKind.ORDER_LOTS;
        }
        if (0 != maxOrderNotionalKopecks && demand.isNotionalAbove(maxOrderNotionalKopecks))
        {
            return LimitKind.ORDER_NOTIONAL;
        }
        if (0 != maxActiveOrders && demand.isNew() && activeOrders >= LimitMoves.usable(maxActiveOrders, orderMoves))
        {
            return LimitKind.ACTIVE_ORDERS;
        }
        return 0 != maxPositionLots && !demand.isExempt() && demand.isPositionAbove(level, maxPositionLots) ?
            LimitKind.POSITION : null;
    }

    /** Counts an order for the order rate. */
    void count(final long nowNs)
    {
        if (0 == maxOrdersPerSecond)
        {
            return;
        }
        if (0 == ordersInWindow || isWindowOver(nowNs))
        {
            windowStartNs = nowNs;
            ordersInWindow = 0;
        }
        ordersInWindow++;
    }

    /** How many orders will have been counted in the window of an order when it is its turn. */
    private long ordersBefore(final OrderDemand demand)
    {
        return ordersInWindow(demand.nowNs()) + demand.ordersBeside();
    }

    private boolean isWindowOver(final long nowNs)
    {
        return nowNs - windowStartNs >= WINDOW_NS;
    }
}
