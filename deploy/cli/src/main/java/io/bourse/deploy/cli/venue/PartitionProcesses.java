// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.config.PartitionInstruments;
import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.node.CommandProcess;
import io.bourse.deploy.node.ComponentDescriptor;
import io.bourse.deploy.node.ComponentKind;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.deploy.node.VenueKeys;
import io.bourse.deploy.node.VenueNotRunningException;
import io.bourse.deploy.rebalancer.RebalancerService;
import io.bourse.engine.security.CredentialStore;
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
 * one. A partition that is a cluster on this machine has a process for each member; of one on several machines the
 * member of this one. The end of one process, and of this one itself, does not touch the others; they are stopped when
 * this process is asked to stop.
 */
final class PartitionProcesses
{
    private static final String READY = "ready";
    /** Flags of this process that the partitions have too: heap, collector, what Aeron needs, properties. */
    private static final List<String> INHERITED = List.of("-X", "-D", "--add-opens", "--enable-native", "--sun-misc");

    private final Map<Engine, ProcessHandle> running = new ConcurrentSkipListMap<>();
    private final List<Engine> engines = new ArrayList<>();
    private final List<VenueConfig> configs;
    private final List<String> arguments;
    private final PrintWriter out;
    /** Gateways of all partitions, by name. */
    private final Map<String, ProcessHandle> lowFrequency = new ConcurrentSkipListMap<>();
    private volatile boolean isStopping;

    /**
     * An engine of a partition.
     *
     * @param partition which.
     * @param memberId of a member that has neither gateways nor market data; -1 of the others.
     * @param dataDir where it says that it runs.
     */
    private record Engine(int partition, int memberId, Path dataDir) implements Comparable<Engine>
    {
        private static final int MAIN = -1;

        @Override
        public int compareTo(final Engine other)
        {
            return partition == other.partition ?
                Integer.compare(memberId, other.memberId) : Integer.compare(partition, other.partition);
        }

        @Override
        public String toString()
        {
            return partition + (MAIN == memberId ? "" : " member " + memberId);
        }

        private String name()
        {
            return "partition " + this;
        }
    }

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
            PartitionInstruments.requireSameCount(config);
            VenueKeys.require(config);
            ReferenceDataReader.read(config);
        }
        // They share the directory, and would get in each other's way.
        VenueKeys.allowForDemo(configs.getFirst());
        for (final VenueConfig config : configs)
        {
            addEngines(config);
        }
        try (ShutdownSignalBarrier barrier = new ShutdownSignalBarrier())
        {
            final List<CompletableFuture<Void>> starts = new ArrayList<>();
            for (final Engine engine : engines)
            {
                starts.add(start(engine, barrier));
            }
            for (final String gateway : configs.getFirst().lowFrequency().running())
            {
                starts.add(startLowFrequency(gateway));
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
            adopt(barrier);
            lowFrequency.values().forEach(ProcessHandle::destroy);
            lowFrequency.values().forEach(process -> process.onExit().join());
            final boolean isWhole = running.size() == engines.size();
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

    /** Members side by side on one machine are all of this command; each has a directory below that of the venue. */
    private void addEngines(final VenueConfig config) throws IOException
    {
        engines.add(new Engine(config.partition(), Engine.MAIN, config.dataDir()));
        if (!config.host().isCluster() || 1 == config.host().members())
        {
            return;
        }
        // All of them look for the same ones at once.
        CredentialStore.at(config.credentials()).createMissing();
        for (int memberId = 0; config.host().isOnLoopback() && memberId < config.host().members(); memberId++)
        {
            if (config.host().memberId() != memberId)
            {
                engines.add(new Engine(config.partition(), memberId, memberDir(memberId).resolve(
                    venueDir().relativize(config.dataDir().toAbsolutePath().normalize()))));
            }
        }
    }

    private Path venueDir()
    {
        return configs.getFirst().venueDir();
    }

    private Path memberDir(final int memberId)
    {
        return venueDir().resolve("member-" + memberId);
    }

    /** Completes when the engine is ready, or has ended before. */
    private CompletableFuture<Void> start(final Engine engine, final ShutdownSignalBarrier barrier) throws IOException
    {
        final CompletableFuture<Void> done = new CompletableFuture<>();
        final ProcessHandle former = running(engine.dataDir());
        if (null != former)
        {
            say(engine.name(), "runs already, process " + former.pid());
            done.complete(null);
            watch(engine, former, barrier);
            return done;
        }
        watch(engine, launch(engine.name(), command(engine), done), barrier);
        return done;
    }

    private List<String> command(final Engine engine)
    {
        final List<String> command = new ArrayList<>();
        if (Engine.MAIN == engine.memberId())
        {
            command.add("start");
            command.addAll(arguments);
        }
        else
        {
            // Several members have a file, which says where they find each other.
            command.addAll(List.of("member", "--config", arguments.get(arguments.indexOf("--config") + 1),
                "--member-id", Integer.toString(engine.memberId()), "--data",
                memberDir(engine.memberId()).toString()));
        }
        command.addAll(List.of("--partition", Integer.toString(engine.partition())));
        return command;
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

    /** Completes when a gateway of all partitions is ready, or has ended before. */
    private CompletableFuture<Void> startLowFrequency(final String name) throws IOException
    {
        final CompletableFuture<Void> done = new CompletableFuture<>();
        final ProcessHandle former = runningLowFrequency(name);
        if (null == former)
        {
            final List<String> command = new ArrayList<>(arguments);
            command.addAll(0, List.of("gateway", name));
            lowFrequency.put(name, launch(name, command, done));
        }
        else
        {
            say(name, "runs already, process " + former.pid());
            lowFrequency.put(name, former);
            done.complete(null);
        }
        final ProcessHandle process = lowFrequency.get(name);
        process.onExit().thenRun(() ->
        {
            if (!isStopping)
            {
                say(name, "has ended, process " + process.pid() + "; start it again with `bourse gateway " + name +
                    "`");
            }
        });
        return done;
    }

    private ProcessHandle runningLowFrequency(final String name)
    {
        try
        {
            return ProcessHandle.of(ComponentDescriptor.read(
                Partitions.lowFrequency(venueDir(), name), ComponentKind.of(name)).pid()).orElse(null);
        }
        catch (final IOException ignored)
        {
            // None runs there.
            return null;
        }
    }

    private static ProcessHandle running(final Path dataDir)
    {
        try
        {
            return ProcessHandle.of(VenueDescriptor.read(dataDir).pid()).orElse(null);
        }
        catch (final VenueNotRunningException ex)
        {
            return null;
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("it cannot be read whether a partition runs: dataDir=" + dataDir, ex);
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

    private void watch(final Engine engine, final ProcessHandle process, final ShutdownSignalBarrier barrier)
    {
        running.put(engine, process);
        process.onExit().thenRun(() ->
        {
            if (!isStopping)
            {
                running.remove(engine, process);
                adopt(barrier);
                say(engine.name(), "has ended, process " + process.pid() + "; partitions that go on: " +
                    (running.isEmpty() ? "none" : names()) + "; start it again with `bourse " +
                    String.join(" ", command(engine)) + "`");
                if (running.isEmpty())
                {
                    barrier.signalAll();
                }
            }
        });
    }

    /** Those that were started again by another command are of this one as well. */
    private void adopt(final ShutdownSignalBarrier barrier)
    {
        for (final Engine engine : engines)
        {
            final ProcessHandle process = running.containsKey(engine) ? null : running(engine.dataDir());
            if (null != process)
            {
                watch(engine, process, barrier);
            }
        }
    }

    private void printState()
    {
        final List<String> ended = lowFrequency.entrySet().stream().filter(each -> !each.getValue().isAlive())
            .map(Map.Entry::getKey).toList();
        out.println(running.size() == engines.size() && ended.isEmpty() ? READY :
            "not ready, partitions that serve: " + names() +
                (ended.isEmpty() ? "" : "; not " + String.join(", ", ended)));
    }

    private String names()
    {
        return running.keySet().stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private void say(final String who, final String line)
    {
        out.println(who + "  " + line);
    }
}
