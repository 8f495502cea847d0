// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin;

/**
 * Scenarios of every instrument at the prices of one run, calculated once. Immutable: threads may share it, each with a
 * {@link #portfolio} of its own.
 */
public interface MarginArrays
{
    /** Lots whose rounding makes the engine and the model differ by a kopeck. */
    long LOTS_PER_KOPECK = 50;

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
     * {@link #portfolio}, from which it differs by a kopeck and one per {@link #LOTS_PER_KOPECK} lots held or ordered.
     *
     * @return calculator for one thread.
     */
    PortfolioMargin model();
}
