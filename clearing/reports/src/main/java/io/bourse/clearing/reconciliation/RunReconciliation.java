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
import io.bourse.clearing.table.IntWindow;
import io.bourse.clearing.table.LongWindow;
import io.bourse.clearing.table.Table;
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
            final Sum128 difference = new Sum128();
            difference.add(firm.paid());
            difference.add(firm.payPaid());
            for (int i = 0; i < booked.size(); i++)
            {
                final Sum128 amount = booked.get(i).getOrDefault(firm.name(), new Sum128());
                difference.subtract(amount);
                line(file, firm.name(), Integer.toString(i + 1), amount, new Sum128());
            }
            final Sum128 now = new Sum128();
            now.add(firm.margin());
            now.add(firm.premium());
            now.add(firm.pay());
            line(file, firm.name(), "THIS", now, difference);
            now.add(firm.paid());
            now.add(firm.payPaid());
            final Sum128 day = new Sum128();
            day.add(firm.positionsPaid());
            day.add(firm.positionsMargin());
            day.add(firm.payPaid());
            day.add(firm.pay());
            final Sum128 dayDifference = new Sum128();
            dayDifference.add(day);
            dayDifference.subtract(now);
            line(file, firm.name(), "DAY", day, dayDifference);
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
        final IntWindow accounts = money.intWindow(RunTables.MONEY_ACCOUNT);
        final LongWindow margins = money.longWindow(RunTables.MONEY_VM);
        final LongWindow premiums = money.longWindow(RunTables.MONEY_PREMIUM);
        final LongWindow pays = money.longWindow(RunTables.MONEY_PAY);
        final Map<String, Sum128> booked = new TreeMap<>();
        final RegisterWalk walk = new RegisterWalk(calculation.registers());
        Sum128 sum = null;
        long current = -1;
        for (long row = 0; row < money.rows(); row++)
        {
            final long firm = walk.firm(accounts.get(row));
            if (firm != current)
            {
                current = firm;
                sum = booked.computeIfAbsent(AccountCode.unpack(firm), name -> new Sum128());
            }
            sum.add(margins.get(row));
            sum.add(premiums.get(row));
            sum.add(pays.get(row));
        }
        return booked;
    }
}
