// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.reconciliation;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.layout.RegisterWalk;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.RunBooks;
import io.bourse.clearing.ledger.check.FirmTotal;
import io.bourse.clearing.ledger.check.RunTotals;
import io.bourse.clearing.model.Sum128;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;
import io.bourse.engine.protocol.AccountCode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The bridge over the runs of a day: what every run has booked for a brokerage firm, and that this run has taken off as
 * paid exactly what those before it have booked.
 */
final class RunReconciliation
{
    private final CalculationInput calculation;
    private final RunTotals totals;
    private final List<RunBooks> earlierRuns;

    RunReconciliation(final CalculationInput calculation, final RunTotals totals, final List<RunBooks> earlierRuns)
    {
        this.calculation = calculation;
        this.totals = totals;
        this.earlierRuns = earlierRuns;
    }

    ReconciliationResult write(final Path directory) throws IOException
    {
        return ReconciliationFile.write(directory, "rec_runs", "code;run;booked;difference", this::writeRows);
    }

    private void writeRows(final ReconciliationFile file) throws IOException
    {
        final List<Map<String, Sum128>> booked = new ArrayList<>();
        for (final RunBooks run : earlierRuns)
        {
            booked.add(bookedByFirm(run.money()));
        }
        for (final FirmTotal firm : totals.firms())
        {
            final Sum128 paid =
                new Sum128().add(firm.money(RunTables.MONEY_PAID)).add(firm.money(RunTables.MONEY_PAY_PAID));
            final Sum128 difference = new Sum128().add(paid);
            for (int i = 0; i < booked.size(); i++)
            {
                final Sum128 amount = booked.get(i).getOrDefault(firm.name(), new Sum128());
                difference.subtract(amount);
                line(file, firm.name(), Integer.toString(i + 1), amount, new Sum128());
            }
            final Sum128 now = new Sum128().add(firm.money(RunTables.MONEY_VM)).add(firm.money(RunTables.MONEY_PREMIUM))
                .add(firm.money(RunTables.MONEY_PAY));
            line(file, firm.name(), "THIS", now, difference);
            now.add(paid);
            final Sum128 day = new Sum128().add(firm.positions(RunTables.MONEY_PAID))
                .add(firm.positions(RunTables.MONEY_VM)).add(firm.money(RunTables.MONEY_PAY_PAID))
                .add(firm.money(RunTables.MONEY_PAY));
            line(file, firm.name(), "DAY", day, new Sum128().add(day).subtract(now));
        }
    }

    private static void line(
        final ReconciliationFile file,
        final String code,
        final String run,
        final Sum128 amount,
        final Sum128 difference) throws IOException
    {
        file.text(code)
            .text(run)
            .money(amount)
            .money(difference)
            .endRow(!difference.isZero(), "code=" + code + " run=" + run + " differenceKopecks=" + difference);
    }

    private Map<String, Sum128> bookedByFirm(final Table money)
    {
        final Map<String, Sum128> booked = new TreeMap<>();
        final RegisterWalk walk = new RegisterWalk(calculation.registers());
        Sum128 sum = null;
        long current = -1;
        for (final TableCursor row = new TableCursor(money); row.next();)
        {
            final long firm = walk.firm(row.ints(RunTables.MONEY_ACCOUNT));
            if (firm != current)
            {
                current = firm;
                sum = booked.computeIfAbsent(AccountCode.unpack(firm), name -> new Sum128());
            }
            sum.add(row.longs(RunTables.MONEY_VM));
            sum.add(row.longs(RunTables.MONEY_PREMIUM));
            sum.add(row.longs(RunTables.MONEY_PAY));
        }
        return booked;
    }
}
