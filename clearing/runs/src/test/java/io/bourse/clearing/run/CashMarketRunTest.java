// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import com.github.luben.zstd.ZstdInputStream;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.cashmarket.DeliveryParameters;
import io.bourse.clearing.collateral.AssetKind;
import io.bourse.clearing.collateral.AssetParameters;
import io.bourse.clearing.funds.FundsParameters;
import io.bourse.clearing.funds.InstructionKind;
import io.bourse.clearing.funds.InstructionRequest;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.check.CheckResult;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.report.file.ReportType;
import io.bourse.clearing.report.file.XmlReader;
import io.bourse.clearing.report.file.XmlWriter;
import io.bourse.clearing.run.audit.TestOperators;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.operator.DefaultControl;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.clearing.table.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.SAXException;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Shares, a bond and a currency through a real engine: trades without margin become obligations in the evening. */
@Tag("venue")
class CashMarketRunTest
{
    private static final String A = "AA01001";
    private static final String B = "BB01001";
    private static final String C = "CC01001";
    private static final List<String> CLIENTS = List.of(C, B, A);
    private static final int SHARE = 21;
    private static final int BOND = 22;
    private static final int USD = 23;
    private static final long E5 = ClearingFixture.E5;
    private static final int HOLIDAY = 20_261_124;
    private static final int WEDNESDAY = 20_261_125;
    private static final int THURSDAY = 20_261_126;

    @TempDir
    private Path dir;
    private ClearingFixture venue;

    @BeforeEach
    void start()
    {
        venue = new ClearingFixture(dir, CLIENTS);
        venue.spot(SHARE, "SBER", "SBER", 10, 1);
        venue.spot(BOND, "OFZ", "SU26", 1, 5);
        venue.spot(USD, "USDRUB_TOM", "USD", 1_000, 2, 1_000);
    }

    @AfterEach
    void stop()
    {
        venue.close();
    }

    private ClearingContext context()
    {
        final TreeMap<String, Long> accruedE5 = new TreeMap<>();
        accruedE5.put("SU26", 1_234_500L);
        final TreeMap<String, AssetParameters> assets = new TreeMap<>();
        assets.put("SBER", new AssetParameters(AssetKind.SECURITY, 250_000_000L, null, 0, null));
        assets.put("USD", new AssetParameters(AssetKind.CURRENCY, 90_000_000L, null, 0, null));
        return venue.context().withFunds(new FundsParameters(0, null, 0, 0, 0, assets, null, new DeliveryParameters(
            new TreeSet<>(List.of(HOLIDAY)), 1_000, 1, 50_000, accruedE5)));
    }

    private RunResult evening()
    {
        return ClearingFixture.evening(context());
    }

    @Test
    void shouldReportPledgedCurrencyInItsUnits() throws IOException
    {
        venue.instruct(
            new InstructionRequest(InstructionKind.DEPOSIT, A, "USD", 1_050, "d1", "cashier", false));
        venue.instruct(
            new InstructionRequest(InstructionKind.DEPOSIT, A, "SBER", 7, "d2", "cashier", false));
        final List<List<String>> rows = ClearingFixture.report(
            evening().reportsDirectory().resolve("w1"), "AA_pledge_E_20261123_000000001_r1.csv.zst");
        assertEquals(List.of(List.of(A, "SBER", "0", "7", "7"), List.of(A, "USD", "0.00", "10.50", "10.50")),
            rows.subList(1, rows.size()).stream().map(row -> row.subList(0, 5)).toList());
    }

    @Test
    void shouldReportTradesAndObligationsInXml() throws IOException, SAXException
    {
        venue.trade(SHARE, 250, 10, A, B, true);
        venue.trade(USD, 90, 5, A, C, true);
        final RunResult evening = evening();
        assertEquals(List.of("1 B 10 100 -25000.00 SBER T 1"), report(evening, ReportType.SEM03, "trade_id", "side",
            "qty", "units", "value", "asset", "maker_taker", "settlement_days"));
        assertEquals(List.of("2 B 5 5000 -450000.00 USD"),
            report(evening, ReportType.CCX03, "trade_id", "side", "qty", "units", "value", "asset"));
        for (final ReportType type : List.of(ReportType.EQM06, ReportType.EQM13))
        {
            assertEquals(List.of("SBER 20261125 100 -25000.00"),
                report(evening, type, "asset", "settle_date", "units", "money"), type::name);
        }
        for (final ReportType type : List.of(ReportType.CCX37, ReportType.CCX04))
        {
            assertEquals(List.of("USD 20261126 5000 -450000.00"),
                report(evening, type, "asset", "settle_date", "units", "money"), type::name);
        }
        assertEquals(1, report(evening, ReportType.EQM14, "cash", "free").size());
        assertEquals(List.of("AA USD 4.50"), report(evening, ReportType.CCX10, "settlement_account", "asset", "fee"));
        assertEquals(List.of("AA 4.50", "AA 4.50"), report(evening, ReportType.CCX11, "settlement_account", "amount"));
        for (final ReportType type : List.of(ReportType.CCX17, ReportType.CCX99))
        {
            assertEquals(List.of(), report(evening, type, type.columnNames().getFirst()), type::name);
        }
        for (final ReportType type : List.of(ReportType.SEM02, ReportType.CUX22))
        {
            final String instrument = Integer.toString(ReportType.SEM02 == type ? SHARE : USD);
            assertEquals(List.of("accepted " + instrument, "filled " + instrument),
                report(evening, type, "action", "isin_id"), type::name);
        }
    }

    @Test
    void shouldReportTheCashFlowOfSettlement() throws IOException, SAXException
    {
        instruct(InstructionKind.PAY_IN, A, "", 500_000_00);
        instruct(InstructionKind.DEPOSIT, C, "USD", 6_000_00);
        venue.trade(USD, 90, 5, A, C, true);
        evening();
        venue.engine.operator().openSession(2, THURSDAY);
        final RunResult settled = evening();
        assertEquals(List.of("AA01001 RUB -450000.00 SETTLEMENT", "AA01001 USD 5000.00 DELIVERY"),
            report(settled, ReportType.CCX99, "client", "currency", "amount", "code"));
        assertEquals(List.of(), report(settled, ReportType.CCX37, "client"));
    }

    @Test
    void shouldWriteTheSameWhateverTheLanguageOfTheMachine() throws IOException, SAXException
    {
        final Locale before = Locale.getDefault();
        // There numbers have digits of their own.
        Locale.setDefault(Locale.forLanguageTag("ar-EG"));
        try
        {
            shouldReportTradesAndObligationsInXml();
        }
        finally
        {
            Locale.setDefault(before);
        }
        try (Stream<Path> checkpoints = Files.list(venue.baseDir.resolve("ingest/checkpoints")))
        {
            final List<String> names = checkpoints.map(file -> file.getFileName().toString()).toList();
            assertTrue(names.stream().allMatch(name -> name.matches("[0-9]{19}[.][a-z]+")), names::toString);
            assertFalse(names.isEmpty());
        }
    }

    private static List<String> report(final RunResult run, final ReportType type, final String... columns)
        throws IOException, SAXException
    {
        final Path file = run.reportsDirectory().resolve(type.wave().directory())
            .resolve(run.header().reportName(A.substring(0, 2), type));
        final byte[] xml;
        try (InputStream in = new ZstdInputStream(Files.newInputStream(file)))
        {
            xml = in.readAllBytes();
        }
        SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
            .newSchema(XmlWriter.class.getResource(XmlWriter.SCHEMA)).newValidator()
            .validate(new StreamSource(new ByteArrayInputStream(xml)));
        final List<String> rows = new ArrayList<>();
        assertTrue(XmlReader.read(new ByteArrayInputStream(xml), type.sumColumn(), row -> rows.add(
            Arrays.stream(columns).map(column -> row.get(type.columnNames().indexOf(column)))
                .collect(Collectors.joining(" ")))).isConsistent());
        return rows;
    }

    @Test
    void shouldMakeObligationsOfTheDaysTrades() throws IOException
    {
        instruct(InstructionKind.PAY_IN, A, "", 600_000_00);
        venue.trade(SHARE, 250, 10, A, B, true);
        venue.trade(SHARE, 260, 4, B, C, true);
        venue.trade(BOND, 990, 3, C, A, false);
        final RunResult intraday = ClearingFixture.intraday(context());
        assertEquals(List.of(), movements(intraday));
        assertEquals(List.of(), obligations(intraday));
        venue.trade(SHARE, 251, 6, B, A, true);
        venue.trade(SHARE, 240, 4, C, A, true);
        venue.trade(USD, 90, 5, A, C, true);
        final RunResult evening = evening();
        assertEquals(
            List.of("22 DELIVERY 3", "23 DELIVERY -5", "22 DELIVERY -3", "23 DELIVERY 5"), movements(evening));
        assertEquals(
            List.of(
                "AA01001 21 20261125 0 -340.00", "AA01001 22 20261201 -3 3007.04",
                "AA01001 23 20261126 5000 -450000.00",
                "BB01001 21 20261125 0 -460.00",
                "CC01001 21 20261125 0 800.00", "CC01001 22 20261201 3 -3007.04",
                "CC01001 23 20261126 -5000 450000.00"),
            obligations(evening));
        assertEquals(List.of("AA01001 0", "BB01001 0", "CC01001 0"), margins(evening));

        venue.engine.operator().openSession(2, HOLIDAY);
        venue.trade(SHARE, 250, 1, A, B, true);
        goTo(C);
        final RunResult next = evening();
        assertEquals(List.of("21 DELIVERY -1", "21 DELIVERY 1"), movements(next));
        // What was bought is paid where it was bought, also that of today; the rest goes along.
        assertEquals(340_00 + 2_500_00 + 450_000_00 - fees(next, A), money(next, A));
        assertEquals(money(evening, A) - 452_840_00, money(next, C) - money(evening, C) + fees(next, C));
        assertEquals(
            List.of(
                "AA01001 21 20261125 0 -340.00", "AA01001 21 20261126 10 -2500.00", "AA01001 22 20261201 -3 3007.04",
                "AA01001 23 20261126 5000 -450000.00",
                "BB01001 21 20261125 0 -460.00", "BB01001 21 20261126 -10 2500.00",
                "CC01001 21 20261125 0 800.00", "CC01001 22 20261201 3 -3007.04",
                "CC01001 23 20261126 -5000 450000.00"),
            obligations(next));
    }

    /** The member of A defaults, and A goes to another one. */
    private void goTo(final String register) throws IOException
    {
        final ClearingContext first = venue.context()
            .withOptions(options -> options.withSigner(TestOperators.of("first")));
        final DefaultControl control = new DefaultControl(first);
        control.declare("AA", 0, "a test");
        control.approve(1, 0, TestOperators.of("second"), true, null);
        assertTrue(assertThrows(PreconditionException.class, () -> control.cover(1)).getMessage()
            .startsWith("the defaulter still has deliveries to come"));
        control.port(1, new TreeMap<>(Map.of(A, register)));
        control.approve(1, 1, TestOperators.of("second"), true, null);
    }

    private static long money(final RunResult run, final String client) throws IOException
    {
        return moneyColumn(run, client, RunTables.MONEY_END);
    }

    private static long fees(final RunResult run, final String client) throws IOException
    {
        return moneyColumn(run, client, RunTables.MONEY_FEE) + moneyColumn(run, client, RunTables.MONEY_VAT);
    }

    private static long moneyColumn(final RunResult run, final String client, final int column) throws IOException
    {
        try (Table table = Table.open(run.directory(), RunTables.MONEY))
        {
            for (long row = 0; row < table.rows(); row++)
            {
                if (CLIENTS.get(table.ints(RunTables.MONEY_ACCOUNT).get(row)).equals(client))
                {
                    return table.longs(column).get(row);
                }
            }
        }
        return 0;
    }

    private void instruct(
        final InstructionKind kind, final String client, final String asset, final long amount) throws IOException
    {
        venue.instruct(
            new InstructionRequest(kind, client, asset, amount, client + kind, "tester"));
    }

    @Test
    void shouldDeliverAgainstPaymentAndCloseOutWhatFails() throws IOException
    {
        instruct(InstructionKind.PAY_IN, A, "", 30_000_00);
        instruct(InstructionKind.DEPOSIT, B, "SBER", 45);
        venue.trade(SHARE, 250, 10, A, B, true);
        final RunResult first = evening();
        assertEquals(
            List.of("AA01001 21 20261125 100 -25000.00", "BB01001 21 20261125 -100 25000.00"), obligations(first));
        assertEquals(List.of(), settlements(first));
        assertEquals(
            List.of("settlement_account;settle_date;asset;net;kind", "AA;20261125;SBER;100;CLAIM",
                "AA;20261125;RUB;-25000.00;OBLIGATION", "BB;20261125;SBER;-100;OBLIGATION",
                "BB;20261125;RUB;25000.00;CLAIM"),
            netting(first));

        venue.engine.operator().openSession(2, WEDNESDAY);
        final RunResult second = ClearingFixture.evening(context().settlementOverrideE5(SHARE, 260 * E5));
        assertEquals(
            List.of("AA01001 21 20261125 60 -15600.00", "BB01001 21 20261125 -60 15600.00"), obligations(second));
        assertEquals(
            List.of("AA01001 21 20261125 0 40 -9400.00", "BB01001 21 20261125 0 -40 9400.00"), settlements(second));
        assertEquals(List.of("AA01001 40", "BB01001 5"), pledges(second));
        assertEquals(List.of("AA01001 20600.00", "BB01001 9384.40"), money(second));

        venue.engine.operator().openSession(3, THURSDAY);
        final RunResult third = ClearingFixture.evening(context().settlementOverrideE5(SHARE, 260 * E5));
        assertEquals(List.of(), obligations(third));
        assertEquals(
            List.of("AA01001 21 20261125 1 60 -15600.00", "BB01001 21 20261125 1 -60 15600.00"), settlements(third));
        assertEquals(List.of("AA01001 40", "BB01001 5"), pledges(third));
        assertEquals(List.of("AA01001 21380.00", "BB01001 8588.80"), money(third));
        assertTrue(third.checks().stream().allMatch(CheckResult::isOk));
        for (final String file : List.of("settlements/table.json", "netting.csv", "deliveries.json"))
        {
            assertTrue(Files.readString(third.directory().resolve("state.json")).contains(file), file);
        }
    }

    private static List<String> netting(final RunResult run) throws IOException
    {
        return Files.readAllLines(run.directory().resolve("netting.csv")).stream()
            .filter(line -> !line.startsWith("#")).toList();
    }

    private static List<String> settlements(final RunResult run) throws IOException
    {
        final List<String> rows = new ArrayList<>();
        try (Table table = Table.open(run.directory(), RunTables.SETTLEMENTS))
        {
            for (long row = 0; row < table.rows(); row++)
            {
                rows.add(client(table.ints(RunTables.SETTLEMENT_ACCOUNT).get(row)) + " " +
                    id(table.ints(RunTables.SETTLEMENT_INSTRUMENT).get(row)) + " " +
                    table.ints(RunTables.SETTLEMENT_DATE).get(row) + " " +
                    table.ints(RunTables.SETTLEMENT_KIND).get(row) + " " +
                    table.longs(RunTables.SETTLEMENT_UNITS).get(row) + " " +
                    BigDecimal.valueOf(table.longs(RunTables.SETTLEMENT_MONEY).get(row), 2));
            }
        }
        return rows;
    }

    private static List<String> pledges(final RunResult run) throws IOException
    {
        final List<String> rows = new ArrayList<>();
        try (Table table = Table.open(run.directory(), RunTables.PLEDGES))
        {
            for (long row = 0; row < table.rows(); row++)
            {
                rows.add(client(table.ints(RunTables.PLEDGE_ACCOUNT).get(row)) + " " +
                    table.longs(RunTables.PLEDGE_UNITS).get(row));
            }
        }
        return rows;
    }

    private static List<String> money(final RunResult run) throws IOException
    {
        final List<String> rows = new ArrayList<>();
        try (Table table = Table.open(run.directory(), RunTables.MONEY))
        {
            for (long row = 0; row < table.rows(); row++)
            {
                rows.add(client(table.ints(RunTables.MONEY_ACCOUNT).get(row)) + " " +
                    BigDecimal.valueOf(table.longs(RunTables.MONEY_END).get(row), 2));
            }
        }
        return rows;
    }

    private static int id(final int ordinal)
    {
        return new int[]{ClearingFixture.SI, ClearingFixture.RI, SHARE, BOND, USD}[ordinal];
    }

    private static String client(final int account)
    {
        return List.of(C, B, A).get(account);
    }

    private static List<String> movements(final RunResult run) throws IOException
    {
        final List<String> rows = new ArrayList<>();
        try (Table table = Table.open(run.directory(), RunTables.MOVEMENTS))
        {
            for (long row = 0; row < table.rows(); row++)
            {
                rows.add(id(table.ints(RunTables.MOVEMENT_INSTRUMENT).get(row)) + " " +
                    MovementKind.values()[table.ints(RunTables.MOVEMENT_KIND).get(row)] + " " +
                    table.ints(RunTables.MOVEMENT_LOTS).get(row));
            }
        }
        return rows;
    }

    private static List<String> obligations(final RunResult run) throws IOException
    {
        final List<String> rows = new ArrayList<>();
        try (Table table = Table.open(run.directory(), RunTables.OBLIGATIONS))
        {
            for (long row = 0; row < table.rows(); row++)
            {
                rows.add(client(table.ints(RunTables.OBLIGATION_ACCOUNT).get(row)) + " " +
                    id(table.ints(RunTables.OBLIGATION_INSTRUMENT).get(row)) + " " +
                    table.ints(RunTables.OBLIGATION_DATE).get(row) + " " +
                    table.longs(RunTables.OBLIGATION_UNITS).get(row) + " " +
                    BigDecimal.valueOf(table.longs(RunTables.OBLIGATION_MONEY).get(row), 2));
            }
        }
        return rows;
    }

    /** Margin of every register: spot trades have none. */
    private static List<String> margins(final RunResult run) throws IOException
    {
        final TreeMap<String, Long> margins = new TreeMap<>();
        try (Table table = Table.open(run.directory(), RunTables.POSITIONS))
        {
            for (long row = 0; row < table.rows(); row++)
            {
                margins.merge(client(table.ints(RunTables.POSITION_ACCOUNT).get(row)),
                    Math.abs(table.longs(RunTables.POSITION_VM_DAY).get(row)), Long::sum);
                assertEquals(0, table.ints(RunTables.POSITION_END).get(row));
            }
        }
        return margins.entrySet().stream().map(entry -> entry.getKey() + " " + entry.getValue()).toList();
    }
}
