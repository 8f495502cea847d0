// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import java.nio.file.Path;

/**
 * How much is compared, and with what.
 *
 * @param fullUpToRows trades and rows of positions together up to which every register is compared; 0: never all.
 * @param sampleOneIn above it, at least one of so many registers is compared, chosen by a hash of its id; 1 compares
 * all.
 * @param maxDifferences how many differing rows are named; all are counted.
 * @param threads of DuckDB, 1 or more.
 * @param memoryLimitMib of DuckDB, MiB.
 * @param scratchDir where DuckDB may spill; made when needed, emptied afterwards.
 */
public record SecondOpinionOptions(
    long fullUpToRows,
    int sampleOneIn,
    int maxDifferences,
    int threads,
    int memoryLimitMib,
    Path scratchDir)
{
    /** Rows up to which a run under the clock is compared completely. */
    public static final long LIVE_FULL_UP_TO_ROWS = 200_000;
    /** Share of the registers that a large run under the clock compares. */
    public static final int LIVE_SAMPLE_ONE_IN = 2_000;
    private static final int MAX_DIFFERENCES = 20;
    private static final int THREADS = 2;
    private static final int MEMORY_LIMIT_MIB = 2_048;

    /**
     * Of a verification: every register.
     *
     * @param scratchDir where DuckDB may spill.
     * @return options.
     */
    public static SecondOpinionOptions full(final Path scratchDir)
    {
        return new SecondOpinionOptions(
            Long.MAX_VALUE, 1, MAX_DIFFERENCES, THREADS, MEMORY_LIMIT_MIB, scratchDir);
    }
}
