// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;

import java.util.Comparator;
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
        final MovementScan scan = new MovementScan(names, instrumentCount, null == movements ? 0 : movements.rows());
        for (final TableCursor rows = new TableCursor(movements); rows.next();)
        {
            scan.add(rows);
        }
        return scan;
    }

    private void add(final TableCursor row)
    {
        final int account = row.ints(RunTables.MOVEMENT_ACCOUNT);
        final int instrument = row.ints(RunTables.MOVEMENT_INSTRUMENT);
        final int kind = row.ints(RunTables.MOVEMENT_KIND);
        final int lots = row.ints(RunTables.MOVEMENT_LOTS);
        if (!names.isRegister(account) || !names.isInstrument(instrument) || kind < 0 || kind >= KINDS || 0 == lots)
        {
            contents.note(
                "row=" + row.row() + " " + names.row(account, instrument) + " kind=" + kind + " lots=" + lots);
            return;
        }
        prints[instrument] += lots * Fingerprint.weight(account, instrument);
        // Rows of one register come together, so a group is looked up anew for nearly every row; there are few groups.
        final Group group = new Group(ASSIGNMENT == kind ? EXERCISE : kind, instrument,
            row.ints(RunTables.MOVEMENT_SERIES), row.longs(RunTables.MOVEMENT_PRICE_E5));
        sums.computeIfAbsent(group, key -> new long[1])[0] += lots;
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
        private static final Comparator<Group> ORDER = Comparator.comparingInt(Group::kind)
            .thenComparingInt(Group::instrument)
            .thenComparingInt(Group::series)
            .thenComparingLong(Group::priceE5);

        @Override
        public int compareTo(final Group other)
        {
            return ORDER.compare(this, other);
        }
    }
}
