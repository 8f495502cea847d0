// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.clearing;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.LegFees;
import io.bourse.clearing.calculation.PositionRows;
import io.bourse.clearing.calculation.RunPositions;
import io.bourse.clearing.layout.RunTables;
import io.bourse.jmh.suite.Options;
import org.agrona.IoUtil;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Times of positions, margin and fees on a synthetic day: 12.8 million trades and 20 million registers at
 * {@code scale=1}. Threads take turns, so that a disturbed moment does not meet one of them only; the digest of all
 * rows must be the same every time.
 *
 * <p>Options: {@code scale=0.1 rounds=3 threads=1,2 kinds=I,E shuffled=false legs=true}. Give the JVM its heap:
 * {@code JAVA_TOOL_OPTIONS=-Xmx8g} for the full volume.
 */
final class PositionsTimes
{
    private static final int FULL_TRADES = 12_800_000;
    private static final int FULL_REGISTERS = 20_000_000;
    private static final double MILLIS = 1e6;

    private PositionsTimes()
    {
    }

    /**
     * Runs the measurement.
     *
     * @param args options.
     * @throws IOException when tables cannot be written.
     */
    public static void main(final String[] args) throws IOException
    {
        final Options options = new Options(
            List.of("scale=0.1", "rounds=3", "threads=1,2", "kinds=I,E", "shuffled=false", "legs=true"), args);
        final double scale = Double.parseDouble(options.text("scale"));
        final Path directory = Files.createTempDirectory("bourse-positions-");
        try (SyntheticTables day = new SyntheticTables(
            directory,
            (int)(FULL_REGISTERS * scale),
            (int)(FULL_TRADES * scale),
            Boolean.parseBoolean(options.text("shuffled"))))
        {
            System.out.println(options);
            System.out.println("kind threads round  wall-ms   cpu-ms       rows  digest");
            for (int round = 1; round <= options.number("rounds"); round++)
            {
                for (final String kind : options.list("kinds"))
                {
                    for (final String threads : options.list("threads"))
                    {
                        run(day.input("E".equals(kind), Integer.parseInt(threads)), kind, round);
                    }
                }
            }
            if (Boolean.parseBoolean(options.text("legs")))
            {
                final long start = System.nanoTime();
                LegFees.of(day.input(true, 2));
                System.out.printf("legs for reports, 2 threads: %.0f ms%n", (System.nanoTime() - start) / MILLIS);
            }
        }
        finally
        {
            IoUtil.delete(directory.toFile(), false);
        }
    }

    private static void run(final CalculationInput input, final String kind, final int round)
    {
        final com.sun.management.OperatingSystemMXBean system =
            (com.sun.management.OperatingSystemMXBean)ManagementFactory.getOperatingSystemMXBean();
        final long cpu = system.getProcessCpuTime();
        final long start = System.nanoTime();
        final List<PositionRows> parts = RunPositions.calculate(input);
        final double wallMs = (System.nanoTime() - start) / MILLIS;
        final double cpuMs = (system.getProcessCpuTime() - cpu) / MILLIS;
        long rows = 0;
        long digest = 0;
        for (final PositionRows part : parts)
        {
            rows += part.size();
            for (int row = 0; row < part.size(); row++)
            {
                digest = digest * 31 + part.account(row);
                digest = digest * 31 + part.instrument(row);
                digest = digest * 31 + part.end(row);
                digest = digest * 31 + part.value(RunTables.POSITION_VM_DAY, row);
                digest = digest * 31 + part.value(RunTables.POSITION_VM_PAID, row);
                digest = digest * 31 + part.value(RunTables.POSITION_FEE_EX, row);
                digest = digest * 31 + part.value(RunTables.POSITION_FEE_CC, row);
            }
        }
        System.out.printf(
            "%4s %7d %5d %8.0f %8.0f %10d  %016x (%d parts)%n",
            kind, input.threads(), round, wallMs, cpuMs, rows, digest, parts.size());
    }
}
