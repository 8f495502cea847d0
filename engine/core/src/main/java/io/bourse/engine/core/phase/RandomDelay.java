// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.phase;

/**
 * Random parts of times, drawn from seeds that are in the journal: every replay draws them again.
 */
public final class RandomDelay
{
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private RandomDelay()
    {
    }

    /**
     * Draws a delay: evenly spread, the same for the same seeds.
     *
     * @param maxNs longest, from 0.
     * @param seed of the draw.
     * @param salt that makes draws with the same seed differ: an instrument.
     * @return from 0 to {@code maxNs}.
     */
    public static long draw(final long maxNs, final long seed, final long salt)
    {
        return Long.remainderUnsigned(mix(seed + GOLDEN_GAMMA * mix(salt + GOLDEN_GAMMA)), maxNs + 1);
    }

    /** The finaliser of SplitMix64: every bit of the result depends on every bit of the input. */
    private static long mix(final long value)
    {
        long z = value;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
