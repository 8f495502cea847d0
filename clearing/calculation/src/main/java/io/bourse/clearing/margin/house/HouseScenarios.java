// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin.house;

import io.bourse.clearing.margin.Hundredths;
import io.bourse.clearing.margin.MarginInstrument;

/**
 * Scenarios of a group: price steps -N to N, in each the volatility down, as it is, and up (rules 2.3).
 */
final class HouseScenarios
{
    /** Volatility scenarios of a price step. */
    static final int VOLATILITIES = 3;

    private final int steps;

    HouseScenarios(final int steps)
    {
        this.steps = steps;
    }

    /** Number of scenarios. */
    int count()
    {
        return (2 * steps + 1) * VOLATILITIES;
    }

    /** Number of scenarios whose price is not above that of now; they are the first ones. */
    int downCount()
    {
        return (steps + 1) * VOLATILITIES;
    }

    /** First scenario whose price is not below that of now; all after it are such. */
    int upFrom()
    {
        return steps * VOLATILITIES;
    }

    /** Price step of a scenario, from -N to N. */
    int step(final int scenario)
    {
        return scenario / VOLATILITIES - steps;
    }

    /** Volatility of a scenario: -1, 0 or 1. */
    int volatility(final int scenario)
    {
        return scenario % VOLATILITIES - 1;
    }

    /** Value of an option now, which is the same in all scenarios. */
    static double valueNow(final MarginInstrument instrument)
    {
        return instrument.isOption() ?
            instrument.value(instrument.price(), instrument.volatility(), instrument.years()) : 0;
    }

    /** The same when the value of now is known already. */
    double loss(
        final MarginInstrument instrument, final double rate, final int scenario, final double valueNow)
    {
        final double move = instrument.riskPrice() * step(scenario) / steps * rate;
        if (!instrument.isOption())
        {
            return -move * instrument.kopecksPerPoint();
        }
        final double years = instrument.years();
        final double volatility =
            instrument.volatility() * (1 + volatility(scenario) * instrument.volatilityRisk());
        final double change = instrument.value(instrument.price() + move, volatility, years) - valueNow;
        return -change * instrument.kopecksPerPoint();
    }

    /** Losses of one contract held in all scenarios, hundredths of a kopeck. */
    void fill(final MarginInstrument instrument, final double rate, final long[] losses, final int offset)
    {
        final double valueNow = valueNow(instrument);
        for (int scenario = 0; scenario < count(); scenario++)
        {
            losses[offset + scenario] = Hundredths.of(loss(instrument, rate, scenario, valueNow));
        }
    }

    /** Money that one contract moves with when its underlying doubles. */
    static long exposureKopecks(final MarginInstrument instrument)
    {
        return Hundredths.rounded(instrument.delta(instrument.price(), instrument.years()) * instrument.riskPrice() *
            instrument.kopecksPerPoint());
    }
}
