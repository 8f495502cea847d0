// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.run;

import io.bourse.jmh.loadtest.plan.GeneratorPlan;
import io.bourse.jmh.loadtest.plan.StagePlan;
import io.bourse.jmh.loadtest.result.StageResult;
import io.bourse.jmh.loadtest.tally.StageTally;
import io.bourse.jmh.loadtest.tally.StageTotals;
import org.agrona.CloseHelper;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The generators of a stage, one or several, each in a process of its own: they begin at the same moment, and what they
 * have found is put together.
 */
final class Generators implements AutoCloseable
{
    /** Until then a generator has heard of the stage and has opened its logs. */
    private static final long HEAD_START_NS = TimeUnit.MILLISECONDS.toNanos(250);

    private final List<GeneratorProcess> processes = new ArrayList<>();
    private final GeneratorPlan plan;

    /**
     * Starts them and waits until all sessions are open.
     *
     * @param plan of all of them.
     * @param count of them.
     * @throws IOException when one ends instead.
     * @throws InterruptedException when the wait is broken off.
     */
    Generators(final GeneratorPlan plan, final int count) throws IOException, InterruptedException
    {
        this.plan = plan;
        try
        {
            for (final GeneratorPlan part : plan.split(count))
            {
                processes.add(new GeneratorProcess(part));
            }
            for (final GeneratorProcess process : processes)
            {
                process.awaitReady();
            }
        }
        catch (final IOException | InterruptedException | RuntimeException ex)
        {
            close();
            throw ex;
        }
    }

    /** Whether they were told of a stage. */
    boolean knows(final StagePlan stage)
    {
        return plan.stages().contains(stage);
    }

    /**
     * Has them begin a stage.
     *
     * @param stage they were told of.
     * @return moment when its first transaction is due, by {@link System#nanoTime}: they have a head start.
     * @throws IOException when one has ended.
     */
    long begin(final StagePlan stage) throws IOException
    {
        final long beginNs = System.nanoTime() + HEAD_START_NS;
        for (final GeneratorProcess process : processes)
        {
            process.begin(stage, beginNs);
        }
        return beginNs;
    }

    /** Waits until all of them are done with a stage. */
    void awaitEnd(final StagePlan stage) throws IOException, InterruptedException
    {
        for (final GeneratorProcess process : processes)
        {
            process.awaitEnd(stage);
        }
    }

    /** What they have found in a stage with which they are done. */
    StageResult totals(final StagePlan stage) throws IOException
    {
        final List<StageTally> tallies = new ArrayList<>();
        for (final GeneratorProcess process : processes)
        {
            tallies.add(process.tally(stage));
        }
        return 1 == tallies.size() ? StageTotals.of(stage, tallies.getFirst()) :
            StageTotals.of(stage, tallies, processes.stream().map(GeneratorProcess::directory).toList(),
                Path.of(plan.directory()));
    }

    @Override
    public void close()
    {
        CloseHelper.closeAll(processes);
    }
}
