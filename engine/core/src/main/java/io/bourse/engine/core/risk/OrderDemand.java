// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.risk;

import io.bourse.engine.protocol.ClearingRange;
import io.bourse.engine.protocol.LimitKind;

/**
 * What an order, or a change of one, asks of the limits of all levels. Decided once per order, then shown to one
 * register after another; reused.
 * <p>
 * A plain order has one leg, its own instrument. An order in a strategy has the legs of the strategy.
 */
public final class OrderDemand
{
    public static final int LEVELS = 4;
    /** Legs of an order at most. */
    public static final int MAX_LEGS = 4;
    /** Tick values are in roubles x 100 000: so many of their units make a kopeck. */
    private static final long UNITS_PER_KOPECK = 1_000;

    private final Exposure[][] exposures = new Exposure[LEVELS][MAX_LEGS];
    private final WideKopecks growth = new WideKopecks();
    private final long[] buyLots = new long[MAX_LEGS];
    private final long[] sellLots = new long[MAX_LEGS];
    private final MarginRates[] rates = new MarginRates[MAX_LEGS];
    private int legCount;
    private long units;
    private long nowNs;
    private long orderLots;
    private long absPriceTicks;
    private long tickValueE5;
    private int ordersBeside;
    private boolean isNew;
    private boolean isExempt;

    /**
     * Begins with an order; its legs follow.
     *
     * @param nowNs engine time.
     * @param orderLots of the whole order, as it would be.
     * @param priceTicks its limit, as it would be.
     * @param tickValueE5 roubles per tick and lot x 100 000.
     */
    public void begin(final long nowNs, final long orderLots, final long priceTicks, final long tickValueE5)
    {
        this.nowNs = nowNs;
        this.orderLots = orderLots;
        // The absolute value of the lowest long is right as an unsigned number.
        absPriceTicks = Math.abs(priceTicks);
        this.tickValueE5 = tickValueE5;
        legCount = 0;
        units = 0;
    }

    /**
     * What kind of order it is.
     *
     * @param isNewOrder whether there will be one more live order.
     * @param isExemptOrder whether it may pass limits of position and collateral.
     */
    public void kind(final boolean isNewOrder, final boolean isExemptOrder)
    {
        isNew = isNewOrder;
        isExempt = isExemptOrder;
    }

    /**
     * Says how many other orders the order rates will count before this one.
     *
     * @param orders of the same command, from 0.
     */
    public void ordersBeside(final int orders)
    {
        ordersBeside = orders;
    }

    /**
     * Adds a leg. Two legs must not be in the same instrument.
     *
     * @param instrument of the leg.
     * @param signedLots ordered on top of what is counted already: above 0 to buy.
     * @param isBuy whether this is the side of the order in this leg, also when lots come off.
     * @return number of the leg, from 0, for {@link #exposure}.
     */
    public int addLeg(final InstrumentExposures instrument, final long signedLots, final boolean isBuy)
    {
        final int leg = legCount++;
        rates[leg] = instrument.margin;
        buyLots[leg] = isBuy ? signedLots : 0;
        sellLots[leg] = isBuy ? 0 : -signedLots;
        // More lots than a register has units are too many, however many they are.
        units += Math.clamp(buyLots[leg] + sellLots[leg], 0, ClearingRange.REGISTER_UNITS + 1) * instrument.unitsOfLot;
        return leg;
    }

    /**
     * Says what a level has in the instrument of a leg.
     *
     * @param level from 0.
     * @param leg from {@link #addLeg}.
     * @param exposure of that level; null when it has none yet.
     */
    public void exposure(final int level, final int leg, final Exposure exposure)
    {
        exposures[level][leg] = exposure;
    }

    /**
     * Whether the lots of all legs can be counted without any danger of overflow.
     *
     * @param level from 0.
     * @return false at the edge.
     */
    public boolean fits(final int level)
    {
        for (int leg = 0; leg < legCount; leg++)
        {
            final Exposure exposure = exposures[level][leg];
            final boolean fits = null == exposure ?
                Exposure.isCountable(buyLots[leg], sellLots[leg]) : exposure.fits(buyLots[leg], sellLots[leg]);
            if (!fits)
            {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether clearing can hold what a register has, when the lots of all legs are ordered too.
     *
     * @param level from 0.
     * @param register of the level; null when it has none yet.
     * @param maxUnits of a register of the level.
     * @return false when it cannot.
     */
    public boolean hasRange(final int level, final Register register, final long maxUnits)
    {
        return 0 == units ||
            (null == register ? units <= maxUnits : register.hasRange(units, isClosing(level), maxUnits));
    }

    private boolean isClosing(final int level)
    {
        for (int leg = 0; leg < legCount; leg++)
        {
            final Exposure exposure = exposures[level][leg];
            if (null == exposure || !exposure.isClosedBy(buyLots[leg], sellLots[leg]))
            {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether one notional is above another: lots x price, without sign.
     *
     * @param lots not negative.
     * @param priceTicks any value.
     * @param otherLots not negative.
     * @param otherPriceTicks any value.
     * @return true when the first one is.
     */
    public static boolean isNotionalAbove(
        final long lots, final long priceTicks, final long otherLots, final long otherPriceTicks)
    {
        final long absTicks = Math.abs(priceTicks);
        final long otherAbsTicks = Math.abs(otherPriceTicks);
        final int comparison = Long.compareUnsigned(
            Math.unsignedMultiplyHigh(lots, absTicks), Math.unsignedMultiplyHigh(otherLots, otherAbsTicks));
        return comparison > 0 ||
            0 == comparison && Long.compareUnsigned(lots * absTicks, otherLots * otherAbsTicks) > 0;
    }

    long nowNs()
    {
        return nowNs;
    }

    long orderLots()
    {
        return orderLots;
    }

    int ordersBeside()
    {
        return ordersBeside;
    }

    boolean isNew()
    {
        return isNew;
    }

    boolean isExempt()
    {
        return isExempt;
    }

    /** Whether lots x price x tick value is above a limit; three factors, hence 192 bits. */
    boolean isNotionalAbove(final long kopecks)
    {
        final long priceHigh = Math.unsignedMultiplyHigh(orderLots, absPriceTicks);
        final long priceLow = orderLots * absPriceTicks;
        if (0 != Math.unsignedMultiplyHigh(priceHigh, tickValueE5))
        {
            return true;
        }
        final long middle = priceHigh * tickValueE5;
        final long high = middle + Math.unsignedMultiplyHigh(priceLow, tickValueE5);
        if (Long.compareUnsigned(high, middle) < 0)
        {
            return true;
        }
        final int comparison = Long.compareUnsigned(high, Math.unsignedMultiplyHigh(kopecks, UNITS_PER_KOPECK));
        return comparison > 0 ||
            0 == comparison && Long.compareUnsigned(priceLow * tickValueE5, kopecks * UNITS_PER_KOPECK) > 0;
    }

    /** Whether a position could get farther from zero than allowed on the side that this order adds to. */
    boolean isPositionAbove(final int level, final long maxLots)
    {
        for (int leg = 0; leg < legCount; leg++)
        {
            final Exposure exposure = exposures[level][leg];
            final long longBase = null == exposure ? 0 : exposure.netLots() + exposure.openBuyLots();
            final long shortBase = null == exposure ? 0 : exposure.openSellLots() - exposure.netLots();
            if (buyLots[leg] > 0 && longBase + buyLots[leg] > maxLots ||
                sellLots[leg] > 0 && shortBase + sellLots[leg] > maxLots)
            {
                return true;
            }
        }
        return false;
    }

    /** Whether the order needs more margin than there is, and more than was needed without it. */
    boolean isMarginAbove(final int level, final WideKopecks required, final long collateralKopecks)
    {
        computeGrowth(level);
        if (!growth.isPositive())
        {
            return false;
        }
        growth.add(required);
        return growth.exceeds(collateralKopecks);
    }

    /**
     * What a register lacks that has just refused it for its collateral.
     *
     * @param register that has.
     * @return kopecks, above 0.
     */
    long lackingKopecks(final Register register)
    {
        return growth.above(register.usable(LimitKind.COLLATERAL));
    }

    /** Whether less margin would be needed. */
    boolean isMarginBelow(final int level)
    {
        computeGrowth(level);
        return !growth.exceeds(-1);
    }

    private void computeGrowth(final int level)
    {
        growth.clear();
        for (int leg = 0; leg < legCount; leg++)
        {
            final Exposure exposure = exposures[level][leg];
            if (null != exposure)
            {
                exposure.addGrowth(growth, buyLots[leg], sellLots[leg]);
            }
            else
            {
                rates[leg].addRequirement(growth, Math.max(0, buyLots[leg]), Math.max(0, sellLots[leg]));
            }
        }
    }
}
