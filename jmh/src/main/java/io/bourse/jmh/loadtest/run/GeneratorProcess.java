// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.jmh.loadtest.generator.Generator;
import io.bourse.jmh.loadtest.plan.GeneratorPlan;
import io.bourse.jmh.loadtest.plan.StageKind;
import io.bourse.jmh.loadtest.plan.StagePlan;
import io.bourse.jmh.loadtest.result.StageResult;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The generator in a process of its own, with its sessions open.
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
    private final ChildProcess process;

    /**
     * Starts it and waits until its sessions are open.
     *
     * @param plan of it.
     * @throws IOException when it ends instead.
     * @throws InterruptedException when the wait is broken off.
     */
    GeneratorProcess(final GeneratorPlan plan) throws IOException, InterruptedException
    {
        this.plan = plan;
        final Path file = Files.createDirectories(Path.of(plan.directory())).resolve("generator-plan.json");
        MAPPER.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), plan);
        process = new ChildProcess("generator", JVM_OPTIONS, Generator.class, file.toString());
        try
        {
            process.await(GeneratorPlan.READY, OPEN_SECONDS);
        }
        catch (final IOException | InterruptedException ex)
        {
            process.close();
            throw ex;
        }
    }

    /** Whether it was told of a stage. */
    boolean knows(final StagePlan stage)
    {
        return plan.stages().contains(stage);
    }

    GeneratorPlan plan()
    {
        return plan;
    }

    /** Has it carry out a stage. */
    StageResult run(final StagePlan stage) throws IOException, InterruptedException
    {
        process.tell(GeneratorPlan.RUN + stage.name());
        process.await(GeneratorPlan.DONE + stage.name(), patienceSeconds(stage));
        return MAPPER.readValue(
            Path.of(plan.directory(), stage.name() + ".json").toFile(), StageResult.class);
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
