// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.report;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.RunBooks;
import io.bourse.clearing.model.Round;
import io.bourse.clearing.price.FixedPrice;
import io.bourse.clearing.price.InstrumentParameters;
import io.bourse.clearing.price.PriceParameters;
import io.bourse.clearing.price.PriceProposal;
import io.bourse.clearing.report.ContractFigures;
import io.bourse.clearing.report.ReportInput;
import io.bourse.clearing.report.file.RunHeader;
import io.bourse.clearing.requirement.MatcherLimits;
import io.bourse.clearing.run.step.DayAtCut;
import io.bourse.clearing.run.step.Moved;
import io.bourse.clearing.run.step.Priced;
import io.bourse.clearing.run.step.RunMargin;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableSpec;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * Tables and figures of a run, opened for its reports.
 */
record RunReportTables(
    RunBooks books, Table pledges, Table margin, Table obligations, Table settlements, ReportInput input)
    implements AutoCloseable
{
    private static final long E6 = 1_000_000L;

    static RunReportTables open(
        final RunHeader header, final Moved moved, final RunDirectory directory) throws IOException
    {
        final DayAtCut cut = moved.priced().cut();
        final RunBooks books = RunBooks.open(directory.path());
        Table pledges = null;
        Table margin = null;
        Table obligations = null;
        Table settlements = null;
        try
        {
            pledges = openIfThere(directory, RunTables.PLEDGES);
            margin = openIfThere(directory, RunTables.MARGIN);
            obligations = openIfThere(directory, RunTables.OBLIGATIONS);
            settlements = openIfThere(directory, RunTables.SETTLEMENTS);
            final ReportInput input = new ReportInput(
                header, moved.input(), books, pledges, margin, obligations, settlements,
                RunReportFunds.assets(directory),
                contracts(moved.priced(), directory),
                cut.day().settlementAccounts()::of,
                RunMargin.required(directory),
                RunReportFunds.accounts(directory), RunReportFunds.calls(directory));
            return new RunReportTables(books, pledges, margin, obligations, settlements, input);
        }
        catch (final IOException | RuntimeException ex)
        {
            closeAll(books, pledges, margin, obligations, settlements);
            throw ex;
        }
    }

    private static Table openIfThere(final RunDirectory directory, final TableSpec spec) throws IOException
    {
        return directory.has(spec) ? directory.open(spec) : null;
    }

    private static ContractFigures[] contracts(final Priced priced, final RunDirectory directory)
    {
        final PriceProposal proposal = priced.proposal();
        final PriceParameters parameters = priced.cut().ctx().prices();
        final long[] accruedE5 = priced.accruedE5();
        final Map<Integer, MatcherLimits.LotMargin> deposits = new TreeMap<>();
        directory.find(MatcherLimits.FILE_NAME, MatcherLimits.class)
            .ifPresent(limits -> limits.margins().forEach(lot -> deposits.put(lot.instrumentId(), lot)));
        final ContractFigures[] figures = new ContractFigures[proposal.prices().size()];
        for (int ordinal = 0; ordinal < figures.length; ordinal++)
        {
            final FixedPrice price = proposal.price(ordinal);
            final Long theoreticalE5 = null == price.inputs() ? null : price.inputs().theoreticalE5();
            final InstrumentParameters known = parameters.instruments().get(price.instrumentId());
            final MatcherLimits.LotMargin deposit = deposits.get(price.instrumentId());
            figures[ordinal] = new ContractFigures(
                currencyTickValueE5(price),
                null == theoreticalE5 ? price.settlementE5() : theoreticalE5,
                null == known ? null : known.volatility(),
                price.limits().lowE5(),
                price.limits().highE5(),
                null == deposit ? 0 : deposit.longKopecks(),
                null == deposit ? 0 : deposit.shortKopecks(),
                spotE5(price, known),
                accruedE5[ordinal]);
        }
        return figures;
    }

    private static long spotE5(final FixedPrice price, final InstrumentParameters known)
    {
        if (null != price.underlyingE5())
        {
            return price.underlyingE5();
        }
        return null == known || null == known.forward() ? 0 : known.forward().spotE5();
    }

    /** Tick value in the currency that W follows; 0 for roubles. */
    private static long currencyTickValueE5(final FixedPrice price)
    {
        final FixedPrice.Inputs inputs = price.inputs();
        return null == inputs || null == inputs.currency() || null == inputs.rateE6() ?
            0 : Round.multiplyDivide(price.tickValueE5(), E6, inputs.rateE6());
    }

    private static void closeAll(final RunBooks books, final Table... tables)
    {
        books.close();
        for (final Table table : tables)
        {
            if (null != table)
            {
                table.close();
            }
        }
    }

    @Override
    public void close()
    {
        closeAll(books, pledges, margin, obligations, settlements);
    }
}
