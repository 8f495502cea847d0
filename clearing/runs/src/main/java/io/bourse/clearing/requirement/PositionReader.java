// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.requirement;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.IntWindow;
import io.bourse.clearing.table.ShortWindow;
import io.bourse.clearing.table.Table;

/**
 * Rows of positions one after the other.
 */
final class PositionReader
{
    private final IntWindow accounts;
    private final ShortWindow instruments;
    private final IntWindow lots;
    private final long to;
    private long row;

    PositionReader(final Table positions, final long from, final long to)
    {
        accounts = positions.intWindow(RunTables.POSITION_ACCOUNT);
        instruments = positions.shortWindow(RunTables.POSITION_INSTRUMENT);
        lots = positions.intWindow(RunTables.POSITION_END);
        row = from;
        this.to = to;
    }

    boolean hasRow()
    {
        return row < to;
    }

    int account()
    {
        return accounts.get(row);
    }

    int instrument()
    {
        return instruments.get(row);
    }

    int lots()
    {
        return lots.get(row);
    }

    void advance()
    {
        row++;
    }
}
