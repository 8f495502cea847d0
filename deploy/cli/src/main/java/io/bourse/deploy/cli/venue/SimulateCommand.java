// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.engine.simulator.SimulatedHost;
import io.bourse.engine.simulator.Simulation;
import io.bourse.engine.simulator.SimulationReport;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configurator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Runs the engine through faults that a seed chooses.
 */
@Command(
    name = "simulate",
    description = {
        "Drives the production core and host logic on one thread through crashes, resends, stepping clocks and " +
            "slow readers, all chosen by a seed, and checks that nothing is lost, doubled or made up.",
        "Touches no file or port. The same options give the same steps and the same digest."},
    footer = {
        "",
        "Exit codes: 0 all checks passed, 4 a check failed (the line that reproduces it is printed)."})
public final class SimulateCommand extends CliCommand
{
    private static final int PROGRESS_EVERY = 1_000;

    @Option(names = "--seed", paramLabel = "N", description = "Where everything follows from; by default a new one.")
    private Long seed;

    @Option(
        names = "--schedules", paramLabel = "K", defaultValue = "1000",
        description = "How many schedules to run (default: ${DEFAULT-VALUE}).")
    private int schedules;

    @Option(
        names = "--host", paramLabel = "HOST", defaultValue = "both",
        description = "solo, cluster or both in turns, or partitions (default: ${DEFAULT-VALUE}).")
    private String host;

    @Option(names = "--schedule", paramLabel = "I", description = "Only this one, from 0.")
    private Integer schedule;

    @Option(
        names = "--crash-each-step",
        description = "One short schedule, run once for each of its steps; after that step the engine, or the leader, "
            + "dies, and nothing else goes wrong.")
    private boolean isCrashEachStep;

    @Option(names = "--crash-step", paramLabel = "S", description = "As --crash-each-step, but only this step.")
    private Integer crashStep;

    @Option(names = "--trace", description = "Prints every step.")
    private boolean isTraced;

    @Override
    protected int execute(final PrintWriter out)
    {
        final List<SimulatedHost> hosts = hosts();
        if (schedules < 1 || null != schedule && schedule < 0 || null != crashStep && crashStep < 0)
        {
            throw new IllegalArgumentException("schedules must be positive, schedule and crash-step not negative:" +
                " schedules=" + schedules + " schedule=" + schedule + " crashStep=" + crashStep);
        }
        if (null == System.getProperty("bourse.log.level"))
        {
            // Thousands of simulated elections are no news for those who run a venue.
            Configurator.setLevel("io.bourse.engine.host", Level.ERROR);
        }
        final long usedSeed = null == seed ? ThreadLocalRandom.current().nextLong(Integer.MAX_VALUE) : seed;
        out.println("seed=" + usedSeed + " host=" + host);
        final Simulation simulation = new Simulation(usedSeed, hosts);
        if (isTraced)
        {
            simulation.trace(out::println);
        }
        final int number = null == schedule ? 0 : schedule;
        final SimulationReport report = run(simulation, hosts.get(number % hosts.size()), out);
        out.println("runs=" + report.schedules() + " steps=" + report.steps() + " " + report.counts());
        out.println("digest=" + Long.toHexString(report.digest()));
        if (null != report.failure())
        {
            print(usedSeed, report.failure(), out);
        }
        return null == report.failure() ? ExitCode.OK : ExitCode.CHECK_FAILED;
    }

    private SimulationReport run(final Simulation simulation, final SimulatedHost firstHost, final PrintWriter out)
    {
        final int first = null == schedule ? 0 : schedule;
        if (isCrashEachStep || null != crashStep)
        {
            return simulation.crashEachStep(first, null == crashStep ? 0 : crashStep,
                null == crashStep ? Simulation.steps(firstHost) : 1, (step) -> progress(step, out));
        }
        return simulation.run(first, null == schedule ? schedules : 1, (number) -> progress(number, out));
    }

    private static void progress(final int number, final PrintWriter out)
    {
        if (0 == (number + 1) % PROGRESS_EVERY)
        {
            out.println("passed=" + (number + 1));
        }
    }

    private List<SimulatedHost> hosts()
    {
        return switch (host.toLowerCase(Locale.ROOT))
        {
            case "solo" -> List.of(SimulatedHost.SOLO);
            case "cluster" -> List.of(SimulatedHost.CLUSTER);
            case "both" -> List.of(SimulatedHost.SOLO, SimulatedHost.CLUSTER);
            case "partitions" -> List.of(SimulatedHost.PARTITIONS);
            default -> throw new IllegalArgumentException(
                "host must be solo, cluster, both or partitions: host=" + host);
        };
    }

    private static void print(final long seed, final SimulationReport.Failure failure, final PrintWriter out)
    {
        out.println("FAILED host=" + failure.host() + " schedule=" + failure.schedule() + " step=" + failure.step() +
            ": " + failure.message());
        failure.cause().printStackTrace(out);
        out.println("reproduce: bourse simulate --seed " + seed + " --host " + failure.host() + " --schedule " +
            failure.schedule() + (failure.crashStep() < 0 ? "" : " --crash-step " + failure.crashStep()) + " --trace");
    }
}
