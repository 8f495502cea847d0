// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.core;

import io.bourse.engine.host.HostOptions;
import io.bourse.engine.host.execution.RecoveryTimes;
import io.bourse.engine.host.solo.SoloEngine;
import io.bourse.engine.host.solo.SoloOptions;
import io.bourse.jmh.loadtest.process.JavaProcess;
import io.bourse.jmh.suite.Turns;
import org.agrona.IoUtil;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import static io.bourse.engine.host.execution.EngineCounter.COMMANDS_EXECUTED;
import static io.bourse.engine.host.execution.EngineCounter.EVENT_FRAMES_SKIPPED;

/**
 * How long an operator waits until an engine is live again after a long day: every frame of journal and events read and
 * its checksum computed, every command executed again, every frame of events compared with the recorded one. Each round
 * is a start in a JVM of its own, as a recovery is. In cold rounds the files were dropped from the page cache before
 * ({@code dd iflag=nocache}); what a round found there is printed.
 *
 * <pre>
 * jmh/run replay [commands [rounds [directory]]]
 * </pre>
 *
 * The directory is made when it does not exist and kept; without one a temporary directory is made and removed.
 */
final class ReplayTimes
{
    private static final String LAUNCH = "launch";
    private static final String WARM = "warm";
    private static final String COLD = "cold";
    private static final String READ_BYTES = "read_bytes:";
    private static final long MIB = 1024 * 1024;

    private static final int COMMANDS_COLUMN = 4;
    private static final int FROM_DISK_COLUMN = 6;
    /** No command takes less in a recording. */
    private static final long LEAST_COMMAND_LENGTH = 64;

    private final Path dataDir;
    private final long commands;
    private final int rounds;

    private ReplayTimes(final Path dataDir, final long commands, final int rounds)
    {
        this.dataDir = dataDir;
        this.commands = commands;
        this.rounds = rounds;
    }

    /**
     * Makes the recordings and times starts on them.
     *
     * @param args commands to journal, rounds, directory; all may be left out.
     * @throws IOException when files or processes fail.
     */
    public static void main(final String[] args) throws IOException
    {
        if (args.length > 0 && LAUNCH.equals(args[0]))
        {
            launch(Path.of(args[1]), args[2]);
            return;
        }
        final long commands = args.length > 0 ? Long.parseLong(args[0]) : 10_000_000;
        final int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 5;
        final boolean isKept = args.length > 2;
        final Path dir = isKept ? Path.of(args[2]) : Files.createTempDirectory("bourse-replay");
        try
        {
            final Path dataDir = dir.resolve("solo-" + commands);
            if (!Files.exists(dataDir))
            {
                final long beginNs = System.nanoTime();
                final long journalled = JournalMaker.make(dataDir, commands);
                System.out.printf("journalled: %,d commands, %,d MiB of recordings in %,d ms%n",
                    journalled, length(dataDir) / MIB, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginNs));
            }
            new ReplayTimes(dataDir, commands, rounds).run();
        }
        finally
        {
            if (!isKept)
            {
                IoUtil.delete(dir.toFile(), false);
            }
        }
    }

    private void run() throws IOException
    {
        final List<long[]> warm = new ArrayList<>();
        final List<long[]> cold = new ArrayList<>();
        // The first one writes what a new start writes and reads what the maker left in the cache: not counted.
        round(WARM);
        for (int i = 0; i < rounds; i++)
        {
            dropFromCache();
            cold.add(round(COLD));
            warm.add(round(WARM));
        }
        System.out.printf("%nmedians of %d, lowest to highest in brackets, ms%n", rounds);
        System.out.printf("%-6s %28s %28s %28s %28s%n", "", "inspect", "launch", "replay", "start to live");
        print(COLD, cold);
        print(WARM, warm);
    }

    private long[] round(final String kind) throws IOException
    {
        final List<String> lines = JavaProcess.run("launch", List.of("-XX:+UseParallelGC", "-Xmx2g"), ReplayTimes.class,
            LAUNCH, dataDir.toString(), kind).output().lines().peek(System.out::println).toList();
        final String last = lines.isEmpty() ? "" : lines.getLast();
        if (!last.startsWith(LAUNCH))
        {
            throw new IllegalStateException("the engine did not start: output=" + lines);
        }
        final long[] figures = Arrays.stream(last.split(" ")).skip(2).mapToLong((field) ->
            Long.parseLong(field.substring(field.indexOf('=') + 1))).toArray();
        if (figures[COMMANDS_COLUMN] < commands)
        {
            throw new IllegalStateException("not all commands were executed again: commands=" + commands +
                " executed=" + figures[COMMANDS_COLUMN]);
        }
        if (COLD.equals(kind) && figures[FROM_DISK_COLUMN] < commands * LEAST_COMMAND_LENGTH / MIB)
        {
            throw new IllegalStateException("a cold round was not cold, the recordings were still in the cache:" +
                " fromDiskMiB=" + figures[FROM_DISK_COLUMN] + " leastMiB=" + commands * LEAST_COMMAND_LENGTH / MIB);
        }
        return figures;
    }

    /** One start, in the process of the round. */
    private static void launch(final Path dataDir, final String kind) throws IOException
    {
        final long beginNs = System.nanoTime();
        try (SoloEngine engine = SoloEngine.launch(SoloOptions.of(HostOptions.builder().dataDir(dataDir).build())))
        {
            final long tookNs = System.nanoTime() - beginNs;
            final RecoveryTimes times = engine.recoveryTimes();
            System.out.printf(
                "%s %s inspectMs=%d launchMs=%d replayMs=%d totalMs=%d commands=%d frames=%d fromDiskMiB=%d%n",
                LAUNCH, kind, ms(times.inspectNs()), ms(times.launchNs()), ms(times.replayNs()), ms(tookNs),
                engine.counters().get(COMMANDS_EXECUTED), engine.counters().get(EVENT_FRAMES_SKIPPED),
                    readFromDisk() / MIB);
        }
    }

    /** Bytes that this process made the disk read; a cold round without them was none. */
    private static long readFromDisk() throws IOException
    {
        return Files.readAllLines(Path.of("/proc/self/io")).stream()
            .filter((line) -> line.startsWith(READ_BYTES))
            .mapToLong((line) -> Long.parseLong(line.substring(READ_BYTES.length()).trim()))
            .findFirst().orElse(0);
    }

    private static void print(final String kind, final List<long[]> times)
    {
        System.out.printf("%-6s", kind);
        for (int i = 0; i < 4; i++)
        {
            final int column = i;
            System.out.printf(" %28s", Turns.range("%,.0f", times.stream().mapToDouble((row) -> row[column])));
        }
        System.out.println();
    }

    private void dropFromCache() throws IOException
    {
        try (Stream<Path> files = Files.walk(dataDir))
        {
            for (final Path file : files.filter(Files::isRegularFile).toList())
            {
                run("sync", file.toString());
                run("dd", "if=" + file, "iflag=nocache", "count=0", "status=none");
            }
        }
    }

    private static void run(final String... command) throws IOException
    {
        final int exitCode = new ProcessBuilder(command).inheritIO().start().onExit().join().exitValue();
        if (0 != exitCode)
        {
            throw new IOException("a program failed: command=" + List.of(command) + " exitCode=" + exitCode);
        }
    }

    private static long length(final Path dir) throws IOException
    {
        try (Stream<Path> files = Files.walk(dir))
        {
            return files.filter(Files::isRegularFile).mapToLong(ReplayTimes::size).sum();
        }
    }

    private static long size(final Path file)
    {
        try
        {
            return Files.size(file);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot look at a recording: file=" + file, ex);
        }
    }

    private static long ms(final long ns)
    {
        return TimeUnit.NANOSECONDS.toMillis(ns);
    }
}
