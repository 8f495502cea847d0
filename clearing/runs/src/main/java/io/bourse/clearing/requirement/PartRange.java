// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.requirement;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.layout.SortedRegisters;
import io.bourse.clearing.table.IntColumn;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Rows of consecutive registers: cut by the number of rows, never within a register, and the same whatever the threads.
 *
 * @param positionsFrom first row of positions.
 * @param positionsTo row after the last.
 * @param openFrom first row of orders and obligations.
 * @param openTo row after the last.
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
            final int rank = registers.rank(accounts.get(to));
            final int openTo = first(open.size(), row -> registers.rank(open.account(row)) < rank);
            parts.add(new PartRange(from, to, openFrom, openTo));
            from = to;
            openFrom = openTo;
        }
        parts.add(new PartRange(from, rows, openFrom, open.size()));
        return parts;
    }

    /** The first of a sorted row of things that is not in front; the size when all are. */
    static int first(final int size, final IntPredicate isInFront)
    {
        int low = 0;
        int high = size;
        while (low < high)
        {
            final int middle = low + high >>> 1;
            if (isInFront.test(middle))
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
