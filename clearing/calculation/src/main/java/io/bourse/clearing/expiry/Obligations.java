// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.expiry;

import io.bourse.clearing.calculation.InstrumentOrder;
import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.ShortColumn;
import io.bourse.clearing.table.Table;

/**
 * Merges new obligations with those that earlier runs have left and nobody has settled yet; both come in the order of
 * the table.
 */
final class Obligations
{
    private final RegisterOrder registers;
    private final InstrumentOrder order;
    private final ExpirySink sink;
    private final long carriedRows;
    private final IntColumn account;
    private final ShortColumn instrument;
    private final IntColumn date;
    private final LongColumn units;
    private final LongColumn money;
    private long next;
    private long written;

    Obligations(
        final RegisterOrder registers, final InstrumentOrder order, final Table carried, final ExpirySink sink)
    {
        this.registers = registers;
        this.order = order;
        this.sink = sink;
        this.carriedRows = null == carried ? 0 : carried.rows();
        this.account = null == carried ? null : carried.ints(RunTables.OBLIGATION_ACCOUNT);
        this.instrument = null == carried ? null : carried.shorts(RunTables.OBLIGATION_INSTRUMENT);
        this.date = null == carried ? null : carried.ints(RunTables.OBLIGATION_DATE);
        this.units = null == carried ? null : carried.longs(RunTables.OBLIGATION_UNITS);
        this.money = null == carried ? null : carried.longs(RunTables.OBLIGATION_MONEY);
    }

    void add(
        final int accountId, final int ordinal, final int settleDate, final long newUnits, final long newMoney)
    {
        final long key = key(accountId, ordinal);
        while (next < carriedRows && compareCarried(key, settleDate) < 0)
        {
            carryNext();
        }
        long allUnits = newUnits;
        long allMoney = newMoney;
        if (next < carriedRows && 0 == compareCarried(key, settleDate))
        {
            allUnits = Math.addExact(allUnits, units.get(next));
            allMoney = Math.addExact(allMoney, money.get(next));
            next++;
        }
        sink.onObligation(accountId, ordinal, settleDate, allUnits, allMoney);
        written++;
    }

    long finish()
    {
        while (next < carriedRows)
        {
            carryNext();
        }
        return written;
    }

    private void carryNext()
    {
        sink.onObligation(
            account.get(next), instrument.get(next), date.get(next), units.get(next), money.get(next));
        next++;
        written++;
    }

    private int compareCarried(final long key, final int settleDate)
    {
        final int compared = Long.compare(key(account.get(next), instrument.get(next)), key);
        return 0 != compared ? compared : Integer.compare(date.get(next), settleDate);
    }

    private long key(final int accountId, final int ordinal)
    {
        return (long)registers.rank(accountId) << Integer.SIZE | order.place(ordinal);
    }
}
