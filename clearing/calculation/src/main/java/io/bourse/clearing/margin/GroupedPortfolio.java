// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin;

import io.bourse.clearing.model.Round;

import java.util.Arrays;

/**
 * A portfolio whose positions hang in the chains of their groups. Amounts are hundredths of a kopeck (suffix E2) until
 * the end. Adding allocates nothing and compares nothing.
 */
public abstract class GroupedPortfolio implements PortfolioMargin
{
    /** No entry. */
    protected static final int END = -1;

    private static final long UNKNOWN = -1;

    /** Orders that count as traded. */
    protected enum Orders
    {
        /** None: what is held. */
        NONE,
        /** All that buy. */
        BUYS,
        /** All that sell. */
        SELLS
    }

    private final int[] groupOf;
    private final int[] instruments;
    private final long[] lots;
    private final long[] buys;
    private final long[] sells;
    private final int[] next;
    private int size;
    private boolean hasOrders;
    /** Margin of what is held, which is asked for more than once; below 0 until then. */
    private long heldE2 = UNKNOWN;
    /** What was rounded last, and to what: the same is asked for more than once. */
    private long roundedE2;
    private long rounded;
    private final int[] chains;
    private final int[] touched;
    private int touchedSize;
    private RegisterSwitches switches = RegisterSwitches.DEFAULT;

    /**
     * An empty portfolio.
     *
     * @param groupOf group of each instrument, below 0 for none.
     * @param groups number of groups.
     */
    protected GroupedPortfolio(final int[] groupOf, final int groups)
    {
        this.groupOf = groupOf;
        final int most = groupOf.length;
        this.instruments = new int[most];
        this.lots = new long[most];
        this.buys = new long[most];
        this.sells = new long[most];
        this.next = new int[most];
        this.chains = new int[groups];
        this.touched = new int[groups];
        Arrays.fill(chains, END);
    }

    /**
     * Margin of the portfolio.
     *
     * @param orders that count as traded.
     * @return hundredths of a kopeck, from 0.
     */
    protected abstract long marginE2(Orders orders);

    @Override
    public final void begin(final RegisterSwitches ofRegister)
    {
        for (int i = 0; i < touchedSize; i++)
        {
            chains[touched[i]] = END;
        }
        size = 0;
        touchedSize = 0;
        hasOrders = false;
        heldE2 = UNKNOWN;
        switches = ofRegister;
    }

    @Override
    public final void add(
        final int instrument, final long heldLots, final long openBuyLots, final long openSellLots)
    {
        final int group = groupOf[instrument];
        if (group < 0)
        {
            return;
        }
        heldE2 = UNKNOWN;
        final int entry = size++;
        instruments[entry] = instrument;
        lots[entry] = heldLots;
        buys[entry] = openBuyLots;
        sells[entry] = openSellLots;
        hasOrders |= 0 != (openBuyLots | openSellLots);
        if (END == chains[group])
        {
            touched[touchedSize++] = group;
        }
        next[entry] = chains[group];
        chains[group] = entry;
    }

    @Override
    public final long positionsKopecks()
    {
        final long held = positionsE2();
        if (held != roundedE2)
        {
            roundedE2 = held;
            rounded = Round.divide(held, Hundredths.PER_KOPECK);
        }
        return rounded;
    }

    @Override
    public final long requiredKopecks()
    {
        return hasOrders ? Round.divide(requiredE2(), Hundredths.PER_KOPECK) : positionsKopecks();
    }

    /**
     * Margin of what is held.
     *
     * @return hundredths of a kopeck.
     */
    public final long positionsE2()
    {
        if (UNKNOWN == heldE2)
        {
            heldE2 = marginE2(Orders.NONE);
        }
        return heldE2;
    }

    /**
     * Margin with live orders.
     *
     * @return hundredths of a kopeck.
     */
    public final long requiredE2()
    {
        final long held = positionsE2();
        return !hasOrders ? held : Math.max(held, Math.max(marginE2(Orders.BUYS), marginE2(Orders.SELLS)));
    }

    /**
     * What the register has chosen.
     *
     * @return switches.
     */
    protected final RegisterSwitches switches()
    {
        return switches;
    }

    /**
     * Number of groups that the portfolio has entries in.
     *
     * @return from 0.
     */
    protected final int touchedSize()
    {
        return touchedSize;
    }

    /**
     * A group that the portfolio has entries in.
     *
     * @param index below {@link #touchedSize}.
     * @return group.
     */
    protected final int touched(final int index)
    {
        return touched[index];
    }

    /**
     * First entry of a group.
     *
     * @param group any.
     * @return entry, {@link #END} when there is none.
     */
    protected final int first(final int group)
    {
        return chains[group];
    }

    /**
     * Next entry of the same group.
     *
     * @param entry that is one.
     * @return entry, {@link #END} after the last.
     */
    protected final int next(final int entry)
    {
        return next[entry];
    }

    /**
     * Instrument of an entry.
     *
     * @param entry that is one.
     * @return ordinal.
     */
    protected final int instrument(final int entry)
    {
        return instruments[entry];
    }

    /**
     * Lots of an entry.
     *
     * @param entry that is one.
     * @param orders that count as traded.
     * @return held if above 0, sold if below.
     * @throws ArithmeticException when they do not fit.
     */
    protected final long quantity(final int entry, final Orders orders)
    {
        return switch (orders)
        {
            case NONE -> lots[entry];
            case BUYS -> Math.addExact(lots[entry], buys[entry]);
            case SELLS -> Math.subtractExact(lots[entry], sells[entry]);
        };
    }
}
