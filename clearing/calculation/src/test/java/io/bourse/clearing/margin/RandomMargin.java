// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin;

import io.bourse.clearing.model.MarketRisk;
import io.bourse.clearing.model.OptionRight;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/**
 * Random venues with two to four groups, their parameters, and portfolios.
 */
public final class RandomMargin
{
    private final Random random;
    private final MarginVenue venue = new MarginVenue();
    private final TreeMap<String, List<Integer>> groups = new TreeMap<>();
    private final List<Integer> options = new ArrayList<>();

    public RandomMargin(final Random random)
    {
        this.random = random;
        final int count = 2 + random.nextInt(3);
        for (int group = 0; group < count; group++)
        {
            addGroup(group);
        }
    }

    private void addGroup(final int group)
    {
        final List<Integer> futures = new ArrayList<>();
        final long priceE5 = (100 + random.nextInt(100_000)) * MarginVenue.E5;
        for (int i = 0; i < 1 + random.nextInt(4); i++)
        {
            final int id = 1_000 * (group + 1) + i;
            final int days = 1 + i * 60 + random.nextInt(30);
            venue.future(id, priceE5 + random.nextInt((int)(priceE5 / 20)), days);
            futures.add(id);
            for (int k = 0; k < random.nextInt(4); k++)
            {
                final OptionRight right = random.nextBoolean() ? OptionRight.CALL : OptionRight.PUT;
                final long strikeE5 = priceE5 / 10 * (8 + random.nextInt(5));
                options.add(0 == random.nextInt(4) ?
                    venue.premiumOption(id + 100 + 10 * k, right, strikeE5, id, days, priceE5 / 20) :
                    venue.option(id + 100 + 10 * k, right, strikeE5, id, days, 100_000 + random.nextInt(400_000)));
            }
        }
        groups.put("G" + group, futures);
    }

    public MarginVenue venue()
    {
        return venue;
    }

    public List<Integer> options()
    {
        return options;
    }

    /** Parameters of the house engine; concentrated ones have low limits. */
    public MarginParameters house(final Netting netting, final boolean concentrated)
    {
        final TreeMap<String, GroupParameters> parameters = new TreeMap<>();
        final MarketRisk risk = concentrated ?
            new MarketRisk(100_000, 150_000, 200_000, 40, 400) : MarginVenue.FLAT;
        groups.forEach((name, futures) -> parameters.put(name, MarginVenue.group(futures, risk, new HouseParameters(
            1 + random.nextInt(6),
            netting,
            random.nextInt(3) * 20_000L,
            random.nextInt(2) * 800_000L,
            random.nextInt(60),
            random.nextInt(30)))));
        return new MarginParameters(MarginMethod.HOUSE, 2, parameters, offsets(), null);
    }

    /** Parameters of SPAN. */
    public MarginParameters span()
    {
        final TreeMap<String, GroupParameters> parameters = new TreeMap<>();
        groups.forEach((name, futures) -> parameters.put(name, new GroupParameters(
            futures, MarginVenue.FLAT, 0, null, List.of(), null, new SpanParameters(
                random.nextInt(100_000),
                random.nextBoolean(),
                random.nextInt(3),
                2 + random.nextInt(2),
                330_000L,
                random.nextInt(10_000),
                List.of(new SpanParameters.TierSpread(1, 2, random.nextInt(100_000)),
                    new SpanParameters.TierSpread(1, 3, random.nextInt(100_000)),
                    new SpanParameters.TierSpread(2, 3, random.nextInt(100_000))),
                random.nextInt(60),
                random.nextInt(10_000),
                random.nextInt(10_000)))));
        return new MarginParameters(MarginMethod.SPAN, 2, parameters, offsets(), null);
    }

    private List<GroupOffset> offsets()
    {
        final List<GroupOffset> offsets = new ArrayList<>();
        final List<String> names = List.copyOf(groups.keySet());
        for (int i = 1; i < names.size(); i++)
        {
            offsets.add(new GroupOffset(
                List.of(new GroupOffset.Leg(names.get(i - 1), 1),
                    new GroupOffset.Leg(names.get(i), random.nextBoolean() ? -1 : 1)),
                100_000L * random.nextInt(11),
                Netting.values()[random.nextInt(3)]));
        }
        return offsets;
    }

    public RegisterSwitches switches()
    {
        return 0 != random.nextInt(3) ? RegisterSwitches.DEFAULT : new RegisterSwitches(
            Netting.values()[random.nextInt(3)],
            Netting.values()[random.nextInt(3)],
            random.nextInt(5_001),
            random.nextBoolean());
    }

    /** Rows of instrument, lots, buys, sells. */
    public List<long[]> portfolio(final int mostLots, final boolean orders)
    {
        final List<long[]> rows = new ArrayList<>();
        final int density = 1 + random.nextInt(4);
        for (int i = 0; i < venue.size(); i++)
        {
            if (0 == random.nextInt(density))
            {
                rows.add(new long[]{
                    i,
                    random.nextInt(2 * mostLots + 1) - mostLots,
                    orders ? random.nextInt(mostLots) : 0,
                    orders ? random.nextInt(mostLots) : 0});
            }
        }
        return rows;
    }

    public static PortfolioMargin filled(
        final PortfolioMargin margin, final RegisterSwitches switches, final List<long[]> rows, final long factor)
    {
        margin.begin(switches);
        rows.forEach(row -> margin.add((int)row[0], factor * row[1], factor * row[2], factor * row[3]));
        return margin;
    }

    /** How far engine and model may be apart, kopecks. */
    public static long tolerance(final List<long[]> rows, final long kopecks)
    {
        final long lots = rows.stream().mapToLong(row -> Math.abs(row[1]) + row[2] + row[3]).sum();
        return MarginArrays.toleranceKopecks(lots, kopecks);
    }
}
