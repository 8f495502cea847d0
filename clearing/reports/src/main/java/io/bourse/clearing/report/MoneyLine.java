// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.model.Round;
import io.bourse.clearing.report.file.RowWriter;
import io.bourse.clearing.table.TableCursor;

import java.io.IOException;
import java.util.Arrays;

/**
 * Figures of a line of moncl or mon: of one register, or of several together.
 */
final class MoneyLine
{
    private static final long HUNDRED_PER_CENT = 10_000;

    /** By column of the money. */
    private final long[] sums = new long[RunTables.MONEY.columns().size()];
    private long optionsFee;
    private long required;
    private long pledged;

    void clear()
    {
        Arrays.fill(sums, 0);
        optionsFee = 0;
        required = 0;
        pledged = 0;
    }

    /** Adds a row of money, and what other tables have of its register. */
    void add(
        final TableCursor money, final long optionsKopecks, final long requiredKopecks, final long pledgedKopecks)
    {
        for (int column = RunTables.MONEY_ACCOUNT + 1; column < sums.length; column++)
        {
            sums[column] = Math.addExact(sums[column], money.longs(column));
        }
        optionsFee = Math.addExact(optionsFee, optionsKopecks);
        required = Math.addExact(required, requiredKopecks);
        pledged = Math.addExact(pledged, pledgedKopecks);
    }

    long cash()
    {
        return sums[RunTables.MONEY_END];
    }

    /** Funds as they follow from the registers, but for the margin that a settlement account may have of its own. */
    ReportInput.AccountFigures figures(final Long requiredTogether)
    {
        final long needed = null == requiredTogether ? required : requiredTogether;
        final long free = Math.subtractExact(Math.addExact(cash(), pledged), needed);
        return new ReportInput.AccountFigures(needed, pledged, free, Math.max(0, Math.negateExact(free)));
    }

    /** Columns after the holder of the money. */
    void write(final RowWriter writer, final ReportInput.AccountFigures account) throws IOException
    {
        final long collateral = account.collateral();
        final long free = account.free();
        writer.money(share(cash(), collateral))
            .money(sums[RunTables.MONEY_BEGIN])
            .summed(sums[RunTables.MONEY_VM])
            .money(sums[RunTables.MONEY_PREMIUM])
            .money(sums[RunTables.MONEY_PAY])
            .money(Math.subtractExact(sums[RunTables.MONEY_FEE], optionsFee))
            .money(optionsFee)
            .money(account.required())
            .money(cash())
            .money(free)
            .money(Math.max(0, Math.min(cash(), free)))
            .money(account.call())
            .money(sums[RunTables.MONEY_PAID])
            .money(sums[RunTables.MONEY_PAY_PAID])
            .money(sums[RunTables.MONEY_VAT])
            .money(collateral)
            .endRow();
    }

    /** Per cent of the cover that is money, x 100. */
    private static long share(final long money, final long collateral)
    {
        if (money <= 0)
        {
            return 0;
        }
        return collateral <= 0 ?
            HUNDRED_PER_CENT : Round.multiplyDivide(money, HUNDRED_PER_CENT, Math.addExact(money, collateral));
    }
}
