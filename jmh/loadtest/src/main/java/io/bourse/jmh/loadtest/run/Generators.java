// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.jmh.loadtest.generator.Generator;
import io.bourse.jmh.loadtest.plan.GeneratorPlan;
import io.bourse.jmh.loadtest.plan.StageKind;
import io.bourse.jmh.loadtest.plan.StagePlan;
import io.bourse.jmh.loadtest.process.JavaProcess;
import io.bourse.jmh.loadtest.result.StageResult;
import io.bourse.jmh.loadtest.tally.StageTally;
import io.bourse.jmh.loadtest.tally.StageTotals;
import org.agrona.CloseHelper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The generators of a stage, one or several, each in a process of its own: they begin at the same moment, and what they
 * have found is put together. Of a venue of several partitions one process has the sessions of all.
 */
final class Generators implements AutoCloseable
{
    /** Until then a generator has heard of the stage and has opened its logs. */
    private static final long HEAD_START_NS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final List<String> JVM_OPTIONS = List.of("-XX:+UseParallelGC", "-Xms1g", "-Xmx1g");
    private static final long OPEN_SECONDS = 120;
    private static final long PATIENCE_SECONDS = 180;
    private static final long PATIENCE_TIMES = 3;
    private static final long SLOWEST_DAY_PER_SECOND = 2_000;

    private final List<JavaProcess> processes = new ArrayList<>();
    private final List<StagePlan> stages;
    private final List<Path> directories;
    private final List<String> parts;
    private final Path logs;

    /**
     * Starts them and waits until all sessions are open.
     *
     * @param stages that they may be asked for.
     * @param plans one for each generator, or for each partition of the venue.
     * @param parts names of the partitions; empty when the venue has one.
     * @param logs directory for what is of all of them.
     * @throws IOException when one ends instead.
     */
    Generators(
        final List<StagePlan> stages, final List<GeneratorPlan> plans, final List<String> parts, final Path logs)
        throws IOException
    {
        this.stages = stages;
        this.parts = parts;
        this.logs = logs;
        directories = plans.stream().map((plan) -> Path.of(plan.directory())).toList();
        try
        {
            final List<String> files = new ArrayList<>();
            for (final GeneratorPlan plan : plans)
            {
                final Path file = Files.createDirectories(Path.of(plan.directory())).resolve("generator-plan.json");
                MAPPER.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), plan);
                files.add(file.toString());
            }
            final List<String[]> all = parts.isEmpty() ? files.stream().map((file) -> new String[]{file}).toList() :
                List.<String[]>of(files.toArray(String[]::new));
            for (final String[] ofProcess : all)
            {
                processes.add(new JavaProcess("generator", JVM_OPTIONS, Generator.class, ofProcess));
            }
            for (final JavaProcess process : processes)
            {
                process.await(GeneratorPlan.READY, OPEN_SECONDS);
            }
        }
        catch (final IOException | RuntimeException ex)
        {
            close();
            throw ex;
        }
    }

    /** Whether they have a stage. */
    boolean knows(final StagePlan stage)
    {
        return stages.contains(stage);
    }

    /**
     * Has them begin a stage.
     *
     * @param stage that they have.
     * @return moment when its first transaction is due, by {@link System#nanoTime}: they have a head start.
     * @throws IOException when one has ended.
     */
    long begin(final StagePlan stage) throws IOException
    {
        final long beginNs = System.nanoTime() + HEAD_START_NS;
        for (final JavaProcess process : processes)
        {
            process.send(GeneratorPlan.RUN + stage.name() + " " + beginNs);
        }
        return beginNs;
    }

    /** Waits until all of them are done with a stage. */
    void awaitEnd(final StagePlan stage) throws IOException
    {
        for (final JavaProcess process : processes)
        {
            process.await(GeneratorPlan.DONE + stage.name(), patienceSeconds(stage));
        }
    }

    private static long patienceSeconds(final StagePlan stage)
    {
        if (StageKind.DAY == stage.kind())
        {
            return PATIENCE_SECONDS + stage.count() / SLOWEST_DAY_PER_SECOND;
        }
        final double seconds = stage.seconds() * (stage.bursts() + 1) + stage.burstSeconds() * stage.bursts();
        return PATIENCE_SECONDS + PATIENCE_TIMES * (long)seconds;
    }

    /** What they have found in a stage with which they are done. */
    StageResult totals(final StagePlan stage) throws IOException
    {
        final List<StageTally> tallies = new ArrayList<>();
        for (final Path directory : directories)
        {
            tallies.add(MAPPER.readValue(directory.resolve(stage.name() + ".json").toFile(), StageTally.class));
        }
        return 1 == tallies.size() ? StageTotals.of(stage, tallies.getFirst()) :
            StageTotals.of(stage, tallies, directories, logs, parts);
    }

    @Override
    public void close()
    {
        CloseHelper.closeAll(processes);
    }
}
