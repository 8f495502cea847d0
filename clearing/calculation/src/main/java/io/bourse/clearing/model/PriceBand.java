// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

/**
 * Price limits around a settlement price (rules 1.5): the half-width of the band in force, floored to the tick, is kept
 * and centred on the new price.
 *
 * @param lowE5 lowest price allowed x 100 000.
 * @param highE5 highest price allowed x 100 000.
 */
public record PriceBand(long lowE5, long highE5)
{
    /**
     * Half-width of the band, not floored.
     *
     * @return price distance x 100 000.
     */
    public long halfWidthE5()
    {
        return Math.subtractExact(highE5, lowE5) / 2;
    }

    /**
     * The band moved to a new centre.
     *
     * @param settlementPriceE5 new centre, on the tick.
     * @param priceTickE5 above 0.
     * @return band with both limits on the tick.
     * @throws ArithmeticException when a limit does not fit a long.
     */
    public PriceBand around(final long settlementPriceE5, final long priceTickE5)
    {
        return around(settlementPriceE5, halfWidthE5(), priceTickE5);
    }

    /**
     * A band of a given half-width.
     *
     * @param settlementPriceE5 centre, on the tick.
     * @param halfWidthE5 at least 0, floored to the tick here.
     * @param priceTickE5 above 0.
     * @return band with both limits on the tick.
     */
    public static PriceBand around(final long settlementPriceE5, final long halfWidthE5, final long priceTickE5)
    {
        final long half = Math.floorDiv(halfWidthE5, priceTickE5) * priceTickE5;
        return new PriceBand(Math.subtractExact(settlementPriceE5, half), Math.addExact(settlementPriceE5, half));
    }
}
