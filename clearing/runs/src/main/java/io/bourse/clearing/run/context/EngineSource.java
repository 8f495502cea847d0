// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.context;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.ingest.Ingest;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.IngestedDays;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.ingest.UnionClient;
import io.bourse.clearing.requirement.MatcherLimits;
import io.bourse.clearing.table.Table;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.CollateralSpec;
import io.bourse.engine.client.operator.CommandRefusedException;
import io.bourse.engine.client.operator.CommandTimeoutException;
import io.bourse.engine.client.operator.ContractOperator;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.PositionMove;
import io.bourse.engine.client.operator.RiskOperator;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.security.Principal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A live engine: its recorded stream as the ingest has it, and the operator's commands. What the engine refuses or
 * leaves unanswered becomes a {@link PreconditionException}.
 */
public final class EngineSource implements RunSource
{
    private final ClearingContext ctx;
    private final Path directory;
    private Ingest ingest;
    /** Of a cut that no run has made. */
    private Ingest ownCut;
    private final List<EngineClient> partitions;
    /** One for each partition while connected. */
    private final List<OperatorClient> operators = new ArrayList<>();
    /** By instrument, when there are several partitions. */
    private final Map<Integer, Integer> partitionOf = new HashMap<>();

    /** The engine that the options name. */
    public EngineSource(final ClearingContext ctx)
    {
        this.ctx = ctx;
        this.partitions = UnionClient.partitions(ctx.engineClient());
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
        for (int i = operators.size(); i < partitions.size(); i++)
        {
            operators.add(new OperatorClient(partitions.get(i), ctx.timeoutNs(), Principal.CLEARING));
        }
    }

    private void disconnect()
    {
        operators.forEach(OperatorClient::close);
        operators.clear();
    }

    @Override
    public void suspend(final long runId, final ClearingKind kind)
    {
        operateAll(runId, PartitionRun::isSuspended, engine -> engine.suspendTrading(runId, kind));
    }

    @Override
    public void movePositions(
        final long runId, final Table movements, final long fromRow, final int[] instrumentIds)
    {
        operate(engine ->
        {
            final ContractOperator contracts = new ContractOperator(engine);
            final int partition = operators.indexOf(engine);
            // Each of several partitions counts its own rows.
            long first = 1 == operators.size() || 0 == fromRow ? fromRow : movedRows(runId, partition);
            final MovementRows rows = new MovementRows(
                movements, instrumentIds, id -> 1 == operators.size() || partition == indexOf(id), first);
            for (List<PositionMove> moves = rows.next(); !moves.isEmpty(); moves = rows.next())
            {
                contracts.movePositions(runId, first, moves);
                first += moves.size();
            }
        });
    }

    private long movedRows(final long runId, final int partition)
    {
        final long cut = record(runId).cut().partitions().get(partition).cursor();
        return PartitionRun.read(partitions.get(partition), cut, runId).movedRows();
    }

    @Override
    public void expire(final long runId, final int instrumentId)
    {
        operate(engine ->
        {
            if (isOf(engine, instrumentId))
            {
                new ContractOperator(engine).expireInstrument(runId, instrumentId);
            }
        });
    }

    @Override
    public void publish(final long runId, final List<PublishedPrice> prices)
    {
        operate(engine ->
        {
            for (final PublishedPrice price : prices)
            {
                if (isOf(engine, price.instrumentId()))
                {
                    engine.publishSettlement(
                        runId,
                        price.instrumentId(),
                        price.settlementE5(),
                        price.tickValueE5(),
                        price.band().lowE5(),
                        price.band().highE5());
                }
            }
        });
    }

    @Override
    public void setMargins(final List<MatcherLimits.LotMargin> margins)
    {
        operate(engine ->
        {
            final RiskOperator risk = new RiskOperator(engine);
            margins.stream().filter(margin -> isOf(engine, margin.instrumentId())).forEach(margin ->
                risk.setMargin(margin.instrumentId(), margin.longKopecks(), margin.shortKopecks()));
        });
    }

    @Override
    public void setCollaterals(final List<MatcherLimits.Collateral> collaterals)
    {
        if (partitions.size() > 1 && !collaterals.isEmpty())
        {
            final CollateralParts parts;
            try (IngestedDay day = catchUp())
            {
                parts = new CollateralParts(day.limits(), partitions.stream().map(EngineClient::partition).toList());
            }
            // What one partition may use more, others may use less already.
            operate(engine -> setCollaterals(engine, parts.lower(collaterals, operators.indexOf(engine))));
            operate(engine -> setCollaterals(engine, parts.higher(collaterals, operators.indexOf(engine))));
            return;
        }
        operate(engine -> setCollaterals(engine, collaterals.stream()
            .map(each -> new CollateralSpec(each.level(), each.code(), each.collateralKopecks()))
            .toList()));
    }

    private static void setCollaterals(final OperatorClient engine, final List<CollateralSpec> collaterals)
    {
        new RiskOperator(engine).setCollaterals(collaterals.iterator());
    }

    @Override
    public void complete(final long runId, final ClearingKind kind)
    {
        operateAll(runId, PartitionRun::isCompleted, engine -> engine.completeClearing(runId, kind));
    }

    @Override
    public void resume(final long runId)
    {
        operateAll(runId, PartitionRun::isResumed, engine -> engine.resumeTrading(runId));
    }

    /** What one of several partitions refuses because it has done it counts as done: the others may not have. */
    private void operateAll(final long runId, final Predicate<PartitionRun> isDone, final Operation operation)
    {
        operate(engine ->
        {
            try
            {
                operation.on(engine);
            }
            catch (final CommandRefusedException ex)
            {
                if (1 == partitions.size() || !isDone.test(ofRun(runId, operators.indexOf(engine))))
                {
                    throw ex;
                }
            }
        });
    }

    /** What all partitions do together is in no checkpoint before all have done it. */
    private PartitionRun ofRun(final long runId, final int partition)
    {
        return PartitionRun.read(
            partitions.get(partition), IngestedDays.positions(directory).get(partition).cursor(), runId);
    }

    private boolean isOf(final OperatorClient engine, final int instrumentId)
    {
        return 1 == operators.size() || operators.indexOf(engine) == indexOf(instrumentId);
    }

    /** Place of the partition that trades an instrument. */
    private int indexOf(final int instrumentId)
    {
        if (!partitionOf.containsKey(instrumentId))
        {
            final List<Integer> numbers = partitions.stream().map(EngineClient::partition).toList();
            try (IngestedDay day = catchUp())
            {
                day.instruments().all().forEach(each ->
                    partitionOf.put(each.instrumentId(), numbers.indexOf(each.partition())));
            }
        }
        return partitionOf.get(instrumentId);
    }

    /** On every partition, one after the other. */
    private void operate(final Operation operation)
    {
        try
        {
            connect();
            for (final OperatorClient engine : operators)
            {
                operation.on(engine);
            }
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
