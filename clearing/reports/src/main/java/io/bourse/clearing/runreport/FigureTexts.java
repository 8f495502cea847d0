// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.runreport;

import java.math.BigDecimal;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;

/** Fixed-point numbers for people: thousands apart, the same text on every machine. */
final class FigureTexts
{
    private static final int KOPECK_DIGITS = 2;
    private static final int PRICE_DIGITS = 5;
    private static final int RATE_DIGITS = 6;
    private static final int NANOSECOND_DIGITS = 9;
    private static final double HUNDRED = 100.0;

    private FigureTexts()
    {
    }

    static String money(final long kopecks)
    {
        return format("#,##0.00", BigDecimal.valueOf(kopecks, KOPECK_DIGITS));
    }

    static String price(final long priceE5)
    {
        return format("#,##0.00###", BigDecimal.valueOf(priceE5, PRICE_DIGITS));
    }

    static String rate(final long rateE6)
    {
        return format("#,##0.00####", BigDecimal.valueOf(rateE6, RATE_DIGITS));
    }

    static String number(final long value)
    {
        return format("#,##0", BigDecimal.valueOf(value));
    }

    static String seconds(final long ns)
    {
        return format("#,##0.000", seconds9(ns));
    }

    /** Part of a whole in per cent; a whole of 0 has no parts. */
    static String percent(final long part, final long whole)
    {
        return 0 == whole ? "" : format("0.0", BigDecimal.valueOf(HUNDRED * part / whole)) + " %";
    }

    /** For drawing. */
    static BigDecimal roubles(final long kopecks)
    {
        return BigDecimal.valueOf(kopecks, KOPECK_DIGITS);
    }

    /** For drawing. */
    static BigDecimal seconds9(final long ns)
    {
        return BigDecimal.valueOf(ns, NANOSECOND_DIGITS);
    }

    private static String format(final String pattern, final BigDecimal value)
    {
        return new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.ROOT)).format(value);
    }
}
