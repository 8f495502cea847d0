// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.clearing.margin.GroupOffset;
import io.bourse.clearing.margin.GroupParameters;
import io.bourse.clearing.margin.HouseParameters;
import io.bourse.clearing.margin.KeyTerm;
import io.bourse.clearing.margin.MarginMethod;
import io.bourse.clearing.margin.MarginParameters;
import io.bourse.clearing.margin.Netting;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.MarketRisk;
import io.bourse.clearing.pricing.OptionModel;
import io.bourse.clearing.pricing.Volatility;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Margin parameters of the synthetic day: a group for each of a dozen underlyings, with its futures, its perpetual if
 * it has one, and the options on its futures, at 33 scenarios. Every third group is concentrated early, and two pairs
 * of groups offset each other.
 */
final class SyntheticMargin
{
    private static final int STEPS = 5;
    /** Prices on both sides and the middle, each at three volatilities. */
    static final int SCENARIOS = (2 * STEPS + 1) * 3;

    private static final int UNDERLYINGS = 12;
    private static final int CONCENTRATED = 3;
    private static final long LIMIT_1_UNITS = 20_000;
    private static final long LIMIT_2_UNITS = 100_000;
    private static final long FAR_UNITS = 1_000_000_000_000L;
    private static final long RATE_E6 = 60_000;
    private static final long RATE_STEP_E6 = 5_000;
    private static final long VOLATILITY_E6 = 250_000;
    private static final long SOMC_E6 = 15_000;
    private static final long OFFSET_E6 = 500_000;
    private static final List<KeyTerm> KEY_TERMS = List.of(
        new KeyTerm(1, 40_000, 350_000, 150_000),
        new KeyTerm(30, 25_000, 250_000, 150_000),
        new KeyTerm(90, 20_000, 200_000, 145_000),
        new KeyTerm(365, 15_000, 150_000, 140_000));

    private SyntheticMargin()
    {
    }

    static MarginParameters of(final SyntheticInstruments instruments)
    {
        final List<List<Integer>> members = new ArrayList<>();
        for (int i = 0; i < UNDERLYINGS; i++)
        {
            members.add(new ArrayList<>());
        }
        int futures = 0;
        int perpetuals = 0;
        for (final SyntheticInstrument instrument : instruments.all())
        {
            // Futures of one underlying are of one market: there are as many to each. Options follow their futures.
            if (ContractStyle.FUTURE == instrument.terms().style())
            {
                members.get(futures++ % UNDERLYINGS).add(instrument.instrumentId());
            }
            else if (ContractStyle.PERPETUAL == instrument.terms().style())
            {
                members.get(perpetuals++ % UNDERLYINGS).add(instrument.instrumentId());
            }
        }
        final TreeMap<String, GroupParameters> groups = new TreeMap<>();
        for (int i = 0; i < UNDERLYINGS; i++)
        {
            groups.put(name(i), group(i, members.get(i)));
        }
        return new MarginParameters(
            MarginMethod.HOUSE, 2, groups, List.of(offset(0, 4, Netting.NET), offset(1, 5, Netting.HALF)), null);
    }

    private static GroupParameters group(final int underlying, final List<Integer> members)
    {
        final boolean isConcentrated = 0 == underlying % CONCENTRATED;
        final long rateE6 = RATE_E6 + underlying * RATE_STEP_E6;
        return new GroupParameters(
            members,
            new MarketRisk(
                rateE6,
                3 * rateE6 / 2,
                2 * rateE6,
                isConcentrated ? LIMIT_1_UNITS : FAR_UNITS,
                isConcentrated ? LIMIT_2_UNITS : FAR_UNITS),
            0,
            new Volatility(OptionModel.BLACK, VOLATILITY_E6, 0),
            KEY_TERMS,
            new HouseParameters(STEPS, Netting.NET, SOMC_E6, 0, 0, 0),
            null);
    }

    private static GroupOffset offset(final int first, final int second, final Netting netting)
    {
        return new GroupOffset(
            List.of(new GroupOffset.Leg(name(first), 1), new GroupOffset.Leg(name(second), -1)), OFFSET_E6, netting);
    }

    private static String name(final int underlying)
    {
        return "G%02d".formatted(underlying);
    }
}
