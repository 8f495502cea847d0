// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.Vectors;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.report.file.ReportFinding;
import io.bourse.clearing.report.file.ReportType;
import io.bourse.clearing.report.file.ReportWave;
import io.bourse.clearing.report.file.ReportsVerifier;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.clearing.run.store.OpeningPosition;
import io.bourse.engine.protocol.ClearingKind;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** The golden day through a real engine: orders in, signed reports out, equal to the vectors to the kopeck. */
@Tag("venue")
class ClearingDayEndToEndTest
{
    private static final long EVENING_TICK_VALUE_E5 = 1_811_234L;

    @TempDir
    private Path dir;

    @Test
    void shouldReportTheDayOfTheVectors() throws IOException
    {
        final List<CSVRecord> open = Vectors.read("day_open_positions.csv");
        final TreeSet<String> clients = new TreeSet<>();
        open.forEach(row -> clients.add(row.get("client")));
        try (ClearingFixture venue = new ClearingFixture(dir, new ArrayList<>(clients.descendingSet())))
        {
            trade(venue, "1");
            final RunResult day;
            try (ClearingService service = ClearingService.launch(context(venue, open)
                .settlementOverrideE5(ClearingFixture.SI, 92_510 * ClearingFixture.E5)
                .settlementOverrideE5(ClearingFixture.RI, 113_150 * ClearingFixture.E5), ClearingKind.INTRADAY))
            {
                day = service.run();
            }
            trade(venue, "2");
            final RunResult evening;
            try (ClearingService service = ClearingService.launch(context(venue, open)
                .settlementOverrideE5(ClearingFixture.SI, 92_480 * ClearingFixture.E5)
                .settlementOverrideE5(ClearingFixture.RI, 112_990 * ClearingFixture.E5)
                .tickValueE5(ClearingFixture.RI, EVENING_TICK_VALUE_E5), ClearingKind.EVENING))
            {
                evening = service.run();
            }
            assertEquals(2_026_112_301L, day.header().runId());
            assertEquals(2_026_112_302L, evening.header().runId());
            assertEquals(120, evening.counts().trades());
            comparePositions(day.reportsDirectory(), evening.reportsDirectory());
            compareMoney(evening.reportsDirectory());
            compareFees(evening.reportsDirectory());
            for (final RunResult run : List.of(day, evening))
            {
                final List<ReportFinding> findings = ReportsVerifier.verify(
                    run.reportsDirectory(), ClearingKeys.open(venue.keysDir).trustedSigner());
                assertTrue(ReportsVerifier.isClean(findings), findings.toString());
                // Four clearing firms with all reports; manifest and signature of every wave.
                assertEquals(
                    4 * Arrays.stream(ReportType.values()).filter(ReportType::isForMembers).count() +
                    ReportType.of(ReportWave.REGULATOR).size() + 2 * ReportWave.values().length, findings.size());
            }
        }
    }

    private static ClearingContext context(final ClearingFixture venue, final List<CSVRecord> open)
    {
        ClearingContext ctx =
            venue.context().withDefaultOpeningBalanceKopecks(Vectors.kopecks("5000000.00"));
        for (final CSVRecord row : open)
        {
            ctx = ctx.openingPosition(new OpeningPosition(
                row.get("client"), instrument(row.get("instrument")), Long.parseLong(row.get("qty"))));
        }
        return ctx;
    }

    private static void trade(final ClearingFixture venue, final String window)
    {
        for (final CSVRecord row : Vectors.read("day_trades.csv"))
        {
            if (window.equals(row.get("window(1=before day clearing)")))
            {
                venue.trade(
                    instrument(row.get("instrument")),
                    Long.parseLong(row.get("price")),
                    Long.parseLong(row.get("qty")),
                    row.get("buyer"),
                    row.get("seller"),
                    "B".equals(row.get("taker_side")));
            }
        }
    }

    private static void comparePositions(final Path day, final Path evening) throws IOException
    {
        int rows = 0;
        for (final CSVRecord expected : Vectors.read("day_expected_positions.csv"))
        {
            final String client = expected.get("client");
            final String id = Integer.toString(instrument(expected.get("instrument")));
            final String member = client.substring(0, 2);
            final List<String> row = find(ClearingFixture.report(
                evening, "w1/" + member + "_fposcl_E_20261123_000000002_r1.csv.zst"), client, id);
            assertEquals(expected.get("pos_beg"), value(ReportType.FPOSCL, row, "pos_beg"));
            assertEquals(expected.get("pos_end"), value(ReportType.FPOSCL, row, "pos_end"));
            assertEquals(expected.get("vm_eve"), value(ReportType.FPOSCL, row, "vm"));
            assertEquals(expected.get("vm_day"), value(ReportType.FPOSCL, row, "vm_paid"));
            final List<String> dayRow = find(
                ClearingFixture.report(day, "w1/" + member + "_fposcl_I_20261123_000000001_r1.csv.zst"), client, id);
            assertEquals(expected.get("vm_day"), value(ReportType.FPOSCL, dayRow, "vm"));
            assertEquals("0.00", value(ReportType.FPOSCL, dayRow, "vm_paid"));
            rows++;
        }
        assertEquals(12, rows);
    }

    private static void compareMoney(final Path evening) throws IOException
    {
        for (final CSVRecord expected : Vectors.read("day_expected_money.csv"))
        {
            final String client = expected.get("client");
            final List<List<String>> report = ClearingFixture.report(
                evening, "w1/" + client.substring(0, 2) + "_moncl_E_20261123_000000002_r1.csv.zst");
            final List<String> row =
                report.stream().filter(fields -> client.equals(fields.getFirst())).findFirst().orElseThrow();
            assertEquals(expected.get("amount_beg"), value(ReportType.MONCL, row, "amount_beg"));
            assertEquals(expected.get("vm_eve"), value(ReportType.MONCL, row, "vm"));
            assertEquals(expected.get("vm_day"), value(ReportType.MONCL, row, "vm_paid"));
            assertEquals(
                -Vectors.kopecks(expected.get("fee_exchange")) - Vectors.kopecks(expected.get("fee_clearing")),
                Vectors.kopecks(value(ReportType.MONCL, row, "fee_fut")));
            assertEquals(expected.get("amount_end"), value(ReportType.MONCL, row, "amount_end"));
        }
    }

    private static void compareFees(final Path evening) throws IOException
    {
        for (final CSVRecord expected : Vectors.read("day_expected_fees.csv"))
        {
            final String member = expected.get("client").substring(0, 2);
            final List<String> row =
                ClearingFixture.report(evening, "w1/" + member + "_f04_E_20261123_000000002_r1.csv.zst").stream()
                    .filter(fields -> expected.get("trade_id").equals(fields.get(1)) &&
                        expected.get("client").equals(fields.get(5)) &&
                        expected.get("side").equals(fields.get(6)))
                    .findFirst()
                    .orElseThrow();
            assertEquals(expected.get("qty"), row.get(8));
            assertEquals(expected.get("scalped_qty"), row.get(12));
            assertEquals(expected.get("exch_fee"), value(ReportType.F04, row, "fee_ex"));
            assertEquals(expected.get("clr_fee"), value(ReportType.F04, row, "fee_cc"));
        }
    }

    private static String value(final ReportType type, final List<String> row, final String column)
    {
        return row.get(type.columnNames().indexOf(column));
    }

    private static List<String> find(final List<List<String>> report, final String client, final String id)
    {
        return report.stream()
            .filter(row -> client.equals(row.get(3)) && id.equals(row.get(1)))
            .findFirst()
            .orElseThrow();
    }

    private static int instrument(final String name)
    {
        return "SI".equals(name) ? ClearingFixture.SI : ClearingFixture.RI;
    }
}
