// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.collateral.AccountFunds;
import io.bourse.clearing.funds.FundsFile;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.margin.MarginArrays;
import io.bourse.clearing.margin.MarginParameters;
import io.bourse.clearing.margin.method.MarginMethods;
import io.bourse.clearing.price.PriceParameters;
import io.bourse.clearing.requirement.CashFunds;
import io.bourse.clearing.requirement.MarginFigures;
import io.bourse.clearing.requirement.MarginIndex;
import io.bourse.clearing.requirement.OpenObligations;
import io.bourse.clearing.requirement.RegisterFreeFunds;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunIds;
import io.bourse.clearing.run.store.RunStore;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.verify.CalculationFile;
import io.bourse.engine.protocol.ClearingKind;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The run whose results the market trades on: for those who look on while it does. Reads files only.
 *
 * @param directory of the run.
 * @param tradesBefore trades of the session that the run has seen, rows of the table of trades from 0.
 */
public record PublishedRun(RunDirectory directory, int tradesBefore)
{
    /**
     * The last completed run of the session, else the evening run before it; in its place its last correction.
     *
     * @param baseDir of the runs.
     * @param day as it is now.
     * @return null when there is none.
     * @throws IOException when files cannot be read.
     */
    public static PublishedRun last(final Path baseDir, final IngestedDay day) throws IOException
    {
        final RunStore store = new RunStore(baseDir);
        for (final RunRecord record : day.runs().reversed())
        {
            if (record.isCompleted())
            {
                return new PublishedRun(
                    store.effective(store.require(record.runId()), day.cursor()), record.cut().sessionTrades());
            }
        }
        final RunDirectory evening = store.previousEvening(day);
        return null == evening ? null : new PublishedRun(evening, 0);
    }

    /**
     * Number of the run.
     *
     * @return run id.
     */
    public long runId()
    {
        return directory.runId();
    }

    /**
     * Whether the run has calculated margin.
     *
     * @return false when it had no parameters of margin.
     */
    public boolean hasMargin()
    {
        return directory.has(RunTables.MARGIN);
    }

    /**
     * Margin parameters of the run.
     *
     * @return parameters.
     * @throws IOException when they cannot be read.
     */
    public MarginParameters marginParameters() throws IOException
    {
        return MarginParameters.read(Files.readAllBytes(directory.file(RunDirectory.MARGIN_PARAMETERS)));
    }

    /**
     * Scenarios at the prices of the run.
     *
     * @return arrays of the instruments that the run knew.
     * @throws IOException when files cannot be read.
     */
    public MarginArrays marginArrays() throws IOException
    {
        final PriceParameters prices =
            PriceParameters.read(Files.readAllBytes(directory.file(RunDirectory.PARAMETERS)));
        return MarginMethods.arrays(marginParameters(), contracts(), prices, directory.tradingDate(),
            RunIds.letter(ClearingKind.EVENING).equals(directory.kind()));
    }

    /**
     * Margin of the levels.
     *
     * @return what the run has found.
     */
    public MarginFigures marginFigures()
    {
        return directory.read(MarginFigures.FILE_NAME, MarginFigures.class);
    }

    /**
     * Positions that the run has left.
     *
     * @return RunTables.POSITIONS, to be closed.
     * @throws IOException when they cannot be read.
     */
    public Table positions() throws IOException
    {
        return directory.open(RunTables.POSITIONS);
    }

    /**
     * Deliveries and payments that the run has left open.
     *
     * @param arrays of {@link #marginArrays}.
     * @return by register; none of a run that knew no obligations.
     * @throws IOException when they cannot be read.
     */
    public OpenObligations obligations(final MarginArrays arrays) throws IOException
    {
        if (!directory.has(RunTables.OBLIGATIONS))
        {
            return OpenObligations.NONE;
        }
        try (Table obligations = directory.open(RunTables.OBLIGATIONS))
        {
            return OpenObligations.of(obligations, contracts(), arrays);
        }
    }

    private Contract[] contracts()
    {
        return CalculationFile.read(directory.path()).contracts().toArray(Contract[]::new);
    }

    /**
     * What settlement accounts had free: with collateral where the run has counted any, else money alone.
     *
     * @param day as it is now.
     * @return free funds of settlement accounts by code.
     * @throws IOException when files cannot be read.
     */
    public RegisterFreeFunds free(final IngestedDay day) throws IOException
    {
        final MarginFigures figures = marginFigures();
        final FundsFile funds = directory.find(FundsFile.FILE_NAME, FundsFile.class).orElse(null);
        if (null != funds)
        {
            final MarginIndex margin = new MarginIndex(figures);
            return (level, code) -> Math.subtractExact(
                covering(funds.account(code)), margin.requiredKopecks(level, code));
        }
        try (Table money = directory.open(RunTables.MONEY))
        {
            return new CashFunds(day, money, figures);
        }
    }

    /** Money and counted collateral. */
    private static long covering(final AccountFunds account)
    {
        return null == account ? 0 : Math.addExact(account.cash(), account.counted());
    }
}
