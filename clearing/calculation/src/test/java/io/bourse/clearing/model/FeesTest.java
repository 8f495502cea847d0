// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class FeesTest
{
    private static final long E5 = 100_000L;
    /** 0.005 per cent. */
    private static final long RATE = 5_000;

    @Test
    void shouldChargeAtLeastAKopeckUnlessNothingIsCharged()
    {
        // 0.005 % of 100 roubles is half a kopeck, of 300 roubles one and a half.
        assertEquals(1, Fees.perContract(100 * E5, E5, RATE));
        assertEquals(2, Fees.perContract(300 * E5, E5, RATE));
        assertEquals(1, Fees.perContract(300 * E5, E5, 4_990), "1.497 kopecks");
        assertEquals(1, Fees.perContract(0, E5, RATE), "the floor");
        assertEquals(1, Fees.perContract(E5, E5, 1), "the floor");
        assertEquals(0, Fees.perContract(300 * E5, E5, 0), "not charged at all");
    }

    @Test
    void shouldChargeTheSameBelowZero()
    {
        assertEquals(2, Fees.perContract(-300 * E5, E5, RATE));
        assertEquals(25, Fees.perOption(100, -5 * E5, E5, 5_000_000));
        assertThrows(ArithmeticException.class, () -> Fees.perContract(Long.MIN_VALUE, E5, RATE));
    }

    @Test
    void shouldCapTheFeeOfAnOptionAtTwiceThatOfItsFuture()
    {
        // 5 % of a premium of 5 roubles is 25 kopecks; nothing has a floor.
        assertEquals(25, Fees.perOption(Long.MAX_VALUE, 5 * E5, E5, 5_000_000));
        assertEquals(25, Fees.perOption(25, 5 * E5, E5, 5_000_000));
        assertEquals(24, Fees.perOption(24, 5 * E5, E5, 5_000_000));
        assertEquals(0, Fees.perOption(24, 0, E5, 5_000_000));
        assertEquals(0, Fees.perOption(24, 5 * E5, E5, 0), "not charged at all");
    }

    @Test
    void shouldHalveTheFeeOfScalpedLotsAndRoundOnceALeg()
    {
        assertEquals(30, Fees.ofLeg(3, 10, 0));
        assertEquals(15, Fees.ofLeg(3, 10, 10));
        // 9 lots at 3 and one at 1.5 kopecks.
        assertEquals(29, Fees.ofLeg(3, 10, 1));
        // 8 and two halves.
        assertEquals(27, Fees.ofLeg(3, 10, 2));
        assertEquals(0, Fees.ofLeg(3, 0, 0));
    }

    @Test
    void shouldRefuseScalpedLotsThatTheLegDoesNotHave()
    {
        assertThrows(IllegalArgumentException.class, () -> Fees.ofLeg(3, 10, 11));
        assertThrows(IllegalArgumentException.class, () -> Fees.ofLeg(3, 10, -1));
        assertThrows(ArithmeticException.class, () -> Fees.ofLeg(Long.MAX_VALUE / 2, 2, 0));
    }

    @Test
    void shouldRoundHalfAKopeckOfTaxUp()
    {
        // 20 % of 2.46 roubles is 49.2 kopecks; 10 % of 5 kopecks is half a kopeck, of 4 it is 0.4.
        assertEquals(49, Fees.vat(246, 20_000_000));
        assertEquals(1, Fees.vat(5, 10_000_000));
        assertEquals(0, Fees.vat(4, 10_000_000));
    }
}
