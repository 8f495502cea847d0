// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

/**
 * Arithmetic of times: sums that cannot overflow, and random ends that every replay draws again.
 */
final class PhaseTimes
{
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private PhaseTimes()
    {
    }

    /**
     * A time later than another one.
     *
     * @param timeNs time.
     * @param delayNs from 0.
     * @return the sum, at most the last time that is not {@link DeadlineQueue#NONE}.
     */
    static long later(final long timeNs, final long delayNs)
    {
        final long sum = timeNs + delayNs;
        return sum < timeNs || DeadlineQueue.NONE == sum ? DeadlineQueue.NONE - 1 : sum;
    }

    /**
     * Draws a delay: evenly spread, the same for the same seeds.
     *
     * @param maxNs longest, from 0.
     * @param seed of the draw.
     * @param salt that makes draws with the same seed differ: an instrument.
     * @return from 0 to {@code maxNs}.
     */
    static long random(final long maxNs, final long seed, final long salt)
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
