// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.core;

import io.bourse.jmh.loadtest.process.Measurements;
import io.bourse.jmh.suite.Slices;

import java.io.IOException;

/** {@link MatchingEngineBenchmark#commands} in slices: commands a second. */
final class CoreSlices
{
    private static final int BATCH = 1_000;

    private CoreSlices()
    {
    }

    public static void main(final String[] args) throws IOException
    {
        final MatchingEngineBenchmark benchmark = new MatchingEngineBenchmark();
        benchmark.setUp();
        Slices.serve(forNs ->
        {
            final long beginNs = System.nanoTime();
            long elapsedNs;
            long batches = 0;
            do
            {
                benchmark.commands();
                batches++;
                elapsedNs = System.nanoTime() - beginNs;
            }
            while (elapsedNs < forNs);
            return new Measurements().put(Measurements.PER_SECOND, (long)(batches * BATCH * 1e9 / elapsedNs));
        });
        benchmark.check();
    }
}
