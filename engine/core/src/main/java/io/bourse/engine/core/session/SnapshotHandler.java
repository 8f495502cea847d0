// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.session;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.event.SessionEventPublisher;
import io.bourse.engine.core.state.EngineTime;
import io.bourse.engine.core.state.StateHash;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.TakeSnapshotDecoder;

/**
 * Executes {@code TakeSnapshot}: says in the event stream that a snapshot is due after this command, and of which
 * state. Writing it is the host's business, which may fail, while history must not depend on a disk: so the event does
 * not show that there is a snapshot.
 */
public final class SnapshotHandler
{
    private static final int OPERATORS = 0;

    private final StateHash stateHash;
    private final EngineTime time;
    private final SessionEventPublisher publisher;
    private long duePosition = -1;

    public SnapshotHandler(final StateHash stateHash, final EngineTime time, final SessionEventPublisher publisher)
    {
        this.stateHash = stateHash;
        this.time = time;
        this.publisher = publisher;
    }

    /**
     * Enters the command of this handler.
     *
     * @param table of all commands.
     */
    public void register(final CommandTable table)
    {
        table.add(new CommandKind(TakeSnapshotDecoder.TEMPLATE_ID, this::onTakeSnapshot));
    }

    /** Position after the last command that made a snapshot due, -1 before the first one. Not part of the state. */
    public long duePosition()
    {
        return duePosition;
    }

    private RejectReason onTakeSnapshot(final CommandEnvelope command)
    {
        if (OPERATORS != command.gatewayId)
        {
            return RejectReason.NO_RIGHT;
        }
        duePosition = command.commandPosition;
        publisher.snapshotDue(command.commandPosition, stateHash.compute(time.nowNs()));
        return null;
    }
}
