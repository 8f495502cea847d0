// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import io.bourse.engine.protocol.TradingDates;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Dates as people type them: YYYYMMDD or YYYY-MM-DD. Gives YYYYMMDD.
 */
public final class DateConverter implements ITypeConverter<Integer>
{
    @Override
    public Integer convert(final String value)
    {
        if (value.matches("\\d{8}|\\d{4}-\\d{2}-\\d{2}"))
        {
            final int date = Integer.parseInt(value.replace("-", ""));
            if (TradingDates.isDate(date))
            {
                return date;
            }
        }
        throw new TypeConversionException("this is no date of the calendar from " + TradingDates.FIRST_YEAR + " to " +
            TradingDates.LAST_YEAR + ", write YYYYMMDD or YYYY-MM-DD: date=" + value);
    }
}
