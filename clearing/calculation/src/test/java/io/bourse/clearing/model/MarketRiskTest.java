// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class MarketRiskTest
{
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
