// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class SwapRateTest
{
    @Test
    void shouldSpreadTheQuoteOverItsDaysAndRoundOnce()
    {
        // 0.1296 for three days is 0.0432 a day.
        assertEquals(432, SwapRate.ofE4(129_600, 3, 1));
        // 0.0100 for three days, held for two: 0.00666... (a rounded day would make it 0.0066).
        assertEquals(67, SwapRate.ofE4(10_000, 3, 2));
        assertEquals(-63, SwapRate.ofE4(-2_100, 1, 3));
        assertEquals(0, SwapRate.ofE4(129_600, 3, 0));
    }

    @Test
    void shouldRoundHalfAwayFromZero()
    {
        assertEquals(1, SwapRate.ofE4(50, 1, 1));
        assertEquals(-1, SwapRate.ofE4(-50, 1, 1));
        assertEquals(0, SwapRate.ofE4(49, 1, 1));
    }

    @Test
    void shouldRefuseDaysOutOfRange()
    {
        assertThrows(IllegalArgumentException.class, () -> SwapRate.ofE4(50, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> SwapRate.ofE4(50, 1, -1));
    }
}
