// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Margin of one portfolio at a time by the formulas of a method as they are written in the rules, in floating point.
 */
public abstract class ModelPortfolio implements PortfolioMargin
{
    /** Instruments and their risk. */
    protected final MarginMarket market;
    private final List<Holding> holdings = new ArrayList<>();
    private RegisterSwitches switches = RegisterSwitches.DEFAULT;
    private boolean hasOrders;
    /** Margin of what is held, which is asked for more than once; not a number until then. */
    private double heldMargin = Double.NaN;

    /**
     * A portfolio without lots.
     *
     * @param market of the run.
     */
    protected ModelPortfolio(final MarginMarket market)
    {
        this.market = market;
    }

    /**
     * Lots of an instrument.
     *
     * @param instrument that is held.
     * @param quantity lots; sold ones are below 0.
     */
    public record Lots(MarginInstrument instrument, double quantity)
    {
    }

    private record Holding(MarginInstrument instrument, long lots, long buys, long sells)
    {
    }

    @Override
    public final void begin(final RegisterSwitches ofRegister)
    {
        switches = ofRegister;
        holdings.clear();
        hasOrders = false;
        heldMargin = Double.NaN;
    }

    @Override
    public final void add(final int instrument, final long lots, final long openBuyLots, final long openSellLots)
    {
        if (null != market.instrument(instrument))
        {
            holdings.add(new Holding(market.instrument(instrument), lots, openBuyLots, openSellLots));
            hasOrders |= 0 != (openBuyLots | openSellLots);
            heldMargin = Double.NaN;
        }
    }

    @Override
    public final long positionsKopecks()
    {
        return Math.round(heldMargin());
    }

    private double heldMargin()
    {
        if (Double.isNaN(heldMargin))
        {
            heldMargin = margin(held());
        }
        return heldMargin;
    }

    @Override
    public final long requiredKopecks()
    {
        return !hasOrders ? positionsKopecks() : Math.round(Math.max(heldMargin(), Math.max(
            margin(lots(one -> (double)one.lots() + one.buys())),
            margin(lots(one -> (double)one.lots() - one.sells())))));
    }

    /**
     * What is held.
     *
     * @return lots, without orders.
     */
    public final List<Lots> held()
    {
        return lots(Holding::lots);
    }

    private List<Lots> lots(final ToDoubleFunction<Holding> quantity)
    {
        return holdings.stream().map(one -> new Lots(one.instrument(), quantity.applyAsDouble(one))).toList();
    }

    /**
     * Switches of the register.
     *
     * @return those that the portfolio was begun with.
     */
    protected final RegisterSwitches switches()
    {
        return switches;
    }

    /**
     * Margin of a portfolio.
     *
     * @param portfolio lots.
     * @return kopecks.
     */
    protected abstract double margin(List<Lots> portfolio);
}
