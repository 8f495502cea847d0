// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.context;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.Table;
import io.bourse.engine.client.operator.PositionMove;
import io.bourse.engine.protocol.MovementKind;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** Movements of a run that one partition makes, some at once. */
final class MovementRows
{
    private static final int MOVES_AT_ONCE = 10_000;

    private final Table movements;
    private final int[] instrumentIds;
    private final IntPredicate isOwn;
    private long skipped;
    private long row;

    /**
     * Begins.
     *
     * @param instrumentIds SecurityIDs by ordinal.
     * @param isOwn whether the partition trades an instrument.
     * @param skipped rows of the partition that are moved already.
     */
    MovementRows(final Table movements, final int[] instrumentIds, final IntPredicate isOwn, final long skipped)
    {
        this.movements = movements;
        this.instrumentIds = instrumentIds;
        this.isOwn = isOwn;
        this.skipped = skipped;
    }

    /** The next ones; empty at the end. */
    List<PositionMove> next()
    {
        final List<PositionMove> moves = new ArrayList<>();
        for (; row < movements.rows() && moves.size() < MOVES_AT_ONCE; row++)
        {
            final int instrumentId = instrumentIds[movements.ints(RunTables.MOVEMENT_INSTRUMENT).get(row)];
            if (isOwn.test(instrumentId) && --skipped < 0)
            {
                moves.add(move(instrumentId));
            }
        }
        return moves;
    }

    private PositionMove move(final int instrumentId)
    {
        final io.bourse.clearing.model.MovementKind kind =
            io.bourse.clearing.model.MovementKind.values()[movements.ints(RunTables.MOVEMENT_KIND).get(row)];
        return new PositionMove(
            movements.ints(RunTables.MOVEMENT_ACCOUNT).get(row),
            instrumentId,
            movements.ints(RunTables.MOVEMENT_LOTS).get(row),
            MovementKind.valueOf(kind.name()));
    }
}
