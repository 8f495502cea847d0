// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.pitch;

/**
 * Prices of PITCH beside those of the venue: 4 implied decimals unsigned, or 2 in the short form, against 5 signed.
 */
public final class PitchPrice
{
    private static final int LONG_UNIT = 10;
    private static final int SHORT_UNIT = 1000;
    private static final int MAX_SHORT = 0xFFFF;

    private PitchPrice()
    {
    }

    /**
     * Whether PITCH can say this price at all: not negative, and no fifth decimal.
     *
     * @param priceE5 price x 100 000.
     * @return true if it can.
     */
    public static boolean isShowable(final long priceE5)
    {
        return 0 <= priceE5 && 0 == priceE5 % LONG_UNIT;
    }

    /**
     * Whether the short form can say this price: up to 655.35 in steps of 0.01.
     *
     * @param priceE5 price x 100 000.
     * @return true if it can.
     */
    public static boolean isShort(final long priceE5)
    {
        return 0 <= priceE5 && priceE5 <= (long)MAX_SHORT * SHORT_UNIT && 0 == priceE5 % SHORT_UNIT;
    }

    /**
     * Long form of a price.
     *
     * @param priceE5 price x 100 000, {@link #isShowable}.
     * @return price x 10 000.
     */
    public static long toLong(final long priceE5)
    {
        return priceE5 / LONG_UNIT;
    }

    /**
     * Short form of a price.
     *
     * @param priceE5 price x 100 000, {@link #isShort}.
     * @return price x 100.
     */
    public static int toShort(final long priceE5)
    {
        return (int)(priceE5 / SHORT_UNIT);
    }

    /**
     * Reads the long form.
     *
     * @param price x 10 000.
     * @return price x 100 000.
     */
    public static long ofLong(final long price)
    {
        return price * LONG_UNIT;
    }

    /**
     * Reads the short form.
     *
     * @param price x 100.
     * @return price x 100 000.
     */
    public static long ofShort(final int price)
    {
        return (long)price * SHORT_UNIT;
    }
}
