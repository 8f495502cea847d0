// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * What happened in one schedule.
 */
final class Counts
{
    private final long[] values = new long[Count.values().length];

    void add(final Count what)
    {
        add(what, 1);
    }

    void add(final Count what, final long count)
    {
        values[what.ordinal()] += count;
    }

    /** Adds the counts of another schedule. */
    void add(final Counts other)
    {
        Arrays.setAll(values, what -> values[what] + other.values[what]);
    }

    @Override
    public String toString()
    {
        return Arrays.stream(Count.values())
            .map(what -> what.label + "=" + values[what.ordinal()])
            .collect(Collectors.joining(" "));
    }
}
