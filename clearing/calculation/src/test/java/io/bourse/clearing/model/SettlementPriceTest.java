// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SettlementPriceTest
{
    private static final long NONE = SettlementPrice.NO_PRICE;

    private static long slice(final long bidE5, final long askE5, final long lastE5)
    {
        return SettlementPrice.doubledSlicePrice(bidE5, askE5, lastE5, 40);
    }

    @Test
    void shouldCountOnlySlicesWithABookThatIsNarrowEnough()
    {
        assertEquals(240, slice(100, 140, NONE), "as wide as allowed");
        assertEquals(NONE, slice(100, 141, NONE));
        assertEquals(200, slice(100, 100, NONE), "bid and ask are one price");
        assertEquals(NONE, slice(101, 100, NONE), "crossed");
        assertEquals(NONE, slice(NONE, 100, 100));
        assertEquals(NONE, slice(100, NONE, 100));
    }

    @Test
    void shouldBelieveALastTradeNoFurtherThanTheBook()
    {
        assertEquals(220, slice(100, 120, 110));
        assertEquals(200, slice(100, 120, 99));
        assertEquals(240, slice(100, 120, 121));
        assertEquals(-240, slice(-120, -100, -130));
        assertEquals(201, slice(100, 101, NONE), "half a point is kept");
    }

    private static SettlementPrice of(final long... prices)
    {
        final SettlementPrice window = new SettlementPrice(40, prices.length);
        for (final long price : prices)
        {
            assertTrue(window.addSlice(price, price, NONE));
        }
        return window;
    }

    @Test
    void shouldTakeTheMiddleSliceOrTheMeanOfTheMiddleTwo()
    {
        assertEquals(300, of(100, 900, 300).medianE5(1));
        assertEquals(250, of(900, 200, 300, 100).medianE5(1));
        assertEquals(100, of(100).medianE5(1));
    }

    @Test
    void shouldRoundHalfATickAwayFromZero()
    {
        assertEquals(110, of(100, 110).medianE5(10));
        assertEquals(-110, of(-100, -110).medianE5(10));
        assertEquals(100, of(100, 109).medianE5(10), "104.5");
        assertEquals(-100, of(-104).medianE5(10));
    }

    @Test
    void shouldKeepValidSlicesOnly()
    {
        final SettlementPrice window = new SettlementPrice(40, 3);
        assertTrue(window.addSlice(100, 101, NONE));
        assertFalse(window.addSlice(100, 200, NONE));
        assertTrue(window.addSlice(100, 110, 103));
        assertEquals(2, window.validCount());
        assertArrayEquals(new long[]{201, 206}, window.doubledPricesE5());
        // The mean of 100.5 and 103.
        assertEquals(102, window.medianE5(1));
    }

    @Test
    void shouldHaveNoMedianWithoutAValidSlice()
    {
        assertThrows(IllegalStateException.class, () -> new SettlementPrice(40, 1).medianE5(1));
    }
}
