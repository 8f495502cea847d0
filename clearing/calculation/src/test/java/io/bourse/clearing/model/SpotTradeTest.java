// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class SpotTradeTest
{
    private static final long E5 = 100_000L;

    @Test
    void shouldRoundTheMoneyOfATradeOnce()
    {
        // 3 lots of 10 at 100.0005 are 3 000.015 roubles; lot by lot they would be 3 * 1 000.01.
        assertEquals(3_000_02, SpotTrade.money(10_000_050, 3, 10 * E5));
        assertEquals(3_000_01, SpotTrade.money(10_000_049, 3, 10 * E5));
        assertEquals(-3_000_02, SpotTrade.money(-10_000_050, 3, 10 * E5));
        assertThrows(ArithmeticException.class, () -> SpotTrade.money(Long.MAX_VALUE, 2, 1));
    }

    @Test
    void shouldRoundAccruedInterestOnceATrade()
    {
        // 0.005 roubles are half a kopeck; of 3 units one and a half.
        assertEquals(1, SpotTrade.accrued(500, 1));
        assertEquals(2, SpotTrade.accrued(500, 3));
        assertEquals(0, SpotTrade.accrued(499, 1));
        assertEquals(37_04, SpotTrade.accrued(12_34500, 3), "12.345 roubles three times: 37.035");
        assertThrows(ArithmeticException.class, () -> SpotTrade.accrued(Long.MAX_VALUE, 2));
    }
}
