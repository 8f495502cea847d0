// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.risk;

/**
 * A sum of money that may be too large for a long: 128 bits, two's complement. Lots times kopecks are below 2^108, so
 * that a million such products still leave space; what is added can be subtracted again without any loss.
 */
public final class WideKopecks
{
    private long high;
    private long low;

    /** Makes it zero. */
    public void clear()
    {
        high = 0;
        low = 0;
    }

    /**
     * Adds lots times kopecks.
     *
     * @param lots not negative.
     * @param kopecks of one lot, not negative.
     */
    void addProduct(final long lots, final long kopecks)
    {
        add(Math.multiplyHigh(lots, kopecks), lots * kopecks);
    }

    /**
     * Subtracts lots times kopecks.
     *
     * @param lots not negative.
     * @param kopecks of one lot, not negative.
     */
    void subtractProduct(final long lots, final long kopecks)
    {
        final long product = lots * kopecks;
        final long borrow = Long.compareUnsigned(low, product) < 0 ? 1 : 0;
        low -= product;
        high -= Math.multiplyHigh(lots, kopecks) + borrow;
    }

    /**
     * Adds another sum.
     *
     * @param other to add.
     */
    public void add(final WideKopecks other)
    {
        add(other.high, other.low);
    }

    /** Whether it is above zero. */
    boolean isPositive()
    {
        return high > 0 || 0 == high && 0 != low;
    }

    /**
     * Whether it is above a limit.
     *
     * @param kopecks any value.
     * @return true when it is.
     */
    boolean exceeds(final long kopecks)
    {
        final long limitHigh = kopecks >> (Long.SIZE - 1);
        return high > limitHigh || high == limitHigh && Long.compareUnsigned(low, kopecks) > 0;
    }

    /**
     * How far it is below a limit.
     *
     * @param kopecks any value.
     * @return 0 when it is not, or when it is a debt.
     */
    long below(final long kopecks)
    {
        return exceeds(kopecks) || 0 != high || low < 0 ? 0 : kopecks - low;
    }

    /**
     * How far it is above a limit.
     *
     * @param kopecks that it exceeds.
     * @return {@link Long#MAX_VALUE} when it is more.
     */
    long above(final long kopecks)
    {
        final long difference = low - kopecks;
        final long borrow = Long.compareUnsigned(low, kopecks) < 0 ? 1 : 0;
        final long rest = high - (kopecks >> (Long.SIZE - 1)) - borrow;
        return 0 != rest || difference < 0 ? Long.MAX_VALUE : difference;
    }

    /** The sum as a long for people and events, {@link Long#MAX_VALUE} when it is larger. */
    public long clamped()
    {
        return exceeds(Long.MAX_VALUE) ? Long.MAX_VALUE : low;
    }

    private void add(final long otherHigh, final long otherLow)
    {
        low += otherLow;
        high += otherHigh + (Long.compareUnsigned(low, otherLow) < 0 ? 1 : 0);
    }
}
