// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin.span;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.margin.GroupOffset;
import io.bourse.clearing.margin.GroupParameters;
import io.bourse.clearing.margin.MarginArrays;
import io.bourse.clearing.margin.MarginMethod;
import io.bourse.clearing.margin.MarginParameters;
import io.bourse.clearing.margin.MarginVenue;
import io.bourse.clearing.margin.Netting;
import io.bourse.clearing.margin.PortfolioMargin;
import io.bourse.clearing.margin.SpanParameters;
import io.bourse.clearing.model.OptionRight;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Portfolios counted by hand: 12 % of the price. A future at 100 000 needs 12 000 roubles a lot. */
class SpanWorkedExamplesTest
{
    private static final long E5 = MarginVenue.E5;
    private static final long LOT = 12_000_00;
    private final MarginVenue venue = new MarginVenue();
    private final Map<String, GroupParameters> groups = new TreeMap<>();

    private void group(final String name, final SpanParameters span, final Integer... instruments)
    {
        groups.put(name,
            new GroupParameters(List.of(instruments), MarginVenue.FLAT, 0, null, List.of(), null, span));
    }

    private MarginParameters parameters(final GroupOffset... offsets)
    {
        return new MarginParameters(MarginMethod.SPAN, 2, new TreeMap<>(groups), List.of(offsets), null);
    }

    private MarginArrays arrays(final GroupOffset... offsets)
    {
        return venue.arrays(parameters(offsets));
    }

    private static SpanParameters scan(final long volatilityScanE6, final boolean relative, final int lookAheadDays)
    {
        return new SpanParameters(volatilityScanE6, relative, lookAheadDays, 3, 330_000L, 0, List.of(), 0, 0, 0);
    }

    private static SpanParameters spreads(final SpanParameters.TierSpread... spreads)
    {
        return new SpanParameters(0, false, 0, 3, 0L, 0, List.of(spreads), 0, 0, 0);
    }

    /** What both the engine and the model ask for; rows of instrument, lots, buys, sells. */
    private static void assertMargin(
        final long held, final long required, final MarginArrays arrays, final long[]... rows)
    {
        for (final PortfolioMargin portfolio : List.of(arrays.portfolio(), arrays.model()))
        {
            portfolio.begin();
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
        assertMargin(held, held, arrays, rows);
    }

    private static void assertNear(final long expected, final long actual, final long tolerance)
    {
        assertTrue(Math.abs(expected - actual) <= tolerance, "expected=" + expected + " actual=" + actual);
    }

    private static long[] lots(final int instrument, final long lots)
    {
        return new long[]{instrument, lots, 0, 0};
    }

    private long[] losses(final SpanParameters span, final int instrument)
    {
        group("A", span, 1);
        final SpanArrays arrays = new SpanArrays(venue.market(parameters()));
        return IntStream.range(0, SpanScenarios.COUNT)
            .mapToLong(i -> arrays.lossesE2[instrument * SpanScenarios.COUNT + i]).toArray();
    }

    @Test
    void shouldReserveTheWorstOfWhatIsHeldAllBuysAndAllSells()
    {
        final int future = venue.future(1, 100_000 * E5, 30);
        final int other = venue.future(2, 100_000 * E5, 30);
        group("A", null, 1);
        final MarginArrays arrays = arrays();
        assertEquals(2, arrays.size());
        assertTrue(arrays.isMargined(future));
        assertFalse(arrays.isMargined(other));
        assertEquals(LOT, arrays.longKopecks(future));
        assertEquals(LOT, arrays.shortKopecks(future));
        assertMargin(LOT, 3 * LOT, arrays, new long[]{future, -1, 3, 2});
        assertMargin(LOT, 4 * LOT, arrays, new long[]{future, -1, 5, 2});
        assertMargin(0, LOT, arrays, new long[]{future, 0, 1, 0});
        assertMargin(LOT, LOT, arrays, lots(future, 1), new long[]{other, 5, 5, 5});
        assertMargin(0, 0, arrays);
    }

    @Test
    void shouldScanVolatilityInPointsOrInPartsOfIt()
    {
        venue.future(1, 100_000 * E5, 30);
        final int call = venue.option(2, OptionRight.CALL, 100_000 * E5, 1, 30, 300_000);
        // A fifth of 30 % are 6 points.
        assertArrayEquals(losses(scan(60_000, false, 1), call), losses(scan(200_000, true, 1), call));
    }

    @Test
    void shouldScanVolatilityDownToNothing()
    {
        venue.future(1, 100_000 * E5, 30);
        final int call = venue.option(2, OptionRight.CALL, 100_000 * E5, 1, 30, 250_000);
        final long[] losses = losses(scan(400_000, false, 1), call);
        // It costs 2 858.7180295691 and is at the money; without volatility it is worth what it is in the money by.
        assertNear(2_858_71_80, losses[1], 1);
        assertNear(2_858_71_80 - 4_000_00_00, losses[3], 1);
        assertNear(2_858_71_80, losses[5], 1);
    }

    @Test
    void shouldLookNoFurtherAheadThanTheLastDay()
    {
        venue.future(1, 100_000 * E5, 30);
        final int call = venue.option(2, OptionRight.CALL, 100_000 * E5, 1, 1, 250_000);
        final long[] losses = losses(scan(0, false, 2), call);
        assertArrayEquals(losses(scan(0, false, 1), call), losses);
        // 100 000 * 0.25 * sqrt(1 / 365) / sqrt(2 pi) = 522.04 roubles are gone when nothing moves.
        assertNear(522_04_00, losses[0], 10_00);
        assertNear(losses[0] - 4_000_00_00, losses[2], 1);
    }

    @Test
    void shouldWeighExtremeMovesOfFutures()
    {
        final int future = venue.future(1, 100_000 * E5, 30);
        // 0.5 of four scan ranges are two: more than one.
        final SpanParameters span = new SpanParameters(0, false, 1, 4, 500_000L, 0, List.of(), 0, 0, 0);
        final long[] losses = losses(span, future);
        assertEquals(-24_000_00_00, losses[14]);
        assertEquals(24_000_00_00, losses[15]);
        assertHeld(2 * LOT, arrays(), lots(future, 1));
    }

    @Test
    void shouldWantTheShortOptionMinimumOnlyWhenItIsMore()
    {
        venue.future(1, 100_000 * E5, 30);
        final int call = venue.option(2, OptionRight.CALL, 400_000 * E5, 1, 30, 10_000);
        group("A", new SpanParameters(0, false, 1, 3, 330_000L, 800_00, List.of(), 0, 0, 0), 1);
        assertHeld(8_000_00, arrays(), lots(call, -10));
        assertHeld(0, arrays(), lots(call, 10));
        assertHeld(LOT, arrays(), lots(0, 1), lots(call, -10));
        assertHeld(16_000_00, arrays(), lots(0, 1), lots(call, -20));
    }

    @Test
    void shouldUseDeltasForTheFirstSpreadsOfTheTable()
    {
        final int near = venue.future(1, 100_000 * E5, 30);
        final int middle = venue.future(2, 100_000 * E5, 60);
        final int far = venue.future(3, 100_000 * E5, 90);
        group("A", spreads(new SpanParameters.TierSpread(1, 3, 100_00), new SpanParameters.TierSpread(1, 2, 10_00),
            new SpanParameters.TierSpread(1, 4, 1_000_00)), 1, 2, 3);
        final MarginArrays arrays = arrays();
        // 6 spreads at 100 and 4 at 10 roubles; nothing is left.
        assertHeld(640_00, arrays, lots(near, 10), lots(middle, -4), lots(far, -6));
        assertHeld(640_00, arrays, lots(near, -10), lots(middle, 4), lots(far, 6));
        // 10 spreads at 100; the middle is left alone.
        assertHeld(1_000_00 + 4 * LOT, arrays, lots(near, 10), lots(middle, -4), lots(far, -10));
        // Tiers on one side have none between them.
        assertHeld(14 * LOT, arrays, lots(middle, -4), lots(far, -10));
    }

    @Test
    void shouldCountDeltasInTheSmallestContractOfAGroup()
    {
        final int small = venue.future(1, 100_000 * E5, 30, 10);
        final int big = venue.future(2, 100_000 * E5, 60, 100);
        group("A", spreads(new SpanParameters.TierSpread(1, 2, 10_00)), 1, 2);
        // One lot of ten small ones against seven of them: seven spreads. The money of a lot is the same.
        assertHeld(6 * LOT + 70_00, arrays(), lots(small, 7), lots(big, -1));
    }

    @Test
    void shouldCreditTheDeltasThatSpreadsBetweenGroupsUse()
    {
        final int first = venue.future(1, 100_000 * E5, 30);
        final int second = venue.future(2, 100_000 * E5, 30);
        group("A", spreads(), 1);
        group("B", spreads(), 2);
        final GroupOffset offset = new GroupOffset(
            List.of(new GroupOffset.Leg("A", 1), new GroupOffset.Leg("B", -2)), 500_000, Netting.NET);
        final MarginArrays arrays = arrays(offset);
        // 6 spreads: half of 12 000 is credited to 6 of 8 deltas and to 12 of 12.
        assertHeld(20 * LOT - 9 * LOT, arrays, lots(first, 8), lots(second, -12));
        // 4 spreads: 4 of 4 deltas and 8 of 12.
        assertHeld(16 * LOT - 6 * LOT, arrays, lots(first, -4), lots(second, 12));
        assertHeld(20 * LOT, arrays, lots(first, 8), lots(second, 12));
        assertHeld(8 * LOT, arrays, lots(first, 8));
        assertHeld(8 * LOT, arrays, lots(first, 8), lots(second, 0));
    }
}
