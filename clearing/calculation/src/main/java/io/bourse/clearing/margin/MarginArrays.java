// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin;

/**
 * Scenarios of every instrument at the prices of one run, calculated once. Immutable: threads may share it, each with a
 * {@link #portfolio} of its own.
 */
public interface MarginArrays
{
    /**
     * Number of instruments, margined or not.
     *
     * @return from 0.
     */
    int size();

    /**
     * Whether an instrument needs margin.
     *
     * @param instrument ordinal.
     * @return false when it belongs to no group, or has ended.
     */
    boolean isMargined(int instrument);

    /**
     * Margin of a single lot bought, below LK1: buy deposit.
     *
     * @param instrument ordinal.
     * @return kopecks, from 0.
     */
    long longKopecks(int instrument);

    /**
     * Margin of a single lot sold, below LK1: sell deposit.
     *
     * @param instrument ordinal.
     * @return kopecks, from 0.
     */
    long shortKopecks(int instrument);

    /**
     * The engine: sums of fixed-point scenarios. Does not allocate per portfolio.
     *
     * @return calculator for one thread.
     */
    PortfolioMargin portfolio();

    /**
     * The model: every formula in floating point, each option priced again in each scenario. Slow; a second opinion of
     * {@link #portfolio}, see {@link #toleranceKopecks}.
     *
     * @return calculator for one thread.
     */
    PortfolioMargin model();

    /**
     * How far engine and model may be apart: the engine rounds every amount of one lot to hundredths of a kopeck, and
     * the quantity that concentration goes by to millionths of a unit.
     *
     * @param lots held or ordered, all instruments together.
     * @param kopecks that one of them comes to.
     * @return kopecks, above 0.
     */
    static long toleranceKopecks(final long lots, final long kopecks)
    {
        return 1 + lots / 50 + kopecks / 500_000;
    }
}
