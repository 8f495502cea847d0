// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

import java.util.Arrays;

/**
 * Settlement price of a liquid contract: the median over the valid slices of the window, rounded to the tick (rules
 * 1.5). Collects the slices of one instrument and one run.
 */
public final class SettlementPrice
{
    /** Stands for a price that a slice does not have. */
    public static final long NO_PRICE = Long.MIN_VALUE;

    private final long maxSpreadE5;
    private final long[] doubledPrices;
    private int validCount;

    /**
     * An empty window.
     *
     * @param maxSpreadE5 widest book of a valid slice.
     * @param maxSlices of the window.
     */
    public SettlementPrice(final long maxSpreadE5, final int maxSlices)
    {
        this.maxSpreadE5 = maxSpreadE5;
        this.doubledPrices = new long[maxSlices];
    }

    /**
     * Twice the price of a slice, so that a mid between two prices stays exact: the last trade clamped into the book,
     * or the mid when the slice saw no trade.
     *
     * @param bidE5 best bid or {@link #NO_PRICE}.
     * @param askE5 best ask or {@link #NO_PRICE}.
     * @param lastE5 last trade of the slice or {@link #NO_PRICE}.
     * @param maxSpreadE5 widest book of a valid slice.
     * @return twice the slice price, or {@link #NO_PRICE} when the slice is not valid.
     */
    public static long doubledSlicePrice(
        final long bidE5, final long askE5, final long lastE5, final long maxSpreadE5)
    {
        if (NO_PRICE == bidE5 || NO_PRICE == askE5 || askE5 < bidE5 || askE5 - bidE5 > maxSpreadE5)
        {
            return NO_PRICE;
        }
        if (NO_PRICE == lastE5)
        {
            return bidE5 + askE5;
        }
        return 2 * Math.clamp(lastE5, bidE5, askE5);
    }

    /**
     * Adds one slice.
     *
     * @param bidE5 best bid or {@link #NO_PRICE}.
     * @param askE5 best ask or {@link #NO_PRICE}.
     * @param lastE5 last trade of the slice or {@link #NO_PRICE}.
     * @return true if the slice was valid.
     */
    public boolean addSlice(final long bidE5, final long askE5, final long lastE5)
    {
        final long doubled = doubledSlicePrice(bidE5, askE5, lastE5, maxSpreadE5);
        if (NO_PRICE == doubled)
        {
            return false;
        }
        doubledPrices[validCount++] = doubled;
        return true;
    }

    /**
     * Number of valid slices so far.
     *
     * @return from 0.
     */
    public int validCount()
    {
        return validCount;
    }

    /**
     * Twice the price of each valid slice.
     *
     * @return in the order in which they were added.
     */
    public long[] doubledPricesE5()
    {
        return Arrays.copyOf(doubledPrices, validCount);
    }

    /**
     * Median of the valid slices, rounded to the tick half away from zero.
     *
     * @param priceTickE5 above 0.
     * @return price x 100 000.
     * @throws IllegalStateException when there is no valid slice.
     */
    public long medianE5(final long priceTickE5)
    {
        if (0 == validCount)
        {
            throw new IllegalStateException("no valid slice to take a median of: validCount=0");
        }
        final long[] sorted = Arrays.copyOf(doubledPrices, validCount);
        Arrays.sort(sorted);
        final int middle = validCount / 2;
        final long quadrupled = 1 == (validCount & 1) ? 2 * sorted[middle] : sorted[middle - 1] + sorted[middle];
        return Math.multiplyExact(Round.divide(quadrupled, Math.multiplyExact(4L, priceTickE5)), priceTickE5);
    }
}
