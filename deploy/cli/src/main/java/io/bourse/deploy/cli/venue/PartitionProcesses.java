// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.config.ConfigurationException;
import io.bourse.deploy.config.PartitionInstruments;
import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfig.LowFrequency;
import io.bourse.deploy.node.CommandProcess;
import io.bourse.deploy.node.ComponentDescriptor;
import io.bourse.deploy.node.ComponentKind;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.deploy.node.VenueKeys;
import io.bourse.deploy.node.VenueNotRunningException;
import io.bourse.deploy.rebalancer.RebalancerService;
import org.agrona.CloseHelper;
import org.agrona.concurrent.ShutdownSignalBarrier;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;

/**
 * The partitions of a venue, each in a process of its own, and the gateway that serves all of them, if the venue has
 * one. The end of one, and of this process itself, does not touch
 * the others; they are stopped when this process is asked to stop.
 */
final class PartitionProcesses
{
    private static final String READY = "ready";
    /** Flags of this process that the partitions have too: heap, collector, what Aeron needs, properties. */
    private static final List<String> INHERITED = List.of("-X", "-D", "--add-opens", "--enable-native", "--sun-misc");

    private final Map<Integer, ProcessHandle> running = new ConcurrentSkipListMap<>();
    private final List<VenueConfig> configs;
    private final List<String> arguments;
    private final PrintWriter out;
    private volatile ProcessHandle lowFrequency;
    private volatile boolean isStopping;

    /**
     * Partitions that do not run yet.
     *
     * @param configs of all of them.
     * @param arguments of a start that names the same file and directory.
     * @param out what they say, each line after the number of its partition.
     */
    PartitionProcesses(final List<VenueConfig> configs, final List<String> arguments, final PrintWriter out)
    {
        this.configs = configs;
        this.arguments = arguments;
        this.out = out;
    }

    /**
     * Runs them until they are asked to stop, or none is left.
     *
     * @return exit code.
     * @throws IOException when a process cannot be started.
     */
    int serve() throws IOException
    {
        for (final VenueConfig config : configs)
        {
            if (config.host().isCluster())
            {
                throw new ConfigurationException("venue.host", config.host().kind(), "members of several partitions " +
                    "are started one by one, with --partition: partitions=" + configs.size());
            }
            PartitionInstruments.requireSameCount(config);
            VenueKeys.require(config);
            ReferenceDataReader.read(config);
        }
        // They share the directory, and would get in each other's way.
        VenueKeys.allowForDemo(configs.getFirst());
        try (ShutdownSignalBarrier barrier = new ShutdownSignalBarrier())
        {
            final List<CompletableFuture<Void>> starts = new ArrayList<>();
            for (final VenueConfig config : configs)
            {
                starts.add(start(config, barrier));
            }
            if (configs.getFirst().lowFrequency().isEnabled())
            {
                starts.add(startLowFrequency());
            }
            CompletableFuture.allOf(starts.toArray(CompletableFuture[]::new)).thenRun(this::printState);
            final List<RebalancerService> rebalancers = new ArrayList<>();
            try
            {
                startRebalancers(rebalancers);
                barrier.await();
                out.println("stopping");
                isStopping = true;
            }
            finally
            {
                CloseHelper.closeAll(rebalancers);
            }
            if (null != lowFrequency)
            {
                lowFrequency.destroy();
                lowFrequency.onExit().join();
            }
            final boolean isWhole = running.size() == configs.size();
            running.values().forEach(ProcessHandle::destroy);
            running.values().forEach(process -> process.onExit().join());
            return isWhole ? ExitCode.OK : ExitCode.INTERNAL;
        }
    }

    /** Each looks for the partitions of its market until they run, unless another process does. */
    private void startRebalancers(final List<RebalancerService> rebalancers) throws IOException
    {
        final Map<List<Integer>, List<VenueConfig>> markets =
            configs.stream().collect(Collectors.groupingBy(VenueConfig::together));
        for (final List<VenueConfig> market : markets.values())
        {
            final List<Path> partitions = market.stream().map(VenueConfig::dataDir).toList();
            final RebalancerService rebalancer = market.size() > 1 && market.getFirst().rebalances() ?
                RebalancerService.start(partitions.getFirst().toAbsolutePath().getParent(), partitions) : null;
            if (null != rebalancer)
            {
                rebalancers.add(rebalancer);
            }
        }
    }

    /** Completes when the partition is ready, or has ended before. */
    private CompletableFuture<Void> start(final VenueConfig config, final ShutdownSignalBarrier barrier)
        throws IOException
    {
        final int partition = config.partition();
        final CompletableFuture<Void> done = new CompletableFuture<>();
        final ProcessHandle former = running(config.dataDir());
        if (null != former)
        {
            say(name(partition), "runs already, process " + former.pid());
            done.complete(null);
            watch(partition, former, barrier);
            return done;
        }
        final List<String> command = new ArrayList<>(arguments);
        command.addFirst("start");
        command.addAll(List.of("--partition", Integer.toString(partition)));
        watch(partition, launch(name(partition), command, done), barrier);
        return done;
    }

    private ProcessHandle launch(final String who, final List<String> command, final CompletableFuture<Void> done)
        throws IOException
    {
        final Process process = new ProcessBuilder(CommandProcess.line(INHERITED, List.of(), command))
            .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        Thread.ofPlatform().daemon().name("output-of-" + who.replace(' ', '-')).start(() ->
        {
            read(who, process, done);
            done.complete(null);
        });
        return process.toHandle();
    }

    /** Completes when the gateway of all partitions is ready, or has ended before. */
    private CompletableFuture<Void> startLowFrequency() throws IOException
    {
        final CompletableFuture<Void> done = new CompletableFuture<>();
        lowFrequency = runningLowFrequency();
        if (null == lowFrequency)
        {
            final List<String> command = new ArrayList<>(arguments);
            command.addAll(0, List.of("gateway", LowFrequency.NAME));
            lowFrequency = launch(LowFrequency.NAME, command, done);
        }
        else
        {
            say(LowFrequency.NAME, "runs already, process " + lowFrequency.pid());
            done.complete(null);
        }
        lowFrequency.onExit().thenRun(() ->
        {
            if (!isStopping)
            {
                say(LowFrequency.NAME, "has ended, process " + lowFrequency.pid() + "; start it again with " +
                    "`bourse gateway " + LowFrequency.NAME + "`");
            }
        });
        return done;
    }

    private ProcessHandle runningLowFrequency()
    {
        final Path venueDir = configs.getFirst().dataDir().toAbsolutePath().getParent();
        try
        {
            return ProcessHandle.of(ComponentDescriptor.read(
                Partitions.lowFrequency(venueDir), ComponentKind.LOW_FREQUENCY).pid()).orElse(null);
        }
        catch (final IOException ignored)
        {
            // None runs there.
            return null;
        }
    }

    private static ProcessHandle running(final Path dataDir) throws IOException
    {
        try
        {
            return ProcessHandle.of(VenueDescriptor.read(dataDir).pid()).orElse(null);
        }
        catch (final VenueNotRunningException ex)
        {
            return null;
        }
    }

    private void read(final String who, final Process process, final CompletableFuture<Void> ready)
    {
        try (BufferedReader in = process.inputReader(Charset.defaultCharset()))
        {
            for (String line = in.readLine(); null != line; line = in.readLine())
            {
                say(who, line);
                if (READY.equals(line))
                {
                    ready.complete(null);
                }
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the output of a process cannot be read: process=" + who, ex);
        }
    }

    private void watch(final int partition, final ProcessHandle process, final ShutdownSignalBarrier barrier)
    {
        running.put(partition, process);
        process.onExit().thenRun(() ->
        {
            if (!isStopping)
            {
                running.remove(partition);
                say(name(partition), "has ended, process " + process.pid() + "; partitions that go on: " +
                    (running.isEmpty() ? "none" : names()) + "; start it again with `bourse start --partition " +
                    partition + "`");
                if (running.isEmpty())
                {
                    barrier.signalAll();
                }
            }
        });
    }

    private void printState()
    {
        final boolean isServed = null == lowFrequency || lowFrequency.isAlive();
        out.println(running.size() == configs.size() && isServed ? READY :
            "not ready, partitions that serve: " + names() + (isServed ? "" : "; not " + LowFrequency.NAME));
    }

    private String names()
    {
        return running.keySet().stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private static String name(final int partition)
    {
        return "partition " + partition;
    }

    private void say(final String who, final String line)
    {
        out.println(who + "  " + line);
    }
}
