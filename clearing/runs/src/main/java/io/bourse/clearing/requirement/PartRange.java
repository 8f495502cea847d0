// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.requirement;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.layout.SortedRegisters;
import io.bourse.clearing.table.IntColumn;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows of consecutive registers: cut by the number of rows, never within a register, and the same whatever the threads.
 *
 * @param positionsFrom first row of positions.
 * @param positionsTo row behind the last.
 * @param openFrom first row of orders and obligations.
 * @param openTo row behind the last.
 */
record PartRange(long positionsFrom, long positionsTo, int openFrom, int openTo)
{
    static List<PartRange> split(final RequirementInput input, final OpenLots open, final int rowsOfAPart)
    {
        final IntColumn accounts = input.positions().ints(RunTables.POSITION_ACCOUNT);
        final long rows = input.positions().rows();
        final SortedRegisters registers = input.day().registers();
        final List<PartRange> parts = new ArrayList<>();
        long from = 0;
        int openFrom = 0;
        while (rows - from > rowsOfAPart)
        {
            long to = from + rowsOfAPart;
            while (to < rows && accounts.get(to) == accounts.get(to - 1))
            {
                to++;
            }
            if (to == rows)
            {
                break;
            }
            final int openTo = firstFrom(open, registers, registers.rank(accounts.get(to)));
            parts.add(new PartRange(from, to, openFrom, openTo));
            from = to;
            openFrom = openTo;
        }
        parts.add(new PartRange(from, rows, openFrom, open.size()));
        return parts;
    }

    private static int firstFrom(final OpenLots open, final SortedRegisters registers, final int rank)
    {
        int low = 0;
        int high = open.size();
        while (low < high)
        {
            final int middle = low + high >>> 1;
            if (registers.rank(open.account(middle)) < rank)
            {
                low = middle + 1;
            }
            else
            {
                high = middle;
            }
        }
        return low;
    }
}
