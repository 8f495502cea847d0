// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin.span;

import io.bourse.clearing.margin.Hundredths;
import io.bourse.clearing.margin.MarginInstrument;
import io.bourse.clearing.margin.SpanParameters;
import io.bourse.clearing.model.TheoreticalPrice;

/**
 * The sixteen scenarios of a combined commodity (rules 2.2) and the composite delta.
 */
final class SpanScenarios
{
    /** Number of scenarios. */
    static final int COUNT = 16;
    private static final int EXTREMES_FROM = 14;
    private static final double THIRDS = 3;
    /** Thirds of the price scan range, by pairs of scenarios: volatility up, volatility down. */
    private static final int[] PRICE_THIRDS = {0, 1, -1, 2, -2, 3, -3};
    /** Weights of price moves of 0, 1, 2 and 3 thirds in the composite delta. */
    private static final double[] DELTA_WEIGHTS = {0.270, 0.217, 0.110, 0.037};
    private static final double E6 = 1e6;

    private final SpanParameters span;
    private final double rate;
    private final double lookAheadYears;

    /** Rate: price scan range as a fraction of the price. */
    SpanScenarios(final SpanParameters span, final double rate)
    {
        this.span = span;
        this.rate = rate;
        this.lookAheadYears = (double)span.lookAheadDays() / TheoreticalPrice.YEAR_DAYS;
    }

    /** Price scan range of one contract, kopecks. */
    double scanRange(final MarginInstrument instrument)
    {
        return instrument.riskPrice() * rate * instrument.kopecksPerPoint();
    }

    /** The scenario of the same price and the opposite volatility; an extreme one is alone. */
    static int pair(final int scenario)
    {
        return scenario >= EXTREMES_FROM ? scenario : scenario ^ 1;
    }

    /**
     * Loss of one contract held as risk arrays tell it: hundredths of a kopeck. What is equal there is equal for the
     * choice of the active scenario.
     */
    long lossE2(final MarginInstrument instrument, final int scenario)
    {
        return Hundredths.of(loss(instrument, scenario));
    }

    /** Loss of one contract held, kopecks. */
    double loss(final MarginInstrument instrument, final int scenario)
    {
        final double range = instrument.riskPrice() * rate;
        final double change;
        if (scenario >= EXTREMES_FROM)
        {
            final double move = (EXTREMES_FROM == scenario ? 1 : -1) * span.extremeMove() * range;
            change = change(instrument, move, 0) * (span.extremeWeightE6() / E6);
        }
        else
        {
            final double move = PRICE_THIRDS[scenario / 2] / THIRDS * range;
            change = change(instrument, move, 0 == scenario % 2 ? 1 : -1);
        }
        return -change * instrument.kopecksPerPoint();
    }

    private double change(final MarginInstrument instrument, final double move, final int direction)
    {
        final double scan = span.volatilityScanE6() / E6 * (span.relative() ? instrument.volatility() : 1);
        final double volatility = Math.max(0, instrument.volatility() + direction * scan);
        final double years = Math.max(0, instrument.years() - lookAheadYears);
        return instrument.value(instrument.price() + move, volatility, years) -
            instrument.value(instrument.price(), instrument.volatility(), instrument.years());
    }

    /** Mean of the deltas at seven prices after the look-ahead, weighted by their likelihood. */
    double compositeDelta(final MarginInstrument instrument)
    {
        final double range = instrument.riskPrice() * rate;
        final double years = Math.max(0, instrument.years() - lookAheadYears);
        double sum = 0;
        double weights = 0;
        for (final int thirds : PRICE_THIRDS)
        {
            final double weight = DELTA_WEIGHTS[Math.abs(thirds)];
            sum += weight * instrument.delta(instrument.price() + thirds / THIRDS * range, years);
            weights += weight;
        }
        return sum / weights;
    }
}
