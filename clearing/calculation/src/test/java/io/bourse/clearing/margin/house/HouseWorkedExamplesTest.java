// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.margin.GroupOffset;
import io.bourse.clearing.margin.GroupParameters;
import io.bourse.clearing.margin.HouseParameters;
import io.bourse.clearing.margin.MarginArrays;
import io.bourse.clearing.margin.MarginMethod;
import io.bourse.clearing.margin.MarginParameters;
import io.bourse.clearing.margin.MarginVenue;
import io.bourse.clearing.margin.Netting;
import io.bourse.clearing.margin.PortfolioMargin;
import io.bourse.clearing.margin.RegisterSwitches;
import io.bourse.clearing.model.MarketRisk;
import io.bourse.clearing.model.OptionRight;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Portfolios counted by hand: 12 % of the price, no interest risk. A future at 100 000 needs 12 000 roubles a lot. */
class HouseWorkedExamplesTest
{
    private static final long E5 = MarginVenue.E5;
    private static final long LOT = 12_000_00;
    private static final long HALF = 500_000;
    private final MarginVenue venue = new MarginVenue();
    private final Map<String, GroupParameters> groups = new TreeMap<>();

    private void group(final String name, final HouseParameters house, final Integer... instruments)
    {
        groups.put(name, new GroupParameters(
            List.of(instruments), MarginVenue.FLAT, 0, null, List.of(), house, null));
    }

    private MarginArrays arrays(final GroupOffset... offsets)
    {
        return venue.arrays(
            new MarginParameters(MarginMethod.HOUSE, 2, new TreeMap<>(groups), List.of(offsets), null));
    }

    private static HouseParameters expiring(final long weightE6, final int expiryClearings, final int halfClearings)
    {
        return new HouseParameters(5, Netting.NET, 0, weightE6, expiryClearings, halfClearings);
    }

    /** What both the engine and the model ask for; rows of instrument, lots, buys, sells. */
    private static void assertMargin(
        final long held, final long required, final MarginArrays arrays, final RegisterSwitches switches,
        final long[]... rows)
    {
        for (final PortfolioMargin portfolio : List.of(arrays.portfolio(), arrays.model()))
        {
            portfolio.begin(switches);
            for (final long[] row : rows)
            {
                portfolio.add((int)row[0], row[1], row[2], row[3]);
            }
            assertEquals(held, portfolio.positionsKopecks(), portfolio.getClass().getSimpleName());
            assertEquals(required, portfolio.requiredKopecks(), portfolio.getClass().getSimpleName());
        }
    }

    private static void assertHeld(final long held, final MarginArrays arrays, final long[]... rows)
    {
        assertMargin(held, held, arrays, RegisterSwitches.DEFAULT, rows);
    }

    private static long[] lots(final int instrument, final long lots)
    {
        return new long[]{instrument, lots, 0, 0};
    }

    @Test
    void shouldReserveTheWorstOfWhatIsHeldAllBuysAndAllSells()
    {
        final int future = venue.future(1, 100_000 * E5, 30);
        group("A", null, 1);
        final MarginArrays arrays = arrays();
        final RegisterSwitches none = RegisterSwitches.DEFAULT;
        assertEquals(LOT, arrays.longKopecks(future));
        assertEquals(LOT, arrays.shortKopecks(future));
        // One sold: 2 bought with the buys, 3 sold with the sells.
        assertMargin(LOT, 3 * LOT, arrays, none, new long[]{future, -1, 3, 2});
        assertMargin(LOT, 4 * LOT, arrays, none, new long[]{future, -1, 5, 2});
        assertMargin(4 * LOT, 4 * LOT, arrays, none, new long[]{future, 4, 0, 7});
        assertMargin(0, LOT, arrays, none, new long[]{future, 0, 1, 0});
        assertMargin(0, LOT, arrays, none, new long[]{future, 0, 0, 1});
        assertMargin(0, 0, arrays, none, new long[]{future, 0, 0, 0});
        assertMargin(0, 0, arrays, none);
    }

    @Test
    void shouldWantNothingForWhatBelongsToNoGroup()
    {
        final int future = venue.future(1, 100_000 * E5, 30);
        final int other = venue.future(2, 100_000 * E5, 30);
        group("A", null, 1);
        final MarginArrays arrays = arrays();
        assertEquals(2, arrays.size());
        assertTrue(arrays.isMargined(future));
        assertFalse(arrays.isMargined(other));
        assertEquals(0, arrays.longKopecks(other));
        assertMargin(LOT, LOT, arrays, RegisterSwitches.DEFAULT, lots(future, 1), new long[]{other, 5, 5, 5});
    }

    @Test
    void shouldTakeOffWhatGroupsOnOppositeSidesShare()
    {
        final int first = venue.future(1, 100_000 * E5, 30);
        final int second = venue.future(2, 50_000 * E5, 30);
        group("A", null, 1);
        group("B", null, 2);
        // 10 lots of 12 000 roubles and 5 of 6 000.
        final long[] bought = lots(first, 10);
        for (final int ratio : new int[]{-1, 1})
        {
            final long[] opposite = lots(second, 5 * ratio);
            final long[] same = lots(second, -5 * ratio);
            for (final Netting netting : Netting.values())
            {
                final MarginArrays arrays = arrays(offset("A", "B", ratio, netting));
                final long less = switch (netting)
                {
                    case NET -> 30_000_00;
                    case HALF -> 15_000_00;
                    case NONE -> 0;
                };
                assertHeld(150_000_00 - less, arrays, bought, opposite);
                assertHeld(150_000_00, arrays, bought, same);
                assertHeld(120_000_00, arrays, bought);
                assertHeld(120_000_00, arrays, bought, lots(second, 0));
            }
        }
    }

    private static GroupOffset offset(final String first, final String second, final int ratio, final Netting netting)
    {
        return new GroupOffset(
            List.of(new GroupOffset.Leg(first, 1), new GroupOffset.Leg(second, ratio)), HALF, netting);
    }

    @Test
    void shouldUseMarginForOneOffsetOnly()
    {
        final int a = venue.future(1, 100_000 * E5, 30);
        final int b = venue.future(2, 100_000 * E5, 30);
        final int c = venue.future(3, 100_000 * E5, 30);
        group("A", null, 1);
        group("B", null, 2);
        group("C", null, 3);
        final GroupOffset withB = offset("A", "B", -1, Netting.NET);
        final GroupOffset withC = offset("A", "C", -1, Netting.HALF);
        final long[][] rows = {lots(a, 10), lots(b, -6), lots(c, -9)};
        // 25 lots; A and B share 6 of them, A and C the 4 that are left: less 2 * 0.5 * 6, and less 0.5 * 4.
        assertHeld(17 * LOT, arrays(withB, withC), rows);
        // A and C share 9, A and B the one that is left: less 0.5 * 9, and less 2 * 0.5 * 1.
        assertHeld(19 * LOT + LOT / 2, arrays(withC, withB), rows);
        final RegisterSwitches none = new RegisterSwitches(Netting.NET, Netting.NONE, 1_000, false);
        assertMargin(25 * LOT, 25 * LOT, arrays(withB, withC), none, rows);
        final RegisterSwitches half = new RegisterSwitches(Netting.NET, Netting.HALF, 1_000, false);
        assertMargin(20 * LOT, 20 * LOT, arrays(withB, withC), half, rows);
    }

    @Test
    void shouldTakeNoSideForAnOptionThatDoesNotMove()
    {
        final int future = venue.future(1, 100_000 * E5, 30);
        venue.future(2, 100_000 * E5, 30);
        final int call = venue.option(3, OptionRight.CALL, 300_000 * E5, 2, 30, 10_000);
        group("A", null, 1);
        group("B", new HouseParameters(5, Netting.NET, 20_000, 0, 0, 0), 2);
        // 2 000 a lot for calls that hardly move: margin that nothing offsets.
        assertHeld(10 * LOT + 20_000_00, arrays(offset("A", "B", -1, Netting.NET)), lots(future, 10), lots(call, -10));
    }

    @Test
    void shouldWantAMinimumForShortOptionsThatHardlyMove()
    {
        venue.future(1, 100_000 * E5, 30);
        final int call = venue.option(2, OptionRight.CALL, 300_000 * E5, 1, 30, 10_000);
        group("A", new HouseParameters(5, Netting.NET, 20_000, 0, 0, 0), 1);
        final MarginArrays arrays = arrays();
        // 2 % of 100 000 roubles is 2 000 a lot.
        assertHeld(20_000_00, arrays, lots(call, -10));
        assertHeld(0, arrays, lots(call, 10));
        assertMargin(10_000_00, 10_000_00, arrays, ratio(500), lots(call, -10));
        assertMargin(0, 0, arrays, ratio(0), lots(call, -10));
        assertMargin(100_000_00, 100_000_00, arrays, ratio(5_000), lots(call, -10));
        assertHeld(10 * LOT, arrays, lots(0, 10), lots(call, -10));
        assertHeld(20_000_00, arrays, lots(0, 1), lots(call, -10));
    }

    private static RegisterSwitches ratio(final int somcRatioE3)
    {
        return new RegisterSwitches(Netting.NET, Netting.NET, somcRatioE3, false);
    }

    @Test
    void shouldWeighWhatOptionsBecomeInTheirLastClearings()
    {
        final int future = venue.future(1, 100_000 * E5, 60);
        // Far in the money and out of it: they move like a future, and not at all.
        final int call = venue.option(2, OptionRight.CALL, 30_000 * E5, 1, 1, 10_000);
        final int put = venue.option(3, OptionRight.PUT, 300_000 * E5, 1, 1, 10_000);
        final int worthless = venue.option(4, OptionRight.CALL, 300_000 * E5, 1, 1, 10_000);
        for (final int clearings : new int[]{1, 2})
        {
            // Two clearings are left: one and a half times what it becomes.
            group("A", expiring(1_500_000, clearings, 0), 1);
            final MarginArrays arrays = arrays();
            final boolean isExpiring = 2 == clearings;
            assertHeld(isExpiring ? 15 * LOT : 10 * LOT, arrays, lots(call, 10));
            assertHeld(isExpiring ? 15 * LOT : 10 * LOT, arrays, lots(put, -10));
            assertHeld(0, arrays, lots(worthless, 10));
            // A call and a put bought become a future bought and one sold; a future beside is netted.
            assertHeld(0, arrays, lots(call, 10), lots(put, 10), lots(worthless, 7));
            assertHeld(isExpiring ? 6 * LOT : 4 * LOT, arrays, lots(call, 10), lots(future, -6));
            assertHeld(10 * LOT, arrays, lots(future, 10));
        }
    }

    @Test
    void shouldWeighTheMinimumOfTheShortOptionsThatStay()
    {
        venue.future(1, 100_000 * E5, 60);
        final int ending = venue.option(2, OptionRight.CALL, 300_000 * E5, 1, 1, 10_000);
        final int staying = venue.option(3, OptionRight.CALL, 300_000 * E5, 1, 30, 10_000);
        group("A", new HouseParameters(5, Netting.NET, 20_000, 3_000_000, 2, 0), 1);
        final MarginArrays arrays = arrays();
        // Now 2 000 for each of 11 lots; afterwards for one, three times.
        assertHeld(22_000_00, arrays, lots(ending, -10), lots(staying, -1));
        // Now 2 000 for each of 11 lots; afterwards for ten, three times.
        assertHeld(60_000_00, arrays, lots(ending, -1), lots(staying, -10));
    }

    @Test
    void shouldNetNoMoreThanHalfInTheLastClearingsOfAFuture()
    {
        final int near = venue.future(1, 100_000 * E5, 1);
        final int far = venue.future(2, 100_000 * E5, 60);
        for (final int clearings : new int[]{1, 2})
        {
            group("A", expiring(0, 0, clearings), 1, 2);
            assertHeld(2 == clearings ? 10 * LOT : 0, arrays(), lots(near, 10), lots(far, -10));
            assertHeld(2 == clearings ? 10 * LOT : 3 * LOT, arrays(), lots(near, 7), lots(far, -10));
            assertHeld(17 * LOT, arrays(), lots(near, 7), lots(far, 10));
        }
    }

    @Test
    void shouldReserveTheBiggerSideOrBothWhenLessIsNetted()
    {
        final int near = venue.future(1, 100_000 * E5, 30);
        final int far = venue.future(2, 100_000 * E5, 60);
        final long[][] rows = {lots(near, 7), lots(far, -10)};
        final long[] expected = {3 * LOT, 10 * LOT, 17 * LOT};
        for (final Netting netting : Netting.values())
        {
            group("A", MarginVenue.netting(netting), 1, 2);
            assertHeld(expected[netting.ordinal()], arrays(), rows);
            group("A", null, 1, 2);
            final long margin = expected[netting.ordinal()];
            assertMargin(margin, margin, arrays(), new RegisterSwitches(netting, null, null, false), rows);
        }
    }

    @Test
    void shouldChargeConcentrationOfTheUnitsThatAreNetted()
    {
        final int near = venue.future(1, 100_000 * E5, 30);
        final int far = venue.future(2, 100_000 * E5, 60);
        // 10 % up to 100 units, 20 % from there to 200, 30 % above.
        groups.put("A", new GroupParameters(List.of(1, 2),
            new MarketRisk(100_000, 200_000, 300_000, 100, 200), 0, null, List.of(), null,
            null));
        final MarginArrays arrays = arrays();
        assertHeld(100 * 10_000_00, arrays, lots(near, 100));
        assertHeld(100 * 10_000_00 + 20_000_00, arrays, lots(near, -101));
        assertHeld(100 * 10_000_00 + 100 * 20_000_00 + 50 * 30_000_00, arrays, lots(near, 250));
        // 250 units are left of 300.
        assertHeld(100 * 10_000_00 + 100 * 20_000_00 + 50 * 30_000_00, arrays, lots(near, 300), lots(far, -50));
        final long[][] rows = {lots(near, 300), lots(far, -200)};
        assertHeld(100 * 10_000_00, arrays, rows);
        final long bigger = 100 * 10_000_00 + 100 * 20_000_00 + 100 * 30_000_00;
        assertMargin(bigger, bigger, arrays, new RegisterSwitches(Netting.HALF, null, null, false), rows);
        final long both = bigger + 200 * 30_000_00;
        assertMargin(both, both, arrays, new RegisterSwitches(Netting.NONE, null, null, false), rows);
    }

    @Test
    void shouldMultiplyOneLotOnlyUpToTheFirstConcentrationLimit()
    {
        final int future = venue.future(1, 100_000 * E5, 30);
        groups.put("A", new GroupParameters(List.of(1),
            new MarketRisk(100_000, 100_000, 300_000, 50, 100), 0, null, List.of(), null,
            null));
        assertHeld(100 * 10_000_00, arrays(), lots(future, 100));
        assertHeld(100 * 10_000_00 + 30_000_00, arrays(), lots(future, 101));
        assertHeld(100 * 10_000_00 + 30_000_00, arrays(), lots(future, -101));
    }

    @Test
    void shouldChargeConcentrationOfWhatAnOptionBecomes()
    {
        venue.future(1, 100_000 * E5, 30);
        // It moves like half a future and becomes a whole one.
        final int call = venue.option(2, OptionRight.CALL, 99_999 * E5, 1, 1, 200_000);
        groups.put("A", new GroupParameters(List.of(1),
            new MarketRisk(100_000, 100_000, 300_000, 50, 100), 0, null, List.of(), expiring(1_000_000, 2, 0), null));
        assertHeld(100 * 10_000_00, arrays(), lots(call, 100));
        assertHeld(100 * 10_000_00 + 25 * 30_000_00, arrays(), lots(call, 125));
    }

    @Test
    void shouldCountTheUnitsOfAContractInConcentration()
    {
        final int future = venue.future(1, 100_000 * E5, 30, 10);
        groups.put("A", new GroupParameters(List.of(1),
            new MarketRisk(100_000, 200_000, 300_000, 100, 200), 0, null, List.of(), null, null));
        // 10 lots are 100 units.
        assertHeld(10 * 10_000_00, arrays(), lots(future, 10));
        assertHeld(10 * 10_000_00 + 10 * 20_000_00 + 5 * 30_000_00, arrays(), lots(future, 25));
    }

    @Test
    void shouldTakeThePriceOfNowForEitherSide()
    {
        final HouseScenarios scenarios = new HouseScenarios(5);
        for (int i = 0; i < scenarios.count(); i++)
        {
            assertEquals(scenarios.step(i) <= 0, i < scenarios.downCount());
            assertEquals(scenarios.step(i) >= 0, i >= scenarios.upFrom());
        }
    }
}
