// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdInputStream;
import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.LedgerDay;
import io.bourse.clearing.ledger.RunBooks;
import io.bourse.clearing.reconciliation.PackageReconciliation;
import io.bourse.clearing.reconciliation.ReconciliationResult;
import io.bourse.clearing.report.file.CsvReader;
import io.bourse.clearing.report.file.LineListeners;
import io.bourse.clearing.report.file.ManifestEntry;
import io.bourse.clearing.report.file.ReportType;
import io.bourse.clearing.report.file.ReportWave;
import io.bourse.clearing.report.file.RunHeader;
import io.bourse.clearing.report.file.XmlReader;
import io.bourse.clearing.table.Table;
import io.bourse.engine.protocol.AccountCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** Reports say what the tables say, all of it and in their order. */
@Tag("venue")
class MemberReportsTest
{
    private static final Set<ReportType> UNCOUNTED_ROWS = EnumSet.of(ReportType.CALL, ReportType.FPOS,
        ReportType.OPOS, ReportType.F08, ReportType.O08, ReportType.MON, ReportType.EQM13, ReportType.CCX04,
        ReportType.CCX10, ReportType.CCX11, ReportType.EQM14);
    private static final Set<ReportType> UNCOUNTED_SUMS =
        EnumSet.of(ReportType.CALL, ReportType.F04, ReportType.O04, ReportType.SEM03, ReportType.CCX03,
            ReportType.CCX11, ReportType.EQM14);
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
        assertEquals(2 * (ReportType.of(ReportWave.FIRST).size() + ReportType.of(ReportWave.SECOND).size()),
            entries.size());
        for (final ManifestEntry entry : entries)
        {
            final Path file = root.resolve("one").resolve(entry.name());
            assertEquals(Files.size(file), entry.bytes());
            assertEquals(Digests.sha256Of(file), entry.sha256());
        }
    }

    @Test
    void shouldReconcileWithTheTables() throws IOException
    {
        // Of two members: all reports of both waves but three that follow from no table alone.
        assertEquals("rec_packages OK rows=" + (entries.size() - 6) + " breaks=0", reconcile(entries).line(),
            "seed=" + seed);
        for (int i = 0; i < entries.size(); i++)
        {
            final ManifestEntry entry = entries.get(i);
            final List<ManifestEntry> changed = new ArrayList<>(entries);
            changed.remove(i);
            assertBreak(entry, reconcile(changed),
                ReportType.CALL != entry.type() && ReportType.CCX11 != entry.type() &&
                    ReportType.EQM14 != entry.type());
            changed.add(new ManifestEntry(
                entry.name(), entry.bytes(), entry.rows() + 1, entry.sum(), entry.sha256()));
            assertBreak(entry, reconcile(changed), !UNCOUNTED_ROWS.contains(entry.type()));
            changed.set(changed.size() - 1, new ManifestEntry(
                entry.name(), entry.bytes(), entry.rows(), entry.sum() + "1", entry.sha256()));
            assertBreak(entry, reconcile(changed), !UNCOUNTED_SUMS.contains(entry.type()));
        }
    }

    private ReconciliationResult reconcile(final List<ManifestEntry> written) throws IOException
    {
        return new PackageReconciliation(reportInput(), (member, type) -> 0).write(
            root.resolve("reconciliation"), EnumSet.of(ReportWave.FIRST, ReportWave.SECOND), written);
    }

    private void assertBreak(final ManifestEntry entry, final ReconciliationResult result, final boolean isBroken)
    {
        assertEquals(isBroken ? 1 : 0, result.breaks(), () -> entry.name() + " " + result.line() + " seed=" + seed);
        if (isBroken)
        {
            assertTrue(result.firstBreak().contains("member=" + entry.member()), result.line());
            assertTrue(result.firstBreak().contains(entry.type().reportName()), result.line());
        }
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
                expected.computeIfAbsent(
                    file(client, movements.ints(RunTables.MOVEMENT_INSTRUMENT).get(row)), file -> new ArrayList<>())
                    .add("0 " + client + " " + (lots > 0 ? "B" : "S") + " " + Math.abs(lots) + " expiry");
            }
        }
        assertEquals(4, expected.size());
        for (final Map.Entry<String, List<String>> file : expected.entrySet())
        {
            final ReportType type = ReportType.of(file.getKey().substring(2));
            final List<String> legs = rows(file.getKey().substring(0, 2), type).stream()
                .map(row -> String.join(" ", value(type, row, "trade_id"), value(type, row, "client"),
                    value(type, row, "side"), value(type, row, "qty"), value(type, row, "type")))
                .toList();
            assertEquals(file.getValue(), legs, "seed=" + seed);
        }
    }

    /** Member and report that have an instrument. */
    private String file(final String client, final int instrument)
    {
        return client.substring(0, 2) + (day.contracts(true)[instrument].terms().isOption() ? "o04" : "f04");
    }

    private void leg(
        final Map<String, List<String>> legs, final long[] trade, final int party, final String side)
    {
        final String client = day.registers.name((int)trade[party]);
        final String origin =
            List.of("book", "leg", "negotiated").get((int)trade[DayTables.TRADE_FLAGS] >> DayTables.ORIGIN_SHIFT);
        legs.computeIfAbsent(file(client, (int)trade[DayTables.TRADE_INSTRUMENT]), file -> new ArrayList<>()).add(
            trade[DayTables.TRADE_ID] + " " + client + " " + side + " " + trade[DayTables.TRADE_QTY] + " " + origin);
    }

    @Test
    void shouldSumToTheTables() throws IOException
    {
        long positionRows = 0;
        long moneyRows = 0;
        final List<String> clients = new ArrayList<>();
        for (final String member : List.of("AA", "BB"))
        {
            final long legFees = sum(member, "fee_ex", ReportType.F04, ReportType.O04) +
                sum(member, "fee_cc", ReportType.F04, ReportType.O04);
            assertTrue(legFees > 0);
            final ReportType[] positions = {ReportType.FPOSCL, ReportType.OPOSCL};
            final ReportType[] accounts = {ReportType.FPOS, ReportType.OPOS};
            final ReportType[] firms = {ReportType.F08, ReportType.O08};
            for (final ReportType[] types : List.of(positions, accounts, firms))
            {
                assertEquals(legFees, sum(member, "fee", types), "seed=" + seed);
                assertEquals(sum(member, "vm", ReportType.MONCL), sum(member, "vm", types), "seed=" + seed);
                assertEquals(sum(member, "premium", ReportType.MONCL), sum(member, "premium", types));
                for (final String column : List.of("pos_end", "buys", "sells", "sbor_nosys", "vm_paid"))
                {
                    assertEquals(sum(member, column, positions), sum(member, column, types), column);
                }
            }
            assertTrue(sum(member, "sbor_nosys", positions) > 0);
            for (final ReportType money : List.of(ReportType.MONCL, ReportType.MON))
            {
                assertEquals(sum(member, "fee", ReportType.FPOSCL), sum(member, "fee_fut", money), "seed=" + seed);
                assertEquals(sum(member, "fee", ReportType.OPOSCL), sum(member, "fee_opt", money), "seed=" + seed);
                assertBridge(member, money);
            }
            assertEquals(sum(member, "vm", ReportType.MONCL), sum(member, "vm", ReportType.VMCL));
            positionRows += rows(member, ReportType.FPOSCL).size() + rows(member, ReportType.OPOSCL).size();
            moneyRows += rows(member, ReportType.MONCL).size();
            rows(member, ReportType.MONCL).forEach(row -> clients.add(row.getFirst()));
        }
        assertEquals(books.positions().rows(), positionRows);
        assertEquals(books.money().rows(), moneyRows);
        assertEquals(clients.stream().sorted().toList(), clients);
    }

    @Test
    void shouldListEveryRegisterWithItsFirmAndSettlementAccount() throws IOException
    {
        final List<List<String>> expected = new ArrayList<>();
        for (int rank = 0; rank < input.registers().size(); rank++)
        {
            final int account = input.registers().accountAt(rank);
            final String client = AccountCode.unpack(input.registers().code(account));
            expected.add(List.of(
                client, client.substring(0, 4), client.substring(0, 2), Integer.toString(account)));
        }
        final List<List<String>> listed = new ArrayList<>(rows("AA", ReportType.CLIENTS));
        listed.addAll(rows("BB", ReportType.CLIENTS));
        assertEquals(expected, listed);
    }

    private void assertBridge(final String member, final ReportType type) throws IOException
    {
        for (final List<String> row : rows(member, type))
        {
            long end = 0;
            for (final String column : List.of("amount_beg", "vm_paid", "pay_paid", "vm", "premium", "pay"))
            {
                end += CsvReader.kopecks(value(type, row, column));
            }
            for (final String column : List.of("fee_fut", "fee_opt", "vat"))
            {
                end -= CsvReader.kopecks(value(type, row, column));
            }
            assertEquals(end, CsvReader.kopecks(value(type, row, "amount_end")), row.toString());
            assertEquals(end, CsvReader.kopecks(value(type, row, "free")), row.toString());
            assertEquals(Math.max(0, -end), CsvReader.kopecks(value(type, row, "margin_call")), row.toString());
        }
    }

    @Test
    void shouldShowEveryLineToItsListener() throws IOException
    {
        final Map<String, StringBuilder> shown = new ConcurrentSkipListMap<>();
        final LineListeners listeners = (member, type) ->
        {
            final StringBuilder lines = shown.computeIfAbsent(member + type.reportName(), name -> new StringBuilder());
            final int client = type.columnNames().indexOf("client");
            return (code, bytes, offset, length) ->
            {
                final String line = new String(bytes, offset, length, StandardCharsets.UTF_8);
                assertEquals(client < 0 ? "" : line.strip().split(";")[client], AccountCode.unpack(code));
                lines.append(line);
            };
        };
        new MemberReports(reportInput(), listeners, 2)
            .write(ReportWave.FIRST, Files.createDirectories(root.resolve("shown")));
        for (final ManifestEntry entry : entries)
        {
            if (ReportWave.FIRST == entry.type().wave() && !entry.type().isXml())
            {
                final StringBuilder lines = new StringBuilder();
                rows(entry.member(), entry.type()).forEach(row -> lines.append(String.join(";", row)).append('\n'));
                assertEquals(lines.toString(), shown.get(entry.member() + entry.type().reportName()).toString());
            }
        }
        assertEquals(2 * ReportType.of(ReportWave.FIRST).size(), shown.size());
    }

    private long sum(final String member, final String column, final ReportType... types) throws IOException
    {
        long sum = 0;
        for (final ReportType type : types)
        {
            for (final List<String> row : rows(member, type))
            {
                final String text = value(type, row, column);
                sum += text.contains(".") ? CsvReader.kopecks(text) : Long.parseLong(text);
            }
        }
        return sum;
    }

    private static String value(final ReportType type, final List<String> row, final String column)
    {
        return row.get(type.columnNames().indexOf(column));
    }

    private ReportInput reportInput()
    {
        return ReportInput.of(HEADER, input, books);
    }

    private List<ManifestEntry> write(final String name, final int threads) throws IOException
    {
        final Path directory = Files.createDirectories(root.resolve(name));
        final MemberReports reports = new MemberReports(reportInput(), LineListeners.NONE, threads);
        final List<ManifestEntry> all = new ArrayList<>(reports.write(ReportWave.FIRST, directory));
        all.addAll(reports.write(ReportWave.SECOND, directory));
        return all;
    }

    private List<List<String>> rows(final String member, final ReportType type) throws IOException
    {
        final List<List<String>> rows = new ArrayList<>();
        final Path file = root.resolve("reports").resolve(HEADER.reportName(member, type));
        try (InputStream in = new ZstdInputStream(Files.newInputStream(file)))
        {
            assertTrue((type.isXml() ? XmlReader.read(in, type.sumColumn(), rows::add) :
                CsvReader.read(in, type.sumColumn(), rows::add)).isConsistent(), file.toString());
        }
        return rows;
    }
}
