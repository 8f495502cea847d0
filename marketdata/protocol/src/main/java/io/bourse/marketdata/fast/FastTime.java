// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

/**
 * Times as FAST writes them: decimal digits of date and time of day in one integer, UTC. Allocates nothing.
 */
public final class FastTime
{
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final long NS_PER_MS = 1_000_000L;
    private static final long SECONDS_PER_DAY = 86_400;
    private static final long SECONDS_PER_HOUR = 3_600;
    private static final long SECONDS_PER_MINUTE = 60;
    private static final long HUNDRED = 100;
    private static final long TEN_THOUSAND = 10_000;
    private static final int DAYS_PER_ERA = 146_097;
    private static final int DAYS_TO_EPOCH = 719_468;
    private static final int YEARS_PER_ERA = 400;

    private FastTime()
    {
    }

    /**
     * Date and time to the millisecond.
     *
     * @param epochNs nanoseconds since the Unix epoch, 0 or more.
     * @return YYYYMMDDHHMMSSsss.
     */
    public static long timestamp(final long epochNs)
    {
        return date(epochNs) * NS_PER_SECOND + timeOfDay(epochNs) / NS_PER_MS;
    }

    /**
     * Time of day to the nanosecond.
     *
     * @param epochNs nanoseconds since the Unix epoch, 0 or more.
     * @return HHMMSSsssssssss.
     */
    public static long timeOfDay(final long epochNs)
    {
        final long seconds = epochNs / NS_PER_SECOND;
        final long second = seconds % SECONDS_PER_DAY;
        final long digits = second / SECONDS_PER_HOUR * TEN_THOUSAND +
            second % SECONDS_PER_HOUR / SECONDS_PER_MINUTE * HUNDRED + second % SECONDS_PER_MINUTE;
        return digits * NS_PER_SECOND + epochNs % NS_PER_SECOND;
    }

    /**
     * Date.
     *
     * @param epochNs nanoseconds since the Unix epoch, 0 or more.
     * @return YYYYMMDD.
     */
    public static long date(final long epochNs)
    {
        // Days are counted from the first of March of the year 0, so that a leap day is the last of its year.
        final long days = epochNs / NS_PER_SECOND / SECONDS_PER_DAY + DAYS_TO_EPOCH;
        final long era = days / DAYS_PER_ERA;
        final long dayOfEra = days % DAYS_PER_ERA;
        final long yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        final long dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / HUNDRED);
        final long monthFromMarch = (5 * dayOfYear + 2) / 153;
        final long day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1;
        final long month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
        final long year = yearOfEra + era * YEARS_PER_ERA + (month <= 2 ? 1 : 0);
        return year * TEN_THOUSAND + month * HUNDRED + day;
    }

    /**
     * Reads date and time of day back.
     *
     * @param date YYYYMMDD.
     * @param timeOfDay HHMMSSsssssssss.
     * @return nanoseconds since the Unix epoch.
     */
    public static long epochNs(final long date, final long timeOfDay)
    {
        final long month = date / HUNDRED % HUNDRED;
        final long year = date / TEN_THOUSAND - (month <= 2 ? 1 : 0);
        final long era = year / YEARS_PER_ERA;
        final long yearOfEra = year % YEARS_PER_ERA;
        final long dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + date % HUNDRED - 1;
        final long dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / HUNDRED + dayOfYear;
        final long days = era * DAYS_PER_ERA + dayOfEra - DAYS_TO_EPOCH;
        final long digits = timeOfDay / NS_PER_SECOND;
        final long seconds = digits / TEN_THOUSAND * SECONDS_PER_HOUR +
            digits / HUNDRED % HUNDRED * SECONDS_PER_MINUTE + digits % HUNDRED;
        return (days * SECONDS_PER_DAY + seconds) * NS_PER_SECOND + timeOfDay % NS_PER_SECOND;
    }
}
