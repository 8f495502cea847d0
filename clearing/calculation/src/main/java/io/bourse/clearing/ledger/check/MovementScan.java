// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.table.ByteColumn;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.ShortColumn;
import io.bourse.clearing.table.Table;

import java.util.Map;
import java.util.TreeMap;

/**
 * Goes through movements. What is exercised is assigned, and what expires on one side expires on the other: for every
 * series and price the lots of an instrument sum to zero, exercise and assignment together, every other kind apart.
 */
final class MovementScan
{
    private static final int EXERCISE = MovementKind.EXERCISE.ordinal();
    private static final int ASSIGNMENT = MovementKind.ASSIGNMENT.ordinal();
    private static final int KINDS = MovementKind.values().length;

    final FirstFailure contents = new FirstFailure();
    final long[] prints;
    final long rows;

    private final Names names;
    private final Map<Group, long[]> sums = new TreeMap<>();

    MovementScan(final Names names, final int instruments, final long rows)
    {
        this.names = names;
        this.rows = rows;
        this.prints = new long[instruments];
    }

    static MovementScan of(final Table movements, final Names names, final int instrumentCount)
    {
        if (null == movements)
        {
            return new MovementScan(names, instrumentCount, 0);
        }
        final MovementScan scan = new MovementScan(names, instrumentCount, movements.rows());
        final IntColumn accounts = movements.ints(RunTables.MOVEMENT_ACCOUNT);
        final ShortColumn instruments = movements.shorts(RunTables.MOVEMENT_INSTRUMENT);
        final ByteColumn kinds = movements.bytes(RunTables.MOVEMENT_KIND);
        final IntColumn lots = movements.ints(RunTables.MOVEMENT_LOTS);
        final LongColumn prices = movements.longs(RunTables.MOVEMENT_PRICE_E5);
        final ShortColumn series = movements.shorts(RunTables.MOVEMENT_SERIES);
        for (long row = 0; row < movements.rows(); row++)
        {
            if (scan.add(row, accounts.get(row), instruments.get(row), kinds.get(row), lots.get(row)))
            {
                scan.addGroup(
                    instruments.get(row), series.get(row), kinds.get(row), prices.get(row), lots.get(row));
            }
        }
        return scan;
    }

    private boolean add(final long row, final int account, final int instrument, final int kind, final int lots)
    {
        if (!names.isRegister(account) || !names.isInstrument(instrument) || kind < 0 || kind >= KINDS || 0 == lots)
        {
            contents.note("row=" + row + " " + names.row(account, instrument) + " kind=" + kind + " lots=" + lots);
            return false;
        }
        prints[instrument] += lots * Fingerprint.weight(account, instrument);
        return true;
    }

    /** Rows of one register come together, so a group is looked up anew for nearly every row; there are few groups. */
    private void addGroup(
        final int instrument, final int series, final int kind, final long priceE5, final int lots)
    {
        final int group = ASSIGNMENT == kind ? EXERCISE : kind;
        sums.computeIfAbsent(new Group(group, instrument, series, priceE5), key -> new long[1])[0] += lots;
    }

    /** Exercise against assignment. */
    String exerciseFailure()
    {
        return failure(true);
    }

    /** Bought against sold positions of every other kind: that expire, are delivered, go to another register. */
    String expiryFailure()
    {
        return failure(false);
    }

    private String failure(final boolean isExercise)
    {
        for (final Map.Entry<Group, long[]> sum : sums.entrySet())
        {
            final Group group = sum.getKey();
            if (isExercise == (EXERCISE == group.kind) && 0 != sum.getValue()[0])
            {
                return "instrumentId=" + names.instrumentId(group.instrument) + " series=" +
                    names.instrumentId(group.series) + " priceE5=" + group.priceE5 + " lots=" + sum.getValue()[0];
            }
        }
        return "";
    }

    /** What sums to zero, in an order of its own. */
    private record Group(int kind, int instrument, int series, long priceE5) implements Comparable<Group>
    {
        @Override
        public int compareTo(final Group other)
        {
            int order = Integer.compare(kind, other.kind);
            order = 0 != order ? order : Integer.compare(instrument, other.instrument);
            order = 0 != order ? order : Integer.compare(series, other.series);
            return 0 != order ? order : Long.compare(priceE5, other.priceE5);
        }
    }
}
