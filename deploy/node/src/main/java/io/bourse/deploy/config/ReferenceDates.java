// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import io.bourse.engine.protocol.TradingDates;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;

/**
 * Dates of reference tables: YYYYMMDD, 0 for none, or +n for n days after the venue's first session, so that a demo
 * venue has contracts that expire today whenever it is started.
 *
 * @param tradingDate of the first session.
 */
record ReferenceDates(int tradingDate)
{
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.BASIC_ISO_DATE;

    /**
     * Reads a date.
     *
     * @param text of the table.
     * @return YYYYMMDD, or 0.
     */
    int parse(final String text)
    {
        if ("0".equals(text))
        {
            return 0;
        }
        try
        {
            final int date = text.startsWith("+") ?
                toNumber(date(Integer.toString(tradingDate)).plusDays(Integer.parseInt(text.substring(1)))) :
                Integer.parseInt(text);
            if (TradingDates.isDate(date))
            {
                return date;
            }
        }
        catch (final DateTimeException | NumberFormatException ignored)
        {
            // Said below, with all that is no date.
        }
        throw new IllegalArgumentException("a date is YYYYMMDD from " + TradingDates.FIRST_YEAR + " to " +
            TradingDates.LAST_YEAR + ", 0 for none, or +n for n days after the first session: date=" + text);
    }

    private static LocalDate date(final String text)
    {
        return LocalDate.parse(text, FORMAT);
    }

    private static int toNumber(final LocalDate date)
    {
        return Integer.parseInt(date.format(FORMAT));
    }
}
