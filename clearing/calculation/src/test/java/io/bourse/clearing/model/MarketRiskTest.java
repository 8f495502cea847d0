// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class MarketRiskTest
{
    /** 6 % up to 386 units, 10 % up to 1 930, 13 % above. */
    private static final MarketRisk RISK = new MarketRisk(60_000, 100_000, 130_000, 386, 1_930);
    private static final long E10 = 10_000_000_000L;

    @Test
    void shouldChargeEachSliceOfAPositionItsOwnRate()
    {
        assertEquals(E10 * 6 / 100, RISK.effectiveRateE10(1));
        assertEquals(E10 * 6 / 100, RISK.effectiveRateE10(386));
        // (386 * 0.06 + 1 * 0.10) / 387 = 23.26 / 387.
        assertEquals(601_033_592L, RISK.effectiveRateE10(387));
        // (386 * 0.06 + 1 544 * 0.10) / 1 930 = 177.56 / 1 930.
        assertEquals(920_000_000L, RISK.effectiveRateE10(1_930));
        // (177.56 + 0.13) / 1 931 = 0.09201967892...
        assertEquals(920_196_789L, RISK.effectiveRateE10(1_931));
        // (177.56 + 3 070 * 0.13) / 5 000 = 576.66 / 5 000.
        assertEquals(1_153_320_000L, RISK.effectiveRateE10(5_000));
        assertEquals(1_300_000_000L, RISK.effectiveRateE10(Long.MAX_VALUE), "nearly all of it is in the last slice");
    }

    @Test
    void shouldChargeTheHighestRateFromTheFirstUnitWithoutLimits()
    {
        assertEquals(E10 * 13 / 100, new MarketRisk(60_000, 100_000, 130_000, 0, 0).effectiveRateE10(1));
        assertEquals(E10 / 10, new MarketRisk(60_000, 100_000, 130_000, 0, 1).effectiveRateE10(1));
    }

    @Test
    void shouldRefuseAPositionWithoutUnits()
    {
        assertThrows(IllegalArgumentException.class, () -> RISK.effectiveRateE10(0));
        assertThrows(IllegalArgumentException.class, () -> RISK.effectiveRateE10(-1));
    }

    @Test
    void shouldRefuseRatesAndLimitsThatFall()
    {
        assertThrows(IllegalArgumentException.class, () -> new MarketRisk(-1, 0, 0, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new MarketRisk(2, 1, 3, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new MarketRisk(1, 3, 2, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new MarketRisk(1, 2, 3, -1, 0));
        assertThrows(IllegalArgumentException.class, () -> new MarketRisk(1, 2, 3, 2, 1));
        assertEquals(0, new MarketRisk(0, 0, 0, 0, 0).rate3E6());
    }

    @Test
    void shouldRoundARangeHalfUpAndAHalfWidthDown()
    {
        final MarketRisk half = new MarketRisk(500_000, 500_000, 500_000, 0, 0);
        // Half of 0.00003 is 0.000015; half of that is 0.0000075.
        assertEquals(2, half.rangeE5(3));
        assertEquals(2, half.rangeE5(-3), "the range of a price below 0 is that of its size");
        assertEquals(1, half.halfWidthE5(3, 1_000));
        assertEquals(1, half.halfWidthE5(-3, 1_000));
        assertEquals(0, half.halfWidthE5(3, 500));
        assertEquals(554_880_000L, new MarketRisk(120_000, 120_000, 120_000, 0, 0).halfWidthE5(9_248_000_000L, 500),
            "half of 12 % of 92 480");
    }
}
