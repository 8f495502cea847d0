// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.Supplier;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.ingest.Accounts;
import io.bourse.clearing.ingest.ClearingDay;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.ledger.InstrumentPrice;
import io.bourse.clearing.ledger.InvariantChecks;
import io.bourse.clearing.ledger.Ledger;
import io.bourse.clearing.ledger.MoneyTable;
import io.bourse.clearing.ledger.PositionTable;

/**
 * Everything that a run calculates from the day and its prices.
 */
final class RunFigures
{
    private final ClearingDay day;
    private final RunRecord run;
    private final Opening opening;
    private final InstrumentPrice[] prices;
    private final Accounts accounts;
    private final RunCalculation calculation;
    private PositionTable table;
    private Ledger ledger;
    private MoneyTable money;

    RunFigures(
        final ClearingContext ctx,
        final ClearingDay day,
        final RunRecord run,
        final Opening opening,
        final InstrumentPrice[] prices)
    {
        this.day = day;
        this.run = run;
        this.opening = opening;
        this.prices = prices;
        // Registers defined behind the cut are none of the run's, however late its reports are written.
        this.accounts = day.accounts().first(run.cut().accounts());
        this.calculation = new RunCalculation(ctx, day, accounts, run, opening.carried(), prices);
    }

    void calculate()
    {
        table = fitting(calculation::calculate);
    }

    void post()
    {
        ledger = fitting(() -> Ledger.of(table, accounts.size(), prices.length));
        final long[] begins = Arrays.copyOf(opening.beginKopecks(), accounts.size());
        money = fitting(() -> MoneyTable.of(begins, table, ledger));
    }

    /** All checks that need nothing of the engine. */
    InvariantChecks check(final RunStore store)
    {
        final InvariantChecks checks = new InvariantChecks(calculation.input(), table, ledger, money);
        opening.checks().forEach(checks::add);
        checks.checkCalculation();
        checks.add(PaidMarginCheck.check(day, run, store, table, prices));
        return checks;
    }

    void writeTo(final long runId, final TableSink sink) throws IOException
    {
        final RunWriter writer = new RunWriter(runId, sink, accounts, prices);
        writer.writePrices();
        writer.writePositions(table);
        writer.writeLedger(table, ledger);
        writer.writeMoney(money);
    }

    private static <T> T fitting(final Supplier<T> step)
    {
        try
        {
            return step.get();
        }
        catch (final ArithmeticException ex)
        {
            throw new CheckFailedException("amounts fit into 64 bits", "reason=\"" + ex.getMessage() + "\"");
        }
    }

    Accounts accounts()
    {
        return accounts;
    }

    RunCalculation calculation()
    {
        return calculation;
    }

    PositionTable table()
    {
        return table;
    }

    Ledger ledger()
    {
        return ledger;
    }

    MoneyTable money()
    {
        return money;
    }
}
