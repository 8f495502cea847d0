// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * Exact running total of longs in 128 bits. A client's amount fits a long, a column over all clients need not (rules
 * 1.3).
 */
public final class Sum128
{
    private long high;
    private long low;

    /**
     * Totals that are 0.
     *
     * @param count of totals.
     * @return totals.
     */
    public static Sum128[] array(final int count)
    {
        final Sum128[] totals = new Sum128[count];
        Arrays.setAll(totals, i -> new Sum128());
        return totals;
    }

    /**
     * Adds totals to others, place by place.
     *
     * @param to totals that are changed.
     * @param others totals.
     */
    public static void add(final Sum128[] to, final Sum128[] others)
    {
        for (int i = 0; i < to.length; i++)
        {
            to[i].add(others[i]);
        }
    }

    /**
     * Adds a value.
     *
     * @param value any.
     */
    public void add(final long value)
    {
        final long newLow = low + value;
        high += (value >> 63) + carry(low, value, newLow);
        low = newLow;
    }

    /**
     * Adds a value times 2^32: what a sum of the upper halves of longs stands for.
     *
     * @param value any value.
     */
    public void addUpperHalves(final long value)
    {
        final long shifted = value << Integer.SIZE;
        final long newLow = low + shifted;
        high += (value >> Integer.SIZE) + carry(low, shifted, newLow);
        low = newLow;
    }

    /** Without a branch: whether there is a carry hangs on the sign of the value, which cannot be predicted. */
    private static long carry(final long a, final long b, final long sum)
    {
        return (a & b | (a | b) & ~sum) >>> Long.SIZE - 1;
    }

    /**
     * Adds another total.
     *
     * @param other total.
     * @return this.
     */
    public Sum128 add(final Sum128 other)
    {
        final long newLow = low + other.low;
        high += other.high + (Long.compareUnsigned(newLow, low) < 0 ? 1 : 0);
        low = newLow;
        return this;
    }

    /**
     * Takes another total off.
     *
     * @param other total.
     * @return this.
     */
    public Sum128 subtract(final Sum128 other)
    {
        final long newLow = low - other.low;
        high -= other.high + (Long.compareUnsigned(low, other.low) < 0 ? 1 : 0);
        low = newLow;
        return this;
    }

    /**
     * Whether the total is zero.
     *
     * @return true if so.
     */
    public boolean isZero()
    {
        return 0 == high && 0 == low;
    }

    /**
     * The total.
     *
     * @return exact value.
     */
    public BigInteger value()
    {
        final BigInteger unsignedLow = BigInteger.valueOf(low >>> 1).shiftLeft(1).add(BigInteger.valueOf(low & 1));
        return BigInteger.valueOf(high).shiftLeft(Long.SIZE).add(unsignedLow);
    }

    @Override
    public String toString()
    {
        return value().toString();
    }

    @Override
    public boolean equals(final Object other)
    {
        return other instanceof final Sum128 that && high == that.high && low == that.low;
    }

    @Override
    public int hashCode()
    {
        return Long.hashCode(high * 31 + low);
    }
}
