// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.clearing;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.LegFees;
import io.bourse.clearing.calculation.PositionRows;
import io.bourse.clearing.calculation.RunPositions;
import io.bourse.jmh.suite.NanosecondBenchmark;
import org.agrona.IoUtil;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Positions with variation margin and fees of a small synthetic day, and the fees of its legs one by one, on one
 * thread. One operation is a trade; 1.5 registers to a trade carry positions into the day, as at the full volume.
 */
@State(Scope.Benchmark)
@Warmup(iterations = 4, time = 1)
@Fork(value = 1, jvmArgsAppend = {"-Xms2g", "-Xmx2g", "-XX:+UseParallelGC"})
public class DayBenchmark extends NanosecondBenchmark
{
    private static final int TRADES = 128_000;
    private static final int REGISTERS = 200_000;

    private Path directory;
    private SyntheticTables day;
    private CalculationInput input;

    /**
     * Writes the day.
     *
     * @throws IOException when it cannot be written.
     */
    @Setup
    public void setUp() throws IOException
    {
        directory = Files.createTempDirectory("bourse-day");
        day = new SyntheticTables(directory, REGISTERS, TRADES, false);
        input = day.input(true, 1);
    }

    /** Positions, variation margin, fees of all registers. */
    @Benchmark
    @OperationsPerInvocation(TRADES)
    public List<PositionRows> positions()
    {
        return RunPositions.calculate(input);
    }

    /** Fees and value added tax of every leg. */
    @Benchmark
    @OperationsPerInvocation(TRADES)
    public LegFees fees()
    {
        return LegFees.of(input);
    }

    /** Removes the day. */
    @TearDown
    public void tearDown()
    {
        day.close();
        IoUtil.delete(directory.toFile(), false);
    }
}
