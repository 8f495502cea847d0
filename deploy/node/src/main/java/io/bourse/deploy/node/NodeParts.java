// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.machine.ThreadAffinity;
import io.bourse.engine.files.OwnDirectory;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.CountersFile;
import io.bourse.engine.telemetry.ProcessCounter;
import io.bourse.engine.telemetry.SecurityLog;
import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.SystemEpochClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What a process of the venue has opened: closed in reverse order, also when a start fails half-way. Components run on
 * threads of their own, and the first one that fails is remembered.
 */
final class NodeParts implements AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(NodeParts.class);
    private static final long START_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final long SCHEDULE_IDLE_MS = 100;

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
    private final CompletableFuture<Void> stop = new CompletableFuture<>();
    private final Path dataDir;
    private final Supplier<IdleStrategy> idleStrategies;
    private final Map<String, Integer> cores;
    private final int partition;
    private HeartbeatAgent heartbeats;
    private LastSnapshot lastSnapshot;

    NodeParts(final VenueConfig config)
    {
        dataDir = config.dataDir();
        partition = config.partition();
        idleStrategies = Idling.of(config);
        cores = config.layout().cores();
        ThreadAffinity.check(cores);
    }

    /** Remembers something that is to be closed. */
    <T extends AutoCloseable> T opened(final T resource)
    {
        open.push(resource);
        return resource;
    }

    /**
     * Gives a component a thread of its own.
     *
     * @param name of the thread in the layout.
     * @param component to run and to close there.
     */
    void run(final String name, final Agent component)
    {
        final AgentRunner runner = opened(new AgentRunner(idleStrategies.get(), this::onFailure, null, component));
        AgentRunner.startOnThread(runner, ThreadAffinity.factory(cores.get(name)));
    }

    /**
     * Opens the security log.
     *
     * @return log, which is closed with the process.
     * @throws UncheckedIOException when another user owns its directory, or others can use it.
     */
    SecurityLog securityLog()
    {
        try
        {
            return opened(SecurityLog.open(dataDir));
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the security log cannot be written: dataDir=" + dataDir, ex);
        }
    }

    /**
     * Opens the counters file of a component; to be called before the component is made, so that it is closed first.
     *
     * @param component short name.
     * @return counters, which are closed with the process.
     */
    ComponentCounters counters(final String component)
    {
        try
        {
            // The counters may lie in it.
            OwnDirectory.make(dataDir);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the data directory cannot be used: dataDir=" + dataDir, ex);
        }
        final CountersFile file = CountersFile.create(
            EngineDirectories.countersDir(dataDir), component, partition, SystemEpochClock.INSTANCE.time());
        final ComponentCounters counters = opened(new ComponentCounters(file));
        if (null == heartbeats)
        {
            heartbeats = new HeartbeatAgent(
                SystemEpochClock.INSTANCE, file.hold(() -> new CounterSet<>(ProcessCounter.class)));
            runWatch(heartbeats);
        }
        heartbeats.add(counters);
        return counters;
    }

    /** Gives something that waits for datagrams a thread that parks briefly, however the components wait. */
    void runParking(final Agent agent)
    {
        AgentRunner.startOnThread(opened(new AgentRunner(Idling.parking(), this::onFailure, null, agent)));
    }

    /** Gives something that looks at files and counters now and then a thread that sleeps. */
    void runWatch(final Agent watch)
    {
        runWatch(watch, SCHEDULE_IDLE_MS);
    }

    /** The same to something that looks more often. */
    void runWatch(final Agent watch, final long intervalMs)
    {
        AgentRunner.startOnThread(opened(
            new AgentRunner(new SleepingMillisIdleStrategy(intervalMs), this::onFailure, null, watch)));
    }

    /** Makes the snapshot at the end due after everything that is opened from now on is closed. */
    void lastSnapshot(final VenueConfig config, final VenueEngine engine)
    {
        if (config.snapshots().isTakenAtStop() && !config.host().isCluster())
        {
            lastSnapshot = opened(new LastSnapshot(engine, config.partition(), failure));
        }
    }

    /** The venue serves: keeps history, takes snapshots by the schedule of the configuration, and one at the end. */
    void runSnapshots(final VenueConfig.Snapshots config, final VenueEngine engine)
    {
        if (null != lastSnapshot)
        {
            lastSnapshot.want();
        }
        if (!config.interval().isZero())
        {
            runWatch(new SnapshotSchedule(engine, config.interval().toNanos()));
        }
        final HistoryKeeper keeper = new HistoryKeeper(dataDir, engine::connect, HistoryKeeper.INTERVAL_NS);
        runWatch(keeper);
        opened(keeper);
    }

    /** A component that fails once may be half-mutated: it is stopped rather than going on with it. */
    void onFailure(final Throwable cause)
    {
        // An address in use is the operator's to change: the start says so in one line, without a stack trace.
        if (failure.complete(cause) && !Venue.isAddressInUse(cause))
        {
            LOGGER.error("a component of the venue failed and must stop: dataDir={}", dataDir, cause);
        }
    }

    /**
     * Waits until a component is ready.
     *
     * @param component for the message.
     * @param ready true when it serves.
     * @param isGivenUp true when it need not be waited for any longer.
     * @throws IllegalStateException when the component fails or is not ready in time.
     */
    void await(final String component, final BooleanSupplier ready, final BooleanSupplier isGivenUp)
    {
        final long deadlineNs = System.nanoTime() + START_TIMEOUT_NS;
        final IdleStrategy idle = Idling.parking();
        while (!ready.getAsBoolean() && !isGivenUp.getAsBoolean())
        {
            if (failure.isDone())
            {
                throw new IllegalStateException("venue did not start: component=" + component, failure.getNow(null));
            }
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new IllegalStateException(
                    "venue did not start in time: component=" + component + " timeoutNs=" + START_TIMEOUT_NS);
            }
            idle.idle(0);
        }
    }

    /** Completes when the process is asked to stop in order, otherwise than by a signal. */
    CompletableFuture<Void> stop()
    {
        return stop;
    }

    /** Completes with the cause when a component fails. */
    CompletableFuture<Throwable> failure()
    {
        return failure;
    }

    @Override
    public void close()
    {
        while (!open.isEmpty())
        {
            CloseHelper.close(cause -> LOGGER.error("could not close a part of the venue", cause), open.pop());
        }
    }
}
