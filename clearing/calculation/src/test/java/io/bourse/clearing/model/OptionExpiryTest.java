// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class OptionExpiryTest
{
    @Test
    void shouldExerciseAllHalfOrNothingByItself()
    {
        assertEquals(9, OptionExpiry.automaticLots(1, 9));
        assertEquals(4, OptionExpiry.automaticLots(0, 9));
        assertEquals(0, OptionExpiry.automaticLots(0, 1));
        assertEquals(0, OptionExpiry.automaticLots(-1, 9));
    }

    @Test
    void shouldGainWhatTheRightIsAbout()
    {
        assertEquals(480, OptionExpiry.gainE5(OptionRight.CALL, 92_000, 92_480));
        assertEquals(-480, OptionExpiry.gainE5(OptionRight.PUT, 92_000, 92_480));
        assertThrows(IllegalArgumentException.class, () -> OptionExpiry.gainE5(OptionRight.NONE, 1, 1));
    }

    @Test
    void shouldClampInstructionsToThePosition()
    {
        for (final long gain : new long[]{-1, 0, 1})
        {
            for (int lots = 0; lots <= 7; lots++)
            {
                final int automatic = OptionExpiry.automaticLots(gain, lots);
                for (int instruction = -9; instruction <= 9; instruction++)
                {
                    final int wanted = Math.min(lots, Math.max(0, automatic + instruction));
                    assertEquals(wanted, OptionExpiry.exercisedLots(gain, lots, instruction));
                }
            }
        }
        assertEquals(Integer.MAX_VALUE,
            OptionExpiry.exercisedLots(1, Integer.MAX_VALUE, Integer.MAX_VALUE));
        assertEquals(0, OptionExpiry.exercisedLots(1, Integer.MAX_VALUE, Integer.MIN_VALUE));
    }
}
