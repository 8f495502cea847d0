// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import io.bourse.engine.client.checkpoint.CheckpointStore;
import io.bourse.engine.protocol.RollingHash;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * Runs schedules, one after the other on one thread, until one fails. The same options give the same steps, the same
 * bytes and the same digest.
 */
public final class Simulation
{
    /** Steps of a schedule in which the engine dies once; more on a cluster. */
    private static final int SHORT_STEPS = 240;
    private static final int MIN_STEPS = 400;
    private static final int MORE_STEPS = 800;
    /** What one command takes on its way through a cluster. */
    private static final int CLUSTER_FACTOR = 3;
    private static final long SCHEDULE_FACTOR = 0x9E37_79B9_7F4A_7C15L;

    private final long seed;
    private final List<SimulatedHost> hosts;
    private final Counts counts = new Counts();
    private Consumer<String> traceReader;
    private Defect defect = Defect.NONE;
    private Supplier<CheckpointStore> checkpoints = () -> null;
    private long steps;
    private long digest = RollingHash.INITIAL;

    /**
     * A simulation.
     *
     * @param seed that everything follows from.
     * @param hosts to run on; with several the schedules take turns, schedule 0 on the first.
     */
    public Simulation(final long seed, final List<SimulatedHost> hosts)
    {
        if (hosts.isEmpty())
        {
            throw new IllegalArgumentException("there must be a host: hosts=" + hosts);
        }
        this.seed = seed;
        this.hosts = List.copyOf(hosts);
    }

    /**
     * Prints every step.
     *
     * @param reader of the lines.
     * @return this.
     */
    public Simulation trace(final Consumer<String> reader)
    {
        traceReader = reader;
        return this;
    }

    /** Puts a defect in. */
    Simulation defect(final Defect wanted)
    {
        defect = wanted;
        return this;
    }

    /** The rebalancer goes on from checkpoints; each schedule has a store of its own. */
    Simulation checkpoints(final Supplier<CheckpointStore> stores)
    {
        checkpoints = stores;
        return this;
    }

    /**
     * Runs schedules with faults by chance.
     *
     * @param first number of the first one, from 0.
     * @param count how many.
     * @param progress receives the number of every schedule that has passed.
     * @return what it came to.
     */
    public SimulationReport run(final int first, final int count, final IntConsumer progress)
    {
        for (int number = first; number < first + count; number++)
        {
            final long scheduleSeed = scheduleSeed(number);
            final int plainLength = MIN_STEPS + (int)Long.remainderUnsigned(scheduleSeed, MORE_STEPS);
            final int length = factor(host(number)) * plainLength;
            final SimulationReport.Failure failure = runOne(number, length, -1);
            if (null != failure)
            {
                return report(number - first + 1, failure);
            }
            progress.accept(number);
        }
        return report(count, null);
    }

    /**
     * Runs one short schedule once for each of its steps; after that step the engine dies, and nothing else goes wrong.
     *
     * @param number of the schedule, from 0.
     * @param firstStep first step after which it dies, from 0.
     * @param count how many of them.
     * @param progress receives the number of every step that has passed.
     * @return what it came to.
     * @throws IllegalArgumentException when the schedule has no such steps: nothing would die.
     */
    public SimulationReport crashEachStep(
        final int number, final int firstStep, final int count, final IntConsumer progress)
    {
        if (firstStep < 0 || firstStep + count > steps(host(number)))
        {
            throw new IllegalArgumentException("the schedule has no such step to crash after: host=" + host(number) +
                " firstStep=" + firstStep + " count=" + count + " steps=" + steps(host(number)));
        }
        for (int step = firstStep; step < firstStep + count; step++)
        {
            final SimulationReport.Failure failure = runOne(number, steps(host(number)), step);
            if (null != failure)
            {
                return report(step - firstStep + 1, failure);
            }
            progress.accept(step);
        }
        return report(count, null);
    }

    private SimulationReport.Failure runOne(final int number, final int length, final int crashStep)
    {
        final SimulatedHost host = host(number);
        final Trace trace = new Trace(traceReader);
        final Schedule.Options options = new Schedule.Options(scheduleSeed(number), length, crashStep, defect);
        try
        {
            counts.add(runOn(host, options, trace));
        }
        catch (final RuntimeException | Error ex)
        {
            // A core that recurses without end or breaks an assertion is found as well, and by its schedule.
            return new SimulationReport.Failure(
                host, number, trace.steps(), crashStep, null == ex.getMessage() ? ex.toString() : ex.getMessage(), ex);
        }
        finally
        {
            steps += trace.steps();
            digest = RollingHash.update(digest, trace.digest());
        }
        return null;
    }

    private Counts runOn(final SimulatedHost host, final Schedule.Options options, final Trace trace)
    {
        return switch (host)
        {
            case SOLO -> new SoloSchedule(options, trace).run();
            case CLUSTER -> new ClusterSchedule(options, trace).run();
            case PARTITIONS -> new PartitionsSchedule(options, trace, checkpoints.get()).run();
        };
    }

    /**
     * How many steps a short schedule has, of {@link #crashEachStep}.
     *
     * @param host that it runs on.
     * @return count.
     */
    public static int steps(final SimulatedHost host)
    {
        return factor(host) * SHORT_STEPS;
    }

    private static int factor(final SimulatedHost host)
    {
        return SimulatedHost.CLUSTER == host ? CLUSTER_FACTOR : 1;
    }

    private SimulatedHost host(final int number)
    {
        return hosts.get(number % hosts.size());
    }

    private long scheduleSeed(final int number)
    {
        return RollingHash.update(seed * SCHEDULE_FACTOR, number);
    }

    private SimulationReport report(final int schedules, final SimulationReport.Failure failure)
    {
        return new SimulationReport(schedules, steps, counts.toString(), digest, failure);
    }
}
