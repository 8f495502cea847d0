// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdInputStream;
import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.LegFees;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.LedgerDay;
import io.bourse.clearing.ledger.RunBooks;
import io.bourse.clearing.reconciliation.PackageReconciliation;
import io.bourse.clearing.reconciliation.ReconciliationResult;
import io.bourse.clearing.table.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reports say what the tables say, all of it and in their order. */
class MemberReportsTest
{
    private static final RunHeader HEADER = new RunHeader(2_026_112_102L, "E", 5, 20_261_121, 1);

    @TempDir
    private Path root;
    private final long seed = System.nanoTime();
    private LedgerDay day;
    private CalculationInput input;
    private RunBooks books;
    private List<ManifestEntry> entries;

    @BeforeEach
    void writeReports() throws IOException
    {
        day = new LedgerDay(root, seed, 2);
        input = day.write(true);
        books = RunBooks.open(day.directory("2-E"));
        entries = write("reports", 2);
    }

    @AfterEach
    void close()
    {
        books.close();
        day.close();
    }

    @Test
    void shouldWriteTheSameFilesWithAnyNumberOfThreads() throws IOException
    {
        assertEquals(entries, write("one", 1));
        assertEquals(6, entries.size());
    }

    @Test
    void shouldReconcileWithTheTables() throws IOException
    {
        final ReconciliationResult good =
            new PackageReconciliation(input, books, entries).write(root.resolve("reconciliation"));
        assertEquals("rec_packages OK rows=3 breaks=0", good.line(), "seed=" + seed);
        final ManifestEntry entry = entries.getFirst();
        entries.set(0, new ManifestEntry(
            entry.name(), entry.bytes(), entry.rows() + 1, entry.sum(), entry.sha256()));
        final ReconciliationResult bad =
            new PackageReconciliation(input, books, entries).write(root.resolve("reconciliation"));
        assertEquals(1, bad.breaks(), bad.line());
        assertTrue(bad.firstBreak().startsWith("member=ALL f04Rows="), bad.line());
    }

    @Test
    void shouldListEveryLegOfTheMemberInTheOrderOfTrading() throws IOException
    {
        final Map<String, List<String>> expected = new TreeMap<>();
        for (final long[] trade : day.trades)
        {
            leg(expected, trade, DayTables.TRADE_BUYER, "B");
            leg(expected, trade, DayTables.TRADE_SELLER, "S");
        }
        try (Table movements = Table.open(day.directory("2-E"), RunTables.MOVEMENTS))
        {
            assertTrue(movements.rows() > 0);
            for (long row = 0; row < movements.rows(); row++)
            {
                final String client = day.registers.name(movements.ints(RunTables.MOVEMENT_ACCOUNT).get(row));
                final int lots = movements.ints(RunTables.MOVEMENT_LOTS).get(row);
                expected.computeIfAbsent(client.substring(0, 2), member -> new ArrayList<>())
                    .add("0 " + client + " " + (lots > 0 ? "B" : "S") + " " + Math.abs(lots) + " expiry");
            }
        }
        for (final Map.Entry<String, List<String>> member : expected.entrySet())
        {
            final List<String> legs = rows(member.getKey(), ReportNames.F04).stream()
                .map(row -> row.get(1) + " " + row.get(5) + " " + row.get(6) + " " + row.get(8) + " " + row.getLast())
                .toList();
            assertEquals(member.getValue(), legs, "seed=" + seed);
        }
    }

    private void leg(
        final Map<String, List<String>> legs, final long[] trade, final int party, final String side)
    {
        final String client = day.registers.name((int)trade[party]);
        final String origin =
            List.of("book", "leg", "negotiated").get((int)trade[DayTables.TRADE_FLAGS] >> DayTables.ORIGIN_SHIFT);
        legs.computeIfAbsent(client.substring(0, 2), member -> new ArrayList<>()).add(
            trade[DayTables.TRADE_ID] + " " + client + " " + side + " " + trade[DayTables.TRADE_QTY] + " " + origin);
    }

    @Test
    void shouldSumToTheTables() throws IOException
    {
        long positionRows = 0;
        long moneyRows = 0;
        long legFees = 0;
        long positionFees = 0;
        long moneyFees = 0;
        long exercised = 0;
        final List<String> clients = new ArrayList<>();
        for (final String member : List.of("AA", "BB"))
        {
            for (final List<String> row : rows(member, ReportNames.F04))
            {
                legFees += CsvReader.kopecks(row.get(13)) + CsvReader.kopecks(row.get(14));
            }
            long margin = 0;
            long premium = 0;
            for (final List<String> row : rows(member, ReportNames.FPOSCL))
            {
                positionRows++;
                assertTrue(row.get(3).startsWith(member));
                margin += CsvReader.kopecks(row.get(8));
                positionFees += CsvReader.kopecks(row.get(10));
                exercised += Long.parseLong(row.get(13));
                premium += CsvReader.kopecks(row.get(14));
            }
            for (final List<String> row : rows(member, ReportNames.MONCL))
            {
                moneyRows++;
                clients.add(row.getFirst());
                margin -= CsvReader.kopecks(row.get(2));
                moneyFees += CsvReader.kopecks(row.get(4));
                premium -= CsvReader.kopecks(row.get(6));
                assertEquals(CsvReader.kopecks(row.get(5)), CsvReader.kopecks(row.get(1)) +
                    CsvReader.kopecks(row.get(2)) + CsvReader.kopecks(row.get(3)) - CsvReader.kopecks(row.get(4)) +
                    CsvReader.kopecks(row.get(6)) + CsvReader.kopecks(row.get(7)) +
                    CsvReader.kopecks(row.get(8)) - CsvReader.kopecks(row.get(9)), row.toString());
            }
            assertEquals(0, margin, "seed=" + seed + " member=" + member);
            assertEquals(0, premium, "seed=" + seed + " member=" + member);
        }
        assertEquals(books.positions().rows(), positionRows);
        assertEquals(books.money().rows(), moneyRows);
        assertEquals(legFees, positionFees, "seed=" + seed);
        assertEquals(legFees, moneyFees, "seed=" + seed);
        assertTrue(legFees > 0);
        assertEquals(0, exercised);
        assertEquals(clients.stream().sorted().toList(), clients);
    }

    private List<ManifestEntry> write(final String name, final int threads) throws IOException
    {
        return new MemberReports(HEADER, input, LegFees.of(input), books, threads)
            .write(Files.createDirectories(root.resolve(name)));
    }

    private List<List<String>> rows(final String member, final String type) throws IOException
    {
        final List<List<String>> rows = new ArrayList<>();
        final Path file = root.resolve("reports").resolve(HEADER.reportName(member, type));
        try (InputStream in = new ZstdInputStream(Files.newInputStream(file)))
        {
            assertTrue(CsvReader.read(in, ReportNames.SUM_COLUMN, rows::add).isConsistent(), file.toString());
        }
        return rows;
    }
}
