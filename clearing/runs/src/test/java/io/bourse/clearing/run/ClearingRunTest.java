// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.clearing.AlreadyDoneException;
import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.ReportsFailedException;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.model.SettlementMethod;
import io.bourse.clearing.price.PriceParameters;
import io.bourse.clearing.report.file.ReportType;
import io.bourse.clearing.report.file.ReportWave;
import io.bourse.clearing.report.file.ReportsVerifier;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.ClearingStep;
import io.bourse.clearing.run.context.StepTiming;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.clearing.run.store.OpeningPosition;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.Side;
import io.bourse.testing.FlightEvents;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Tag("venue")
class ClearingRunTest
{
    private static final String A = "AA01001";
    private static final String B = "BB01001";
    private static final int SI = ClearingFixture.SI;
    private static final long E5 = ClearingFixture.E5;

    @TempDir
    private Path dir;
    private ClearingFixture venue;

    @BeforeEach
    void start()
    {
        venue = new ClearingFixture(dir, List.of(B, A, "AA01002"));
    }

    @AfterEach
    void stop()
    {
        venue.close();
    }

    @Test
    void shouldPublishReopenAndLeaveClosedInTheEvening()
    {
        venue.trade(SI, 92_400, 3, A, B, true);
        intraday(venue.context().settlementOverrideE5(SI, 92_500 * E5));
        venue.trade(SI, 92_450, 1, B, A, false);
        venue.sender(A).newOrder(SI, Side.BUY, 92_000 * E5, 5);
        evening(venue.context().tickValueE5(ClearingFixture.RI, 1_811_234));
        final List<String> lines = venue.engine.collectToEnd(0).lines().stream()
            .filter(line -> line.startsWith("TRADING") || line.startsWith("SETTLEMENT") ||
                line.startsWith("CLEARING_COMPLETED") || line.startsWith("CANCELLED"))
            .map(line -> line.replaceAll("order=.* reason", "reason"))
            .toList();
        assertEquals(
            List.of(
                "TRADING_SUSPENDED runId=2026112301 sessionId=1 kind=INTRADAY",
                "SETTLEMENT_PUBLISHED runId=2026112301 settlementPriceE5=9250000000 tickValueE5=100000 " +
                    "lowLimitE5=8050000000 highLimitE5=10450000000 instrument=1 kind=INTRADAY",
                "SETTLEMENT_PUBLISHED runId=2026112301 settlementPriceE5=11234000000 tickValueE5=1802468 " +
                    "lowLimitE5=9234000000 highLimitE5=13234000000 instrument=2 kind=INTRADAY",
                "CLEARING_COMPLETED runId=2026112301 sessionId=1 kind=INTRADAY",
                "TRADING_RESUMED runId=2026112301 sessionId=1",
                "TRADING_SUSPENDED runId=2026112302 sessionId=1 kind=EVENING",
                "CANCELLED reason=SESSION_END",
                "SETTLEMENT_PUBLISHED runId=2026112302 settlementPriceE5=9250000000 tickValueE5=100000 " +
                    "lowLimitE5=8050000000 highLimitE5=10450000000 instrument=1 kind=EVENING",
                "SETTLEMENT_PUBLISHED runId=2026112302 settlementPriceE5=11234000000 tickValueE5=1811234 " +
                    "lowLimitE5=9234000000 highLimitE5=13234000000 instrument=2 kind=EVENING",
                "CLEARING_COMPLETED runId=2026112302 sessionId=1 kind=EVENING"),
            lines);
    }

    @Test
    void shouldCarryPositionsAndMoneyIntoTheNextDay() throws IOException
    {
        venue.trade(SI, 92_400, 3, A, B, true);
        evening(venue.context().openingBalance(A, 1_000_00).settlementOverrideE5(SI, 92_500 * E5));
        venue.engine.operator().openSession(2, 20_261_124);
        venue.trade(SI, 92_600, 1, B, A, true);
        intraday(venue.context().settlementOverrideE5(SI, 92_550 * E5));
        final RunResult next = evening(venue.context().settlementOverrideE5(SI, 92_700 * E5));
        final List<List<String>> positions = RunTexts.positions(next.directory());
        // A: 3 carried from 92 500, 1 sold at 92 600, settled at 92 700: 600 less 100, of it 150 + 50 paid.
        assertEquals(List.of(A, "1", "3", "0", "1", "2", "500.00", "200.00", "300.00", "0.00", "0.00"),
            positions.getFirst());
        // B took one lot: 92 600 roubles at 0.002655 and 0.001965 per cent.
        assertEquals(List.of(B, "1", "-3", "1", "0", "-2", "-500.00", "-200.00", "-300.00", "2.46", "1.82"),
            positions.getLast());
        // A took three lots at 92 400 the day before: 3 x 2.45 and 3 x 1.82 in fees, 300 in margin.
        assertEquals(
            Map.of(
                A, List.of("1287.19", "200.00", "300.00", "0.00", "0.00", "1787.19"),
                B, List.of("-300.00", "-200.00", "-300.00", "0.00", "4.28", "-804.28")),
            RunTexts.money(next.directory()));
    }

    @Test
    void shouldTakeTheMedianOfALiquidBook()
    {
        venue.sender(A).newOrder(SI, Side.BUY, 92_470 * E5, 5);
        venue.sender(B).newOrder(SI, Side.SELL, 92_480 * E5, 5);
        // Slices a microsecond apart: the last three fall between the last order and the suspension.
        final RunResult run =
            intraday(venue.context().withPrices(new PriceParameters(3, 0, 0, null, null))
                .withSliceIntervalNs(1_000L).withWindowSlices(3));
        assertEquals(SettlementMethod.MEDIAN, run.prices().getFirst().method());
        assertEquals(92_475 * E5, run.prices().getFirst().settlementE5());
        assertEquals(SettlementMethod.PREVIOUS, run.prices().getLast().method());
        assertEquals(112_340 * E5, run.prices().getLast().settlementE5());
    }

    @Test
    void shouldRefuseWhatIsDoneOrOutOfPlace()
    {
        venue.trade(SI, 92_400, 3, A, B, true);
        venue.engine.operator().suspendTrading(2_026_112_301L, ClearingKind.INTRADAY);
        assertEquals(3, assertThrows(PreconditionException.class, () -> evening(venue.context())).exitCode());
        venue.engine.operator().resumeTrading(2_026_112_301L);
        assertEquals(2_026_112_302L, intraday(venue.context()).header().runId());
        assertThrows(AlreadyDoneException.class, () -> intraday(venue.context().withRunNumber(2)));
        assertThrows(PreconditionException.class, () -> intraday(venue.context().withRunNumber(1)));
        assertThrows(
            PreconditionException.class, () -> evening(venue.context().withBaseDir(dir.resolve("elsewhere"))));
        evening(venue.context());
        assertEquals(9, assertThrows(AlreadyDoneException.class, () -> evening(venue.context())).exitCode());
        assertThrows(
            AlreadyDoneException.class, () -> evening(venue.context().withBaseDir(dir.resolve("elsewhere"))));
        assertThrows(PreconditionException.class, () -> intraday(venue.context()));
        assertThrows(IllegalArgumentException.class, () -> intraday(venue.context()
            .withPrices(new PriceParameters(13, 0, 0, null, null))));
    }

    /** A history of the first feature level takes any number for a date. */
    @Test
    void shouldNameTheRepairOfADateThatIsNoneAndClearTheDateThatItIsMovedTo()
    {
        final OperatorClient operator = venue.engine.operator();
        evening(venue.context());
        operator.openSession(2, 20_261_131);
        venue.trade(SI, 92_400, 3, A, B, true);
        for (final ClearingKind kind : new ClearingKind[]{ClearingKind.INTRADAY, ClearingKind.EVENING})
        {
            final PreconditionException ex = assertThrows(PreconditionException.class, () ->
            {
                if (ClearingKind.EVENING == kind)
                {
                    evening(venue.context());
                }
                else
                {
                    intraday(venue.context());
                }
            });
            assertEquals("the trading date of the session is no date of the calendar, put it right with `bourse " +
                "session move --date YYYYMMDD --reason TEXT` and a second person's `bourse session approve`, then " +
                "clear: tradingDate=20261131 sessionId=2", ex.getMessage());
        }
        new SessionOperator(operator).setFeatureLevel(FeatureLevels.BOUNDED);
        new SessionOperator(operator).moveDate(2, 20_261_131, 20_261_130);
        final RunResult result = evening(venue.context());
        assertEquals(2_026_113_001L, result.header().runId());
        assertEquals(1, result.counts().trades());
    }

    @Test
    void shouldNameTheTradeAndPublishNothingWhenItsQuantityIsFlipped() throws IOException
    {
        venue.trade(SI, 92_400, 3, A, B, true);
        venue.trade(SI, 92_410, 2, B, A, false);
        final ClearingContext ctx = venue.context().withEngineClient(new CorruptingClient(venue.client, 2));
        // The rehearsal finds it before trading stops.
        assertThrows(CheckFailedException.class, () -> intraday(ctx));
        assertFalse(venue.engine.collectToEnd(0).contains("TRADING_SUSPENDED"));
        final ClearingContext unrehearsed = ctx.withOptions(options -> options.withRehearses(false));
        final CheckFailedException failure = assertThrows(CheckFailedException.class, () -> intraday(unrehearsed));
        assertEquals(4, failure.exitCode());
        assertTrue(failure.getMessage().contains("tradeId=2 qtyLots=3 buyOrderLost=2"), failure.getMessage());
        final Path run = venue.baseDir.resolve("20261123").resolve("1-I");
        assertTrue(Files.readString(run.resolve("checks.json")).contains("tradeId=2"));
        assertFalse(venue.engine.collectToEnd(0).contains("SETTLEMENT_PUBLISHED"));
        // Done again with a sound stream, ingested anew, the same run goes on.
        venue.forgetIngest();
        assertEquals(2_026_112_301L, intraday(venue.context()).header().runId());
        assertTrue(venue.engine.collectToEnd(0).contains("TRADING_RESUMED runId=2026112301"));
    }

    @Test
    void shouldWriteTheSameReportsAgainWhenTheyFailed() throws IOException
    {
        venue.trade(SI, 92_400, 3, A, B, true);
        final Path run = Files.createDirectories(venue.baseDir.resolve("20261123").resolve("1-I"));
        final Path reports = Files.createFile(run.resolve("reports"));
        final ReportsFailedException failure =
            assertThrows(ReportsFailedException.class, () -> intraday(venue.context()));
        assertEquals(10, failure.exitCode());
        assertTrue(venue.engine.collectToEnd(0).contains("TRADING_RESUMED runId=2026112301"));
        Files.delete(reports);
        venue.trade(SI, 92_300, 7, A, B, true);
        intraday(venue.context().withRunNumber(1));
        final Map<String, byte[]> first = files(reports);
        // Of two members every report, and of every wave a manifest and its signature.
        assertEquals(2 * ofMembers() + ReportType.of(ReportWave.REGULATOR).size() +
            2 * ReportWave.values().length, first.size());
        assertTrue(ReportsVerifier.isClean(
            ReportsVerifier.verify(reports, ClearingKeys.open(venue.keysDir).trustedSigner())));
        venue.setBack("I", RunPhase.REOPENED);
        Files.delete(reports.resolve("w1/manifest.json.p7s"));
        Files.writeString(reports.resolve("w2/AA_f07_I_20261123_000000001_r1.csv.zst"), "damaged");
        intraday(venue.context().withRunNumber(1));
        final Map<String, byte[]> second = files(reports);
        assertEquals(first.keySet(), second.keySet());
        // Signatures have a time in them: of the waves that were written again they are new.
        first.remove("w1/manifest.json.p7s");
        first.remove("w2/manifest.json.p7s");
        first.forEach((name, bytes) -> assertArrayEquals(bytes, second.get(name), name));
    }

    private static long ofMembers()
    {
        return Arrays.stream(ReportType.values()).filter(ReportType::isForMembers).count();
    }

    @Test
    void shouldWriteTheWavesThatAreAskedFor() throws IOException
    {
        venue.trade(SI, 92_400, 3, A, B, true);
        final ClearingContext first = venue.context()
            .withOptions(options -> options.withReportWaves(EnumSet.of(ReportWave.FIRST)));
        final Path reports = intraday(first).reportsDirectory();
        assertEquals(Set.of("w1"), waves(reports));
        final ClearingContext orders = venue.context().withRunNumber(1)
            .withOptions(options -> options.withReportWaves(EnumSet.of(ReportWave.ORDERS)));
        assertEquals(RunPhase.REPORTING.name(), phase(reports));
        intraday(orders);
        assertEquals(Set.of("w1", "ord"), waves(reports));
        intraday(venue.context().withRunNumber(1));
        assertEquals(Set.of("w1", "w2", "ord", "reg"), waves(reports));
        assertEquals(RunPhase.REPORTED.name(), phase(reports));
        assertThrows(AlreadyDoneException.class, () -> intraday(venue.context().withRunNumber(1)));
    }

    private static Set<String> waves(final Path reports) throws IOException
    {
        return files(reports).keySet().stream().map(name -> name.substring(0, name.indexOf('/')))
            .collect(Collectors.toSet());
    }

    private static String phase(final Path reports) throws IOException
    {
        return new ObjectMapper().readTree(reports.resolveSibling("state.json").toFile()).get("phase").asText();
    }

    @Test
    void shouldWriteEveryOrderEventIntoTheOrderRegister() throws IOException
    {
        venue.trade(SI, 92_400, 3, A, B, true);
        final RunResult result = intraday(venue.context());
        final List<List<String>> rows = ClearingFixture.report(
            result.reportsDirectory(), "ord/" + A.substring(0, 2) + "_ord_I_20261123_000000001_r1.csv.zst");
        final List<String> columns = ReportType.ORD.columnNames();
        assertEquals(columns, rows.getFirst());
        final List<String> events = rows.subList(1, rows.size()).stream()
            .map(row -> String.join(" ", row.get(columns.indexOf("client")), row.get(columns.indexOf("side")),
                row.get(columns.indexOf("price")), row.get(columns.indexOf("qty")), row.get(columns.indexOf("rest")),
                row.get(columns.indexOf("action")), row.get(columns.indexOf("tif"))))
            .filter(text -> text.startsWith(A))
            .toList();
        assertEquals(List.of(
            A + " B 92400.00000 3 3 accepted day",
            A + " B 92400.00000 3 0 filled "), events);
    }

    @Test
    void shouldStopBeforeTradingDoesWhenAnEarlierRunHasChangedOnDisk() throws IOException
    {
        venue.trade(SI, 92_400, 3, A, B, true);
        final RunResult evening = evening(venue.context());
        venue.engine.operator().openSession(2, 20_261_124);
        final Path money = evening.directory().resolve("money").resolve("amount_end.bin");
        final byte[] good = Files.readAllBytes(money);
        final byte[] bad = good.clone();
        bad[0] ^= 1;
        Files.write(money, bad);
        assertEquals(
            6, assertThrows(InputCorruptException.class, () -> intraday(venue.context())).exitCode());
        Files.write(money, good);
        assertThrows(
            CheckFailedException.class,
            () -> intraday(venue.context().openingPosition(new OpeningPosition(A, SI, 1))));
        assertEquals(1, venue.engine.collectToEnd(0).count("TRADING_SUSPENDED"));
        intraday(venue.context());
    }

    @Test
    void shouldStopBeforeTradingDoesWhenSomethingElseThanFuturesWasTraded()
    {
        final int option = 3;
        venue.engine.operator().defineInstrument(new InstrumentSpec(
            option, "SI92500BL6", InstrumentKind.OPTION, "SI", "RUB", E5, E5, 0, 5_000 * E5, 900 * E5, 0, 0,
            20_261_217));
        venue.trade(option, 910, 3, A, B, true);
        assertEquals(3, assertThrows(PreconditionException.class, () -> evening(venue.context())).exitCode());
        assertEquals(0, venue.engine.collectToEnd(0).count("TRADING_SUSPENDED"));
    }

    @Test
    void shouldStopBeforeTradingDoesWhenAnIntradayRunHasChangedOnDisk() throws IOException
    {
        venue.trade(SI, 92_400, 3, A, B, true);
        final Path lots = intraday(venue.context()).directory().resolve("positions").resolve("pos_end.bin");
        final byte[] bytes = Files.readAllBytes(lots);
        bytes[0] ^= 1;
        Files.write(lots, bytes);
        assertThrows(InputCorruptException.class, () -> evening(venue.context()));
        assertEquals(1, venue.engine.collectToEnd(0).count("TRADING_SUSPENDED"));
    }

    @Test
    void shouldStopBeforeTradingDoesWhenAnAmountDoesNotFit()
    {
        venue.trade(SI, 92_400, 3, A, B, true);
        final ClearingContext ctx = venue.context().tickValueE5(SI, Long.MAX_VALUE);
        assertEquals(4, assertThrows(CheckFailedException.class, () -> intraday(ctx)).exitCode());
        assertEquals(0, venue.engine.collectToEnd(0).count("TRADING_SUSPENDED"));
    }

    @Test
    void shouldReportItsStepsInOrder()
    {
        final List<ClearingStep> steps = new ArrayList<>();
        // Without parameters there is no margin.
        final List<ClearingStep> all = new ArrayList<>(List.of(ClearingStep.values()));
        all.remove(ClearingStep.MARGIN);
        try (FlightEvents events = new FlightEvents("bourse.ClearingStep"))
        {
            intraday(venue.context().withProgress((step, elapsedNs) -> steps.add(step)));
            assertEquals(all, steps);
            final List<RecordedEvent> recorded = events.stop();
            assertEquals(all.stream().map(ClearingStep::name).toList(),
                recorded.stream().map((event) -> event.getString("step")).toList());
            for (final RecordedEvent event : recorded)
            {
                assertEquals("true 2026112301 I", event.getBoolean("isComplete") + " " + event.getLong("runId") + " " +
                    event.getString("kind"));
                assertTrue(event.getDuration().isPositive(), event::toString);
            }
        }
        steps.clear();
        final RunResult run = evening(venue.context().withProgress((step, elapsedNs) -> steps.add(step)));
        final List<ClearingStep> expected = new ArrayList<>(all);
        expected.remove(ClearingStep.RESUME);
        assertEquals(expected, steps);
        assertEquals(expected, run.timings().stream().map(StepTiming::step).toList());
    }

    private static RunResult intraday(final ClearingContext ctx)
    {
        try (ClearingService service = ClearingService.launch(ctx, ClearingKind.INTRADAY))
        {
            return service.run();
        }
    }

    private static RunResult evening(final ClearingContext ctx)
    {
        try (ClearingService service = ClearingService.launch(ctx, ClearingKind.EVENING))
        {
            return service.run();
        }
    }

    private static Map<String, byte[]> files(final Path directory) throws IOException
    {
        final Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> list = Files.walk(directory))
        {
            for (final Path file : list.filter(Files::isRegularFile).toList())
            {
                files.put(directory.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        return files;
    }
}
