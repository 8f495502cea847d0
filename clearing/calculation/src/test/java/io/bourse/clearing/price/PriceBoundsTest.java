// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.price;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What parameters of prices may be: the last value that is taken, and the first that is not. */
class PriceBoundsTest
{
    private static void assertRefused(final Executable... all)
    {
        for (int i = 0; i < all.length; i++)
        {
            assertThrows(IllegalArgumentException.class, all[i], "case " + i);
        }
    }

    @Test
    void shouldTakeTickValuesAboveZero()
    {
        assertEquals(1, InstrumentParameters.NONE.withTickValueE5(1L).tickValueE5());
        assertRefused(
            () -> InstrumentParameters.NONE.withTickValueE5(0L),
            () -> InstrumentParameters.NONE.withTickValueE5(-1L),
            () -> new InstrumentParameters.Foreign("USD", 0),
            () -> new InstrumentParameters.Foreign("", 1),
            () -> new InstrumentParameters.Foreign(null, 1));
        assertDoesNotThrow(() -> new InstrumentParameters.Foreign("USD", 1));
    }

    @Test
    void shouldTakeSwapsOfADayOrMoreHeldForNoneOrMore()
    {
        assertDoesNotThrow(() -> new InstrumentParameters.Swap(-1, 1, 0));
        assertRefused(
            () -> new InstrumentParameters.Swap(1, 0, 0), () -> new InstrumentParameters.Swap(1, 1, -1));
    }

    @Test
    void shouldTakeRatesAndRulesAboveZero()
    {
        assertDoesNotThrow(() -> new PriceParameters(1, 1, 1, null, null).withRate("USD", 1));
        assertRefused(
            () -> new PriceParameters(-1, 1, 1, null, null),
            () -> new PriceParameters(1, -1, 1, null, null),
            () -> new PriceParameters(1, 1, -1, null, null),
            () -> PriceParameters.DEFAULT.withRate("USD", 0),
            () -> PriceParameters.DEFAULT.withRate("USD", -1));
    }
}
