// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.ingest.CarriedPositions;
import io.bourse.clearing.ingest.ClearingDay;
import io.bourse.clearing.ingest.DayFollower;
import io.bourse.clearing.ingest.SliceCollector;
import io.bourse.clearing.ledger.EngineState;
import io.bourse.clearing.ledger.InstrumentPrice;
import io.bourse.engine.client.CommandRefusedException;
import io.bourse.engine.client.CommandTimeoutException;
import io.bourse.engine.client.Cut;
import io.bourse.engine.client.OperatorClient;
import io.bourse.engine.client.StateReport;
import io.bourse.engine.protocol.ClearingKind;

/**
 * A service's side of the engine: the day it follows, and the operator's commands it gives. What the engine refuses or
 * leaves unanswered becomes a {@link PreconditionException}.
 */
final class ClearingSource implements AutoCloseable
{
    private final ClearingContext ctx;
    private final ClearingDay day;
    private final DayFollower follower;
    private OperatorClient operator;

    ClearingSource(final ClearingContext ctx)
    {
        this.ctx = ctx;
        this.day = new ClearingDay(new SliceCollector(ctx.sliceIntervalNs(), ctx.windowSlices()));
        this.follower = new DayFollower(ctx.engineClient(), day, ctx.timeoutNs());
    }

    ClearingDay day()
    {
        return day;
    }

    void catchUp()
    {
        followTo(ctx.engineClient().endCursor());
    }

    void followTo(final long cursor)
    {
        try
        {
            follower.followTo(cursor);
        }
        catch (final IllegalStateException ex)
        {
            throw new PreconditionException("the event stream cannot be followed: wantedCursor=" + cursor +
                " dayCursor=" + day.cursor() + " reason=\"" + ex.getMessage() + "\"", ex);
        }
    }

    /** Connects the operator ahead of time: while trading stands still every connection costs what a step costs. */
    void connect()
    {
        if (null == operator)
        {
            operator = new OperatorClient(ctx.engineClient(), ctx.timeoutNs());
        }
    }

    private void disconnect()
    {
        if (null != operator)
        {
            operator.close();
            operator = null;
        }
    }

    long suspend(final long runId, final ClearingKind kind)
    {
        final Cut cut = operate(engine -> engine.suspendTrading(runId, kind));
        return cut.cursor();
    }

    EngineState engineState()
    {
        final StateReport report = operate(OperatorClient::reportState);
        final CarriedPositions positions = new CarriedPositions();
        for (final StateReport.NetPosition position : report.positions())
        {
            positions.add(
                position.accountId(),
                day.instruments().byId(position.instrumentId()).ordinal(),
                position.netLots());
        }
        return new EngineState(positions, report.tradeCount());
    }

    void publish(final long runId, final Iterable<InstrumentPrice> prices)
    {
        operate(engine ->
        {
            for (final InstrumentPrice price : prices)
            {
                engine.publishSettlement(
                    runId,
                    price.instrumentId(),
                    price.settlementPriceE5(),
                    price.tickValueE5(),
                    price.band().lowE5(),
                    price.band().highE5());
            }
            return null;
        });
    }

    void complete(final long runId, final ClearingKind kind)
    {
        operate(engine ->
        {
            engine.completeClearing(runId, kind);
            return null;
        });
    }

    void resume(final long runId)
    {
        operate(engine ->
        {
            engine.resumeTrading(runId);
            return null;
        });
    }

    private <T> T operate(final Operation<T> operation)
    {
        try
        {
            connect();
            return operation.on(operator);
        }
        catch (final CommandRefusedException | CommandTimeoutException | IllegalStateException ex)
        {
            // What comes late must not be taken for the answer to something else.
            disconnect();
            throw new PreconditionException("the engine did not do what clearing asked for: " + ex.getMessage(), ex);
        }
    }

    @Override
    public void close()
    {
        disconnect();
        follower.close();
    }

    private interface Operation<T>
    {
        T on(OperatorClient engine);
    }
}
