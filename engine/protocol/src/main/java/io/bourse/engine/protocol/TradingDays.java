// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.protocol;

import java.util.Collections;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Trading calendar of a market: the weekdays on which it trades, and years that differ from them. Dates are YYYYMMDD.
 * Not thread-safe.
 */
public final class TradingDays
{
    /** Code of the market that is the whole venue. */
    public static final String WHOLE_VENUE = "";
    /** Monday to Friday; Monday in the lowest bit. */
    public static final int MONDAY_TO_FRIDAY = 0x1F;
    /** What {@link #next} gives when there is no such day. */
    public static final int NONE = 0;

    private static final int YEARS = 10_000;

    private final NavigableMap<Integer, byte[]> years = new TreeMap<>();
    private final String market;
    private final int weekdays;

    /**
     * A calendar without holidays.
     *
     * @param market code, at most 12 characters.
     * @param weekdays one bit each, Monday in the lowest one; at least one.
     */
    public TradingDays(final String market, final int weekdays)
    {
        this.market = market;
        this.weekdays = weekdays;
    }

    /**
     * The same calendar for the whole venue.
     *
     * @return copy.
     */
    public TradingDays ofWholeVenue()
    {
        final TradingDays copy = new TradingDays(WHOLE_VENUE, weekdays);
        years.forEach((year, days) -> copy.years.put(year, days.clone()));
        return copy;
    }

    /**
     * Follows an event.
     *
     * @param present calendar of the market of the event; null when there was none.
     * @param event of the stream.
     * @return calendar of the market after the event.
     */
    public static TradingDays apply(final TradingDays present, final TradingDaysSetDecoder event)
    {
        if (0 == event.year())
        {
            return new TradingDays(event.market(), event.weekdays());
        }
        final TradingDays days = null == present ? new TradingDays(event.market(), MONDAY_TO_FRIDAY) : present;
        final byte[] bits = new byte[TradingDaysSetDecoder.daysLength()];
        for (int i = 0; i < bits.length; i++)
        {
            bits[i] = (byte)event.days(i);
        }
        days.years.put(event.year(), bits);
        return days;
    }

    /**
     * Sets a day that differs from its weekday.
     *
     * @param date YYYYMMDD.
     * @param isTradingDay false for a holiday.
     */
    public void set(final int date, final boolean isTradingDay)
    {
        final byte[] bits = years.computeIfAbsent(date / YEARS, this::regular);
        final int day = TradingDates.dayOfYear(date);
        final int bit = 1 << day % Byte.SIZE;
        bits[day / Byte.SIZE] = (byte)(isTradingDay ? bits[day / Byte.SIZE] | bit : bits[day / Byte.SIZE] & ~bit);
    }

    private byte[] regular(final int year)
    {
        final byte[] bits = new byte[SetTradingDaysEncoder.daysLength()];
        int date = year * YEARS + 101;
        for (int day = 0; day < TradingDates.yearLength(year); day++)
        {
            if (isWeekday(date))
            {
                bits[day / Byte.SIZE] |= (byte)(1 << day % Byte.SIZE);
            }
            date = TradingDates.next(date);
        }
        return bits;
    }

    /**
     * Whether the market trades on a date.
     *
     * @param date YYYYMMDD, see {@link TradingDates#isDate}.
     * @return false on holidays, and on weekdays without trading.
     */
    public boolean isTradingDay(final int date)
    {
        final byte[] bits = years.get(date / YEARS);
        final int day = TradingDates.dayOfYear(date);
        return null == bits ? isWeekday(date) : 0 != (bits[day / Byte.SIZE] >> day % Byte.SIZE & 1);
    }

    /**
     * Whether the market trades on days of that name.
     *
     * @param date YYYYMMDD.
     * @return true for a weekday of the calendar, holiday or not.
     */
    public boolean isWeekday(final int date)
    {
        return 0 != (weekdays >> TradingDates.weekday(date) & 1);
    }

    /**
     * The next trading day.
     *
     * @param date YYYYMMDD.
     * @return first trading day after it, or {@link #NONE} before the end of {@link TradingDates}.
     */
    public int next(final int date)
    {
        int next = TradingDates.next(date);
        while (TradingDates.isDate(next) && !isTradingDay(next))
        {
            next = TradingDates.next(next);
        }
        return TradingDates.isDate(next) ? next : NONE;
    }

    /**
     * The first trading day from a date on.
     *
     * @param date YYYYMMDD.
     * @return the date itself when it is one, else as {@link #next}.
     */
    public int from(final int date)
    {
        return isTradingDay(date) ? date : next(date);
    }

    /**
     * Code of the market.
     *
     * @return at most 12 characters; {@link #WHOLE_VENUE} for all of it.
     */
    public String market()
    {
        return market;
    }

    /**
     * Weekdays with trading.
     *
     * @return one bit each, Monday in the lowest one.
     */
    public int weekdays()
    {
        return weekdays;
    }

    /**
     * Years that differ from the weekdays.
     *
     * @return one bit for each day of the year, in the order of years; unmodifiable.
     */
    public SortedMap<Integer, byte[]> years()
    {
        return Collections.unmodifiableSortedMap(years);
    }
}
