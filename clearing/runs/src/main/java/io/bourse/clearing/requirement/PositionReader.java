// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.requirement;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.ShortColumn;
import io.bourse.clearing.table.Table;

/**
 * Rows of positions one after the other, copied in blocks.
 */
final class PositionReader
{
    private static final int BLOCK = 4_096;

    private final IntColumn accountColumn;
    private final ShortColumn instrumentColumn;
    private final IntColumn lotsColumn;
    private final int[] accounts = new int[BLOCK];
    private final short[] instruments = new short[BLOCK];
    private final int[] lots = new int[BLOCK];
    private long next;
    private final long to;
    private int at;
    private int filled;

    PositionReader(final Table positions, final long from, final long to)
    {
        accountColumn = positions.ints(RunTables.POSITION_ACCOUNT);
        instrumentColumn = positions.shorts(RunTables.POSITION_INSTRUMENT);
        lotsColumn = positions.ints(RunTables.POSITION_END);
        next = from;
        this.to = to;
        fill();
    }

    private void fill()
    {
        at = 0;
        filled = (int)Math.min(BLOCK, to - next);
        accountColumn.copy(next, accounts, filled);
        instrumentColumn.copy(next, instruments, filled);
        lotsColumn.copy(next, lots, filled);
        next += filled;
    }

    boolean hasRow()
    {
        return at < filled;
    }

    int account()
    {
        return accounts[at];
    }

    int instrument()
    {
        return instruments[at];
    }

    int lots()
    {
        return lots[at];
    }

    void advance()
    {
        at++;
        if (at == filled && next < to)
        {
            fill();
        }
    }
}
