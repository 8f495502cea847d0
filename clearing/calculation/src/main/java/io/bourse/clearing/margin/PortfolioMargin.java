// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin;

/**
 * What one portfolio needs as initial margin, built up instrument by instrument: {@link #begin}, {@link #add} for each
 * instrument, then the results. The order of the instruments changes nothing. Does not allocate per portfolio; used by
 * one thread.
 */
public interface PortfolioMargin
{
    /**
     * Forgets the portfolio before.
     *
     * @param switches that the register of the new one has.
     */
    void begin(RegisterSwitches switches);

    /** Forgets the portfolio before; the new one is of a register that has chosen nothing. */
    default void begin()
    {
        begin(RegisterSwitches.DEFAULT);
    }

    /**
     * What the portfolio has in an instrument; called at most once for each.
     *
     * @param instrument ordinal.
     * @param lots held; sold if below 0.
     * @param openBuyLots ordered and not traded yet, from 0.
     * @param openSellLots ordered and not traded yet, from 0.
     * @throws ArithmeticException when an amount does not fit.
     */
    void add(int instrument, long lots, long openBuyLots, long openSellLots);

    /**
     * Margin of what is held.
     *
     * @return kopecks, from 0.
     */
    long positionsKopecks();

    /**
     * Margin with live orders: the largest of what is held, of that with all buys, and of that with all sells.
     *
     * @return kopecks, not below {@link #positionsKopecks()}.
     */
    long requiredKopecks();
}
