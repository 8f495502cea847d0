// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin.house;

import static io.bourse.clearing.margin.RandomMargin.filled;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.margin.GroupParameters;
import io.bourse.clearing.margin.HouseParameters;
import io.bourse.clearing.margin.MarginArrays;
import io.bourse.clearing.margin.MarginParameters;
import io.bourse.clearing.margin.MarginVenue;
import io.bourse.clearing.margin.Netting;
import io.bourse.clearing.margin.PortfolioMargin;
import io.bourse.clearing.margin.RandomMargin;
import io.bourse.clearing.margin.RegisterSwitches;
import io.bourse.clearing.model.MarketRisk;
import io.bourse.clearing.model.OptionRight;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;

@Tag("venue")
class HousePropertyTest
{
    private static final int VENUES = 150;
    private static final int PORTFOLIOS = 8;

    private final long seed = Long.getLong("seed", 26_123);

    private void venues(final BiConsumer<Random, RandomMargin> each)
    {
        System.out.println("HousePropertyTest seed=" + seed);
        for (int i = 0; i < VENUES; i++)
        {
            final Random random = new Random(seed + i);
            each.accept(random, new RandomMargin(random));
        }
    }

    private static List<PortfolioMargin> both(final MarginArrays arrays)
    {
        return List.of(arrays.portfolio(), arrays.model());
    }

    @Test
    void shouldComeToWhatTheModelComesTo()
    {
        venues((random, margin) ->
        {
            final MarginArrays arrays = margin.venue().arrays(
                margin.house(Netting.values()[random.nextInt(3)], random.nextBoolean()));
            final PortfolioMargin engine = arrays.portfolio();
            final PortfolioMargin model = arrays.model();
            for (int i = 0; i < PORTFOLIOS; i++)
            {
                final List<long[]> rows = margin.portfolio(200, random.nextBoolean());
                final RegisterSwitches switches = margin.switches();
                filled(engine, switches, rows, 1);
                filled(model, switches, rows, 1);
                final String facts = facts(rows, switches);
                assertNear(model.positionsKopecks(), engine.positionsKopecks(),
                    RandomMargin.tolerance(rows, model.positionsKopecks()), facts);
                assertNear(model.requiredKopecks(), engine.requiredKopecks(),
                    RandomMargin.tolerance(rows, model.requiredKopecks()), facts);
                assertTrue(engine.positionsKopecks() >= 0, facts);
                assertTrue(engine.requiredKopecks() >= engine.positionsKopecks(), facts);
            }
        });
    }

    @Test
    void shouldNeverNeedMoreWhenMoreIsNetted()
    {
        venues((random, margin) ->
        {
            final MarginArrays arrays = margin.venue().arrays(margin.house(Netting.NET, random.nextBoolean()));
            for (int i = 0; i < PORTFOLIOS; i++)
            {
                final List<long[]> rows = margin.portfolio(200, false);
                for (final PortfolioMargin portfolio : both(arrays))
                {
                    long last = 0;
                    for (final Netting netting : Netting.values())
                    {
                        final RegisterSwitches switches = new RegisterSwitches(netting, netting, 1_000, false);
                        final long kopecks = filled(portfolio, switches, rows, 1).positionsKopecks();
                        assertTrue(kopecks >= last, facts(rows, switches) + " below " + last);
                        last = kopecks;
                    }
                }
            }
        });
    }

    @Test
    void shouldGrowWithThePortfolioBelowTheFirstLimit()
    {
        venues((random, margin) ->
        {
            final MarginArrays arrays = margin.venue().arrays(margin.house(Netting.values()[random.nextInt(3)], false));
            final List<long[]> rows = margin.portfolio(20, true);
            final RegisterSwitches switches = margin.switches();
            for (final PortfolioMargin portfolio : both(arrays))
            {
                final long single = filled(portfolio, switches, rows, 1).requiredKopecks();
                final long factor = 2 + random.nextInt(1_000);
                final long scaled = filled(portfolio, switches, rows, factor).requiredKopecks();
                assertNear(factor * single, scaled, factor, facts(rows, switches));
            }
        });
    }

    @Test
    void shouldNeverNeedMoreWithALongOptionBesideAShortOne()
    {
        venues((random, margin) ->
        {
            final MarginArrays arrays = margin.venue().arrays(margin.house(Netting.NET, false));
            for (final int option : margin.options())
            {
                for (final PortfolioMargin portfolio : both(arrays))
                {
                    long last = Long.MAX_VALUE;
                    for (long shortLots = 30; shortLots >= 0; shortLots -= 3)
                    {
                        portfolio.begin();
                        portfolio.add(option, -shortLots, 0, 0);
                        assertTrue(portfolio.positionsKopecks() <= last, "option=" + option + " lots=" + shortLots);
                        last = portfolio.positionsKopecks();
                    }
                    assertEquals(0, last);
                }
            }
        });
    }

    @Test
    void shouldNotDependOnTheOrderOfPositions()
    {
        venues((random, margin) ->
        {
            final MarginArrays arrays = margin.venue().arrays(
                margin.house(Netting.values()[random.nextInt(3)], random.nextBoolean()));
            final List<long[]> rows = new ArrayList<>(margin.portfolio(200, true));
            final RegisterSwitches switches = margin.switches();
            for (final PortfolioMargin portfolio : both(arrays))
            {
                final long held = filled(portfolio, switches, rows, 1).positionsKopecks();
                final long required = portfolio.requiredKopecks();
                Collections.shuffle(rows, random);
                assertEquals(held, filled(portfolio, switches, rows, 1).positionsKopecks(), facts(rows, switches));
                assertEquals(required, portfolio.requiredKopecks(), facts(rows, switches));
            }
        });
    }

    @Test
    void shouldChargeALotAloneItsDeposit()
    {
        venues((random, margin) ->
        {
            final MarginArrays arrays = margin.venue().arrays(margin.house(Netting.HALF, true));
            for (int i = 0; i < margin.venue().size(); i++)
            {
                for (final PortfolioMargin portfolio : both(arrays))
                {
                    portfolio.begin();
                    portfolio.add(i, 1, 0, 0);
                    assertNear(arrays.longKopecks(i), portfolio.positionsKopecks(), 1, "instrument=" + i);
                    portfolio.begin();
                    portfolio.add(i, 0, 0, 1);
                    assertEquals(0, portfolio.positionsKopecks());
                    assertNear(arrays.shortKopecks(i), portfolio.requiredKopecks(), 1, "instrument=" + i);
                }
            }
        });
    }

    @Test
    void shouldRefuseWhatDoesNotFit()
    {
        final MarginVenue venue = new MarginVenue();
        final int future = venue.future(1, 100_000 * MarginVenue.E5, 30);
        final int next = venue.future(2, 100_000 * MarginVenue.E5, 60);
        venue.future(3, 100_000 * MarginVenue.E5 + 83, 60);
        venue.future(4, 100_000 * MarginVenue.E5 + 166, 60);
        final MarginParameters parameters = MarginVenue.house("X",
            MarginVenue.group(List.of(1, 2, 3, 4), MarginVenue.FLAT, MarginVenue.netting(Netting.NONE)));
        final PortfolioMargin portfolio = venue.arrays(parameters).portfolio();
        for (final long lots : new long[]{Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE / 1_000_000})
        {
            portfolio.begin();
            portfolio.add(future, lots, 0, 0);
            portfolio.add(next, 1, 0, 0);
            assertThrows(ArithmeticException.class, portfolio::positionsKopecks, "lots=" + lots);
        }
        portfolio.begin();
        portfolio.add(future, Long.MAX_VALUE, 1, 0);
        assertThrows(ArithmeticException.class, portfolio::requiredKopecks);
        for (int i = 0; i < venue.size(); i++)
        {
            portfolio.begin();
            portfolio.add(i, 1_000_000_000_000L, 0, 0);
            assertThrows(ArithmeticException.class, portfolio::positionsKopecks, "alone");
        }
        // It fits at the rate of few lots, not at that of many.
        final MarketRisk steep = new MarketRisk(10_000, 10_000, 1_000_000, 1, 1);
        final PortfolioMargin concentrated =
            venue.arrays(MarginVenue.house("X", MarginVenue.group(List.of(1), steep, null))).portfolio();
        concentrated.begin();
        concentrated.add(future, 200_000_000_000L, 0, 0);
        assertThrows(ArithmeticException.class, concentrated::positionsKopecks);
    }

    @Test
    void shouldPutThePositionOfAnExercisedOptionInItsPlaceBeforeTheLastDay()
    {
        final MarginVenue venue = new MarginVenue();
        venue.future(1, 100_000 * MarginVenue.E5, 60);
        final int inTheMoney = venue.option(2, OptionRight.PUT, 105_000 * MarginVenue.E5, 1, 1, 200_000);
        final int outOfTheMoney = venue.option(3, OptionRight.CALL, 105_000 * MarginVenue.E5, 1, 1, 200_000);
        final GroupParameters group = MarginVenue.group(List.of(1), MarginVenue.FLAT,
            new HouseParameters(5, Netting.NET, 0, 500_000, 2, 0));
        final MarginArrays arrays = venue.arrays(MarginVenue.house("X", group));
        for (final PortfolioMargin portfolio : both(arrays))
        {
            portfolio.begin();
            portfolio.add(inTheMoney, 10, 0, 0);
            // A put of a day that is that far in the money is a future sold: half of its margin is less than all.
            final long future = 10 * arrays.shortKopecks(0);
            final long held = portfolio.positionsKopecks();
            assertTrue(held >= future / 2 && held < future, "held=" + held);
            portfolio.begin();
            portfolio.add(outOfTheMoney, 10, 0, 0);
            assertTrue(portfolio.positionsKopecks() < future / 2);
        }
    }

    @Test
    void shouldCountTheValueOfPremiumStyleOptions()
    {
        final MarginVenue venue = new MarginVenue();
        venue.future(1, 100_000 * MarginVenue.E5, 60);
        final int option = venue.premiumOption(2, OptionRight.CALL, 100_000 * MarginVenue.E5, 1, 30, 3_500_00_000L);
        final GroupParameters group = MarginVenue.group(List.of(1), MarginVenue.FLAT, null);
        final MarginArrays arrays = venue.arrays(MarginVenue.house("X", group));
        // Who has paid for it can lose no more; who was paid owes its value and the risk.
        assertEquals(0, arrays.longKopecks(option));
        assertTrue(arrays.shortKopecks(option) > 350_000, "short=" + arrays.shortKopecks(option));
    }

    @Test
    void shouldNotFallBelowTheFuturesAloneWhenOptionsGiveNoDiscount()
    {
        final MarginVenue venue = new MarginVenue();
        final int future = venue.future(1, 100_000 * MarginVenue.E5, 60);
        final int option = venue.premiumOption(2, OptionRight.CALL, 100_000 * MarginVenue.E5, 1, 30, 3_500_00_000L);
        final GroupParameters group = MarginVenue.group(List.of(1), MarginVenue.FLAT, null);
        final MarginArrays arrays = venue.arrays(MarginVenue.house("X", group));
        final RegisterSwitches noDiscount = new RegisterSwitches(null, null, null, true);
        for (final PortfolioMargin portfolio : both(arrays))
        {
            final List<long[]> futures = List.of(new long[]{future, 1, 0, 0});
            final long alone = filled(portfolio, RegisterSwitches.DEFAULT, futures, 1).positionsKopecks();
            for (final long calls : new long[]{1, 100})
            {
                final List<long[]> rows = List.of(futures.getFirst(), new long[]{option, calls, 0, 0});
                final long discounted = filled(portfolio, RegisterSwitches.DEFAULT, rows, 1).positionsKopecks();
                final long held = filled(portfolio, noDiscount, rows, 1).positionsKopecks();
                assertTrue(held >= alone && held >= discounted, "calls=" + calls + " held=" + held + " alone=" + alone);
            }
            // Who has sold the option owes what it is worth on top of the future.
            final List<long[]> sold = List.of(futures.getFirst(), new long[]{option, -1, 0, 0});
            assertTrue(filled(portfolio, noDiscount, sold, 1).positionsKopecks() >= alone + 350_000);
        }
    }

    private static void assertNear(final long expected, final long actual, final long tolerance, final String facts)
    {
        assertTrue(Math.abs(expected - actual) <= tolerance,
            "expected=" + expected + " actual=" + actual + " tolerance=" + tolerance + " " + facts);
    }

    private static String facts(final List<long[]> rows, final RegisterSwitches switches)
    {
        final StringBuilder text = new StringBuilder(switches.toString());
        rows.forEach(row -> text.append(' ').append(Arrays.toString(row)));
        return text.toString();
    }
}
