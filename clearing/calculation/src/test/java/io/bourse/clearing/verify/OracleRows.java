// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import io.bourse.clearing.calculation.PositionRows;
import io.bourse.clearing.layout.RunTables;

import java.util.ArrayList;
import java.util.List;

/** Rows of the oracle as a calculation would give them. */
record OracleRows(List<long[]> rows) implements PositionRows
{
    /** Rows of a calculation as rows of RunTables.POSITIONS. */
    static List<long[]> copies(final List<PositionRows> parts)
    {
        final List<long[]> rows = new ArrayList<>();
        for (final PositionRows part : parts)
        {
            for (int i = 0; i < part.size(); i++)
            {
                rows.add(new long[]{part.account(i), part.instrument(i), part.begin(i), part.buys(i), part.sells(i),
                    part.moved(i), part.end(i), part.marginDay(i), part.marginPaid(i), part.exchangeFee(i),
                    part.clearingFee(i), part.exchangeVat(i), part.clearingVat(i)});
            }
        }
        return rows;
    }

    @Override
    public int size()
    {
        return rows.size();
    }

    @Override
    public int account(final int row)
    {
        return (int)rows.get(row)[RunTables.POSITION_ACCOUNT];
    }

    @Override
    public int instrument(final int row)
    {
        return (int)rows.get(row)[RunTables.POSITION_INSTRUMENT];
    }

    @Override
    public int begin(final int row)
    {
        return (int)rows.get(row)[RunTables.POSITION_BEGIN];
    }

    @Override
    public int buys(final int row)
    {
        return (int)rows.get(row)[RunTables.POSITION_BUYS];
    }

    @Override
    public int sells(final int row)
    {
        return (int)rows.get(row)[RunTables.POSITION_SELLS];
    }

    @Override
    public int moved(final int row)
    {
        return (int)rows.get(row)[RunTables.POSITION_MOVED];
    }

    @Override
    public int end(final int row)
    {
        return (int)rows.get(row)[RunTables.POSITION_END];
    }

    @Override
    public long marginDay(final int row)
    {
        return rows.get(row)[RunTables.POSITION_VM_DAY];
    }

    @Override
    public long marginPaid(final int row)
    {
        return rows.get(row)[RunTables.POSITION_VM_PAID];
    }

    @Override
    public long exchangeFee(final int row)
    {
        return rows.get(row)[RunTables.POSITION_FEE_EX];
    }

    @Override
    public long clearingFee(final int row)
    {
        return rows.get(row)[RunTables.POSITION_FEE_CC];
    }

    @Override
    public long exchangeVat(final int row)
    {
        return rows.get(row)[RunTables.POSITION_VAT_EX];
    }

    @Override
    public long clearingVat(final int row)
    {
        return rows.get(row)[RunTables.POSITION_VAT_CC];
    }
}
