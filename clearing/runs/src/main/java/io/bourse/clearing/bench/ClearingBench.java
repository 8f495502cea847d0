// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.clearing.ClearingException;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.json.Json;
import io.bourse.engine.protocol.ClearingKind;

import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code bourse clearing bench}: makes a synthetic day and clears it, each run in a process of its own, and prints
 * volumes beside times.
 */
public record ClearingBench(Options options, PrintWriter out)
{
    private static final Path CPU = Path.of("/proc/cpuinfo");
    private static final Path MEMORY = Path.of("/proc/meminfo");
    private static final double KIB_PER_GIB = 1 << 20;

    /**
     * What is to be measured.
     *
     * @param volumes of the day.
     * @param kinds of the runs, in their order; an evening run after an intraday one takes off what that has paid.
     * @param threads that calculate.
     * @param heap of a run's process, as the JVM wants it: {@code 6g}.
     * @param directory of the day and its runs; a day of the same volumes that is there is used again.
     * @param keeps whether the directory stays.
     * @param reports whether the runs write their reports too.
     */
    public record Options(
        BenchVolumes volumes,
        List<ClearingKind> kinds,
        int threads,
        String heap,
        Path directory,
        boolean keeps,
        boolean reports)
    {
    }

    /**
     * Makes the day unless it is there, does the runs, prints the table and writes {@code bench.json}.
     *
     * @throws IOException when files cannot be read or written.
     * @throws ClearingException when a process of the bench failed.
     */
    public void run() throws IOException
    {
        final boolean isThere = Files.exists(options.directory().resolve(SyntheticStore.VOLUMES));
        final long beginNs = System.nanoTime();
        process(BenchProcess.MAKE);
        final long makingNs = isThere ? 0 : System.nanoTime() - beginNs;
        final List<BenchFigures> runs = new ArrayList<>();
        for (final ClearingKind kind : options.kinds())
        {
            process(BenchProcess.RUN, options.reports() ?
                new String[]{kind.name()} : new String[]{kind.name(), BenchProcess.NO_REPORTS});
            runs.add(Json.read(BenchProcess.figuresFile(options.directory(), kind), BenchFigures.class));
        }
        final BenchReport report = new BenchReport(
            options.volumes(),
            BenchVolumes.INSTRUMENTS,
            SyntheticRegisters.BROKERAGE_FIRMS,
            machine(),
            Runtime.version() + ", heap of a run " + options.heap(),
            makingNs,
            runs);
        new BenchTable(out).print(report);
        if (options.keeps())
        {
            Json.write(options.directory().resolve(BenchReport.FILE_NAME), report);
        }
        else
        {
            DurableFile.deleteTree(options.directory());
        }
    }

    private void process(final String what, final String... more) throws IOException
    {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(opens());
        command.add("-Xmx" + options.heap());
        command.add("-XX:+UseParallelGC");
        // Tables and ranks of a day are gigabytes: with large pages the processor finds them without looking twice.
        command.add("-XX:+UseTransparentHugePages");
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(BenchProcess.class.getName());
        command.add(what);
        command.add(options.directory().toAbsolutePath().toString());
        command.add(Integer.toString(options.volumes().scalePpm()));
        command.add(Long.toString(options.volumes().seed()));
        command.add(Integer.toString(options.threads()));
        command.addAll(List.of(more));
        final Process process = new ProcessBuilder(command).inheritIO().start();
        try
        {
            if (0 != process.waitFor())
            {
                throw new ClearingException(process.exitValue(), "a process of the bench failed: what=" + what +
                    " exit=" + process.exitValue() + " directory=" + options.directory(), null);
            }
        }
        catch (final InterruptedException ex)
        {
            process.destroy();
            Thread.currentThread().interrupt();
        }
    }

    /** What this process was given to reach into the platform, for a process of the same class path. */
    static List<String> opens()
    {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(argument -> argument.startsWith("--add-opens") || argument.startsWith("--enable-native-access") ||
                argument.startsWith("--sun-misc-unsafe-memory-access"))
            .toList();
    }

    private static String machine() throws IOException
    {
        final int cores = Runtime.getRuntime().availableProcessors();
        final String cpu = first(CPU, "model name");
        final String memory = first(MEMORY, "MemTotal").replaceAll("[^0-9]", "");
        return cpu + ", " + cores + " cores, " +
            (memory.isEmpty() ? "?" : Math.round(Long.parseLong(memory) / KIB_PER_GIB)) + " GiB, " +
            System.getProperty("os.name") + " " + System.getProperty("os.version");
    }

    private static String first(final Path file, final String key) throws IOException
    {
        if (Files.isReadable(file))
        {
            for (final String line : Files.readAllLines(file))
            {
                if (line.startsWith(key))
                {
                    return line.substring(line.indexOf(':') + 1).trim();
                }
            }
        }
        return "";
    }
}
