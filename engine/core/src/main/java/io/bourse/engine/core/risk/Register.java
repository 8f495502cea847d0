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
    /** Null while the register is not shared with another partition. */
    private CollateralMoves moves;
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

    /** What it may use here: what was set, with what was moved between partitions. */
    public long usableKopecks()
    {
        return usableKopecks;
    }

    /** What was moved between partitions, or null when the register is not shared with another one. */
    public CollateralMoves moves()
    {
        return moves;
    }

    /**
     * Shares it with another partition.
     *
     * @param partition the other one.
     * @return its place in {@link #moves()}.
     */
    public int share(final int partition)
    {
        if (null == moves)
        {
            moves = new CollateralMoves();
        }
        return moves.indexOrAdd(partition);
    }

    /**
     * Has less here, for another partition: what is free at most.
     *
     * @param index of the other partition in {@link #moves()}.
     * @param kopecks at most, not negative.
     * @return how much less.
     */
    public long give(final int index, final long kopecks)
    {
        final long free = null == required ? 0 : required.below(usableKopecks);
        final long less = moves.give(index, Math.min(kopecks, free));
        updateUsable();
        return less;
    }

    /**
     * Has what another partition has given.
     *
     * @param index of the other partition in {@link #moves()}.
     * @param kopecks that it has given, ever.
     * @return how much more.
     */
    public long take(final int index, final long kopecks)
    {
        final long more = moves.take(index, kopecks);
        updateUsable();
        return more;
    }

    /**
     * Goes on with what was moved when a snapshot was written.
     *
     * @param partition the other one.
     * @param givenKopecks to it, ever.
     * @param takenKopecks from it, ever.
     */
    public void restoreMoves(final int partition, final long givenKopecks, final long takenKopecks)
    {
        final int index = share(partition);
        moves.give(index, givenKopecks);
        moves.take(index, takenKopecks);
        updateUsable();
    }

    private void updateUsable()
    {
        usableKopecks = null == moves ? collateralKopecks : saturatedSum(collateralKopecks, moves.kopecks());
    }

    private static long saturatedSum(final long one, final long other)
    {
        final long sum = one + other;
        return ((one ^ sum) & (other ^ sum)) < 0 ? (one < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
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
