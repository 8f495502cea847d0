// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.requirement;

import io.bourse.clearing.margin.MarginArrays;
import io.bourse.clearing.margin.PortfolioMargin;
import io.bourse.clearing.margin.RegisterSwitches;

/**
 * Positions and orders of a register and all below it, added up by instrument.
 */
public final class NettedPortfolio
{
    private final long[] lots;
    private final long[] buyLots;
    private final long[] sellLots;
    /** Of the lots, what the matcher does not know. */
    private final long[] unseenLots;

    /**
     * Nothing is held.
     *
     * @param instruments number of them.
     */
    public NettedPortfolio(final int instruments)
    {
        lots = new long[instruments];
        buyLots = new long[instruments];
        sellLots = new long[instruments];
        unseenLots = new long[instruments];
    }

    /**
     * Adds lots of an instrument.
     *
     * @param instrument ordinal.
     * @param held long, below 0 short.
     * @param buys that live orders want.
     * @param sells that live orders offer.
     * @param unseen of those held, what the matcher does not know.
     * @throws ArithmeticException when a sum does not fit.
     */
    public void add(final int instrument, final long held, final long buys, final long sells, final long unseen)
    {
        lots[instrument] = Math.addExact(lots[instrument], held);
        if (0 != (buys | sells | unseen))
        {
            buyLots[instrument] = Math.addExact(buyLots[instrument], buys);
            sellLots[instrument] = Math.addExact(sellLots[instrument], sells);
            unseenLots[instrument] = Math.addExact(unseenLots[instrument], unseen);
        }
    }

    void add(final NettedPortfolio other)
    {
        for (int i = 0; i < lots.length; i++)
        {
            add(i, other.lots[i], other.buyLots[i], other.sellLots[i], other.unseenLots[i]);
        }
    }

    /**
     * Gives everything to a calculator.
     *
     * @param margin that calculates.
     * @param switches of the register.
     */
    public void tell(final PortfolioMargin margin, final RegisterSwitches switches)
    {
        margin.begin(switches);
        for (int i = 0; i < lots.length; i++)
        {
            if (0 != (lots[i] | buyLots[i] | sellLots[i]))
            {
                margin.add(i, lots[i], buyLots[i], sellLots[i]);
            }
        }
    }

    /** All lots, held or ordered. */
    long totalLots()
    {
        long total = 0;
        for (int i = 0; i < lots.length; i++)
        {
            total = Math.addExact(total, Math.addExact(Math.absExact(lots[i]), Math.addExact(buyLots[i], sellLots[i])));
        }
        return total;
    }

    /** What the matcher reserves. */
    long matcherKopecks(final MarginArrays arrays, final boolean[] margined)
    {
        long sum = 0;
        for (int i = 0; i < lots.length; i++)
        {
            if (margined[i])
            {
                sum = Math.addExact(sum, matcherKopecks(i, arrays.longKopecks(i), arrays.shortKopecks(i)));
            }
        }
        return sum;
    }

    /** What it reserves in an instrument at some margin of a lot. */
    long matcherKopecks(final int instrument, final long longKopecks, final long shortKopecks)
    {
        return matcherKopecks(longKopecks, shortKopecks, lots[instrument] - unseenLots[instrument],
            buyLots[instrument], sellLots[instrument]);
    }

    /**
     * What the matcher reserves in one instrument: for the position that may become longest or shortest, whichever is
     * dearer.
     */
    static long matcherKopecks(
        final long longKopecks, final long shortKopecks, final long held, final long buys, final long sells)
    {
        final long longLots = Math.max(0, Math.addExact(held, buys));
        final long shortLots = Math.max(0, Math.subtractExact(sells, held));
        return Math.max(Math.multiplyExact(longLots, longKopecks), Math.multiplyExact(shortLots, shortKopecks));
    }
}
