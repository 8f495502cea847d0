// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.rebalancer;

import io.bourse.clearing.file.DirectoryLock;
import io.bourse.deploy.node.Idling;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.deploy.node.VenueEngine;
import io.bourse.deploy.node.VenueNotRunningException;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.checkpoint.CheckpointStore;
import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.host.rebalancer.Rebalancer;
import io.bourse.engine.host.rebalancer.RebalancerCounter;
import io.bourse.engine.host.retention.ConsumerRegistry;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.CountersFile;
import org.agrona.CloseHelper;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SystemNanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The rebalancer of a running venue of several partitions, on a thread of its own. While a partition does not run
 * nothing is moved, and it is looked for again and again. Its checkpoints are in {@code DIR/rebalancer} of the venue,
 * its counters beside those of the first partition.
 */
public final class RebalancerService implements AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(RebalancerService.class);
    private static final long INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long LOOK_NS = TimeUnit.SECONDS.toNanos(1);

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Path dataDir;
    private final List<Path> partitions;
    private final DirectoryLock lock;
    private final Thread thread;
    /** Null until all partitions have run. */
    private CountersFile file;
    private CounterSet<RebalancerCounter> counters;

    private RebalancerService(final Path dataDir, final List<Path> partitions, final DirectoryLock lock)
    {
        this.dataDir = dataDir;
        this.partitions = List.copyOf(partitions);
        this.lock = lock;
        thread = Thread.ofPlatform().name(Rebalancer.COMPONENT).unstarted(this::run);
    }

    /**
     * Starts it.
     *
     * @param dataDir of the venue.
     * @param partitions their data directories, ascending; they need not run yet.
     * @return running service, to be closed; null when one runs already for this venue.
     * @throws IOException when its directory cannot be used.
     */
    public static RebalancerService start(final Path dataDir, final List<Path> partitions) throws IOException
    {
        final DirectoryLock lock = DirectoryLock.tryAcquire(directory(dataDir));
        if (null == lock)
        {
            return null;
        }
        lock.noteHolder();
        final RebalancerService service = new RebalancerService(dataDir, partitions, lock);
        service.thread.start();
        return service;
    }

    private static Path directory(final Path dataDir)
    {
        return dataDir.resolve(Rebalancer.COMPONENT);
    }

    private void run()
    {
        String said = null;
        while (isOpen(0))
        {
            try
            {
                follow();
                said = null;
            }
            catch (final VenueNotRunningException ex)
            {
                // Partitions that are being started are not there yet.
                if (null != file)
                {
                    said = say(ex.getMessage(), said, null);
                }
            }
            catch (final IOException | RuntimeException ex)
            {
                said = say(String.valueOf(ex.getMessage()), said, ex);
            }
            beat();
            isOpen(LOOK_NS);
        }
        CloseHelper.quietClose(file);
    }

    private String say(final String reason, final String said, final Exception ex)
    {
        if (!reason.equals(said))
        {
            LOGGER.warn("Collateral and limits are not moved between partitions now, and it is tried again: " +
                "dataDir={} reason={}", dataDir, reason, ex);
        }
        return reason;
    }

    private void beat()
    {
        if (null != file)
        {
            file.heartbeat(System.currentTimeMillis());
        }
    }

    private void count()
    {
        if (null == file)
        {
            file = CountersFile.create(EngineDirectories.countersDir(partitions.getFirst()), Rebalancer.COMPONENT, 0,
                System.currentTimeMillis());
            counters = file.hold(() -> new CounterSet<>(RebalancerCounter.class));
        }
    }

    private void follow() throws IOException
    {
        final List<VenueDescriptor> venues = new ArrayList<>();
        final List<EngineClient> clients = new ArrayList<>();
        try
        {
            for (final Path partition : partitions)
            {
                venues.add(VenueDescriptor.read(partition));
                clients.add(VenueEngine.connect(venues.getLast(), partition));
            }
            count();
            final CheckpointStore store = Rebalancer.store(directory(dataDir)).onNeeded(this::hold);
            try (Rebalancer rebalancer = new Rebalancer(clients, store, counters, SystemNanoClock.INSTANCE,
                INTERVAL_NS))
            {
                LOGGER.info("Collateral and limits are moved between partitions by what is used: dataDir={} " +
                    "partitions={}", dataDir, partitions.size());
                follow(rebalancer, venues);
                rebalancer.checkpoint();
            }
        }
        finally
        {
            CloseHelper.quietCloseAll(clients);
        }
    }

    private void follow(final Rebalancer rebalancer, final List<VenueDescriptor> venues) throws IOException
    {
        final IdleStrategy idle = Idling.parking();
        long lookedNs = System.nanoTime();
        boolean isServing = false;
        while (isOpen(0))
        {
            idle.idle(rebalancer.doWork());
            if (!isServing && rebalancer.isLive())
            {
                isServing = true;
                file.serving();
            }
            if (System.nanoTime() - lookedNs > LOOK_NS)
            {
                lookedNs = System.nanoTime();
                beat();
                requireSame(venues);
            }
        }
    }

    /** What a partition that has died has left can be read on and on. */
    private void requireSame(final List<VenueDescriptor> venues) throws IOException
    {
        for (int i = 0; i < venues.size(); i++)
        {
            if (VenueDescriptor.read(partitions.get(i)).pid() != venues.get(i).pid())
            {
                throw new VenueNotRunningException("a partition was started again: dataDir=" + partitions.get(i), null);
            }
        }
    }

    private void hold(final List<StreamPosition> needed)
    {
        for (int i = 0; i < needed.size(); i++)
        {
            new ConsumerRegistry(partitions.get(i)).hold(Rebalancer.COMPONENT, needed.get(i).previousCursor());
        }
    }

    private boolean isOpen(final long waitNs)
    {
        try
        {
            return !closed.await(waitNs, TimeUnit.NANOSECONDS);
        }
        catch (final InterruptedException ex)
        {
            return false;
        }
    }

    @Override
    public void close()
    {
        closed.countDown();
        boolean isInterrupted = false;
        while (thread.isAlive())
        {
            try
            {
                thread.join();
            }
            catch (final InterruptedException ex)
            {
                isInterrupted = true;
            }
        }
        CloseHelper.quietClose(lock);
        if (isInterrupted)
        {
            Thread.currentThread().interrupt();
        }
    }
}
