// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.Set;
import java.util.TreeSet;

/**
 * Days on which assets and money are delivered: Monday to Friday without holidays. Dates are YYYYMMDD.
 */
public final class BusinessDays
{
    private static final int DAYS = 100;
    private static final int MONTHS = 100;

    private final Set<Integer> holidays;

    /**
     * A calendar.
     *
     * @param holidays YYYYMMDD, weekends need not be named.
     */
    public BusinessDays(final Set<Integer> holidays)
    {
        this.holidays = new TreeSet<>(holidays);
    }

    /**
     * Whether there are deliveries on a date.
     *
     * @param date YYYYMMDD.
     * @return true if so.
     */
    public boolean isBusinessDay(final int date)
    {
        return isBusinessDay(day(date));
    }

    private boolean isBusinessDay(final LocalDate day)
    {
        return DayOfWeek.SATURDAY != day.getDayOfWeek() && DayOfWeek.SUNDAY != day.getDayOfWeek() &&
            !holidays.contains(number(day));
    }

    /**
     * So many business days after a date.
     *
     * @param date YYYYMMDD.
     * @param days from 0; 0 is the date itself, or the next business day when it is none.
     * @return YYYYMMDD.
     */
    public int plus(final int date, final int days)
    {
        LocalDate day = day(date);
        while (!isBusinessDay(day))
        {
            day = day.plusDays(1);
        }
        for (int i = 0; i < days; i++)
        {
            do
            {
                day = day.plusDays(1);
            }
            while (!isBusinessDay(day));
        }
        return number(day);
    }

    /**
     * Business days that have gone by.
     *
     * @param from YYYYMMDD.
     * @param to YYYYMMDD.
     * @return business days after {@code from}, up to and with {@code to}; 0 when that is not later.
     */
    public int between(final int from, final int to)
    {
        int count = 0;
        for (LocalDate day = day(from).plusDays(1); !day.isAfter(day(to)); day = day.plusDays(1))
        {
            count += isBusinessDay(day) ? 1 : 0;
        }
        return count;
    }

    /**
     * A date.
     *
     * @param date YYYYMMDD.
     * @return the day.
     * @throws java.time.DateTimeException when it is none.
     */
    public static LocalDate day(final int date)
    {
        return LocalDate.of(date / DAYS / MONTHS, date / DAYS % MONTHS, date % DAYS);
    }

    private static int number(final LocalDate day)
    {
        return (day.getYear() * MONTHS + day.getMonthValue()) * DAYS + day.getDayOfMonth();
    }
}
