// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.session;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.event.SessionEventPublisher;
import io.bourse.engine.core.state.ClockGuard;
import io.bourse.engine.core.state.EngineTime;
import io.bourse.engine.protocol.ConfirmTimeDecoder;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.StopOrderEntryDecoder;

/**
 * Stops order entry when the host no longer knows the time, and goes on when an operator has confirmed it. Deadlines
 * that the confirmed time has reached are due from then on; the next {@code AdvanceTime} fires them.
 */
public final class ClockHandler
{
    private static final int OPERATORS = 0;
    /** 2200-01-01T00:00:00Z: dates of the venue end before it. */
    private static final long END_NS = 7_258_118_400_000_000_000L;

    private final StopOrderEntryDecoder stopOrderEntry = new StopOrderEntryDecoder();
    private final ConfirmTimeDecoder confirmTime = new ConfirmTimeDecoder();
    private final ClockGuard clock;
    private final EngineTime time;
    private final SessionEventPublisher publisher;

    public ClockHandler(final ClockGuard clock, final EngineTime time, final SessionEventPublisher publisher)
    {
        this.clock = clock;
        this.time = time;
        this.publisher = publisher;
    }

    /**
     * Enters the commands of this handler.
     *
     * @param table of all commands.
     */
    public void register(final CommandTable table)
    {
        table.add(new CommandKind(StopOrderEntryDecoder.TEMPLATE_ID, this::onStopOrderEntry));
        table.add(new CommandKind(ConfirmTimeDecoder.TEMPLATE_ID, this::onConfirmTime));
    }

    private RejectReason onStopOrderEntry(final CommandEnvelope command)
    {
        if (OPERATORS != command.gatewayId)
        {
            return RejectReason.NO_RIGHT;
        }
        if (clock.isStopped())
        {
            return RejectReason.WRONG_STATE;
        }
        command.decode(stopOrderEntry);
        clock.stop(time.nowNs());
        publisher.orderEntryStopped(stopOrderEntry.wallNs(), stopOrderEntry.stampNs());
        return null;
    }

    private RejectReason onConfirmTime(final CommandEnvelope command)
    {
        if (OPERATORS != command.gatewayId)
        {
            return RejectReason.NO_RIGHT;
        }
        final long wallNs = command.decode(confirmTime).wallNs();
        if (wallNs <= 0 || wallNs >= END_NS)
        {
            return RejectReason.INVALID_FIELD;
        }
        if (!clock.isStopped())
        {
            return RejectReason.WRONG_STATE;
        }
        clock.confirm(wallNs);
        time.advanceTo(wallNs);
        publisher.timeConfirmed(wallNs);
        return null;
    }
}
