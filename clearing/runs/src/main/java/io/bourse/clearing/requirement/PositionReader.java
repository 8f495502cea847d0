// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.requirement;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;

/**
 * Rows of positions one after the other.
 */
final class PositionReader
{
    private final TableCursor rows;

    PositionReader(final Table positions, final long from, final long to)
    {
        rows = new TableCursor(positions, from, to);
        rows.next();
    }

    boolean hasRow()
    {
        return !rows.isAtEnd();
    }

    int account()
    {
        return rows.ints(RunTables.POSITION_ACCOUNT);
    }

    int instrument()
    {
        return rows.ints(RunTables.POSITION_INSTRUMENT);
    }

    int lots()
    {
        return rows.ints(RunTables.POSITION_END);
    }

    void advance()
    {
        rows.next();
    }
}
