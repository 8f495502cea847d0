// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.bench.BenchVolumes;
import io.bourse.clearing.bench.ClearingBench;
import io.bourse.deploy.bench.EngineShare;
import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.engine.protocol.ClearingKind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Clears a synthetic day of any size and prints what it took.
 */
@Command(
    name = "bench",
    description = {
        "Makes a day from a seed and clears it, each run in a process of its own, without an engine: volumes, " +
            "times of the steps, memory.",
        "At scale 1 the day has 12.8 M trades, 312.7 M order events and 20 M registers with carried positions " +
            "in 400 instruments; it is made in minutes and takes 15 GB of disk."})
final class ClearingBenchCommand extends CliCommand
{
    private static final String INTRADAY = "intraday";
    private static final String EVENING = "evening";
    private static final String BOTH = "both";

    private static final double NS_PER_S = TimeUnit.SECONDS.toNanos(1);
    private static final double NS_PER_MS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int INTRADAY_RUNS = 3;
    /** As many as the synthetic day has. */
    private static final double POSITIONS_PER_REGISTER = 2.1;
    private static final int REGISTERS_PER_ORDER = 100;
    private static final int MIN_ORDERS = 2_000;

    @Option(
        names = "--scale", paramLabel = "S", defaultValue = "0.01",
        description = "Share of the full volume, 0.0001 to 1.2 (default: ${DEFAULT-VALUE}).")
    private double scale;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "20261123",
        description = "Where the day follows from (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
        names = "--kind", paramLabel = "KIND", defaultValue = BOTH,
        description = "intraday, evening, or both one after the other (default: ${DEFAULT-VALUE}).")
    private String kind;

    @Option(names = "--threads", paramLabel = "N", defaultValue = "2",
        description = "That calculate (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Option(names = "--heap", paramLabel = "SIZE", defaultValue = "6g",
        description = "Heap of the process of a run (default: ${DEFAULT-VALUE}).")
    private String heap;

    @Option(names = "--dir", paramLabel = "DIR",
        description = "Where the day is made, or was; by default a new temporary directory.")
    private Path directory;

    @Option(
        names = "--engine",
        description = "Instead of clearing: what suspension, publication and reopening cost in a live engine with as "
            + "many registers, two positions each, and orders. Give the engine memory: BOURSE_JAVA_OPTS=-Xmx10g at "
            + "scale 1.")
    private boolean isOfEngine;

    @Option(names = "--client-limits", paramLabel = "N", defaultValue = "20000",
        description = "With --engine: clients that have a limit of their own, besides every settlement account "
            + "(default: ${DEFAULT-VALUE}, at most as many as there are).")
    private int clientLimits;

    @Option(
        names = "--reports",
        description = "The runs write all reports, signed, compressed and packed for the members; without it they end "
            + "when they are published.")
    private boolean hasReports;

    @Option(names = "--keep", description = "Leaves the directory and bench.json in it.")
    private boolean keeps;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final List<ClearingKind> kinds = switch (kind.toLowerCase(Locale.ROOT))
        {
            case INTRADAY -> List.of(ClearingKind.INTRADAY);
            case EVENING -> List.of(ClearingKind.EVENING);
            case BOTH -> List.of(ClearingKind.INTRADAY, ClearingKind.EVENING);
            default -> throw new IllegalArgumentException("kind must be intraday, evening or both: kind=" + kind);
        };
        if (threads < 1)
        {
            throw new IllegalArgumentException("threads must be positive: threads=" + threads);
        }
        final Path where = null == directory ? Files.createTempDirectory("bourse-clearing-bench") : directory;
        final BenchVolumes volumes = BenchVolumes.of(scale, seed);
        if (isOfEngine)
        {
            print(new EngineShare(where, engineVolumes(volumes.registers())).measure(INTRADAY_RUNS));
        }
        else
        {
            new ClearingBench(
                new ClearingBench.Options(volumes, kinds, threads, heap, where, keeps, hasReports),
                out).run();
        }
    }

    private EngineShare.Volumes engineVolumes(final int registers)
    {
        return new EngineShare.Volumes(
            registers,
            BenchVolumes.INSTRUMENTS,
            Math.round(POSITIONS_PER_REGISTER * registers),
            Math.min(clientLimits, registers / 2),
            Math.max(MIN_ORDERS, registers / REGISTERS_PER_ORDER));
    }

    private void print(final EngineShare.Result result)
    {
        final PrintWriter out = out();
        out.println(String.format(Locale.ROOT,
            "engine   %,d registers, defined in %.1f s; %,d positions, moved in %.1f s; %,d instruments, %,d orders",
            result.volumes().registers(), result.loadNs() / NS_PER_S, result.volumes().positions(),
            result.moveNs() / NS_PER_S, result.volumes().instruments(), result.volumes().orders()));
        out.println("            suspend ms   prices ms  margins ms   limits ms complete ms   reopen ms      all ms"
            + "      limits  uncovered");
        for (final EngineShare.Run run : result.runs())
        {
            out.println(String.format(Locale.ROOT,
                "%-10s %11.3f %11.3f %11.3f %11.3f %11.3f %11.3f %11.3f %,11d %,10d",
                run.kind(), run.suspendNs() / NS_PER_MS, run.pricesNs() / NS_PER_MS, run.marginsNs() / NS_PER_MS,
                run.collateralsNs() / NS_PER_MS, run.completeNs() / NS_PER_MS, run.reopenNs() / NS_PER_MS,
                run.totalNs() / NS_PER_MS, run.collaterals(), run.uncoveredOrders()));
        }
    }
}
