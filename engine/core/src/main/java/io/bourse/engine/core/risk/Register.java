// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.risk;

import io.bourse.engine.protocol.LimitKind;

/**
 * Limits of one login, client register, brokerage firm or settlement account, and what is counted against them over all
 * instruments. What is counted by instrument is in its exposures.
 */
public final class Register
{
    /** Null without a collateral, as in most registers. */
    private WideKopecks required;
    private long activeOrders;
    private long collateralKopecks;
    /** The same with what is moved between partitions: what is checked. */
    private long usableKopecks;
    /** Of its collateral; null while it is not shared with another partition. */
    private LimitMoves moves;
    private TradingLimits limits;
    /** Range units of its positions, of its live orders, and of what it has traded since the session opened. */
    private long heldUnits;
    private long openUnits;
    private long tradedUnits;
    /** Chain of its exposures in instruments that may have a margin. */
    private Exposure firstExposure;

    /** Margin of all its exposures, null without a collateral. */
    public WideKopecks required()
    {
        return required;
    }

    /** Live orders, wherever they are. */
    public long activeOrders()
    {
        return activeOrders;
    }

    /** Whether its collateral is checked. */
    public boolean hasCollateral()
    {
        return null != required;
    }

    /** What it may use as it was set; means nothing without {@link #hasCollateral()}. */
    public long collateralKopecks()
    {
        return collateralKopecks;
    }

    /** Whether one of {@link io.bourse.engine.protocol.SharedLimits#KINDS} is checked. */
    public boolean isLimited(final LimitKind kind)
    {
        return LimitKind.COLLATERAL == kind ? hasCollateral() : null != limits && 0 != limits.set(kind);
    }

    /** What it may use here of a limit: what was set, with what was moved; 0 when it is not limited. */
    public long usable(final LimitKind kind)
    {
        return !isLimited(kind) ? 0 : LimitKind.COLLATERAL == kind ? usableKopecks : limits.usable(kind);
    }

    /**
     * What it uses of a limit; 0 when it is not limited.
     *
     * @param kind of the limit.
     * @param nowNs engine time.
     * @return amount.
     */
    public long used(final LimitKind kind, final long nowNs)
    {
        return !isLimited(kind) ? 0 : LimitKind.COLLATERAL == kind ? required.clamped() :
            LimitKind.ACTIVE_ORDERS == kind ? activeOrders : limits.ordersInWindow(nowNs);
    }

    /** What of a limit was moved between partitions, or null when it is not shared with another one. */
    public LimitMoves moves(final LimitKind kind)
    {
        return LimitKind.COLLATERAL == kind ? moves : null == limits ? null : limits.moves(kind);
    }

    /**
     * Shares a limit with another partition.
     *
     * @param kind of the limit.
     * @param partition the other one.
     * @return its place in {@link #moves}.
     */
    public int share(final LimitKind kind, final int partition)
    {
        if (LimitKind.COLLATERAL != kind)
        {
            return limitsOrAdd().share(kind, partition);
        }
        if (null == moves)
        {
            moves = new LimitMoves();
        }
        return moves.indexOrAdd(partition);
    }

    /**
     * Has less here, for another partition: what is free at most.
     *
     * @param kind of the limit.
     * @param index of the other partition in {@link #moves}.
     * @param amount at most, not negative.
     * @param nowNs engine time.
     * @return how much less.
     */
    public long give(final LimitKind kind, final int index, final long amount, final long nowNs)
    {
        final long free = !isLimited(kind) ? 0 : LimitKind.COLLATERAL == kind ?
            required.below(usableKopecks) : Math.max(0, usable(kind) - used(kind, nowNs));
        final long less = moves(kind).give(index, Math.min(amount, free));
        updateUsable();
        return less;
    }

    /**
     * Has what another partition has given.
     *
     * @param kind of the limit.
     * @param index of the other partition in {@link #moves}.
     * @param amount that it has given, ever.
     * @return how much more.
     */
    public long take(final LimitKind kind, final int index, final long amount)
    {
        final long more = moves(kind).take(index, amount);
        updateUsable();
        return more;
    }

    /**
     * Goes on with what was moved when a snapshot was written.
     *
     * @param kind of the limit.
     * @param partition the other one.
     * @param given to it, ever.
     * @param taken from it, ever.
     */
    public void restoreMoves(final LimitKind kind, final int partition, final long given, final long taken)
    {
        final int index = share(kind, partition);
        moves(kind).give(index, given);
        moves(kind).take(index, taken);
        updateUsable();
    }

    private void updateUsable()
    {
        usableKopecks = LimitMoves.usable(collateralKopecks, moves);
    }

    /** Its other limits, or null when none was ever set. */
    public TradingLimits limits()
    {
        return limits;
    }

    /**
     * Sets what it may use; checked from now on. The first time takes time in proportion to its exposures.
     *
     * @param kopecks any value; below zero nothing can be opened.
     */
    public void collateral(final long kopecks)
    {
        collateralKopecks = kopecks;
        updateUsable();
        if (null == required)
        {
            required = new WideKopecks();
            for (Exposure exposure = firstExposure; null != exposure; exposure = exposure.nextOfRegister)
            {
                exposure.keepMargin();
            }
        }
    }

    /** A new exposure of it, without lots, in an instrument that may have a margin. */
    void add(final Exposure exposure)
    {
        exposure.nextOfRegister = firstExposure;
        firstExposure = exposure;
        if (null != required)
        {
            exposure.keepMargin();
        }
    }

    /** Its other limits, made when there are none yet. */
    public TradingLimits limitsOrAdd()
    {
        if (null == limits)
        {
            limits = new TradingLimits();
        }
        return limits;
    }

    /**
     * Checks an order against all limits of this register.
     *
     * @param demand of the order.
     * @param level whose exposures in the demand are those of this register.
     * @return the first limit that refuses it, or null.
     */
    public LimitKind refusal(final OrderDemand demand, final int level)
    {
        if (null != limits)
        {
            final LimitKind refusal = limits.refusal(demand, level, activeOrders);
            if (null != refusal)
            {
                return refusal;
            }
        }
        return null != required && !demand.isExempt() && demand.isMarginAbove(level, required, usableKopecks) ?
            LimitKind.COLLATERAL : null;
    }

    /**
     * What it lacks of a limit, shared with other partitions, that has just refused an order.
     *
     * @param kind of the limit.
     * @param demand of the order.
     * @return amount, above 0; 0 when the limit is not shared.
     */
    public long lacking(final LimitKind kind, final OrderDemand demand)
    {
        return null == moves(kind) ? 0 : LimitKind.COLLATERAL == kind ?
            demand.lackingKopecks(this) : limits.lacking(kind, demand, activeOrders);
    }

    /**
     * Whether it needs more than it may use, and less if some lots were not ordered any more.
     *
     * @param release the lots that would not be ordered any more.
     * @param level whose exposures in the release are those of this register.
     * @return true when it does.
     */
    public boolean isOverdrawnBy(final OrderDemand release, final int level)
    {
        return null != required && required.exceeds(usableKopecks) && release.isMarginBelow(level);
    }

    /** Range units traded since the session opened. */
    public long tradedUnits()
    {
        return tradedUnits;
    }

    /**
     * Has traded, here or before a snapshot was written, or counts what a lower register has traded.
     *
     * @param units more; below 0 for less.
     */
    public void countTraded(final long units)
    {
        tradedUnits += units;
    }

    /** Positions and live orders have changed. */
    void count(final long moreHeldUnits, final long moreOpenUnits)
    {
        heldUnits += moreHeldUnits;
        openUnits += moreOpenUnits;
    }

    /** Counts positions and live orders anew, and what is traded if a session opens. */
    void restart(final boolean isNewSession)
    {
        heldUnits = 0;
        openUnits = 0;
        tradedUnits = isNewSession ? 0 : tradedUnits;
    }

    /** Whether so many units more may be ordered; only those that close a position may when too many are held. */
    boolean hasRange(final long units, final boolean isClosing, final long maxUnits)
    {
        final long allUnits = openUnits + units;
        return tradedUnits + allUnits <= maxUnits && (isClosing || heldUnits + allUnits <= maxUnits);
    }

    /** A new order is live. */
    public void opened()
    {
        activeOrders++;
    }

    /** An order is not live any more. */
    public void closed()
    {
        activeOrders--;
    }

    /**
     * A new order was accepted, or a live one replaced.
     *
     * @param nowNs engine time.
     */
    public void countForRate(final long nowNs)
    {
        if (null != limits)
        {
            limits.count(nowNs);
        }
    }

    /**
     * Live orders of a lower register are counted here from now on, or not any more.
     *
     * @param orders more; below 0 for less.
     */
    public void moveOrders(final long orders)
    {
        activeOrders += orders;
    }
}
