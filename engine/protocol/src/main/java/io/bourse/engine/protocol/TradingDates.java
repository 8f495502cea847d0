// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.protocol;

/**
 * Dates as numbers YYYYMMDD: which of them are days of the Gregorian calendar. Allocates nothing, so that the core may
 * ask, too.
 */
public final class TradingDates
{
    /** First year that a date may be in. */
    public static final int FIRST_YEAR = 1970;
    /** Last year that a date may be in. */
    public static final int LAST_YEAR = 2199;

    private static final int MONTHS = 100;
    private static final int YEARS = 10_000;
    private static final int MONTHS_PER_YEAR = 12;
    private static final int DAYS_PER_WEEK = 7;
    private static final int FEBRUARY = 2;
    private static final int[] MONTH_LENGTHS = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    /** Monday is 0; 1 January 1970 was a Thursday. */
    private static final int FIRST_WEEKDAY = 3;

    private TradingDates()
    {
    }

    /**
     * Whether a number is a date.
     *
     * @param date a number.
     * @return true when it is the YYYYMMDD of a day from {@link #FIRST_YEAR} to {@link #LAST_YEAR}.
     */
    public static boolean isDate(final long date)
    {
        if (date < (long)FIRST_YEAR * YEARS || date >= (LAST_YEAR + 1L) * YEARS)
        {
            return false;
        }
        final int month = (int)date / MONTHS % MONTHS;
        final int day = (int)date % MONTHS;
        return month >= 1 && month <= MONTHS_PER_YEAR && day >= 1 && day <= monthLength((int)date / YEARS, month);
    }

    /**
     * Day of the week.
     *
     * @param date YYYYMMDD.
     * @return 0 for Monday, 6 for Sunday.
     */
    public static int weekday(final int date)
    {
        return (FIRST_WEEKDAY + daysSinceFirst(date)) % DAYS_PER_WEEK;
    }

    /**
     * Day of the year.
     *
     * @param date YYYYMMDD.
     * @return 0 for 1 January.
     */
    public static int dayOfYear(final int date)
    {
        final int year = date / YEARS;
        final int month = date / MONTHS % MONTHS;
        int days = date % MONTHS - 1;
        for (int i = 1; i < month; i++)
        {
            days += monthLength(year, i);
        }
        return days;
    }

    /**
     * Length of a year.
     *
     * @param year from {@link #FIRST_YEAR}.
     * @return 365 or 366.
     */
    public static int yearLength(final int year)
    {
        return isLeap(year) ? 366 : 365;
    }

    /**
     * The next day of the calendar.
     *
     * @param date YYYYMMDD.
     * @return YYYYMMDD.
     */
    public static int next(final int date)
    {
        final int year = date / YEARS;
        final int month = date / MONTHS % MONTHS;
        if (date % MONTHS < monthLength(year, month))
        {
            return date + 1;
        }
        return month < MONTHS_PER_YEAR ? (date / MONTHS + 1) * MONTHS + 1 : (year + 1) * YEARS + MONTHS + 1;
    }

    /**
     * Days from one date to another.
     *
     * @param from YYYYMMDD.
     * @param to YYYYMMDD.
     * @return days of the calendar; below 0 when the second is the earlier one.
     */
    public static int between(final int from, final int to)
    {
        return daysSinceFirst(to) - daysSinceFirst(from);
    }

    private static int daysSinceFirst(final int date)
    {
        int days = dayOfYear(date);
        for (int year = FIRST_YEAR; year < date / YEARS; year++)
        {
            days += yearLength(year);
        }
        return days;
    }

    private static int monthLength(final int year, final int month)
    {
        return FEBRUARY == month && isLeap(year) ? 29 : MONTH_LENGTHS[month - 1];
    }

    private static boolean isLeap(final int year)
    {
        return 0 == year % 4 && 0 != year % 100 || 0 == year % 400;
    }
}
