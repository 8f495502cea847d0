// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import io.bourse.deploy.operators.forms.Forms;
import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.protocol.TradingDates;
import io.bourse.engine.protocol.TradingDays;

import java.io.IOException;
import java.time.DayOfWeek;
import java.util.ArrayList;
import java.util.List;

/**
 * Replaces the trading days of a market. The weekdays, and each year that differs from them, are commands of their own:
 * where a second person approves them he does so for each.
 *
 * @param market up to 12 characters; null or empty: the whole venue.
 * @param weekdays on which it trades, at least one.
 * @param holidays dates YYYYMMDD on which it does not, though it is such a weekday; null for none.
 * @param extraDays dates YYYYMMDD on which it does, though it is no such weekday; null for none.
 */
public record SetTradingDays(
    String market, List<DayOfWeek> weekdays, List<Integer> holidays, List<Integer> extraDays)
    implements Act<Void>
{
    private static final int YEARS = 10_000;
    private static final int FIRST_OF_JANUARY = 101;

    /** Checks the form. */
    public SetTradingDays
    {
        market = null == market ? TradingDays.WHOLE_VENUE : market;
        Forms.require(market.matches("[!-~]{0,12}"), "market",
            "a market has up to 12 characters, printable ASCII: {market}=" + market);
        weekdays = List.copyOf(Forms.given("weekdays", weekdays));
        Forms.require(!weekdays.isEmpty(), "weekdays", "{weekdays} is needed");
        holidays = null == holidays ? List.of() : List.copyOf(holidays);
        extraDays = null == extraDays ? List.of() : List.copyOf(extraDays);
        final TradingDays days = new TradingDays(market, bits(weekdays));
        require("holidays", holidays, days, true);
        require("extraDays", extraDays, days, false);
    }

    private static void require(
        final String field, final List<Integer> dates, final TradingDays days, final boolean isWeekday)
    {
        for (final int date : dates)
        {
            Forms.require(TradingDates.isDate(date), field, "this is no date of the calendar, write YYYYMMDD: date=" +
                date);
            Forms.require(isWeekday == days.isWeekday(date), field, "the day is " + (isWeekday ? "no trading day" :
                "a trading day") + " by its weekday already, is the date right? date=" + date);
        }
    }

    /** The trading days of a market as an act. */
    public static SetTradingDays of(final TradingDays days)
    {
        final List<DayOfWeek> weekdays = new ArrayList<>();
        for (final DayOfWeek day : DayOfWeek.values())
        {
            if (0 != (days.weekdays() & 1 << day.ordinal()))
            {
                weekdays.add(day);
            }
        }
        final List<Integer> holidays = new ArrayList<>();
        final List<Integer> extraDays = new ArrayList<>();
        for (final int year : days.years().keySet())
        {
            int date = year * YEARS + FIRST_OF_JANUARY;
            for (int day = 0; day < TradingDates.yearLength(year); day++)
            {
                if (days.isTradingDay(date) != days.isWeekday(date))
                {
                    (days.isWeekday(date) ? holidays : extraDays).add(date);
                }
                date = TradingDates.next(date);
            }
        }
        return new SetTradingDays(days.market(), weekdays, holidays, extraDays);
    }

    @Override
    public Void execute(final ActContext context) throws IOException
    {
        final TradingDays days = new TradingDays(market, bits(weekdays));
        holidays.forEach(date -> days.set(date, false));
        extraDays.forEach(date -> days.set(date, true));
        final SessionOperator sessions = new SessionOperator(context.operator());
        context.send(() -> sessions.setWeekdays(days));
        for (final int year : days.years().keySet())
        {
            context.send(() -> sessions.setYear(days, year));
        }
        return null;
    }

    /** Monday in the lowest bit. */
    private static int bits(final List<DayOfWeek> weekdays)
    {
        int bits = 0;
        for (final DayOfWeek day : weekdays)
        {
            bits |= 1 << day.ordinal();
        }
        return bits;
    }
}
