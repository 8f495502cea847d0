// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.bourse.clearing.model.MarketRisk;
import io.bourse.clearing.pricing.OptionModel;
import io.bourse.clearing.pricing.Volatility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What parameters of margin may be: the last value that is taken, and the first that is not. */
class MarginBoundsTest
{
    private static void assertRefused(final Executable... all)
    {
        for (int i = 0; i < all.length; i++)
        {
            assertThrows(IllegalArgumentException.class, all[i], "case " + i);
        }
    }

    private static void assertTaken(final Executable... all)
    {
        for (int i = 0; i < all.length; i++)
        {
            assertDoesNotThrow(all[i], "case " + i);
        }
    }

    @Test
    void shouldTakeRiskCurvesFromZeroAndVolatilityRiskBelowOne()
    {
        assertTaken(() -> new KeyTerm(0, 0, 0, -1), () -> new KeyTerm(1, 1, 999_999, 0));
        assertRefused(
            () -> new KeyTerm(-1, 0, 0, 0),
            () -> new KeyTerm(0, -1, 0, 0),
            () -> new KeyTerm(0, 0, -1, 0),
            () -> new KeyTerm(0, 0, 1_000_000, 0));
    }

    @Test
    void shouldTakeParametersOfTheHouseEngineFromZeroAndUpToAHundredSteps()
    {
        assertTaken(() -> new HouseParameters(1, null, 0, 0, 0, 0), () -> new HouseParameters(100, null, 1, 1, 1, 1));
        assertRefused(
            () -> new HouseParameters(-1, null, 0, 0, 0, 0),
            () -> new HouseParameters(101, null, 0, 0, 0, 0),
            () -> new HouseParameters(1, null, -1, 0, 0, 0),
            () -> new HouseParameters(1, null, 0, -1, 0, 0),
            () -> new HouseParameters(1, null, 0, 0, -1, 0),
            () -> new HouseParameters(1, null, 0, 0, 0, -1));
        assertEquals(new HouseParameters(5, Netting.NET, 0, 0, 0, 0), new HouseParameters(0, null, 0, 0, 0, 0));
    }

    @Test
    void shouldTakeParametersOfSpanFromZero()
    {
        assertTaken(
            () -> new SpanParameters(0, false, 0, 1, 0L, 0, null, 0, 0, 0),
            () -> new SpanParameters(1, true, 1, 1, 1L, 1, null, 1, 1, 1));
        assertRefused(
            () -> new SpanParameters(-1, false, 0, 1, 0L, 0, null, 0, 0, 0),
            () -> new SpanParameters(0, false, -1, 1, 0L, 0, null, 0, 0, 0),
            () -> new SpanParameters(0, false, 0, -1, 0L, 0, null, 0, 0, 0),
            () -> new SpanParameters(0, false, 0, 1, -1L, 0, null, 0, 0, 0),
            () -> new SpanParameters(0, false, 0, 1, 0L, -1, null, 0, 0, 0),
            () -> new SpanParameters(0, false, 0, 1, 0L, 0, null, -1, 0, 0),
            () -> new SpanParameters(0, false, 0, 1, 0L, 0, null, 0, -1, 0),
            () -> new SpanParameters(0, false, 0, 1, 0L, 0, null, 0, 0, -1));
        assertEquals(SpanParameters.DEFAULT, new SpanParameters(0, false, null, 0, null, 0, null, 0, 0, 0));
    }

    @Test
    void shouldTakeSpreadsBetweenTwoTiersFromTheFirst()
    {
        assertTaken(() -> new SpanParameters.TierSpread(1, 2, 0), () -> new SpanParameters.TierSpread(2, 1, 1));
        assertRefused(
            () -> new SpanParameters.TierSpread(0, 2, 0),
            () -> new SpanParameters.TierSpread(2, 0, 0),
            () -> new SpanParameters.TierSpread(2, 2, 0),
            () -> new SpanParameters.TierSpread(1, 2, -1));
    }

    @Test
    void shouldTakeOffsetsOfTwoOrMoreGroupsAndARateFromZeroToOne()
    {
        final GroupOffset.Leg first = new GroupOffset.Leg("A", 1);
        final GroupOffset.Leg second = new GroupOffset.Leg("B", -1);
        final List<GroupOffset.Leg> legs = List.of(first, second);
        assertTaken(() -> new GroupOffset(legs, 0, null), () -> new GroupOffset(legs, 1_000_000, null));
        assertRefused(
            () -> new GroupOffset(legs, -1, null),
            () -> new GroupOffset(legs, 1_000_001, null),
            () -> new GroupOffset(null, 0, null),
            () -> new GroupOffset(List.of(first), 0, null),
            () -> new GroupOffset(List.of(first, new GroupOffset.Leg("A", 2)), 0, null),
            () -> new GroupOffset.Leg("A", 0),
            () -> new GroupOffset.Leg(null, 1));
        assertEquals(Netting.NET, new GroupOffset(legs, 0, null).netting());
    }

    @Test
    void shouldTakeRatiosOfTheShortOptionMinimumFromZeroToFive()
    {
        assertTaken(
            () -> new RegisterSwitches(null, null, 0, false), () -> new RegisterSwitches(null, null, 5_000, false));
        assertRefused(
            () -> new RegisterSwitches(null, null, -1, false), () -> new RegisterSwitches(null, null, 5_001, false));
        assertEquals(RegisterSwitches.DEFAULT, new RegisterSwitches(null, null, null, false));
    }

    @Test
    void shouldTakeGroupsWithRiskAndALowestPriceFromZero()
    {
        final MarketRisk risk = MarginVenue.FLAT;
        assertTaken(() -> new GroupParameters(null, risk, 0, null, null, null, null));
        assertRefused(
            () -> new GroupParameters(null, null, 0, null, null, null, null),
            () -> new GroupParameters(null, risk, -1, null, null, null, null),
            () -> new GroupParameters(null, risk, 0, null,
                List.of(new KeyTerm(3, 0, 0, 0), new KeyTerm(1, 0, 0, 0), new KeyTerm(3, 1, 0, 0)), null, null));
        assertTaken(() -> new Volatility(OptionModel.BLACK, 0, -1));
        assertRefused(() -> new Volatility(null, 0, 0), () -> new Volatility(OptionModel.BLACK, -1, 0));
    }

    @Test
    void shouldClearOnceADayAtLeast()
    {
        assertEquals(1, new MarginParameters(null, 1, null, null, null).clearingsPerDay());
        assertEquals(2, new MarginParameters(null, 0, null, null, null).clearingsPerDay());
        assertRefused(() -> new MarginParameters(null, -1, null, null, null));
    }

    @Test
    void shouldOffsetTwoGroupsAtATimeInTheHouseEngine()
    {
        final GroupParameters group = new GroupParameters(null, MarginVenue.FLAT, 0, null, null, null, null);
        final TreeMap<String, GroupParameters> groups =
            new TreeMap<>(Map.of("A", group, "B", group, "C", group));
        final List<GroupOffset> three = List.of(new GroupOffset(List.of(new GroupOffset.Leg("A", 1),
            new GroupOffset.Leg("B", -1), new GroupOffset.Leg("C", 1)), 500_000, null));
        assertTaken(() -> new MarginParameters(MarginMethod.SPAN, 2, groups, three, null));
        assertRefused(() -> new MarginParameters(MarginMethod.HOUSE, 2, groups, three, null));
    }

    @Test
    void shouldRoundHalvesOfAHundredthAwayFromZero()
    {
        assertEquals(1, Hundredths.rounded(0.5));
        assertEquals(-1, Hundredths.rounded(-0.5));
        assertEquals(0, Hundredths.rounded(0.49));
        assertEquals(0, Hundredths.rounded(-0.49));
        assertEquals(-3, Hundredths.rounded(-2.5));
        assertEquals(1_234, Hundredths.of(12.34));
        // The greatest double below 2^63.
        assertEquals(9_223_372_036_854_774_784L, Hundredths.rounded(9.223372036854774784e18));
        assertThrows(ArithmeticException.class, () -> Hundredths.rounded(0x1p63));
        assertThrows(ArithmeticException.class, () -> Hundredths.rounded(Double.NaN));
        assertThrows(ArithmeticException.class, () -> Hundredths.of(-1e17));
    }

    @Test
    void shouldChooseTheStricterNetting()
    {
        assertEquals(Netting.HALF, Netting.NET.stricter(Netting.HALF));
        assertEquals(Netting.HALF, Netting.HALF.stricter(Netting.NET));
        assertEquals(Netting.NONE, Netting.NONE.stricter(Netting.HALF));
        assertEquals(Netting.NET, Netting.NET.stricter(Netting.NET));
    }

    @Test
    void shouldBeLinearBetweenKeyTermsAndFlatOutside()
    {
        final RiskCurve curve = new RiskCurve(List.of(new KeyTerm(10, 0, 0, 100_000), new KeyTerm(30, 0, 0, 200_000)));
        assertEquals(0.1, curve.rate(0));
        assertEquals(0.1, curve.rate(10));
        assertEquals(0.105, curve.rate(11), 1e-12);
        assertEquals(0.15, curve.rate(20), 1e-12);
        assertEquals(0.2, curve.rate(30), 1e-12);
        assertEquals(0.2, curve.rate(31), 1e-12);
        assertEquals(0, new RiskCurve(List.of()).rate(10));
    }

    @Test
    void shouldAllowEngineAndModelToBeApartByWhatRoundingComesTo()
    {
        // A kopeck, another per 50 lots, and two millionths.
        assertEquals(1, MarginArrays.toleranceKopecks(49, 499_999));
        assertEquals(2, MarginArrays.toleranceKopecks(50, 0));
        assertEquals(2, MarginArrays.toleranceKopecks(0, 500_000));
        assertEquals(23, MarginArrays.toleranceKopecks(1_000, 1_000_000));
    }
}
