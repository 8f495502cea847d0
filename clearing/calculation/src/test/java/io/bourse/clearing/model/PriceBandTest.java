// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class PriceBandTest
{
    @Test
    void shouldBeNoWiderThanTheRangeAndOnTheTick()
    {
        assertEquals(new PriceBand(80, 120), PriceBand.around(100, 20, 10));
        assertEquals(new PriceBand(80, 120), PriceBand.around(100, 29, 10));
        assertEquals(new PriceBand(-250, -190), PriceBand.around(-220, 30, 10));
        assertEquals(new PriceBand(100, 100), PriceBand.around(100, 9, 10));
    }

    @Test
    void shouldKeepItsWidthAroundANewPrice()
    {
        assertEquals(20, new PriceBand(80, 120).halfWidthE5());
        assertEquals(20, new PriceBand(80, 121).halfWidthE5());
        assertEquals(35, new PriceBand(-40, 30).halfWidthE5());
        assertEquals(new PriceBand(480, 520), new PriceBand(80, 120).around(500, 10));
    }

    @Test
    void shouldRefuseBoundsThatDoNotFit()
    {
        assertThrows(ArithmeticException.class, () -> PriceBand.around(Long.MAX_VALUE - 9, 10, 10));
        assertThrows(ArithmeticException.class, () -> PriceBand.around(Long.MIN_VALUE + 9, 10, 10));
        assertThrows(ArithmeticException.class, () -> new PriceBand(Long.MIN_VALUE, 1).halfWidthE5());
    }
}
