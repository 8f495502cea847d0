// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.context;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.StreamHistory;
import io.bourse.engine.protocol.ClearingCompletedDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.PositionMovedDecoder;
import io.bourse.engine.protocol.TradingResumedDecoder;
import io.bourse.engine.protocol.TradingSuspendedDecoder;

/** What one of several partitions has done of a run: the others may be behind it. */
final class PartitionRun implements EventListener
{
    private final long runId;
    private boolean isSuspended;
    private boolean isCompleted;
    private boolean isResumed;
    private long movedRows;

    private PartitionRun(final long runId)
    {
        this.runId = runId;
    }

    /**
     * Reads the stream of the partition to its present end.
     *
     * @param client of the partition.
     * @param fromCursor in its stream, not after the suspension.
     * @throws IllegalStateException when the stream cannot be followed to there.
     */
    static PartitionRun read(final EngineClient client, final long fromCursor, final long runId)
    {
        final PartitionRun run = new PartitionRun(runId);
        StreamHistory.readFrom(client, fromCursor, run);
        return run;
    }

    boolean isSuspended()
    {
        return isSuspended;
    }

    boolean isCompleted()
    {
        return isCompleted;
    }

    boolean isResumed()
    {
        return isResumed;
    }

    long movedRows()
    {
        return movedRows;
    }

    @Override
    public void onTradingSuspended(final EventGroup group, final TradingSuspendedDecoder event)
    {
        isSuspended |= runId == event.runId();
    }

    @Override
    public void onPositionMoved(final EventGroup group, final PositionMovedDecoder event)
    {
        movedRows += runId == event.runId() ? 1 : 0;
    }

    @Override
    public void onClearingCompleted(final EventGroup group, final ClearingCompletedDecoder event)
    {
        isCompleted |= runId == event.runId();
    }

    @Override
    public void onTradingResumed(final EventGroup group, final TradingResumedDecoder event)
    {
        isResumed |= runId == event.runId();
    }
}
