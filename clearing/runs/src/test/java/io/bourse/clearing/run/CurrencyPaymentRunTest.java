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
import io.bourse.clearing.price.PriceParameters;
import io.bourse.clearing.proof.RunFinding;
import io.bourse.clearing.proof.RunVerifier;
import io.bourse.clearing.report.file.ReportType;
import io.bourse.clearing.report.file.XmlWriter;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunState;
import io.bourse.clearing.sql.RunSql;
import io.bourse.clearing.verify.RunPlace;
import io.bourse.clearing.verify.SecondOpinionOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.SAXException;

import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Dollars for yuan through a real engine: traded, paid from yuan that are held, failed in part, settled in the end. A
 * bond whose interest is of another currency.
 */
@Tag("venue")
class CurrencyPaymentRunTest
{
    private static final String A = "AA01001";
    private static final String C = "CC01001";
    private static final int YUAN = 24;
    private static final int DOLLARS = 25;
    private static final int BOND = 26;
    private static final int BOND_FOR_YUAN = 27;
    private static final int TUESDAY = 20_261_124;
    private static final long E5 = ClearingFixture.E5;

    @TempDir
    private Path dir;
    private ClearingFixture venue;

    @BeforeEach
    void start()
    {
        venue = new ClearingFixture(dir, List.of(C, A));
        venue.spot(DOLLARS, "USDCNY_TOD", "USD", "CNY", 1_000, 0, 0);
        venue.spot(YUAN, "CNYRUB_TOM", "CNY", 1_000, 1);
    }

    @AfterEach
    void stop()
    {
        venue.close();
    }

    /** A dollar is 8 yuan, a yuan 13 roubles. */
    private ClearingContext context()
    {
        final TreeMap<String, AssetParameters> assets = new TreeMap<>();
        assets.put("CNY", new AssetParameters(AssetKind.CURRENCY, 13_000_000L, null, 0, null));
        assets.put("USD", new AssetParameters(AssetKind.CURRENCY, 104_000_000L, null, 0, null));
        return venue.context().settlementOverrideE5(DOLLARS, 8 * E5).settlementOverrideE5(YUAN, 13 * E5).withFunds(
            new FundsParameters(0, null, 0, 0, 0, assets, null,
                new DeliveryParameters(new TreeSet<>(), 1_000, 5, 50_000, new TreeMap<>())));
    }

    /** Nothing of dollars moves on Tuesday, nothing of yuan on Wednesday. */
    private ClearingContext withHolidays(final ClearingContext ctx)
    {
        return withDelivery(ctx, """
            {"penaltyE6": 1000, "closeOutDays": 2, "closeOutPremiumE6": 50000,
             "currencyHolidays": {"USD": [20261124], "CNY": [20261125]}}""");
    }

    private static ClearingContext withDelivery(final ClearingContext ctx, final String delivery)
    {
        return ctx.withFunds(FundsParameters.read(("""
            {"assets": {"CNY": {"kind": "CURRENCY", "rateE6": 13000000},
                        "USD": {"kind": "CURRENCY", "rateE6": 104000000},
                        "EURO28": {"kind": "SECURITY", "rateE6": 90000000000}}, "delivery": """ + delivery + "}")
            .getBytes(StandardCharsets.UTF_8)));
    }

    private void deposit(final String client, final String asset, final long units, final String reference)
        throws IOException
    {
        venue.instruct(
            new InstructionRequest(InstructionKind.DEPOSIT, client, asset, 100 * units, reference, "tester"));
    }

    @Test
    void shouldPayInYuanWhatIsTradedForYuan() throws IOException, SAXException
    {
        deposit(A, "CNY", 35_000, "yuan");
        deposit(C, "USD", 3_000, "dollars");
        venue.trade(DOLLARS, 7, 5, A, C, true);
        final RunResult first = ClearingFixture.evening(context());
        assertEquals(
            List.of("settlement_account;settle_date;asset;net;kind", "AA;20261123;USD;5000;CLAIM",
                "AA;20261123;CNY;-35000.00;OBLIGATION", "CC;20261123;USD;-5000;OBLIGATION",
                "CC;20261123;CNY;35000.00;CLAIM"),
            Files.readAllLines(first.directory().resolve("netting.csv")).stream()
                .filter(line -> !line.startsWith("#")).toList());
        assertEquals(List.of("AA01001 delivered 3000 -24000.00 CNY", "AA01001 marked 0 5000.00 CNY",
                "CC01001 delivered -3000 24000.00 CNY", "CC01001 marked 0 -5000.00 CNY"),
            ask(first, "SELECT client, kind, units, money, currency FROM settlements"));
        assertEquals(List.of("AA01001 2000 -16000.00 CNY", "CC01001 -2000 16000.00 CNY"),
            ask(first, "SELECT client, units, money, currency FROM obligations"));
        assertEquals(List.of("AA01001 0 1100000", "AA01001 1 300000", "CC01001 0 2400000", "CC01001 1 0"),
            pledges(first));
        // 5,000 yuan are 65,000 roubles. Of 5,000 dollars the buyer has no yuan for 1,000, the seller has not 2,000: a
        // thousandth of 104 and of 208 thousand roubles.
        assertEquals(List.of("AA01001 64896.00", "CC01001 -65208.00"),
            ask(first, "SELECT client, amount_end FROM money"));
        assertReport(first, ReportType.CCX03, "value=\"-35000.00\"", " currency=\"CNY\"");
        assertReport(first, ReportType.CCX04, "money=\"-16000.00\"", " currency=\"CNY\"");
        assertReport(first, ReportType.CCX37, "money=\"-16000.00\"", " currency=\"CNY\"");
        assertReport(first, ReportType.CCX99, "currency=\"CNY\"", "amount=\"-24000.00\"");
        assertReport(first, ReportType.CCX99, "currency=\"USD\"", "amount=\"3000.00\"",
            "reference=\"" + (((long)DOLLARS << Integer.SIZE) + ClearingFixture.DATE) + '"');
        assertProven(first);

        deposit(A, "CNY", 5_000, "more yuan");
        deposit(C, "USD", 2_000, "more dollars");
        venue.engine.operator().openSession(2, TUESDAY);
        final RunResult second = ClearingFixture.evening(context());
        assertEquals(List.of("AA01001 delivered 2000 -16000.00 CNY", "CC01001 delivered -2000 16000.00 CNY"),
            ask(second, "SELECT client, kind, units, money, currency FROM settlements"));
        assertEquals(List.of("AA01001 0 0", "AA01001 1 500000", "CC01001 0 4000000", "CC01001 1 0"),
            pledges(second));
        assertEquals(List.of("AA01001 64896.00", "CC01001 -65208.00"),
            ask(second, "SELECT client, amount_end FROM money"));
        assertEquals(List.of(), ask(second, "SELECT client FROM obligations"));
        assertProven(second);
    }

    @Test
    void shouldWaitForADayOfBothCurrencies() throws IOException
    {
        venue.trade(DOLLARS, 8, 1, A, C, true);
        venue.trade(YUAN, 13, 1, A, C, true);
        final RunResult monday = ClearingFixture.evening(withHolidays(context()));
        assertEquals(List.of("AA01001 20261123 1000", "AA01001 20261124 1000"), due(monday));
        // A thousandth of what either owes: 104 thousand roubles.
        assertEquals(List.of("AA01001 -104.00", "CC01001 -104.00"),
            ask(monday, "SELECT client, amount_end FROM money"));

        deposit(A, "CNY", 8_000, "yuan");
        deposit(C, "USD", 1_000, "dollars");
        deposit(C, "CNY", 1_000, "yuan of the seller");
        venue.instruct(new InstructionRequest(InstructionKind.PAY_IN, A, "", 20_000_00, "roubles", "tester"));
        venue.engine.operator().openSession(2, TUESDAY);
        final RunResult tuesday = ClearingFixture.evening(withHolidays(context()));
        assertEquals(List.of("AA01001 20261123 1000"), due(tuesday));
        assertEquals(List.of("AA01001 delivered 1000 -13000.00 RUB", "CC01001 delivered -1000 13000.00 RUB"),
            ask(tuesday, "SELECT client, kind, units, money, currency FROM settlements"));
        assertEquals(List.of("AA01001 6896.00", "CC01001 12896.00"),
            ask(tuesday, "SELECT client, amount_end FROM money"), "no penalty on a day on which no one can deliver");

        // On Thursday one day on which both are delivered has gone by since: it is not closed out yet.
        venue.engine.operator().openSession(3, 20_261_126);
        final RunResult thursday = ClearingFixture.evening(withHolidays(context()));
        assertEquals(List.of(), due(thursday));
        assertEquals(List.of("AA01001 delivered 1000 -8000.00 CNY", "CC01001 delivered -1000 8000.00 CNY"),
            ask(thursday, "SELECT client, kind, units, money, currency FROM settlements"));
        assertProven(thursday);
    }

    private List<String> due(final RunResult run) throws IOException
    {
        return ask(run, "SELECT client, settle_date, units FROM obligations WHERE units > 0");
    }

    /**
     * A bond of 1,000 dollars, quoted in per cent of them and paid in roubles, and the same bond quoted and paid in
     * yuan. It has earned 12.34567 dollars: 1,140.06830 roubles at 92.3456, 89.30925 yuan at 92.3456 / 12.7654.
     */
    @Test
    void shouldConvertTheInterestOfABondToTheCurrencyItIsPaidIn() throws IOException, SAXException
    {
        venue.spot(BOND, "EURO28", "EURO28", 1, 0);
        venue.spot(BOND_FOR_YUAN, "EURO28CNY", "EURO28", "CNY", 1, 0, 0);
        final ClearingContext bonds = withDelivery(venue.context(),
            "{\"accruedE5\": {\"EURO28\": 1234567}, \"accruedCurrencies\": {\"EURO28\": \"USD\"}}");
        final ClearingContext priced = bonds.withPrices(PriceParameters.read("""
            {"ratesE6": {"USD": 92345600, "CNY": 12765400}, "instruments": {
             "26": {"overrideE5": 9800000, "foreign": {"currency": "USD", "tickValueE5": 1000000}},
             "27": {"overrideE5": 70000000}}}""".getBytes(StandardCharsets.UTF_8)));
        venue.instruct(new InstructionRequest(InstructionKind.PAY_IN, A, "", 300_000_00, "roubles", "tester"));
        venue.instruct(new InstructionRequest(InstructionKind.DEPOSIT, C, "EURO28", 5, "bonds", "tester"));
        deposit(A, "CNY", 2_000, "yuan");
        venue.trade(BOND, 98, 3, A, C, true);
        venue.trade(BOND_FOR_YUAN, 700, 2, A, C, true);
        final String refused =
            assertThrows(PreconditionException.class, () -> ClearingFixture.evening(bonds)).getMessage();
        assertTrue(refused.endsWith("asset=EURO28 paidIn=RUB missingRate=USD"), refused);
        assertEquals(0, venue.engine.collectToEnd(0).count("TRADING_SUSPENDED"));

        final RunResult evening = ClearingFixture.evening(priced);
        // Per cent are 923.456 roubles: 3 * 98 * 923.456 = 271,496.064 and 3 * 1,140.06830 = 3,420.2049 roubles;
        // 2 * 700 and 2 * 89.30925 = 178.6185 yuan.
        assertEquals(
            List.of("AA01001 delivered 2 -1578.62 CNY", "AA01001 delivered 3 -274916.26 RUB",
                "CC01001 delivered -3 274916.26 RUB", "CC01001 delivered -2 1578.62 CNY"),
            ask(evening, "SELECT client, kind, units, money, currency FROM settlements"));
        assertEquals(List.of("AA01001 25083.74", "CC01001 274916.26"),
            ask(evening, "SELECT client, amount_end FROM money"));
        assertEquals(List.of("AA01001 0 42138", "AA01001 1 5", "CC01001 0 157862", "CC01001 1 0"), pledges(evening));
        assertReport(evening, ReportType.SEM03, "value=\"-271496.06\"", " accrued=\"-3420.20\"");
        assertReport(
            evening, ReportType.SEM03, "value=\"-1400.00\"", " accrued=\"-178.62\"", " currency=\"CNY\"");
        assertProven(evening);
    }

    /** Of assets by their number: yuan, dollars. */
    private List<String> pledges(final RunResult run) throws IOException
    {
        return ask(run, "SELECT client, asset, units FROM pledges");
    }

    private static void assertReport(final RunResult run, final ReportType type, final String... parts)
        throws IOException, SAXException
    {
        final byte[] xml;
        try (InputStream in = new ZstdInputStream(Files.newInputStream(run.reportsDirectory()
            .resolve(type.wave().directory()).resolve(run.header().reportName(A.substring(0, 2), type)))))
        {
            xml = in.readAllBytes();
        }
        SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
            .newSchema(XmlWriter.class.getResource(XmlWriter.SCHEMA)).newValidator()
            .validate(new StreamSource(new ByteArrayInputStream(xml)));
        final List<String> rows = new String(xml, StandardCharsets.UTF_8).lines().filter(line ->
            line.contains("<row ") && List.of(parts).stream().allMatch(line::contains)).toList();
        assertEquals(1, rows.size(), () -> type + " " + new String(xml, StandardCharsets.UTF_8));
    }

    private RunPlace place(final RunResult run)
    {
        final Path directory = run.directory();
        return new RunPlace(venue.baseDir, directory.getParent().getFileName() + "/" + directory.getFileName());
    }

    private void assertProven(final RunResult run) throws IOException
    {
        final RunState state = new RunDirectory(run.directory(), "E",
            Integer.parseInt(run.directory().getParent().getFileName().toString()), 1).state();
        final Map<String, String> digests = new TreeMap<>();
        state.files().forEach(file -> digests.put(file.name(), file.sha256()));
        assertEquals(List.of(), RunVerifier.verify(place(run), digests, state.cut().cursor(),
            SecondOpinionOptions.full(dir.resolve("scratch"))).stream().filter(finding -> !finding.ok())
            .map(RunFinding::toString).toList());
    }

    private List<String> ask(final RunResult run, final String query) throws IOException
    {
        final List<String> answer = new ArrayList<>();
        RunSql.query(place(run), query + " ORDER BY ALL", new RunSql.RowConsumer()
        {
            @Override
            public void onColumns(final String[] names, final boolean[] isNumber)
            {
                // The question says which.
            }

            @Override
            public void onRow(final String[] values)
            {
                answer.add(String.join(" ", values));
            }
        });
        return answer;
    }
}
