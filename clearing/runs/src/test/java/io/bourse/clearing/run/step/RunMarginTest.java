// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.step;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.funds.FundsFile;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.margin.MarginParameters;
import io.bourse.clearing.proof.RunFinding;
import io.bourse.clearing.run.ClearingFixture;
import io.bourse.clearing.run.ClearingService;
import io.bourse.clearing.run.DyingClient;
import io.bourse.clearing.run.HeldException;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.operator.RunControl;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.clearing.table.Table;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.operator.RiskOperator;
import io.bourse.engine.protocol.ClearingCompletedDecoder;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.CollateralSetDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.MarginSetDecoder;
import io.bourse.engine.protocol.ResumeTradingEncoder;
import io.bourse.engine.protocol.SetCollateralEncoder;
import io.bourse.engine.protocol.SetMarginEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.testing.RecordingListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What a run sends a real matcher about margin and limits, and what the matcher makes of it. */
@Tag("venue")
class RunMarginTest
{
    private static final String A = "AA01001";
    private static final String B = "BB01001";
    /** Ten per cent of 92 345 roubles. */
    private static final long LOT = 923_450;
    private static final long A_OPENS = 10_000_000;
    /** Three lots bought 55 roubles above the settlement price. */
    private static final long A_MARGIN = -16_500;

    @TempDir
    private Path dir;
    private ClearingFixture venue;
    private RiskOperator risk;

    @BeforeEach
    void start()
    {
        venue = new ClearingFixture(dir, List.of(A, B));
        risk = new RiskOperator(venue.engine.operator());
        risk.defineSettlementAccount("HOUSE");
        risk.assignSettlementAccount("AA01", "HOUSE");
        risk.setCollateral(LimitLevel.CLIENT, B, Long.MAX_VALUE / 4);
        risk.setMargin(ClearingFixture.RI, 5, 6);
        venue.trade(ClearingFixture.SI, 92_400, 3, A, B, true);
        venue.sender(A).newOrder(ClearingFixture.SI, Side.BUY, 90_000 * ClearingFixture.E5, 2);
    }

    @AfterEach
    void stop()
    {
        venue.close();
    }

    private ClearingContext context()
    {
        final String json = "{\"groups\": {\"Si\": {\"instruments\": [" + ClearingFixture.SI + "], \"risk\": {" +
            "\"rate1E6\": 100000, \"rate2E6\": 100000, \"rate3E6\": 100000, \"limit1Units\": 1000000, " +
            "\"limit2Units\": 2000000}}}}";
        return venue.context()
            .withMargin(MarginParameters.read(json.getBytes(StandardCharsets.UTF_8)))
            .openingBalance(A, A_OPENS);
    }

    private RunResult intraday(final ClearingContext ctx)
    {
        try (ClearingService service = ClearingService.launch(ctx, ClearingKind.INTRADAY))
        {
            return service.run();
        }
    }

    @Test
    void shouldLeaveTheMatcherAsMuchFreeAsClearingDoes() throws IOException
    {
        final RunResult result = intraday(context());
        assertEquals(List.of(A + " " + 3 * LOT + " " + 5 * LOT, B + " " + 3 * LOT + " " + 3 * LOT), margin(result));
        assertEquals(
            List.of(
                "level;code;settlement_account;go_positions;go;go_matcher",
                "BROKERAGE_FIRM;AA01;HOUSE;27703.50;46172.50;46172.50",
                "BROKERAGE_FIRM;BB01;BB;27703.50;27703.50;27703.50",
                "SETTLEMENT_ACCOUNT;BB;BB;27703.50;27703.50;0.00",
                "SETTLEMENT_ACCOUNT;HOUSE;HOUSE;27703.50;46172.50;46172.50"),
            Files.readAllLines(result.directory().resolve("margin-levels.csv")).subList(0, 5));
        assertEquals(
            List.of(
                "margin 1 " + LOT + " " + LOT,
                "margin 2 0 0",
                "SETTLEMENT_ACCOUNT HOUSE " + (A_OPENS + A_MARGIN) + " requires " + 5 * LOT,
                "CLIENT " + B + " " + -A_MARGIN + " requires " + 3 * LOT,
                "completed"),
            sentBehindTheCut(result));
        requireRoomFor(5);
    }

    @Test
    void shouldProveTheMarginOfARunFromItsFiles() throws IOException
    {
        final RunResult result = intraday(context());
        final RunControl control = new RunControl(venue.baseDir, System::currentTimeMillis);
        final long runId = result.header().runId();
        final RunFinding sound = control.margin(runId, 1);
        assertTrue(sound.ok(), sound::toString);
        // How many were looked at twice is no result.
        final Path figures = result.directory().resolve("margin.json");
        final String sampled = Files.readString(figures);
        Files.writeString(figures, sampled.replaceFirst("\"sampled\" : [0-9]+", "\"sampled\" : 99"));
        assertNotEquals(sampled, Files.readString(figures));
        assertTrue(control.margin(runId, 1).ok());
        final Path levels = result.directory().resolve("margin-levels.csv");
        final String written = Files.readString(levels);
        Files.writeString(levels, written.replace("46172.50;46172.50", "46172.49;46172.50"));
        final RunFinding broken = control.margin(runId, 1);
        assertFalse(broken.ok(), broken::toString);
        assertTrue(broken.detail().contains("file=margin-levels.csv"), broken::toString);
        try (Stream<Path> files = Files.list(venue.baseDir))
        {
            assertTrue(files.noneMatch(file -> file.getFileName().toString().startsWith(".margin-proof")));
        }
    }

    /** What is free is worth so many lots and not one more. */
    private void requireRoomFor(final int lots)
    {
        venue.sender(A).newOrder(ClearingFixture.SI, Side.BUY, 90_000 * ClearingFixture.E5, lots + 1);
        venue.sender(A).newOrder(ClearingFixture.SI, Side.BUY, 90_000 * ClearingFixture.E5, lots);
        venue.sender(B).newOrder(ClearingFixture.SI, Side.SELL, 94_000 * ClearingFixture.E5, 1);
        // Commands of an operator are answered, so the orders before are through.
        risk.setMargin(ClearingFixture.RI, 0, 0);
        final RecordingListener events = venue.engine.collectToEnd(0);
        final List<String> reasons = events.lines().stream()
            .filter(line -> line.startsWith("REJECTED"))
            .map(line -> line.substring(line.indexOf("account=")))
            // A history of the first level refuses the head of the audit trail.
            .filter(line -> !line.endsWith("reason=INVALID_FIELD"))
            .toList();
        assertEquals(
            List.of(
                "account=" + A + " instrument=1 reason=RISK_LIMIT", "account=" + B + " instrument=1 reason=RISK_LIMIT"),
            reasons);
    }

    @Test
    void shouldLeaveOnlyOrdersThatNewLimitsCover()
    {
        venue.sender(B).newOrder(ClearingFixture.SI, Side.SELL, 94_000 * ClearingFixture.E5, 1);
        venue.sender(B).newOrder(ClearingFixture.SI, Side.BUY, 89_000 * ClearingFixture.E5, 2);
        intraday(context());
        final List<String> cancelled = venue.engine.collectToEnd(0).lines().stream()
            .filter(line -> line.startsWith("CANCELLED"))
            .toList();
        assertEquals(1, cancelled.size(), cancelled::toString);
        assertTrue(
            cancelled.getFirst().contains("account=" + B) && cancelled.getFirst().contains("reason=RISK"),
            cancelled::toString);
    }

    @ParameterizedTest
    @CsvSource({
        SetMarginEncoder.TEMPLATE_ID + ",1",
        SetMarginEncoder.TEMPLATE_ID + ",2",
        SetCollateralEncoder.TEMPLATE_ID + ",1",
        SetCollateralEncoder.TEMPLATE_ID + ",2"})
    void shouldSendEveryLimitOnceWhenItDies(final int templateId, final int nth) throws IOException
    {
        final ClearingContext dying = context().withEngineClient(new DyingClient(venue.client, templateId, nth));
        assertThrows(PreconditionException.class, () -> intraday(dying));
        final RunResult result = intraday(context());
        assertEquals(
            List.of(
                "margin 1 " + LOT + " " + LOT,
                "margin 2 0 0",
                "SETTLEMENT_ACCOUNT HOUSE " + (A_OPENS + A_MARGIN) + " requires " + 5 * LOT,
                "CLIENT " + B + " " + -A_MARGIN + " requires " + 3 * LOT,
                "completed"),
            sentBehindTheCut(result));
    }

    @Test
    void shouldLeaveALimitThatWasSetByHandBetweenCompletionAndReopening() throws IOException
    {
        final ClearingContext dying =
            context().withEngineClient(new DyingClient(venue.client, ResumeTradingEncoder.TEMPLATE_ID, 1));
        assertThrows(PreconditionException.class, () -> intraday(dying));
        risk.setCollateral(LimitLevel.SETTLEMENT_ACCOUNT, "HOUSE", 77);
        risk.setMargin(ClearingFixture.SI, 8, 9);
        final RunResult result = intraday(context());
        assertEquals(
            List.of(
                "margin 1 " + LOT + " " + LOT,
                "margin 2 0 0",
                "SETTLEMENT_ACCOUNT HOUSE " + (A_OPENS + A_MARGIN) + " requires " + 5 * LOT,
                "CLIENT " + B + " " + -A_MARGIN + " requires " + 3 * LOT,
                "completed",
                "SETTLEMENT_ACCOUNT HOUSE 77 requires " + 5 * LOT,
                "margin 1 8 9"),
            sentBehindTheCut(result));
    }

    @Test
    void shouldNotCountOrdersThatEndWithTheSession() throws IOException
    {
        final RunResult result;
        try (ClearingService service = ClearingService.launch(context(), ClearingKind.EVENING))
        {
            result = service.run();
        }
        assertEquals(List.of(A + " " + 3 * LOT + " " + 3 * LOT, B + " " + 3 * LOT + " " + 3 * LOT), margin(result));
    }

    @Test
    void shouldRefuseOtherParametersOnceMarginIsWritten() throws IOException
    {
        final ClearingContext held = context().withOptions(options -> options.withHoldsBeforePublication(true));
        assertThrows(HeldException.class, () -> intraday(held));
        assertThrows(PreconditionException.class, () -> intraday(context().withMargin(null)));
        final ClearingContext resumed = new RunControl(venue.baseDir, System::currentTimeMillis)
            .resumeOptions(venue.context().openingBalance(A, A_OPENS), 2_026_112_301L);
        assertTrue(Files.exists(intraday(resumed).directory().resolve("limits.json")));
    }

    @Test
    void shouldGoOnWithoutMarginWhenTheRunBeganWithoutIt() throws IOException
    {
        final ClearingContext held = context().withMargin(null)
            .withOptions(options -> options.withHoldsBeforePublication(true));
        assertThrows(HeldException.class, () -> intraday(held));
        final ClearingContext resumed = new RunControl(venue.baseDir, System::currentTimeMillis)
            .resumeOptions(context(), 2_026_112_301L);
        assertEquals(List.of("completed"), sentBehindTheCut(intraday(resumed)));
    }

    @Test
    void shouldRefuseParametersThatDoNotFitBeforeTradingStops()
    {
        final String json = "{\"groups\": {\"X\": {\"instruments\": [77], \"risk\": {\"rate1E6\": 100000, " +
            "\"rate2E6\": 100000, \"rate3E6\": 100000, \"limit1Units\": 1, \"limit2Units\": 2}}}}";
        final ClearingContext ctx = context().withMargin(MarginParameters.read(json.getBytes(StandardCharsets.UTF_8)));
        assertThrows(PreconditionException.class, () -> intraday(ctx));
        assertFalse(venue.engine.collectToEnd(0).contains("TRADING_SUSPENDED"));
    }

    @Test
    void shouldSendTheMatcherNothingWithoutMargin() throws IOException
    {
        final RunResult result = intraday(context().withMargin(null));
        assertFalse(Table.exists(result.directory(), RunTables.MARGIN));
        assertEquals(List.of("completed"), sentBehindTheCut(result));
    }

    @Test
    void shouldForgetTheMarginOfAnEarlierAttemptWhenTakenUpWithoutMargin() throws IOException
    {
        final ClearingContext held = context().withOptions(options -> options.withHoldsBeforePublication(true));
        assertThrows(HeldException.class, () -> intraday(held));
        venue.setBack("I", RunPhase.SUSPENDED);
        final RunResult result = intraday(context().withMargin(null));
        assertEquals(List.of(false, false, false, false), Stream.of("margin.json", "margin-levels.csv", "limits.json",
            "margin/table.json").map(name -> Files.exists(result.directory().resolve(name))).toList());
        final FundsFile funds = Json.read(result.directory().resolve(FundsFile.FILE_NAME), FundsFile.class);
        assertEquals(List.of(0L, 0L), funds.accounts().stream().map(account -> account.go()).toList());
        assertEquals(List.of("completed"), sentBehindTheCut(result));
    }

    private List<String> margin(final RunResult result) throws IOException
    {
        final List<String> lines = new ArrayList<>();
        try (Table table = Table.open(result.directory(), RunTables.MARGIN))
        {
            for (long row = 0; row < table.rows(); row++)
            {
                lines.add((0 == table.ints(RunTables.MARGIN_ACCOUNT).get(row) ? A : B) + " " +
                    table.longs(RunTables.MARGIN_POSITIONS).get(row) + " " +
                    table.longs(RunTables.MARGIN_REQUIRED).get(row));
            }
        }
        return lines;
    }

    private List<String> sentBehindTheCut(final RunResult result)
    {
        final MarginListener sent = new MarginListener();
        try (EventFollower follower = venue.client.follow(result.cut().cursor(), sent))
        {
            while (follower.cursor() < venue.client.endCursor())
            {
                follower.poll(100);
            }
        }
        return sent.lines;
    }

    private static final class MarginListener implements EventListener
    {
        private final List<String> lines = new ArrayList<>();

        @Override
        public void onMarginSet(final EventGroup group, final MarginSetDecoder event)
        {
            lines.add("margin " + event.instrumentId() + " " + event.longKopecks() + " " + event.shortKopecks());
        }

        @Override
        public void onCollateralSet(final EventGroup group, final CollateralSetDecoder event)
        {
            lines.add(event.level() + " " + event.registerCode() + " " + event.collateralKopecks() + " requires " +
                event.requiredKopecks());
        }

        @Override
        public void onClearingCompleted(final EventGroup group, final ClearingCompletedDecoder event)
        {
            lines.add("completed");
        }
    }
}
