// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.checkpoint.CheckpointedHistory;
import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Has {@link VenueHistory} kept while the venue runs, so that events before it may be purged, however long the venue
 * goes on without a start. Each process of the engine keeps its own, also a member that does not lead.
 */
final class HistoryKeeper implements Agent, AutoCloseable
{
    /** From one look at the end of the event stream to the next. */
    static final long INTERVAL_NS = TimeUnit.MINUTES.toNanos(1);
    private static final Logger LOGGER = LoggerFactory.getLogger(HistoryKeeper.class);
    /** Of events after which it is kept again: a checkpoint is written then. */
    private static final long DUE_BYTES = CheckpointedHistory.SHORTEST_TAIL;

    private final Path dataDir;
    private final Supplier<EngineClient> connector;
    private final long intervalNs;
    private volatile EngineClient client;
    private volatile boolean isStopped;
    private long keptCursor;
    private long lookNs;

    /**
     * A keeper whose first look is due after one interval.
     *
     * @param dataDir of the engine.
     * @param connector makes clients of the engine, which are closed here.
     * @param intervalNs between two looks.
     */
    HistoryKeeper(final Path dataDir, final Supplier<EngineClient> connector, final long intervalNs)
    {
        this.dataDir = dataDir;
        this.connector = connector;
        this.intervalNs = intervalNs;
        lookNs = System.nanoTime() + intervalNs;
    }

    @Override
    public int doWork()
    {
        final long nowNs = System.nanoTime();
        if (isStopped || nowNs - lookNs < 0)
        {
            return 0;
        }
        lookNs = nowNs + intervalNs;
        try
        {
            client = null == client ? connector.get() : client;
            final long end = client.endCursor();
            if (isStopped || end - keptCursor < DUE_BYTES)
            {
                return 0;
            }
            VenueHistory.keep(dataDir, client);
            keptCursor = end;
        }
        catch (final RuntimeException ex)
        {
            if (!isStopped)
            {
                LOGGER.warn("What a start asks history for was not kept, it is tried again: intervalNs={} dataDir={} " +
                    "reason=\"{}\"", intervalNs, dataDir, ex.getMessage());
            }
            onClose();
        }
        return 1;
    }

    @Override
    public void onClose()
    {
        CloseHelper.quietClose(client);
        client = null;
    }

    /** Leaves what is being read: for the thread that stops the venue, before it ends the one of the keeper. */
    @Override
    public void close()
    {
        isStopped = true;
        CloseHelper.quietClose(client);
    }

    @Override
    public String roleName()
    {
        return "history-keeper";
    }
}
