// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import io.bourse.engine.protocol.TradingDates;
import io.bourse.engine.protocol.TradingDays;
import org.apache.commons.csv.CSVRecord;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import static io.bourse.deploy.config.ReferenceDataReader.rejectIf;

/**
 * Trading calendars: first the weekdays of a market, then its holidays and extra trading days.
 */
final class TradingDaysTable
{
    private static final List<String> WEEKDAYS = List.of("MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN");
    private static final int MARKET_LENGTH = 12;

    private final Map<String, TradingDays> byMarket = new LinkedHashMap<>();

    /**
     * Reads the table.
     *
     * @param reader of the folder.
     * @param file in it.
     * @return calendars in the order of their markets.
     */
    List<TradingDays> read(final ReferenceDataReader reader, final String file)
    {
        reader.rows(file, this::add);
        if (byMarket.isEmpty())
        {
            throw new ConfigurationException(file, "", "names no market; the first row of a market has its weekdays");
        }
        return List.copyOf(byMarket.values());
    }

    private boolean add(final CSVRecord row)
    {
        final String market = row.get("market");
        final String day = row.get("day");
        final boolean isTradingDay = isTradingDay(row.get("trades"));
        if (!market.matches("[!-~]{0," + MARKET_LENGTH + "}"))
        {
            throw new IllegalArgumentException("a market has up to " + MARKET_LENGTH + " characters: market=" + market);
        }
        if (day.matches("\\d+"))
        {
            set(market, day, isTradingDay);
        }
        else if (!isTradingDay || null != byMarket.putIfAbsent(market, new TradingDays(market, weekdays(day))))
        {
            throw new IllegalArgumentException("a market has one row of weekdays, those with trading: day=" + day);
        }
        return isTradingDay;
    }

    private void set(final String market, final String day, final boolean isTradingDay)
    {
        final int date = day.length() > 8 ? 0 : Integer.parseInt(day);
        final TradingDays days = byMarket.get(market);
        rejectIf(!TradingDates.isDate(date), "this is no date of the calendar, write YYYYMMDD: day=" + day);
        rejectIf(null == days, "the first row of a market has its weekdays, such as \"MON TUE WED THU FRI\": market=" +
            market);
        rejectIf(isTradingDay == days.isTradingDay(date), "the day is " + (isTradingDay ? "a trading day" :
            "no trading day") + " without this row, is the date right? day=" + day);
        days.set(date, isTradingDay);
    }

    private static int weekdays(final String names)
    {
        int weekdays = 0;
        for (final String name : names.split(" +"))
        {
            final int index = WEEKDAYS.indexOf(name);
            rejectIf(index < 0, "a day is YYYYMMDD, or weekdays out of " + WEEKDAYS + ": day=" + names);
            weekdays |= 1 << index;
        }
        return weekdays;
    }

    private static boolean isTradingDay(final String text)
    {
        rejectIf(!"yes".equals(text) && !"no".equals(text), "trades is yes or no: trades=" + text);
        return "yes".equals(text);
    }
}
