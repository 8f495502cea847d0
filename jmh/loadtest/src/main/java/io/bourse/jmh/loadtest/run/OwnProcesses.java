// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.deploy.cli.Bourse;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.engine.host.storage.DriverDirectoryLock;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.jmh.loadtest.plan.StagePlan;
import io.bourse.jmh.loadtest.process.JavaProcess;
import io.bourse.jmh.loadtest.process.Measurements;
import io.bourse.jmh.loadtest.profile.Profile;
import io.bourse.jmh.loadtest.result.ClearingTime;
import io.bourse.jmh.loadtest.result.ReplayResult;
import io.bourse.jmh.loadtest.result.StageResult;
import io.bourse.jmh.loadtest.venue.MeasuredVenue;
import org.agrona.IoUtil;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What a test does without a venue that trades, each in a process of its own: the ring, clearing, the replay of a day.
 */
final class OwnProcesses
{
    /** Step of clearing in published tables. */
    static final String INTRADAY = "intraday clearing";
    /** Step of clearing in published tables. */
    static final String EVENING = "evening clearing";
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final double NS_PER_S = TimeUnit.SECONDS.toNanos(1);
    private static final double FULL_PPM = 1_000_000;
    private static final double FULL_HEAP_GIB = 6;
    private static final String INTRADAY_KIND = "I";
    private static final String NO_HASH = "none";
    private static final Map<String, String> REPORT_STEPS = Map.of(
        "REPORTS", "main reports",
        "MORE_REPORTS", "further reports",
        "ORDER_REPORTS", "order reports",
        "REGULATOR_REPORTS", "reports for the regulator");

    private final LoadTestOptions options;

    OwnProcesses(final LoadTestOptions options)
    {
        this.options = options;
    }

    /** Commands straight into the ring of an engine. */
    StageResult ring(
        final StagePlan plan, final boolean hasArchiveThread, final String idle, final Path directory)
        throws IOException
    {
        final Measurements figures = run("ring", List.of("-XX:+UseParallelGC", "-Xms2g", "-Xmx2g"),
            RingRun.class, directory.resolve(MeasuredVenue.DATA).toString(), Long.toString(plan.count()),
            options.durability(), Boolean.toString(hasArchiveThread), idle).figures();
        final double seconds = figures.get(RingRun.DURATION_NS) / NS_PER_S;
        final double commands = figures.get(RingRun.COMMANDS);
        final double transactions = figures.get(RingRun.TRANSACTIONS);
        return new StageResult(plan.name(), plan.kind().name(), plan.title(),
            "no sockets, no gateway, no feed: commands encoded beforehand, offered to the ring by one thread that " +
            "reads the recorded events too; 45 % new orders, 40 % cancels, 10 % changes, 5 % orders that trade at " +
            "once; 8 instruments with 5,000 resting orders each, 1,000 registers", Map.of(
                "acceptedPerSecond", transactions / seconds,
                "commandsPerSecond", commands / seconds,
                "transactions", transactions,
                "commandsInRing", commands,
                "durationNs", (double)figures.get(RingRun.DURATION_NS),
                "venueCoreShare", figures.get(RingRun.CPU_NS) / NS_PER_S / seconds,
                "rssBytes", (double)figures.get(RingRun.RESIDENT_BYTES)),
            List.of(), List.of(), List.of(), Map.of("process", (long)(figures.get(RingRun.CPU_NS) / commands)));
    }

    /** Clears a synthetic day, intraday and in the evening. */
    List<ClearingTime> clear(final Profile.Clearing clearing, final Path directory)
        throws IOException
    {
        final String heap = Math.max(1, (int)Math.ceil(FULL_HEAP_GIB * Math.min(1, clearing.scale()))) + "g";
        final List<String> args = new ArrayList<>(List.of("clearing", "bench", "--scale",
            Double.toString(clearing.scale()), "--heap", heap, "--dir", directory.toString(), "--keep"));
        if (clearing.hasReports())
        {
            args.add("--reports");
        }
        run("clearing bench", List.of("-Xmx512m"), Bourse.class, args.toArray(String[]::new));
        return times(MAPPER.readTree(directory.resolve("bench.json").toFile()), heap);
    }

    private static List<ClearingTime> times(final JsonNode bench, final String heap)
    {
        final List<ClearingTime> times = new ArrayList<>();
        for (final JsonNode run : bench.get("runs"))
        {
            final boolean isIntraday = INTRADAY_KIND.equals(run.get("kind").asText());
            final String volume = String.format(Locale.ROOT, "%,d trades, %,d order events, %,d registers",
                run.get("trades").asLong(), run.get("orderEvents").asLong(), run.get("registers").asLong());
            final String condition = String.format(Locale.ROOT,
                "a synthetic day at scale %s, %d threads, heap %s, without an engine; files on this machine's disk",
                bench.get("volumes").get("scalePpm").asLong() / FULL_PPM, run.get("threads").asInt(), heap);
            double halt = 0;
            for (final JsonNode step : run.get("steps"))
            {
                final double seconds = step.get("elapsedNs").asLong() / NS_PER_S;
                halt += step.get("halts").asBoolean() ? seconds : 0;
            }
            times.add(new ClearingTime(isIntraday ? INTRADAY : EVENING, volume, halt,
                (isIntraday ? "suspend to reopen; " : "suspend to published; ") + condition));
            for (final JsonNode step : run.get("steps"))
            {
                final String name = REPORT_STEPS.get(step.get("step").asText());
                if (null != name)
                {
                    times.add(new ClearingTime(isIntraday ? INTRADAY + ": " + name : name, volume,
                        step.get("elapsedNs").asLong() / NS_PER_S,
                        "after the halt, written, signed and packed; " + condition));
                }
            }
        }
        return times;
    }

    /** Replays journal and event stream of a venue that has stopped. */
    ReplayResult replay(final String what, final Path dataDir, final Progress progress)
        throws IOException
    {
        final long beginNs = System.nanoTime();
        final JavaProcess.Ended ended = JavaProcess.run("replay", List.of("-XX:+UseParallelGC", "-Xmx4g"), Bourse.class,
            "verify-journal", "--data", dataDir.toString(), "--json");
        return replayed(what, ended, (System.nanoTime() - beginNs) / NS_PER_S, progress);
    }

    /**
     * What a replay came to. One that ends otherwise than by {@link ExitCode#OK} is never the same, whatever its
     * hashes.
     *
     * @param what was replayed.
     * @param ended process of it.
     * @param seconds it took.
     * @param progress receives what was found.
     * @return result, also of a journal that is damaged.
     * @throws IOException when nothing was compared, for instance because a file cannot be read.
     */
    static ReplayResult replayed(
        final String what, final JavaProcess.Ended ended, final double seconds, final Progress progress)
        throws IOException
    {
        final boolean isWhole = ExitCode.OK == ended.exitCode();
        if (!isWhole && ExitCode.REPAIRABLE != ended.exitCode() && ExitCode.DAMAGED != ended.exitCode())
        {
            throw ended.failure();
        }
        // A journal that breaks off the replay itself leaves no diagnosis.
        final JsonNode diagnosis = MAPPER.readTree(ended.output());
        for (final JsonNode finding : diagnosis.path("findings"))
        {
            progress.trouble("replay of " + what + ": " + finding.path("name").asText() + " " +
                finding.path("facts").asText());
        }
        final JsonNode replay = diagnosis.path("replay");
        final boolean isReplayed = replay.isObject();
        if (isWhole && !isReplayed)
        {
            throw new IOException("nothing was replayed: process=replay what=" + what);
        }
        if (!isWhole)
        {
            progress.trouble("replay of " + what + " differs from what was recorded: exitCode=" + ended.exitCode());
        }
        return new ReplayResult("journal of " + what + ", executed again and compared with the recorded event stream",
            replay.path("commands").asLong(), diagnosis.path("events").path("rollingHash").asText(NO_HASH),
            (isReplayed ? replay.path("rollingHash").asText() : NO_HASH) +
                (isWhole ? "" : " (exit code " + ended.exitCode() + ")"), seconds);
    }

    private static JavaProcess.Ended run(
        final String what, final List<String> jvmOptions, final Class<?> main, final String... args) throws IOException
    {
        final JavaProcess.Ended ended = JavaProcess.run(what, jvmOptions, main, args);
        if (ExitCode.OK != ended.exitCode())
        {
            throw ended.failure();
        }
        return ended;
    }

    /**
     * Removes what a stage, or a whole test, has left: its data, unless that is to stay, and what its engines had in
     * shared memory, which one that was killed leaves there. Directories of engines that run are left alone. A test
     * that is broken off removes from two threads: one after the other, else each takes the other for an engine.
     *
     * @param directory of the stage or the test; an engine's data is in it or in one of its own directories.
     */
    synchronized void remove(final Path directory)
    {
        removeDriver(directory);
        final File[] inside = directory.toFile().listFiles(File::isDirectory);
        if (null != inside)
        {
            Arrays.stream(inside).map(File::toPath).forEach(OwnProcesses::removeDriver);
        }
        if (!options.keepsData() && Files.exists(directory))
        {
            IoUtil.delete(directory.toFile(), true);
        }
    }

    private static void removeDriver(final Path directory)
    {
        final String driver = EngineDirectories.aeronDirectoryName(directory.resolve(MeasuredVenue.DATA));
        if (Files.exists(Path.of(driver)) || Files.exists(Path.of(driver + ".lock")))
        {
            // Who holds the lock is alive; its file goes with the lock.
            try (DriverDirectoryLock lock = DriverDirectoryLock.acquire(driver))
            {
                IoUtil.delete(new File(driver), true);
            }
            catch (final IllegalStateException | UncheckedIOException ex)
            {
                System.err.println("left in shared memory: " + driver + ": " + ex.getMessage());
            }
        }
    }
}
