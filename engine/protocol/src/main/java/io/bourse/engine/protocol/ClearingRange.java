// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.protocol;

/**
 * What clearing can hold, and so what the core lets happen. Clearing holds lots in 32 bits and money in 64; the core
 * counts both in range units from {@link FeatureLevels#BOUNDED} on. A lot is one unit, and more where it is worth more.
 * <p>
 * A register has as many units as it holds, another count of those that it has traded since the session opened, and its
 * live orders belong to both. While each count stays within {@link #REGISTER_UNITS}, nothing of a day leaves 32 bits:
 * not what was bought or sold, and not a position after all of its options were exercised and all contracts ended,
 * which moves each lot held at most twice more. The sums of a member stay within {@link #MEMBER_UNITS}, so that the
 * lots of a firm fit as well. In money that is 10^15 kopecks of a register and 4 x 10^15 of a member, at the worst
 * price within the price limits: a long holds the margin of a thousand such members, and each of them in the fractions
 * that margin methods calculate with.
 */
public final class ClearingRange
{
    /** Most lots of one number that clearing holds: in a trade, or of a register in an instrument. */
    public static final long MAX_LOTS = Integer.MAX_VALUE;
    /** Most units of a client register: held and ordered, and traded in a session and ordered. */
    public static final long REGISTER_UNITS = 1L << 29;
    /** Most units of a brokerage firm or a settlement account. */
    public static final long MEMBER_UNITS = Integer.MAX_VALUE;

    /** Kopecks that one unit covers: 20,000 roubles. */
    private static final long KOPECKS = 2_000_000;
    /** Prices x 100 000 that one unit covers: with all units of a register a product that is below 2^62. */
    private static final int PRICE_BITS = 33;
    /** Units of the asset that one unit covers: of currencies clearing holds hundredths. */
    private static final int ASSET_BITS = 26;
    /** Tick values are in roubles x 100 000: so many of their units make a kopeck. */
    private static final long E5_PER_KOPECK = 1_000;

    private ClearingRange()
    {
    }

    /**
     * Units of one lot.
     *
     * @param lowE5 lower price limit x 100 000.
     * @param highE5 upper price limit x 100 000.
     * @param priceTickE5 price step x 100 000, above 0.
     * @param tickValueE5 roubles per price step and lot x 100 000, above 0.
     * @param lotUnits units of the asset in a lot, above 0.
     * @return from 1; more than {@link #REGISTER_UNITS} when not even one lot can be cleared.
     */
    public static long unitsOfLot(
        final long lowE5, final long highE5, final long priceTickE5, final long tickValueE5, final long lotUnits)
    {
        final long worstE5 = Math.max(magnitude(lowE5), magnitude(highE5));
        final long worstTicks = worstE5 / priceTickE5 + 1;
        final long valueE5 = worstTicks * tickValueE5;
        final boolean isExact = worstTicks > 0 && 0 == Math.multiplyHigh(worstTicks, tickValueE5) && valueE5 >= 0;
        final long kopecks = (isExact ? valueE5 : Long.MAX_VALUE) / E5_PER_KOPECK;
        final long units = Math.max(kopecks / KOPECKS, Math.max(worstE5 >> PRICE_BITS, lotUnits >> ASSET_BITS)) + 1;
        return Math.min(units, REGISTER_UNITS + 1);
    }

    private static long magnitude(final long value)
    {
        return Long.MIN_VALUE == value ? Long.MAX_VALUE : Math.abs(value);
    }
}
