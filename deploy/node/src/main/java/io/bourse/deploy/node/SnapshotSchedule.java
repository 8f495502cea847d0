// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import org.agrona.concurrent.Agent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.concurrent.TimeUnit;

/**
 * Asks for a snapshot at regular intervals, with the same command as an operator would. A snapshot that fails is no
 * reason to stop the venue: the next one is asked for in its turn.
 */
final class SnapshotSchedule implements Agent
{
    private static final Logger LOGGER = LoggerFactory.getLogger(SnapshotSchedule.class);
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);

    private final VenueEngine engine;
    private final long intervalNs;
    private long dueNs;

    /**
     * A schedule whose first snapshot is due after one interval.
     *
     * @param engine of this node; of the members of a cluster only the leader asks.
     * @param intervalNs from one to the next, in nanoseconds.
     */
    SnapshotSchedule(final VenueEngine engine, final long intervalNs)
    {
        this.engine = engine;
        this.intervalNs = intervalNs;
        dueNs = System.nanoTime() + intervalNs;
    }

    @Override
    public int doWork()
    {
        final long nowNs = System.nanoTime();
        if (nowNs - dueNs < 0)
        {
            return 0;
        }
        dueNs = nowNs + intervalNs;
        if (!engine.isInCharge())
        {
            return 1;
        }
        // A connection that is not used for hours would only be in the way.
        try (EngineClient client = engine.connect();
            OperatorClient operator = new OperatorClient(client, TIMEOUT_NS))
        {
            LOGGER.info("snapshot is due: commandPosition={}", operator.takeSnapshot().commandPosition());
        }
        catch (final RuntimeException ex)
        {
            LOGGER.warn("no snapshot was taken, the next one is due in turn: intervalNs={} reason=\"{}\"", intervalNs,
                ex.getMessage());
        }
        return 1;
    }

    @Override
    public String roleName()
    {
        return "snapshot-schedule";
    }
}
