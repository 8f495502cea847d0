// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.ingest.IngestContext;
import io.bourse.clearing.ingest.IngestWatch;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.margin.MarginParameters;
import io.bourse.clearing.monitor.RiskMonitor;
import io.bourse.clearing.monitor.RiskRow;
import io.bourse.clearing.monitor.RiskSnapshot;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.EngineSource;
import io.bourse.clearing.run.context.RunSource;
import io.bourse.clearing.run.store.RunIds;
import io.bourse.engine.client.operator.RiskOperator;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.Side;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Margin and free funds between runs of a real engine. */
@Tag("venue")
class RiskMonitorTest
{
    private static final String A = "AA01001";
    private static final String B = "BB01001";
    /** Ten per cent of 92 345 roubles. */
    private static final long LOT = 923_450;
    private static final long OPENS = 10_000_000;
    private static final int SHARE = 21;

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
        venue.trade(ClearingFixture.SI, 92_400, 3, A, B, true);
    }

    @AfterEach
    void stop()
    {
        venue.close();
    }

    private ClearingContext context()
    {
        return context(Integer.toString(ClearingFixture.SI));
    }

    private ClearingContext context(final String ids)
    {
        final String json = "{\"groups\": {\"Si\": {\"instruments\": [" + ids + "], \"risk\": {" +
            "\"rate1E6\": 100000, \"rate2E6\": 100000, \"rate3E6\": 100000, \"limit1Units\": 1000000, " +
            "\"limit2Units\": 2000000}}}}";
        return venue.context()
            .withMargin(MarginParameters.read(json.getBytes(StandardCharsets.UTF_8)))
            .openingBalance(A, OPENS)
            .openingBalance(B, OPENS);
    }

    /** Commands of an operator are answered, so the orders before are through. */
    private RiskSnapshot look(final RiskMonitor monitor) throws IOException
    {
        risk.setMargin(ClearingFixture.RI, 0, 0);
        try (RunSource source = new EngineSource(venue.context()); IngestedDay day = source.catchUp())
        {
            return monitor.look(day);
        }
    }

    private void intraday()
    {
        intraday(context());
    }

    private static void intraday(final ClearingContext ctx)
    {
        try (ClearingService service = ClearingService.launch(ctx, ClearingKind.INTRADAY))
        {
            service.run();
        }
    }

    @Test
    void shouldFollowTradesAndOrdersFromTheLastRun() throws IOException
    {
        intraday();
        final RiskMonitor monitor = new RiskMonitor(venue.baseDir, 0);
        // Three lots bought 55 roubles above the settlement price were paid for by the run.
        final long freeA = OPENS - 16_500 - 3 * LOT;
        final long freeB = OPENS + 16_500 - 3 * LOT;
        assertEquals(
            List.of(
                new RiskRow("BB", 3 * LOT, 3 * LOT, 0, freeB, freeB, false),
                new RiskRow("HOUSE", 3 * LOT, 3 * LOT, 0, freeA, freeA, false)),
            look(monitor).accounts());

        venue.sender(A).newOrder(ClearingFixture.SI, Side.BUY, 90_000 * ClearingFixture.E5, 2);
        assertEquals(
            new RiskRow("HOUSE", 3 * LOT, 5 * LOT, 0, freeA, freeA - 2 * LOT, false), look(monitor).accounts().get(1));

        // Four lots at 93 000: the three of before gain 655 roubles each, the new ones nothing.
        venue.trade(ClearingFixture.SI, 93_000, 4, A, B, true);
        final long gain = 3 * 65_500;
        final RiskSnapshot after = look(monitor);
        assertEquals(
            List.of(
                new RiskRow("BB", 3 * LOT, 7 * LOT, -gain, freeB, freeB - 4 * LOT - gain, false),
                new RiskRow("HOUSE", 3 * LOT, 9 * LOT, gain, freeA, freeA - 6 * LOT + gain, false)),
            after.accounts());
        assertEquals(List.of(), after.alerts());
        // Who begins to look now sees the same.
        assertEquals(after.accounts(), look(new RiskMonitor(venue.baseDir, 0)).accounts());
    }

    @Test
    void shouldComeToWhatTheNextRunComesTo() throws IOException
    {
        intraday();
        final RiskMonitor monitor = new RiskMonitor(venue.baseDir, 0);
        venue.trade(ClearingFixture.SI, 92_345, 4, B, A, true);
        venue.sender(A).newOrder(ClearingFixture.SI, Side.BUY, 90_000 * ClearingFixture.E5, 2);
        final List<RiskRow> before = look(monitor).accounts();
        intraday();
        // Nothing has traded since: the settlement price is the one that the last trade was made at.
        final List<RiskRow> after = look(monitor).accounts();
        assertEquals(
            before.stream().map(row -> row.settlementAccount() + " " + row.margin() + " " + row.free()).toList(),
            after.stream().map(row -> row.settlementAccount() + " " + row.margin() + " " + row.free()).toList());
        assertEquals(List.of(0L, 0L), after.stream().map(RiskRow::variation).toList());
    }

    @Test
    void shouldCountSecuritiesUntilTheyAreDelivered() throws IOException
    {
        venue.spot(SHARE, "SBER", "SBER", 10, 1);
        venue.trade(SHARE, 100, 4, A, B, true);
        intraday(context(ClearingFixture.SI + ", " + SHARE));
        final RiskMonitor monitor = new RiskMonitor(venue.baseDir, 0);
        // Ten per cent of 1 000 roubles a lot. It is paid for later, whatever it trades at.
        final long share = 10_000;
        assertEquals(3 * LOT + 4 * share, look(monitor).accounts().get(1).margin());
        venue.trade(SHARE, 103, 2, A, B, true);
        final RiskRow house = look(monitor).accounts().get(1);
        final long freeA = OPENS - 16_500 - 3 * LOT - 4 * share;
        assertEquals(new RiskRow("HOUSE", 3 * LOT + 4 * share, 3 * LOT + 6 * share, 0, freeA, freeA - 2 * share, false),
            house);
    }

    @Test
    void shouldReportWhoIsBelowTheThreshold() throws IOException
    {
        intraday();
        // As many as the matcher lets the house buy.
        venue.trade(ClearingFixture.SI, 92_345, 7, A, B, true);
        final long freeA = OPENS - 16_500 - 10 * LOT;
        final long freeB = OPENS + 16_500 - 10 * LOT;
        assertEquals(List.of(), look(new RiskMonitor(venue.baseDir, freeA)).alerts());
        final RiskMonitor monitor = new RiskMonitor(venue.baseDir, freeA + 1);
        final RiskSnapshot snapshot = look(monitor);
        assertEquals(
            List.of(
                new RiskRow("BB", 3 * LOT, 10 * LOT, 0, freeB + 7 * LOT, freeB, false),
                new RiskRow("HOUSE", 3 * LOT, 10 * LOT, 0, freeA + 7 * LOT, freeA, true)),
            snapshot.accounts());
        assertEquals(List.of("HOUSE"), snapshot.alerts().stream().map(RiskRow::settlementAccount).toList());
        final List<String> metrics = snapshot.metrics(1_795_430_000_500L).lines().toList();
        assertEquals(
            List.of(
                "bourse_margin_roubles{settlement_account=\"BB\"} 92345.00",
                "bourse_margin_roubles{settlement_account=\"HOUSE\"} 92345.00",
                "bourse_variation_margin_roubles{settlement_account=\"BB\"} 0.00",
                "bourse_variation_margin_roubles{settlement_account=\"HOUSE\"} 0.00",
                "bourse_free_funds_roubles{settlement_account=\"BB\"} 7820.00",
                "bourse_free_funds_roubles{settlement_account=\"HOUSE\"} 7490.00",
                "bourse_margin_alert{settlement_account=\"BB\"} 0",
                "bourse_margin_alert{settlement_account=\"HOUSE\"} 1",
                "bourse_margin_alerts 1",
                "bourse_margin_threshold_roubles 7490.01",
                "bourse_margin_data_age_seconds 0.000",
                "bourse_margin_look_timestamp_seconds 1795430000.500"),
            metrics.stream().filter(line -> !line.startsWith("#")).toList());
        assertEquals(8, metrics.stream().filter(line -> line.startsWith("# TYPE ")).distinct().count());
        // Reported once when it comes and once when it has gone.
        assertEquals(List.of("HOUSE"), snapshot.raised());
        assertEquals(List.of(), look(monitor).raised());
        venue.trade(ClearingFixture.SI, 92_345, 1, B, A, true);
        final RiskSnapshot better = look(monitor);
        assertEquals(List.of(), better.alerts());
        assertEquals(List.of("HOUSE"), better.cleared());
        assertEquals(List.of(), look(monitor).cleared());
        venue.trade(ClearingFixture.SI, 92_345, 1, A, B, true);
        assertEquals(List.of("HOUSE"), look(monitor).raised());
    }

    @Test
    void shouldShowAccountsWhileARunHoldsTheIngestAndFollowsNothing() throws IOException
    {
        intraday();
        final RiskMonitor monitor = new RiskMonitor(venue.baseDir, 0);
        final IngestContext watched =
            IngestContext.builder().directory(venue.baseDir.resolve("ingest")).engineClient(venue.client).build();
        try (IngestWatch watch = IngestWatch.open(watched))
        {
            try (RunSource running = new EngineSource(venue.context()))
            {
                running.connect();
                running.catchUp().close();
                venue.trade(ClearingFixture.SI, 92_345, 4, A, B, true);
                risk.setMargin(ClearingFixture.RI, 0, 0);
                final RiskSnapshot held = look(monitor, watch);
                assertEquals(List.of(3 * LOT, 3 * LOT), held.accounts().stream().map(RiskRow::margin).toList());
                assertTrue(held.ageMs() > 0);
                assertTrue(held.metrics(0).contains("\nbourse_margin_data_age_seconds " +
                    BigDecimal.valueOf(held.ageMs(), 3) + "\n"), held.metrics(0));
            }
            final RiskSnapshot after = look(monitor, watch);
            assertEquals(List.of(7 * LOT, 7 * LOT), after.accounts().stream().map(RiskRow::margin).toList());
            assertEquals(0, after.ageMs());
            // The watch follows now, and a run needs nothing of the thread that looks.
            intraday();
            assertEquals(RunIds.of(ClearingFixture.DATE, 2), look(monitor, watch).runId());
        }
    }

    private static RiskSnapshot look(final RiskMonitor monitor, final IngestWatch watch) throws IOException
    {
        try (IngestedDay day = watch.look(1))
        {
            return monitor.look(day).withAge(watch.ageMs());
        }
    }

    @Test
    void shouldRefuseWithoutARunThatHasMargin()
    {
        final RiskMonitor monitor = new RiskMonitor(venue.baseDir, 0);
        assertTrue(assertThrows(PreconditionException.class, () -> look(monitor)).getMessage().contains("runId=0"));
        intraday(venue.context());
        assertTrue(assertThrows(PreconditionException.class, () -> look(monitor)).getMessage()
            .contains("runId=" + RunIds.of(ClearingFixture.DATE, 1)));
    }
}
