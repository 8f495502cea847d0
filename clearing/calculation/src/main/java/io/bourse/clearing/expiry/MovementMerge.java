// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.expiry;

import io.bourse.clearing.calculation.InstrumentOrder;
import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;
import io.bourse.clearing.table.TableWriter;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Puts the movements of several runs of a day into one table, in the order that each of them has.
 */
public final class MovementMerge
{
    private static final long NO_KEY = Long.MAX_VALUE;

    private MovementMerge()
    {
    }

    /**
     * Merges.
     *
     * @param runs RunTables.MOVEMENTS of each run, in the order of the runs; rows of the same register and instrument
     * keep it.
     * @param registers at the cut, which all of these runs had before them.
     * @param order of the instruments.
     * @param parent of the directory in which the merged RunTables.MOVEMENTS is made.
     * @throws IOException when it cannot be written.
     */
    public static void merge(
        final List<Table> runs, final RegisterOrder registers, final InstrumentOrder order, final Path parent)
        throws IOException
    {
        final Cursor[] cursors = new Cursor[runs.size()];
        for (int i = 0; i < cursors.length; i++)
        {
            cursors[i] = new Cursor(runs.get(i), registers, order);
        }
        try (TableWriter merged = TableWriter.create(parent, RunTables.MOVEMENTS))
        {
            for (Cursor next = first(cursors); null != next; next = first(cursors))
            {
                next.copyTo(merged);
            }
            merged.seal();
        }
    }

    private static Cursor first(final Cursor[] cursors)
    {
        Cursor first = null;
        for (final Cursor cursor : cursors)
        {
            if (NO_KEY != cursor.key && (null == first || cursor.key < first.key))
            {
                first = cursor;
            }
        }
        return first;
    }

    private static final class Cursor
    {
        private final RegisterOrder registers;
        private final InstrumentOrder order;
        private final TableCursor rows;
        private long key;

        Cursor(final Table table, final RegisterOrder registers, final InstrumentOrder order)
        {
            this.registers = registers;
            this.order = order;
            this.rows = new TableCursor(table);
            next();
        }

        void copyTo(final TableWriter merged)
        {
            for (int column = 0; column < RunTables.MOVEMENTS.columns().size(); column++)
            {
                merged.column(column).put(rows.longs(column));
            }
            next();
        }

        private void next()
        {
            key = !rows.next() ? NO_KEY : (long)registers.rank(rows.ints(RunTables.MOVEMENT_ACCOUNT)) << Short.SIZE |
                order.place(rows.ints(RunTables.MOVEMENT_INSTRUMENT));
        }
    }
}
