// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin.span;

import static io.bourse.clearing.margin.RandomMargin.filled;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.margin.GroupParameters;
import io.bourse.clearing.margin.MarginArrays;
import io.bourse.clearing.margin.MarginMethod;
import io.bourse.clearing.margin.MarginParameters;
import io.bourse.clearing.margin.MarginVenue;
import io.bourse.clearing.margin.PortfolioMargin;
import io.bourse.clearing.margin.RandomMargin;
import io.bourse.clearing.margin.RegisterSwitches;
import io.bourse.clearing.margin.SpanParameters;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BiConsumer;

class SpanPropertyTest
{
    private static final int VENUES = 150;
    private static final int PORTFOLIOS = 8;

    private final long seed = Long.getLong("seed", 26_124);

    private void venues(final BiConsumer<Random, RandomMargin> each)
    {
        System.out.println("SpanPropertyTest seed=" + seed);
        for (int i = 0; i < VENUES; i++)
        {
            final Random random = new Random(seed + i);
            each.accept(random, new RandomMargin(random));
        }
    }

    @Test
    void shouldComeToWhatTheModelComesTo()
    {
        venues((random, margin) ->
        {
            final MarginArrays arrays = margin.venue().arrays(margin.span());
            final PortfolioMargin engine = arrays.portfolio();
            final PortfolioMargin model = arrays.model();
            for (int i = 0; i < PORTFOLIOS; i++)
            {
                final List<long[]> rows = margin.portfolio(200, random.nextBoolean());
                filled(engine, RegisterSwitches.DEFAULT, rows, 1);
                filled(model, RegisterSwitches.DEFAULT, rows, 1);
                assertNear(model.positionsKopecks(), engine.positionsKopecks(),
                    RandomMargin.tolerance(rows, model.positionsKopecks()), rows);
                assertNear(model.requiredKopecks(), engine.requiredKopecks(),
                    RandomMargin.tolerance(rows, model.requiredKopecks()), rows);
                assertTrue(engine.positionsKopecks() >= 0);
                assertTrue(engine.requiredKopecks() >= engine.positionsKopecks());
            }
        });
    }

    @Test
    void shouldGrowWithThePortfolio()
    {
        venues((random, margin) ->
        {
            final MarginArrays arrays = margin.venue().arrays(margin.span());
            final List<long[]> rows = margin.portfolio(20, true);
            for (final PortfolioMargin portfolio : List.of(arrays.portfolio(), arrays.model()))
            {
                final long single = filled(portfolio, RegisterSwitches.DEFAULT, rows, 1).requiredKopecks();
                final long scaled = filled(portfolio, RegisterSwitches.DEFAULT, rows, 100).requiredKopecks();
                assertNear(100 * single, scaled, 100, rows);
            }
        });
    }

    @Test
    void shouldNotDependOnTheOrderOfPositions()
    {
        venues((random, margin) ->
        {
            final MarginArrays arrays = margin.venue().arrays(margin.span());
            final List<long[]> rows = new ArrayList<>(margin.portfolio(200, true));
            for (final PortfolioMargin portfolio : List.of(arrays.portfolio(), arrays.model()))
            {
                final long held = filled(portfolio, RegisterSwitches.DEFAULT, rows, 1).positionsKopecks();
                final long required = portfolio.requiredKopecks();
                Collections.shuffle(rows, random);
                assertEquals(held, filled(portfolio, RegisterSwitches.DEFAULT, rows, 1).positionsKopecks());
                assertEquals(required, portfolio.requiredKopecks());
            }
        });
    }

    @Test
    void shouldChargeALotAloneItsDeposit()
    {
        venues((random, margin) ->
        {
            final MarginArrays arrays = margin.venue().arrays(margin.span());
            final PortfolioMargin engine = arrays.portfolio();
            for (int i = 0; i < margin.venue().size(); i++)
            {
                engine.begin();
                engine.add(i, -1, 1, 0);
                assertEquals(arrays.shortKopecks(i), engine.positionsKopecks());
                assertEquals(arrays.shortKopecks(i), engine.requiredKopecks());
                engine.begin();
                engine.add(i, 1, 0, 1);
                assertEquals(arrays.longKopecks(i), engine.requiredKopecks());
            }
        });
    }

    @Test
    void shouldChargeDeltasOfTheDeliveryMonth()
    {
        final MarginVenue venue = new MarginVenue();
        final int near = venue.future(1, 1_000 * MarginVenue.E5, 2);
        final int far = venue.future(2, 1_000 * MarginVenue.E5, 40);
        // Two clearings of Thursday and two of Friday are left of the near one.
        final MarginArrays arrays = venue.arrays(delivering(4));
        final MarginArrays before = venue.arrays(delivering(3));
        for (final PortfolioMargin portfolio : List.of(arrays.portfolio(), arrays.model()))
        {
            portfolio.begin();
            portfolio.add(near, 10, 0, 0);
            portfolio.add(far, -6, 0, 0);
            // Scan risk of four at 12 %, six spreads, six deltas in a spread, four outright.
            assertEquals(4 * 120_00 + 6 * 10_00 + 6 * 3_00 + 4 * 5_00, portfolio.positionsKopecks());
        }
        final PortfolioMargin engine = before.portfolio();
        engine.add(near, 10, 0, 0);
        engine.add(far, -6, 0, 0);
        assertEquals(4 * 120_00 + 6 * 10_00, engine.positionsKopecks());
    }

    private static MarginParameters delivering(final int clearings)
    {
        final SpanParameters span = new SpanParameters(0, false, 1, 3, 330_000L, 0,
            List.of(new SpanParameters.TierSpread(1, 2, 10_00)), clearings, 3_00, 5_00);
        return new MarginParameters(MarginMethod.SPAN, 2, new TreeMap<>(Map.of("X", new GroupParameters(
            List.of(1, 2), MarginVenue.FLAT, 0, null, List.of(), null, span))), List.of(), null);
    }

    @Test
    void shouldRefuseWhatDoesNotFit()
    {
        final MarginVenue venue = new MarginVenue();
        final int future = venue.future(1, 1_000 * MarginVenue.E5, 2);
        venue.future(2, 1_000 * MarginVenue.E5, 40);
        final PortfolioMargin engine = venue.arrays(delivering(0)).portfolio();
        for (final long lots : new long[]{Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE / 1_000})
        {
            engine.begin();
            engine.add(future, lots, 0, 0);
            assertThrows(ArithmeticException.class, engine::positionsKopecks, "lots=" + lots);
        }
    }

    private static void assertNear(
        final long expected, final long actual, final long tolerance, final List<long[]> rows)
    {
        assertTrue(Math.abs(expected - actual) <= tolerance, () -> "expected=" + expected + " actual=" + actual +
            " tolerance=" + tolerance + " " + rows.stream().map(Arrays::toString).toList());
    }
}
