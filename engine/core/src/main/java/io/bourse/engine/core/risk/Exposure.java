// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.risk;

/**
 * What one register holds and has ordered in one instrument. Exposures of the levels hang together: that of a client
 * knows that of its firm, which knows that of its settlement account, and a change of the lowest one changes them all.
 */
public final class Exposure
{
    /**
     * No position, with everything bought or everything sold on top, goes farther from zero than this at any level. It
     * leaves space so that no sum of lots can overflow.
     */
    public static final long MAX_LOTS = 1L << 61;

    Exposure nextCreated;
    Exposure nextOfRegister;
    /** Among those of the instrument whose registers have a collateral. */
    Exposure nextLimited;
    private final InstrumentExposures instrument;
    private final int entityId;
    private final Register register;
    /** Null on a level without margin. */
    private final MarginRates rates;
    private Exposure parent;
    private Exposure latestLogin;
    private long netLots;
    private long openBuyLots;
    private long openSellLots;

    Exposure(
        final InstrumentExposures instrument,
        final int entityId,
        final Register register,
        final MarginRates rates,
        final Exposure parent)
    {
        this.instrument = instrument;
        this.entityId = entityId;
        this.register = register;
        this.rates = rates;
        this.parent = parent;
    }

    /** Whose it is: number of the register on its level. */
    public int entityId()
    {
        return entityId;
    }

    /** Instrument it is in. */
    public int instrumentId()
    {
        return instrument.instrumentId;
    }

    /** All exposures in the same instrument. */
    public InstrumentExposures instrument()
    {
        return instrument;
    }

    /** Position: lots bought less lots sold. */
    public long netLots()
    {
        return netLots;
    }

    /** Lots of live orders to buy. */
    public long openBuyLots()
    {
        return openBuyLots;
    }

    /** Lots of live orders to sell. */
    public long openSellLots()
    {
        return openSellLots;
    }

    /** How long the position may become when everything bought trades and nothing sold. */
    public long longLots()
    {
        return Math.max(0, netLots + openBuyLots);
    }

    /** How short the position may become when everything sold trades and nothing bought; not negative. */
    public long shortLots()
    {
        return Math.max(0, openSellLots - netLots);
    }

    /** Register that it belongs to. */
    public Register register()
    {
        return register;
    }

    /** Margin of the instrument, or null on a level without margin. */
    public MarginRates rates()
    {
        return rates;
    }

    /** Exposure of the level above in the same instrument, or null. */
    public Exposure parent()
    {
        return parent;
    }

    /**
     * The exposure of the login that last sent an order for this one: nearly always that of the next order too.
     *
     * @return exposure on the level of logins in the same instrument, or null.
     */
    public Exposure latestLogin()
    {
        return latestLogin;
    }

    /**
     * Remembers the login's exposure for the next order.
     *
     * @param exposure on the level of logins in the same instrument.
     */
    public void latestLogin(final Exposure exposure)
    {
        latestLogin = exposure;
    }

    /**
     * Whether so much more may be ordered without any danger of overflow.
     *
     * @param buyLots more to buy; below 0 for less.
     * @param sellLots more to sell; below 0 for less.
     * @return false at the edge.
     */
    public boolean fits(final long buyLots, final long sellLots)
    {
        return isCountable(buyLots, sellLots) &&
            netLots + openBuyLots + buyLots <= MAX_LOTS &&
            openSellLots - netLots + sellLots <= MAX_LOTS;
    }

    /**
     * The same for a register that holds nothing.
     *
     * @return false beyond the edge.
     */
    static boolean isCountable(final long buyLots, final long sellLots)
    {
        return buyLots <= MAX_LOTS && sellLots <= MAX_LOTS;
    }

    /**
     * Lots were ordered, or are not ordered any more, on this level and those above.
     *
     * @param buyLots more to buy; below 0 for less.
     * @param sellLots more to sell; below 0 for less.
     */
    public void order(final long buyLots, final long sellLots)
    {
        for (Exposure exposure = this; null != exposure; exposure = exposure.parent)
        {
            exposure.change(0, buyLots, sellLots);
        }
    }

    /**
     * Lots that were ordered have traded, on this level and those above.
     *
     * @param signedLots above 0 when bought.
     */
    public void trade(final long signedLots)
    {
        for (Exposure exposure = this; null != exposure; exposure = exposure.parent)
        {
            exposure.change(signedLots, -Math.max(0, signedLots), Math.min(0, signedLots));
        }
        countTraded(signedLots);
    }

    /**
     * Lots have traded, on this level and those above: counts them for the range of the session.
     *
     * @param lots either sign.
     */
    public void countTraded(final long lots)
    {
        final long units = Math.abs(lots) * instrument.unitsOfLot;
        for (Exposure exposure = this; null != exposure; exposure = exposure.parent)
        {
            if (exposure.isRanged())
            {
                exposure.register.countTraded(units);
            }
        }
    }

    /**
     * Lots that a client register had ordered have traded, on its level, those above and in what all registers hold.
     *
     * @param signedLots above 0 when bought.
     */
    public void tradeHeld(final long signedLots)
    {
        instrument.held.move(netLots, signedLots);
        trade(signedLots);
    }

    /**
     * The position of a client register moves without an order in this instrument, on its level, those above and in
     * what all registers hold.
     *
     * @param signedLots above 0 when bought.
     */
    public void moveHeld(final long signedLots)
    {
        instrument.held.move(netLots, signedLots);
        move(signedLots);
    }

    /**
     * The position moves without an order in this instrument, on this level and those above.
     *
     * @param signedLots above 0 when bought.
     */
    public void move(final long signedLots)
    {
        for (Exposure exposure = this; null != exposure; exposure = exposure.parent)
        {
            exposure.change(signedLots, 0, 0);
        }
    }

    /**
     * Whether everything that a lower level holds may be counted here too.
     *
     * @param lower to be added.
     * @return false when it does not fit.
     */
    public boolean fits(final Exposure lower)
    {
        return fits(lower.netLots + lower.openBuyLots, lower.openSellLots - lower.netLots);
    }

    /**
     * Whether what is left here stays countable when a lower level is not counted any more: its position may have been
     * what held the others' in balance.
     *
     * @param lower counted here.
     * @return false when it does not.
     */
    public boolean fitsWithout(final Exposure lower)
    {
        return fits(-lower.netLots - lower.openBuyLots, lower.netLots - lower.openSellLots);
    }

    /**
     * Hangs this exposure under another one, which from now on counts what this one holds; the former one does not.
     *
     * @param newParent that it fits in.
     */
    public void moveUnder(final Exposure newParent)
    {
        if (null != parent)
        {
            parent.change(-netLots, -openBuyLots, -openSellLots);
        }
        parent = newParent;
        newParent.change(netLots, openBuyLots, openSellLots);
    }

    /** Whether lots ordered on top do no more than close the position. */
    boolean isClosedBy(final long buyLots, final long sellLots)
    {
        return (0 == buyLots || netLots + openBuyLots + buyLots <= 0) &&
            (0 == sellLots || netLots - openSellLots - sellLots >= 0);
    }

    /** Adds it to what its register counts in range units. */
    void countUnits()
    {
        register.count(
            Math.abs(netLots) * instrument.unitsOfLot, (openBuyLots + openSellLots) * instrument.unitsOfLot);
    }

    /** Logins have no range: what they trade is their accounts'. */
    private boolean isRanged()
    {
        return null != rates && 0 != instrument.unitsOfLot;
    }

    /** Takes off what is reserved at the margin of the instrument and reserves what another one asks for. */
    void changeMargin(final MarginRates newRates)
    {
        releaseMargin();
        newRates.addRequirement(register.required(), longLots(), shortLots());
    }

    /** From now on the register has a collateral: what it needs for this exposure is reserved and kept. */
    void keepMargin()
    {
        instrument.addLimited(this);
        reserveMargin();
    }

    void reserveMargin()
    {
        rates.addRequirement(register.required(), longLots(), shortLots());
    }

    void releaseMargin()
    {
        rates.subtractRequirement(register.required(), longLots(), shortLots());
    }

    /** Adds what the margin would grow by if so much more were ordered. */
    void addGrowth(final WideKopecks sum, final long buyLots, final long sellLots)
    {
        if (null != rates && rates.isSet())
        {
            rates.addRequirement(
                sum, Math.max(0, netLots + openBuyLots + buyLots), Math.max(0, openSellLots - netLots + sellLots));
            rates.subtractRequirement(sum, longLots(), shortLots());
        }
    }

    private void change(final long signedLots, final long buyLots, final long sellLots)
    {
        final boolean isMargined = null != rates && rates.isSet() && register.hasCollateral();
        if (isMargined)
        {
            releaseMargin();
        }
        if (isRanged())
        {
            register.count(
                (Math.abs(netLots + signedLots) - Math.abs(netLots)) * instrument.unitsOfLot,
                (buyLots + sellLots) * instrument.unitsOfLot);
        }
        netLots += signedLots;
        openBuyLots += buyLots;
        openSellLots += sellLots;
        if (isMargined)
        {
            reserveMargin();
        }
    }
}
