// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * All chance of one schedule, from the generator L64X128MixRandom of {@code java.util.random}.
 */
final class Chance
{
    private static final RandomGeneratorFactory<RandomGenerator> FACTORY =
        RandomGeneratorFactory.of("L64X128MixRandom");

    private final RandomGenerator random;
    private boolean hasFaults;

    Chance(final long seed)
    {
        random = FACTORY.create(seed);
    }

    /** Faults begin, or end. */
    void faults(final boolean isOn)
    {
        hasFaults = isOn;
    }

    boolean hasFaults()
    {
        return hasFaults;
    }

    /** From 0 to just below the bound. */
    int below(final int bound)
    {
        return random.nextInt(bound);
    }

    long below(final long bound)
    {
        return random.nextLong(bound);
    }

    /** True once in so many. */
    boolean oneIn(final int count)
    {
        return 0 == random.nextInt(count);
    }

    /** A fault once in so many, while there are faults at all. */
    boolean isFault(final int count)
    {
        return hasFaults && 0 == random.nextInt(count);
    }
}
