// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TradingDatesTest
{
    private static final LocalDate FIRST = LocalDate.of(TradingDates.FIRST_YEAR, 1, 1);
    private static final LocalDate LAST = LocalDate.of(TradingDates.LAST_YEAR, 12, 31);

    @Test
    void shouldAgreeWithTheCalendarOnEveryDay()
    {
        int known = 0;
        for (LocalDate day = FIRST; !day.isAfter(LAST); day = day.plusDays(1))
        {
            final int date = number(day);
            assertTrue(TradingDates.isDate(date), day::toString);
            assertEquals(day.getDayOfWeek().ordinal(), TradingDates.weekday(date), day::toString);
            assertEquals(day.getDayOfYear() - 1, TradingDates.dayOfYear(date), day::toString);
            assertEquals(number(day.plusDays(1)), TradingDates.next(date), day::toString);
            assertEquals(day.lengthOfYear(), TradingDates.yearLength(day.getYear()), day::toString);
            assertEquals(ChronoUnit.DAYS.between(day, LAST), TradingDates.between(date, number(LAST)), day::toString);
            known++;
        }
        int found = 0;
        for (int number = 19_690_000; number < 22_010_000; number++)
        {
            found += TradingDates.isDate(number) ? 1 : 0;
        }
        assertEquals(known, found, "nothing else is a date");
    }

    @ParameterizedTest
    @ValueSource(longs = {
        0, 1, -1, 20261131, 20260229, 20261301, 20260001, 20261100, 19691231, 22000101, -20261123, 2026112, 202611230,
        Long.MAX_VALUE, Long.MIN_VALUE, 4_294_967_295L, 20261123L + (1L << 32)})
    void shouldRefuseWhatIsNoDate(final long number)
    {
        assertFalse(TradingDates.isDate(number));
    }

    private static int number(final LocalDate day)
    {
        return (day.getYear() * 100 + day.getMonthValue()) * 100 + day.getDayOfMonth();
    }
}
