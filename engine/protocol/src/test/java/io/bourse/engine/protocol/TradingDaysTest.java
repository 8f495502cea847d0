// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TradingDaysTest
{
    private final TradingDays days = new TradingDays(TradingDays.WHOLE_VENUE, TradingDays.MONDAY_TO_FRIDAY);

    @Test
    void shouldPassOverWeekendsAndHolidays()
    {
        days.set(20261104, false);
        assertEquals(20261103, days.next(20261102));
        assertEquals(20261105, days.next(20261103));
        assertEquals(20261109, days.next(20261106));
        assertEquals(20261109, days.next(20261107));
        assertFalse(days.isTradingDay(20261104));
        assertTrue(days.isWeekday(20261104), "a holiday is a weekday");
    }

    @Test
    void shouldTradeOnExtraWorkingDays()
    {
        days.set(20270220, true);
        assertEquals(20270220, days.next(20270219), "a Saturday");
        assertTrue(days.isTradingDay(20270220));
        assertFalse(days.isWeekday(20270220));
        days.set(20270220, false);
        assertEquals(20270222, days.next(20270219));
    }

    @Test
    void shouldKeepTheLastDayOfLeapYears()
    {
        assertEquals(20290101, days.next(20281229));
        days.set(20281231, true);
        assertEquals(20281231, days.next(20281229));
        assertTrue(days.isTradingDay(20281229));
    }

    @Test
    void shouldFindNoDayBehindTheLastOne()
    {
        assertEquals(TradingDays.NONE, days.next(21991231));
        for (int date = 21990101; date <= 21990131; date++)
        {
            days.set(date, false);
        }
        assertEquals(21990201, days.next(21981231));
    }
}
