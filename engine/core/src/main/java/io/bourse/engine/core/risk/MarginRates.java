// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.risk;

/**
 * Margin of one instrument, per lot. Without a margin an instrument costs nothing.
 */
public final class MarginRates
{
    /** Largest margin of a lot: with it the worst exposure costs less than 2^108 kopecks. */
    public static final long MAX_KOPECKS = 100_000_000_000_000L;

    private long longKopecks;
    private long shortKopecks;

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

    /** Sets the margin; what is reserved because of it is changed by {@link InstrumentExposures#setMargin}. */
    void set(final long newLongKopecks, final long newShortKopecks)
    {
        longKopecks = newLongKopecks;
        shortKopecks = newShortKopecks;
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
