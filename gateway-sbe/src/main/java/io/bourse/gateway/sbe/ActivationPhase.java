// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.GatewayBarrier;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.GatewayConnectedDecoder;

/**
 * Whether an activated standby takes no orders yet. Its announcements have message numbers, which must follow from the
 * event stream: so a gateway marks beginning and end there, by claims of its own without a login. Their numbers are
 * those of its start, as with {@link GatewayBarrier}: marks of an earlier start count for nothing. The next start ends
 * a phase that has no end.
 */
final class ActivationPhase
{
    private final int gatewayId;
    /** Of the last start in the event stream. */
    private long epoch;
    /** Below the marks of this start, 0 when no more are to come. */
    private long claimSequence;
    /** Of the SystemEvent of the beginning, 0 while there is no phase. */
    private long eventId;

    ActivationPhase(final int gatewayId)
    {
        this.gatewayId = gatewayId;
    }

    static long beginSequence(final long claimSequence)
    {
        return claimSequence + 1;
    }

    static long endSequence(final long claimSequence)
    {
        return claimSequence + 2;
    }

    void state(final CheckpointState state)
    {
        epoch = state.number(epoch);
        claimSequence = state.number(claimSequence);
        eventId = state.number(eventId);
    }

    boolean isRunning()
    {
        return 0 != eventId;
    }

    /** Of the SystemEvent that announces the beginning. */
    long eventId()
    {
        return eventId;
    }

    /** Whether the transaction that begins is the mark of a beginning; {@link #begin} follows. */
    boolean isBegin(final EventGroup group)
    {
        return isMark(group, beginSequence(claimSequence)) && !isRunning();
    }

    void begin(final long ofSystemEvent)
    {
        eventId = ofSystemEvent;
    }

    /** Whether the transaction that begins is the mark of the end of a phase, which has ended then. */
    boolean takeEnd(final EventGroup group)
    {
        if (!isMark(group, endSequence(claimSequence)))
        {
            return false;
        }
        claimSequence = 0;
        return end();
    }

    private boolean isMark(final EventGroup group, final long sequence)
    {
        return 0 != claimSequence && gatewayId == group.gatewayId() && 0 == group.sessionId() &&
            sequence == group.sequence();
    }

    /** Whether a start of the gateway has ended a phase. */
    boolean takeEnd(final GatewayConnectedDecoder event, final long commandPosition)
    {
        if (gatewayId != event.gatewayId() || epoch == event.epoch())
        {
            return false;
        }
        epoch = event.epoch();
        claimSequence = GatewayBarrier.claimSequence(commandPosition);
        return end();
    }

    private boolean end()
    {
        final boolean wasRunning = isRunning();
        eventId = 0;
        return wasRunning;
    }
}
