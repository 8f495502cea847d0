// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.Set;

class BusinessDaysTest
{
    private static final int FRIDAY = 20261127;
    private static final int SATURDAY = 20261128;
    private static final int MONDAY = 20261130;
    private static final int TUESDAY = 20261201;

    @Test
    void shouldSkipWeekendsAndHolidays()
    {
        final BusinessDays days = new BusinessDays(Set.of(MONDAY));
        assertEquals(FRIDAY, days.plus(FRIDAY, 0));
        assertEquals(TUESDAY, days.plus(FRIDAY, 1));
        assertEquals(20261202, days.plus(FRIDAY, 2));
        assertEquals(TUESDAY, days.plus(SATURDAY, 0), "the next business day");
        assertEquals(20261202, days.plus(SATURDAY, 1));
        assertEquals(MONDAY, new BusinessDays(Set.of()).plus(FRIDAY, 1));
        assertTrue(days.isBusinessDay(FRIDAY));
        assertFalse(days.isBusinessDay(MONDAY));
        assertFalse(days.isBusinessDay(SATURDAY));
    }

    @Test
    void shouldCountWhatHasGoneBy()
    {
        final BusinessDays days = new BusinessDays(Set.of(MONDAY));
        assertEquals(0, days.between(FRIDAY, FRIDAY));
        assertEquals(0, days.between(FRIDAY, MONDAY));
        assertEquals(1, days.between(FRIDAY, TUESDAY));
        assertEquals(0, days.between(TUESDAY, FRIDAY));
        assertEquals(22, new BusinessDays(Set.of()).between(20261130, 20261230));
    }
}
