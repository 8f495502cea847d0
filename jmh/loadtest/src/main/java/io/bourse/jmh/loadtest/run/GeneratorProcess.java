// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.jmh.loadtest.generator.Generator;
import io.bourse.jmh.loadtest.plan.GeneratorPlan;
import io.bourse.jmh.loadtest.plan.StageKind;
import io.bourse.jmh.loadtest.plan.StagePlan;
import io.bourse.jmh.loadtest.process.JavaProcess;
import io.bourse.jmh.loadtest.tally.StageTally;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A generator in a process of its own, with its sessions.
 */
final class GeneratorProcess implements AutoCloseable
{
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final List<String> JVM_OPTIONS = List.of("-XX:+UseParallelGC", "-Xms1g", "-Xmx1g");
    private static final long OPEN_SECONDS = 120;
    private static final long PATIENCE_SECONDS = 180;
    private static final long PATIENCE_TIMES = 3;
    private static final long SLOWEST_DAY_PER_SECOND = 2_000;

    private final GeneratorPlan plan;
    private final JavaProcess process;

    /**
     * Starts it.
     *
     * @param plan of it.
     * @throws IOException when it cannot be started.
     */
    GeneratorProcess(final GeneratorPlan plan) throws IOException
    {
        this.plan = plan;
        final Path file = Files.createDirectories(Path.of(plan.directory())).resolve("generator-plan.json");
        MAPPER.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), plan);
        process = new JavaProcess("generator", JVM_OPTIONS, Generator.class, file.toString());
    }

    /** Waits until its sessions are open. */
    void awaitReady() throws IOException, InterruptedException
    {
        process.await(GeneratorPlan.READY, OPEN_SECONDS);
    }

    /** Where it has its logs. */
    Path directory()
    {
        return Path.of(plan.directory());
    }

    /** Has it begin a stage at a moment. */
    void begin(final StagePlan stage, final long beginNs) throws IOException
    {
        process.send(GeneratorPlan.RUN + stage.name() + " " + beginNs);
    }

    /** Waits for the end of a stage. */
    void awaitEnd(final StagePlan stage) throws IOException, InterruptedException
    {
        process.await(GeneratorPlan.DONE + stage.name(), patienceSeconds(stage));
    }

    /** What it has counted in a stage that has ended. */
    StageTally tally(final StagePlan stage) throws IOException
    {
        return MAPPER.readValue(
            Path.of(plan.directory(), stage.name() + ".json").toFile(), StageTally.class);
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

    @Override
    public void close()
    {
        process.close();
    }
}
