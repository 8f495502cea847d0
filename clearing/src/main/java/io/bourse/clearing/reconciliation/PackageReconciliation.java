// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.reconciliation;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.ledger.RunBooks;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.report.ManifestEntry;
import io.bourse.clearing.report.ReportNames;
import io.bourse.clearing.table.ShortColumn;
import io.bourse.clearing.table.Table;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * rec_packages: the reports of all members together have the rows of the tables and nothing else, and a member's
 * positions and money tell of the same margin (I10). What is in the files is counted again by whoever verifies them.
 */
public final class PackageReconciliation
{
    private static final String NAME_SEPARATOR = "_";

    private final CalculationInput calculation;
    private final RunBooks books;
    private final Map<String, Map<String, ManifestEntry>> byMember = new TreeMap<>();

    /**
     * Reconciliation of the reports of a run.
     *
     * @param calculation what the run calculated from.
     * @param books tables of the run.
     * @param entries of the manifest.
     */
    public PackageReconciliation(
        final CalculationInput calculation, final RunBooks books, final List<ManifestEntry> entries)
    {
        this.calculation = calculation;
        this.books = books;
        for (final ManifestEntry entry : entries)
        {
            final String[] name = entry.name().split(NAME_SEPARATOR);
            byMember.computeIfAbsent(name[0], member -> new TreeMap<>()).put(name[1], entry);
        }
    }

    /**
     * Writes the report.
     *
     * @param directory to be made; a file of the same name in it is written over.
     * @return how it has ended.
     * @throws IOException when writing fails.
     */
    public ReconciliationResult write(final Path directory) throws IOException
    {
        DurableFile.createDirectories(directory);
        return ReconciliationFile.write(directory, "rec_packages",
            "member;f04_rows;fposcl_rows;moncl_rows;fposcl_vm;moncl_vm;difference", this::writeRows);
    }

    private void writeRows(final ReconciliationFile file) throws IOException
    {
        final long[] rows = new long[3];
        BigDecimal positionsSum = BigDecimal.ZERO;
        BigDecimal moneySum = BigDecimal.ZERO;
        for (final Map.Entry<String, Map<String, ManifestEntry>> member : byMember.entrySet())
        {
            final ManifestEntry trades = member.getValue().get(ReportNames.F04);
            final ManifestEntry positions = member.getValue().get(ReportNames.FPOSCL);
            final ManifestEntry money = member.getValue().get(ReportNames.MONCL);
            if (null == trades || null == positions || null == money)
            {
                file.text(member.getKey()).text("").text("").text("").text("").text("").text("")
                    .endRow(true, "member=" + member.getKey() + " lacks a report");
                continue;
            }
            rows[0] += trades.rows();
            rows[1] += positions.rows();
            rows[2] += money.rows();
            positionsSum = positionsSum.add(new BigDecimal(positions.sum()));
            moneySum = moneySum.add(new BigDecimal(money.sum()));
            final BigDecimal difference = new BigDecimal(positions.sum()).subtract(new BigDecimal(money.sum()));
            file.text(member.getKey())
                .number(trades.rows())
                .number(positions.rows())
                .number(money.rows())
                .text(positions.sum())
                .text(money.sum())
                .text(difference.toPlainString())
                .endRow(0 != difference.signum(), "member=" + member.getKey() + " difference=" + difference);
        }
        final long difference = Math.abs(rows[0] - legs()) + Math.abs(rows[1] - books.positions().rows()) +
            Math.abs(rows[2] - books.money().rows());
        file.text("ALL")
            .number(rows[0])
            .number(rows[1])
            .number(rows[2])
            .text(positionsSum.toPlainString())
            .text(moneySum.toPlainString())
            .number(difference)
            .endRow(0 != difference, "member=ALL f04Rows=" + rows[0] + " legs=" + legs() + " fposclRows=" + rows[1] +
                " positions=" + books.positions().rows() + " monclRows=" + rows[2] + " money=" + books.money().rows());
    }

    /** Legs of trades that somebody holds, and movements of the day. */
    private long legs()
    {
        long legs = rowsOf(calculation.movements()) + rowsOf(calculation.paidMovements());
        final ShortColumn instruments = calculation.trades().shorts(DayTables.TRADE_INSTRUMENT);
        for (int trade = 0; trade < calculation.tradeCount(); trade++)
        {
            final ContractStyle style = calculation.contracts()[instruments.get(trade)].terms().style();
            legs += ContractStyle.STRATEGY == style ? 0 : 2;
        }
        return legs;
    }

    private static long rowsOf(final Table table)
    {
        return null == table ? 0 : table.rows();
    }
}
