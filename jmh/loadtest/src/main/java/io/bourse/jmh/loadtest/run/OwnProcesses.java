// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.run.context.ClearingStep;
import io.bourse.deploy.cli.Bourse;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.engine.host.storage.DriverDirectoryLock;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.jmh.loadtest.plan.StagePlan;
import io.bourse.jmh.loadtest.process.JavaProcess;
import io.bourse.jmh.loadtest.process.Measurements;
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
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a test does beside its venue and generators, each in a process of its own: the ring, clearing, the replay of a
 * day.
 */
final class OwnProcesses
{
    /** Step of clearing in published tables. */
    static final String INTRADAY = "intraday clearing";
    /** Step of clearing in published tables. */
    static final String EVENING = "evening clearing";
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final double NS_PER_S = TimeUnit.SECONDS.toNanos(1);
    private static final double MS_PER_S = 1e3;
    private static final double FULL_HEAP_GIB = 6;
    private static final String NO_HASH = "none";
    /** As commands print it. */
    private static final Pattern STEP = Pattern.compile("(?m)^([A-Z_]+) +([\\d.]+) ms$");
    /** While trading stands still. */
    private static final Set<ClearingStep> HALT = EnumSet.range(ClearingStep.SUSPEND, ClearingStep.RESUME);
    private static final Map<ClearingStep, String> REPORT_STEPS = new EnumMap<>(Map.of(
        ClearingStep.REPORTS, "main reports",
        ClearingStep.MORE_REPORTS, "further reports",
        ClearingStep.ORDER_REPORTS, "order reports",
        ClearingStep.REGULATOR_REPORTS, "reports for the regulator"));

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

    /**
     * Clears what a venue has traded, with all reports; the venue runs.
     *
     * @param isIntraday whether it trades again afterwards; else its day is over.
     * @param venue that has traded.
     * @param scale of the day, on which the heap depends.
     * @return times of the halt and of the reports.
     * @throws IOException when the run fails.
     */
    List<ClearingTime> clear(final boolean isIntraday, final MeasuredVenue venue, final double scale) throws IOException
    {
        final String dataDir = venue.dataDir().toString();
        // Members whose packages are encrypted have keys, too.
        ClearingKeys.allowDemo(Path.of(venue.descriptor().keysDir()));
        final String heap = Math.max(1, (int)Math.ceil(FULL_HEAP_GIB * Math.min(1, scale))) + "g";
        final List<String> args =
            new ArrayList<>(List.of("clearing", isIntraday ? "intraday" : "evening", "--data", dataDir));
        args.addAll(venue.operatorOptions());
        final JavaProcess.Ended ended =
            run("clearing", List.of("-XX:+UseParallelGC", "-Xmx" + heap), Bourse.class, args.toArray(String[]::new));
        return times(isIntraday, ended.output(), venue.accounts(), heap);
    }

    /** What a run has printed: its steps with their times, and what it was about. */
    static List<ClearingTime> times(
        final boolean isIntraday, final String output, final int accounts, final String heap) throws IOException
    {
        final Map<ClearingStep, Double> seconds = new EnumMap<>(ClearingStep.class);
        final Matcher steps = STEP.matcher(output);
        while (steps.find())
        {
            seconds.merge(ClearingStep.valueOf(steps.group(1)), Double.parseDouble(steps.group(2)) / MS_PER_S,
                Double::sum);
        }
        if (!seconds.containsKey(ClearingStep.PUBLISH))
        {
            throw new IOException("a run of clearing has published nothing: isIntraday=" + isIntraday + " printed=" +
                output);
        }
        final String volume = String.format(Locale.ROOT, "%,d trades, %,d positions, %,d added registers",
            count("trades", output), count("positions", output), accounts);
        final String condition = "what the venue itself has traded, while it runs; 2 threads, heap " + heap +
            "; files on this machine's disk";
        final List<ClearingTime> times = new ArrayList<>();
        times.add(new ClearingTime(isIntraday ? INTRADAY : EVENING, volume,
            seconds.entrySet().stream().filter((step) -> HALT.contains(step.getKey()))
                .mapToDouble(Map.Entry::getValue).sum(),
            (isIntraday ? "suspend to reopen; " : "suspend to published; ") + condition));
        REPORT_STEPS.forEach((step, name) ->
        {
            if (seconds.containsKey(step))
            {
                times.add(new ClearingTime(isIntraday ? INTRADAY + ": " + name : name, volume, seconds.get(step),
                    "after the halt, written, signed and packed; " + condition));
            }
        });
        return times;
    }

    private static long count(final String name, final String output)
    {
        final Matcher line = Pattern.compile("(?m)^" + name + " +(\\d+)$").matcher(output);
        return line.find() ? Long.parseLong(line.group(1)) : 0;
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
