// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.client;

import java.math.BigDecimal;

/**
 * Text of FIX fields to the venue's integers and back, without floating point.
 */
public final class FixFields
{
    /** What {@link #parsePriceE5} answers for a text that is not a price. */
    public static final long INVALID_PRICE = Long.MIN_VALUE;
    /** What {@link #parseQtyLots} answers for a text that is not a quantity. */
    public static final long INVALID_QTY = -1;
    /** Largest quantity the venue takes at its edge: 2^32 - 2. */
    public static final long MAX_QTY_LOTS = 0xFFFF_FFFEL;
    private static final int PRICE_DECIMALS = 5;

    private FixFields()
    {
    }

    /**
     * Reads a FIX Price: optional minus, digits, optional point and digits.
     *
     * @param text of the field.
     * @return price x 100 000, or {@link #INVALID_PRICE} when it is not a number, has a non-zero digit after the fifth
     *     decimal, or does not fit.
     */
    public static long parsePriceE5(final String text)
    {
        final int length = text.length();
        final boolean negative = length > 0 && '-' == text.charAt(0);
        long value = 0;
        int digits = 0;
        int decimals = -1;
        for (int i = negative ? 1 : 0; i < length; i++)
        {
            final char c = text.charAt(i);
            if ('.' == c)
            {
                if (decimals >= 0)
                {
                    return INVALID_PRICE;
                }
                decimals = 0;
                continue;
            }
            if (c < '0' || c > '9' || (decimals >= PRICE_DECIMALS && '0' != c))
            {
                return INVALID_PRICE;
            }
            digits++;
            if (decimals < PRICE_DECIMALS)
            {
                if (value > (Long.MAX_VALUE - (c - '0')) / 10)
                {
                    return INVALID_PRICE;
                }
                value = value * 10 + (c - '0');
                decimals = decimals < 0 ? decimals : decimals + 1;
            }
        }
        if (0 == digits)
        {
            return INVALID_PRICE;
        }
        for (int i = Math.max(decimals, 0); i < PRICE_DECIMALS; i++)
        {
            if (value > Long.MAX_VALUE / 10)
            {
                return INVALID_PRICE;
            }
            value *= 10;
        }
        return negative ? -value : value;
    }

    /**
     * Reads a FIX Qty that must be whole: digits, optionally followed by a point and zeros.
     *
     * @param text of the field.
     * @return 1 to {@link #MAX_QTY_LOTS}, or {@link #INVALID_QTY}.
     */
    public static long parseQtyLots(final String text)
    {
        final int point = text.indexOf('.');
        final int end = point < 0 ? text.length() : point;
        long value = 0;
        for (int i = 0; i < text.length(); i++)
        {
            final char c = text.charAt(i);
            if (i < end)
            {
                value = c < '0' || c > '9' ? INVALID_QTY : value * 10 + (c - '0');
                if (value < 0 || value > MAX_QTY_LOTS)
                {
                    return INVALID_QTY;
                }
            }
            else if (i > end && '0' != c)
            {
                return INVALID_QTY;
            }
        }
        return 0 == end || 0 == value ? INVALID_QTY : value;
    }

    /**
     * Writes a price with as many decimals as it needs.
     *
     * @param priceE5 price x 100 000.
     * @return FIX Price text.
     */
    public static String formatPrice(final long priceE5)
    {
        return plain(BigDecimal.valueOf(priceE5, PRICE_DECIMALS));
    }

    private static String plain(final BigDecimal value)
    {
        return 0 == value.signum() ? "0" : value.stripTrailingZeros().toPlainString();
    }
}
