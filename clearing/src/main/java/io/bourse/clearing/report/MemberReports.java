// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.LegFees;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.RunBooks;
import io.bourse.clearing.ledger.Workers;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.Table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Writes the reports of the members of one run: f04, fposcl and moncl per clearing firm (sheet 3.1), from the tables.
 * A firm that has registers gets all its files, with no rows if there is nothing to say. Files are written by several
 * threads, each file by one, so the bytes do not depend on their number.
 */
public final class MemberReports
{
    private final RunHeader run;
    private final CalculationInput input;
    private final LegFees fees;
    private final RunBooks books;
    private final int threads;

    /**
     * Reports of one run.
     *
     * @param run what identifies it.
     * @param input what it was calculated from.
     * @param fees of the legs, from the same input.
     * @param books tables of the run.
     * @param threads 1 or more.
     */
    public MemberReports(
        final RunHeader run,
        final CalculationInput input,
        final LegFees fees,
        final RunBooks books,
        final int threads)
    {
        this.run = run;
        this.input = input;
        this.fees = fees;
        this.books = books;
        this.threads = threads;
    }

    /**
     * Writes all reports.
     *
     * @param directory that exists.
     * @return entries for the manifest, ascending by name.
     * @throws IOException when writing fails.
     */
    public List<ManifestEntry> write(final Path directory) throws IOException
    {
        final MemberRanges members = new MemberRanges(input.registers());
        final int[][] legs = members.legs(input);
        final long[] positions = members.starts(books.positions(), RunTables.POSITION_ACCOUNT);
        final long[] money = members.starts(books.money(), RunTables.MONEY_ACCOUNT);
        final long[] earlier = members.starts(input.paidMovements(), RunTables.MOVEMENT_ACCOUNT);
        final long[] movements = members.starts(input.movements(), RunTables.MOVEMENT_ACCOUNT);
        final TradeReport trades = new TradeReport(run, input, fees);
        final PositionReport positionReport = new PositionReport(run, input, books.positions());
        final List<Callable<ManifestEntry>> tasks = new ArrayList<>();
        for (int m = 0; m < members.size(); m++)
        {
            final int member = m;
            tasks.add(() -> report(directory, members.name(member), ReportNames.F04, ReportNames.F04_COLUMNS, csv ->
            {
                trades.writeLegs(csv, legs[member]);
                trades.writeMovements(csv, input.paidMovements(), earlier[member], earlier[member + 1]);
                trades.writeMovements(csv, input.movements(), movements[member], movements[member + 1]);
            }));
            tasks.add(() -> report(
                directory, members.name(member), ReportNames.FPOSCL, ReportNames.FPOSCL_COLUMNS,
                csv -> positionReport.write(csv, positions[member], positions[member + 1])));
            tasks.add(() -> report(
                directory, members.name(member), ReportNames.MONCL, ReportNames.MONCL_COLUMNS,
                csv -> writeMoney(csv, money[member], money[member + 1])));
        }
        try
        {
            final List<ManifestEntry> entries = new ArrayList<>(Workers.run(threads, tasks));
            entries.sort(Comparator.comparing(ManifestEntry::name));
            return entries;
        }
        catch (final UncheckedIOException ex)
        {
            throw ex.getCause();
        }
    }

    private ManifestEntry report(
        final Path directory,
        final String member,
        final String type,
        final String columns,
        final ReportFile.Rows rows) throws IOException
    {
        return ReportFile.write(directory, run.reportName(member, type), columns, rows);
    }

    private void writeMoney(final CsvWriter csv, final long from, final long to) throws IOException
    {
        final Table money = books.money();
        final IntColumn accounts = money.ints(RunTables.MONEY_ACCOUNT);
        final LongColumn begins = money.longs(RunTables.MONEY_BEGIN);
        final LongColumn paid = money.longs(RunTables.MONEY_PAID);
        final LongColumn margins = money.longs(RunTables.MONEY_VM);
        final LongColumn premiums = money.longs(RunTables.MONEY_PREMIUM);
        final LongColumn feesPaid = money.longs(RunTables.MONEY_FEE);
        final LongColumn ends = money.longs(RunTables.MONEY_END);
        final LongColumn paysPaid = money.longs(RunTables.MONEY_PAY_PAID);
        final LongColumn pays = money.longs(RunTables.MONEY_PAY);
        final LongColumn vats = money.longs(RunTables.MONEY_VAT);
        for (long row = from; row < to; row++)
        {
            csv.packed(input.registers().code(accounts.get(row)))
                .money(begins.get(row))
                .summed(margins.get(row))
                .money(paid.get(row))
                .money(feesPaid.get(row))
                .money(ends.get(row))
                .money(premiums.get(row))
                .money(paysPaid.get(row))
                .money(pays.get(row))
                .money(vats.get(row))
                .endRow();
        }
    }
}
