// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

/**
 * Numbers that look random and are a function of a seed, a purpose and an index alone: any part of the day can be made
 * again without making what comes before it.
 */
final class Draws
{
    private static final long GOLDEN_GAMMA = 0x9E37_79B9_7F4A_7C15L;
    private static final int INT_BITS = 32;
    private static final long INT_MASK = 0xFFFF_FFFFL;

    private final long seed;

    /**
     * Draws of one purpose.
     *
     * @param seed of the day.
     * @param purpose different for everything that shall be independent.
     */
    Draws(final long seed, final long purpose)
    {
        this.seed = mix(seed + mix(purpose * GOLDEN_GAMMA));
    }

    /**
     * A draw.
     *
     * @param index of the draw.
     * @return 64 bits.
     */
    long at(final long index)
    {
        return mix(seed + index * GOLDEN_GAMMA);
    }

    /**
     * A number below a bound, from half of a draw.
     *
     * @param bits of which the lowest 32 count.
     * @param bound above 0.
     * @return 0 to bound - 1.
     */
    static int below(final long bits, final int bound)
    {
        return (int)((bits & INT_MASK) * bound >>> INT_BITS);
    }

    /** Finalizer of SplitMix64. */
    private static long mix(final long value)
    {
        long z = value;
        z = (z ^ z >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
        return z ^ z >>> 31;
    }
}
