// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.checkpoint.CheckpointStore;
import io.bourse.engine.client.checkpoint.CheckpointedHistory;
import io.bourse.engine.client.operator.OperatorRegister;
import io.bourse.engine.host.retention.ConsumerParts;
import io.bourse.engine.host.retention.ConsumerRegistry;

import java.nio.file.Path;

/**
 * What the start of a venue asks its event stream for, from checkpoints on. For one process, and one thread, at a time.
 */
final class VenueHistory
{
    private static final String CONSUMER = "venue";

    private final Path checkpoints;
    private final ConsumerRegistry consumers;

    VenueHistory(final Path dataDir)
    {
        checkpoints = dataDir.resolve("checkpoints");
        consumers = new ConsumerRegistry(dataDir);
    }

    /**
     * Reads the stream up to where it ends now, and keeps it when much of it was read.
     *
     * @param client of the engine.
     * @return state of the session, and operators, at that point.
     */
    State read(final EngineClient client)
    {
        final ConsumerParts parts = new ConsumerParts(consumers, CONSUMER);
        final CheckpointStore sessions = SessionTracker.checkpoints(client, checkpoints).onNeeded(parts.part());
        final CheckpointStore operators = OperatorRegister.checkpoints(client, checkpoints).onNeeded(parts.part());
        return new State(
            CheckpointedHistory.read(client, sessions, SessionTracker::new),
            CheckpointedHistory.read(client, operators, OperatorRegister::new));
    }

    /** What it was asked for. */
    record State(SessionTracker session, OperatorRegister operators)
    {
    }
}
