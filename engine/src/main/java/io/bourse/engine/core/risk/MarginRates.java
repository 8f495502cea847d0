// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.risk;

/**
 * Margin of one instrument, per lot, and every exposure that it is taken from. Without a margin an instrument costs
 * nothing.
 */
public final class MarginRates
{
    /** Largest margin of a lot: with it the worst exposure costs less than 2^108 kopecks. */
    public static final long MAX_KOPECKS = 100_000_000_000_000L;

    private long longKopecks;
    private long shortKopecks;
    /** Chain of the exposures in this instrument; its order means nothing, sums do not depend on it. */
    private Exposure firstExposure;

    /** Margin of a lot held or bought. */
    public long longKopecks()
    {
        return longKopecks;
    }

    /** Margin of a lot owed or sold. */
    public long shortKopecks()
    {
        return shortKopecks;
    }

    /**
     * Whether a margin may be set.
     *
     * @param kopecks any value.
     * @return true from 0 to {@link #MAX_KOPECKS}.
     */
    public static boolean isInRange(final long kopecks)
    {
        return kopecks >= 0 && kopecks <= MAX_KOPECKS;
    }

    /**
     * Sets the margin and what every register needs because of it. Takes time in proportion to the exposures in this
     * instrument; clearing does it while trading stands still.
     *
     * @param newLongKopecks in range.
     * @param newShortKopecks in range.
     */
    public void set(final long newLongKopecks, final long newShortKopecks)
    {
        for (Exposure exposure = firstExposure; null != exposure; exposure = exposure.nextOfInstrument)
        {
            exposure.releaseMargin();
        }
        longKopecks = newLongKopecks;
        shortKopecks = newShortKopecks;
        for (Exposure exposure = firstExposure; null != exposure; exposure = exposure.nextOfInstrument)
        {
            exposure.reserveMargin();
        }
    }

    void link(final Exposure exposure)
    {
        exposure.nextOfInstrument = firstExposure;
        firstExposure = exposure;
    }

    boolean isSet()
    {
        return 0 != (longKopecks | shortKopecks);
    }

    /** Adds the margin of a position that may become as long or as short as this: the dearer of the two. */
    void addRequirement(final WideKopecks sum, final long longLots, final long shortLots)
    {
        if (isLongDearer(longLots, shortLots))
        {
            sum.addProduct(longLots, longKopecks);
        }
        else
        {
            sum.addProduct(shortLots, shortKopecks);
        }
    }

    /** Takes off what {@link #addRequirement} adds for the same lots. */
    void subtractRequirement(final WideKopecks sum, final long longLots, final long shortLots)
    {
        if (isLongDearer(longLots, shortLots))
        {
            sum.subtractProduct(longLots, longKopecks);
        }
        else
        {
            sum.subtractProduct(shortLots, shortKopecks);
        }
    }

    private boolean isLongDearer(final long longLots, final long shortLots)
    {
        final long longHigh = Math.multiplyHigh(longLots, longKopecks);
        final long shortHigh = Math.multiplyHigh(shortLots, shortKopecks);
        return longHigh > shortHigh ||
            longHigh == shortHigh &&
                Long.compareUnsigned(longLots * longKopecks, shortLots * shortKopecks) > 0;
    }
}
