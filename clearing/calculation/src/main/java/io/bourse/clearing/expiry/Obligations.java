// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.expiry;

import io.bourse.clearing.calculation.InstrumentOrder;
import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;

/**
 * Merges new obligations with those that earlier runs have left and that are not settled yet; both come in the order of
 * the table.
 */
final class Obligations
{
    private final RegisterOrder registers;
    private final InstrumentOrder order;
    private final ExpirySink sink;
    private final TableCursor carried;
    private long written;

    Obligations(
        final RegisterOrder registers, final InstrumentOrder order, final Table carried, final ExpirySink sink)
    {
        this.registers = registers;
        this.order = order;
        this.sink = sink;
        this.carried = new TableCursor(carried);
        this.carried.next();
    }

    void add(
        final int accountId, final int ordinal, final int settleDate, final long newUnits, final long newMoney)
    {
        final long key = key(accountId, ordinal);
        while (!carried.isAtEnd() && compareCarried(key, settleDate) < 0)
        {
            carryNext();
        }
        long allUnits = newUnits;
        long allMoney = newMoney;
        if (!carried.isAtEnd() && 0 == compareCarried(key, settleDate))
        {
            allUnits = Math.addExact(allUnits, carried.longs(RunTables.OBLIGATION_UNITS));
            allMoney = Math.addExact(allMoney, carried.longs(RunTables.OBLIGATION_MONEY));
            carried.next();
        }
        sink.onObligation(accountId, ordinal, settleDate, allUnits, allMoney);
        written++;
    }

    long finish()
    {
        while (!carried.isAtEnd())
        {
            carryNext();
        }
        return written;
    }

    private void carryNext()
    {
        sink.onObligation(carried.ints(RunTables.OBLIGATION_ACCOUNT), carried.ints(RunTables.OBLIGATION_INSTRUMENT),
            carried.ints(RunTables.OBLIGATION_DATE), carried.longs(RunTables.OBLIGATION_UNITS),
            carried.longs(RunTables.OBLIGATION_MONEY));
        carried.next();
        written++;
    }

    private int compareCarried(final long key, final int settleDate)
    {
        final int compared = Long.compare(
            key(carried.ints(RunTables.OBLIGATION_ACCOUNT), carried.ints(RunTables.OBLIGATION_INSTRUMENT)), key);
        return 0 != compared ? compared : Integer.compare(carried.ints(RunTables.OBLIGATION_DATE), settleDate);
    }

    private long key(final int accountId, final int ordinal)
    {
        return (long)registers.rank(accountId) << Integer.SIZE | order.place(ordinal);
    }
}
