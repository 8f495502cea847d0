// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.context;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.ingest.Ingest;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.requirement.MatcherLimits;
import io.bourse.clearing.table.Table;
import io.bourse.engine.client.operator.CollateralSpec;
import io.bourse.engine.client.operator.CommandRefusedException;
import io.bourse.engine.client.operator.CommandTimeoutException;
import io.bourse.engine.client.operator.ContractOperator;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.PositionMove;
import io.bourse.engine.client.operator.RiskOperator;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.MovementKind;
import io.bourse.engine.security.Principal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A live engine: its recorded stream as the ingest has it, and the operator's commands. What the engine refuses or
 * leaves unanswered becomes a {@link PreconditionException}.
 */
public final class EngineSource implements RunSource
{
    private static final int MOVES_AT_ONCE = 10_000;

    private final ClearingContext ctx;
    private final Path directory;
    private Ingest ingest;
    /** Of a cut that no run has made. */
    private Ingest ownCut;
    private OperatorClient operator;

    /** The engine that the options name. */
    public EngineSource(final ClearingContext ctx)
    {
        this.ctx = ctx;
        this.directory = ctx.baseDir().resolve(ClearingContext.INGEST_DIRECTORY);
    }

    @Override
    public IngestedDay catchUp()
    {
        return followed(Ingest::catchUp);
    }

    @Override
    public IngestedDay dayUpTo(final long cursor, final Path ownDirectory)
    {
        ownCut = Ingest.open(ctx.ingest(ownDirectory));
        return ownCut.dayUpTo(cursor);
    }

    @Override
    public IngestedDay dayAt(final long runId)
    {
        return followed(opened -> opened.dayAt(runId));
    }

    @Override
    public RunRecord record(final long runId)
    {
        return followed(opened -> opened.run(runId));
    }

    private <T> T followed(final Following<T> following)
    {
        try
        {
            if (null == ingest)
            {
                ingest = Ingest.open(ctx.ingest(directory));
            }
            return following.in(ingest);
        }
        catch (final IllegalStateException ex)
        {
            throw new PreconditionException("the event stream cannot be followed: directory=" +
                directory + " reason=\"" + ex.getMessage() + "\"", ex);
        }
    }

    @Override
    public void connect()
    {
        followed(opened ->
        {
            opened.takeUp();
            return null;
        });
        if (null == operator)
        {
            operator = new OperatorClient(ctx.engineClient(), ctx.timeoutNs(), Principal.CLEARING);
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

    @Override
    public void suspend(final long runId, final ClearingKind kind)
    {
        operate(engine -> engine.suspendTrading(runId, kind));
    }

    @Override
    public void movePositions(
        final long runId, final Table movements, final long fromRow, final int[] instrumentIds)
    {
        operate(engine ->
        {
            final ContractOperator contracts = new ContractOperator(engine);
            for (long first = fromRow; first < movements.rows(); first += MOVES_AT_ONCE)
            {
                contracts.movePositions(runId, first, moves(movements, first, instrumentIds));
            }
        });
    }

    private static List<PositionMove> moves(final Table movements, final long first, final int[] instrumentIds)
    {
        final List<PositionMove> moves = new ArrayList<>();
        final long end = Math.min(movements.rows(), first + MOVES_AT_ONCE);
        for (long row = first; row < end; row++)
        {
            final io.bourse.clearing.model.MovementKind kind = io.bourse.clearing.model.MovementKind.values()[
                movements.ints(RunTables.MOVEMENT_KIND).get(row)];
            moves.add(new PositionMove(
                movements.ints(RunTables.MOVEMENT_ACCOUNT).get(row),
                instrumentIds[movements.ints(RunTables.MOVEMENT_INSTRUMENT).get(row)],
                movements.ints(RunTables.MOVEMENT_LOTS).get(row),
                MovementKind.valueOf(kind.name())));
        }
        return moves;
    }

    @Override
    public void expire(final long runId, final int instrumentId)
    {
        operate(engine -> new ContractOperator(engine).expireInstrument(runId, instrumentId));
    }

    @Override
    public void publish(final long runId, final List<PublishedPrice> prices)
    {
        operate(engine ->
        {
            for (final PublishedPrice price : prices)
            {
                engine.publishSettlement(
                    runId,
                    price.instrumentId(),
                    price.settlementE5(),
                    price.tickValueE5(),
                    price.band().lowE5(),
                    price.band().highE5());
            }
        });
    }

    @Override
    public void setMargins(final List<MatcherLimits.LotMargin> margins)
    {
        operate(engine ->
        {
            final RiskOperator risk = new RiskOperator(engine);
            margins.forEach(margin ->
                risk.setMargin(margin.instrumentId(), margin.longKopecks(), margin.shortKopecks()));
        });
    }

    @Override
    public void setCollaterals(final List<MatcherLimits.Collateral> collaterals)
    {
        operate(engine -> new RiskOperator(engine).setCollaterals(collaterals.stream()
            .map(each -> new CollateralSpec(each.level(), each.code(), each.collateralKopecks()))
            .iterator()));
    }

    @Override
    public void complete(final long runId, final ClearingKind kind)
    {
        operate(engine -> engine.completeClearing(runId, kind));
    }

    @Override
    public void resume(final long runId)
    {
        operate(engine -> engine.resumeTrading(runId));
    }

    private void operate(final Operation operation)
    {
        try
        {
            connect();
            operation.on(operator);
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
        if (null != ingest)
        {
            ingest.close();
            ingest = null;
        }
        if (null != ownCut)
        {
            ownCut.close();
            ownCut = null;
        }
    }

    private interface Operation
    {
        void on(OperatorClient engine);
    }

    private interface Following<T>
    {
        T in(Ingest ingest);
    }
}
