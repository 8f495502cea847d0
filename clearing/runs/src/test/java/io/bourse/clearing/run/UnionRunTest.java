// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.ingest.Ingest;
import io.bourse.clearing.ingest.IngestContext;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.IngestedDays;
import io.bourse.clearing.ingest.OrderedLots;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.ingest.TailerService;
import io.bourse.clearing.ingest.UnionClient;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.report.file.ReportFinding;
import io.bourse.clearing.report.file.ReportFinding.Status;
import io.bourse.clearing.requirement.MatcherLimits;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.operator.RunControl;
import io.bourse.clearing.run.proof.JournalProof;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableSpec;
import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.ForwardingEngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.host.recording.RecordedAuditHeads;
import io.bourse.engine.protocol.AdvanceTimeDecoder;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.CommandForm;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.RecordAuditTrailDecoder;
import io.bourse.engine.security.Principal;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Clearing of a market on several partitions: the same to the kopeck as on one, whatever dies meanwhile. */
@Tag("venue")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class UnionRunTest
{
    private static final List<TableSpec> TABLES = List.of(RunTables.POSITIONS, RunTables.LEDGER, RunTables.MONEY,
        RunTables.MOVEMENTS, RunTables.PAYMENTS, RunTables.MARGIN);
    private static final int ORDERS = 150;

    @TempDir
    private Path dir;
    private final long seed = new Random().nextLong();

    @Test
    void shouldComeToTheSameOnOneAndTwoPartitionsWhileOneIsKilled() throws Exception
    {
        assertSame(2, 1);
    }

    @Tag("drill")
    @Test
    void shouldComeToTheSameOnOneAndFourPartitionsWhileOneIsKilled() throws Exception
    {
        assertSame(4, 2);
    }

    private void assertSame(final int partitions, final int killed) throws Exception
    {
        final Map<String, String> one = day("one", 1, -1);
        assertTrue(one.get("trades of 0").length() > 100, one.toString());
        assertEquals(one, day("several", partitions, killed), "seed=" + seed);
    }

    /** Orders that rest trade in the other partition; nothing is counted twice, nothing is lost. */
    @Test
    void shouldComeToTheSameWhenInstrumentsHaveMovedBetweenTwoDays() throws Exception
    {
        final Map<String, String> unmoved = twoDays("unmoved", false);
        assertTrue(unmoved.get("books").length() > 10, unmoved.toString());
        assertEquals(unmoved, twoDays("moved", true), "seed=" + seed);
    }

    private Map<String, String> twoDays(final String name, final boolean isMoved) throws Exception
    {
        final Map<String, String> outcome = new TreeMap<>();
        try (PartitionedMarket market = new PartitionedMarket(dir.resolve(name), 2, -1, seed))
        {
            market.trade(ORDERS);
            put(outcome, "first evening", ClearingFixture.evening(market.context()));
            if (isMoved)
            {
                market.move();
            }
            market.openSession(2, PartitionedMarket.DATE + 1);
            market.trade(ORDERS);
            final RunResult evening = ClearingFixture.evening(market.context());
            put(outcome, "second evening", evening);
            try (IngestedDay day = IngestedDays.open(
                market.context().baseDir().resolve(ClearingContext.INGEST_DIRECTORY), evening.cut().cursor()))
            {
                put(outcome, day);
            }
        }
        return outcome;
    }

    private Map<String, String> day(final String name, final int partitions, final int killed) throws Exception
    {
        return day(dir, seed, new PartitionedMarket(dir.resolve(name), partitions, killed, seed),
            (market, part) -> market.trade(ORDERS));
    }

    /** What is traded in one of the parts of a day. */
    interface Trading
    {
        void trade(PartitionedMarket market, int part) throws Exception;
    }

    /** What two clearings of a day come to, whatever is killed meanwhile. */
    static Map<String, String> day(
        final Path dir, final long seed, final PartitionedMarket started, final Trading trading) throws Exception
    {
        final Map<String, String> outcome = new TreeMap<>();
        try (PartitionedMarket market = started)
        {
            trading.trade(market, 0);
            if (market.isKillable())
            {
                market.kill();
                assertThrows(RuntimeException.class, () -> ClearingFixture.intraday(market.context()));
                market.restart();
            }
            final RunResult intraday = ClearingFixture.intraday(market.context());
            put(outcome, "intraday", intraday);
            trading.trade(market, 1);
            if (market.isKillable())
            {
                market.kill();
                market.restart();
            }
            trading.trade(market, 2);
            final RunResult evening = ClearingFixture.evening(market.context());
            put(outcome, "evening", evening);
            final Path ingest = market.context().baseDir().resolve(ClearingContext.INGEST_DIRECTORY);
            try (IngestedDay day = IngestedDays.open(ingest, evening.cut().cursor()))
            {
                put(outcome, day);
                assertVector(market, evening.cut(), day);
            }
            assertReplayed(dir, seed, market, ingest);
        }
        return outcome;
    }

    private static void put(final Map<String, String> outcome, final String run, final RunResult result)
        throws IOException
    {
        for (final TableSpec table : TABLES)
        {
            try (Stream<Path> files = Files.list(result.directory().resolve(table.name())))
            {
                for (final Path file : files.toList())
                {
                    outcome.put(run + " " + table.name() + " " + file.getFileName(),
                        Digests.sha256Of(Files.readAllBytes(file)));
                }
            }
        }
        outcome.put(run + " limits", Files.readString(result.directory().resolve(MatcherLimits.FILE_NAME)));
    }

    private static void put(final Map<String, String> outcome, final IngestedDay day)
    {
        final Map<String, StringBuilder> lines = new TreeMap<>();
        final Table trades = day.trades();
        for (int row = 0; row < day.tradeCount(); row++)
        {
            lines.computeIfAbsent("trades of " + trades.ints(DayTables.TRADE_INSTRUMENT).get(row),
                name -> new StringBuilder()).append(trades.ints(DayTables.TRADE_QTY).get(row)).append('@')
                .append(trades.longs(DayTables.TRADE_PRICE_E5).get(row)).append(' ')
                .append(trades.ints(DayTables.TRADE_BUYER).get(row)).append('<')
                .append(trades.ints(DayTables.TRADE_SELLER).get(row)).append(' ')
                .append(trades.ints(DayTables.TRADE_FLAGS).get(row)).append('\n');
        }
        final OrderedLots orders = day.openOrders();
        for (int row = 0; row < orders.size(); row++)
        {
            lines.computeIfAbsent("books", name -> new StringBuilder()).append(orders.account(row)).append(' ')
                .append(orders.instrument(row)).append(' ').append(orders.buyLots(row)).append(' ')
                .append(orders.sellLots(row)).append('\n');
        }
        lines.forEach((name, text) -> outcome.put(name, text.toString()));
        outcome.put("anomalies", day.anomalies().toString());
    }

    private static void assertVector(final PartitionedMarket market, final RunRecord.Cut cut, final IngestedDay day)
    {
        if (1 == market.clients().size())
        {
            assertNull(cut.partitions());
            return;
        }
        assertEquals(market.clients().stream().map(EngineClient::partition).toList(),
            cut.partitions().stream().map(RunRecord.Place::partition).toList());
        assertEquals(cut.cursor(), cut.partitions().stream().mapToLong(RunRecord.Place::cursor).sum());
        assertEquals(day.cursor(), cut.cursor());
    }

    /** Read again from the beginning in one go it is the same, order by order. */
    private static void assertReplayed(
        final Path dir, final long seed, final PartitionedMarket market, final Path ingest) throws IOException
    {
        final Path replayed = Files.createTempDirectory(dir, "replayed");
        final EngineClient client = UnionClient.of(market.clients());
        final IngestContext ctx = IngestContext.builder().engineClient(client).directory(replayed).build();
        try (Ingest again = Ingest.open(ctx); IngestedDay day = again.catchUp())
        {
            again.followTo(day.cursor());
        }
        try (Ingest live = Ingest.open(ctx.withDirectory(ingest)))
        {
            live.catchUp().close();
        }
        for (final Path file : lasting(ingest))
        {
            assertEquals(Files.readString(file),
                Files.readString(replayed.resolve("checkpoints").resolve(file.getFileName())), "seed=" + seed);
        }
    }

    private static List<Path> lasting(final Path ingest) throws IOException
    {
        try (Stream<Path> files = Files.list(ingest.resolve("checkpoints")))
        {
            final List<Path> found = new ArrayList<>();
            for (final Path file : files.filter(each -> each.toString().endsWith(".json")).toList())
            {
                if (!Files.readString(file).contains("\"kind\":\"TIMED\""))
                {
                    found.add(file);
                }
            }
            return found;
        }
    }

    /** Also when the stream is followed by another process, which waits with what one partition has not done. */
    @Test
    void shouldTakeUpARunThatDiedBetweenTwoPartitions() throws Exception
    {
        assertTakenUp(true);
    }

    @Tag("drill")
    @Test
    void shouldTakeUpARunThatDiedBetweenTwoPartitionsWithoutATailer() throws Exception
    {
        assertTakenUp(false);
    }

    private void assertTakenUp(final boolean hasTailer) throws Exception
    {
        final Map<String, String> expected = day("whole", 1, -1);
        final Map<String, String> outcome = new TreeMap<>();
        try (PartitionedMarket market = new PartitionedMarket(dir.resolve("dying"), 2, -1, seed);
            TailerService tailer = hasTailer ? TailerService.launch(ingest(market)) : null)
        {
            market.trade(ORDERS);
            put(outcome, "intraday", dying(market, ClearingKind.INTRADAY));
            if (hasTailer)
            {
                tailer.requireRunning();
            }
            market.trade(ORDERS);
            market.trade(ORDERS);
            final RunResult evening = dying(market, ClearingKind.EVENING);
            put(outcome, "evening", evening);
            final Path ingest = market.context().baseDir().resolve(ClearingContext.INGEST_DIRECTORY);
            try (IngestedDay day = IngestedDays.open(ingest, evening.cut().cursor()))
            {
                put(outcome, day);
            }
        }
        assertEquals(expected, outcome, "seed=" + seed);
    }

    private static IngestContext ingest(final PartitionedMarket market)
    {
        final ClearingContext ctx = market.context();
        return IngestContext.builder().engineClient(ctx.engineClient()).timeoutNs(ctx.timeoutNs())
            .directory(ctx.baseDir().resolve(ClearingContext.INGEST_DIRECTORY)).build();
    }

    /** Dies with each command to the second partition in its turn, and is taken up each time. */
    private RunResult dying(final PartitionedMarket market, final ClearingKind kind)
    {
        int deaths = 0;
        while (true)
        {
            final Dying second = new Dying(market.clients().get(1), deaths);
            final ClearingContext ctx = market.context(List.of(market.clients().get(0), second));
            try
            {
                final RunResult result = ClearingKind.INTRADAY == kind ?
                    ClearingFixture.intraday(ctx) : ClearingFixture.evening(ctx);
                assertTrue(deaths > 3, "deaths=" + deaths);
                return result;
            }
            catch (final PreconditionException ex)
            {
                assertTrue(second.isDead, () -> "seed=" + seed + " " + ex);
                deaths++;
            }
        }
    }

    /** A partition that takes some commands of a run and is then gone for its process. */
    private static final class Dying extends ForwardingEngineClient
    {
        private boolean isDead;
        private int left;

        Dying(final EngineClient client, final int commands)
        {
            super(client);
            left = commands;
        }

        @Override
        public CommandPublisher newCommandPublisher(final Principal sender)
        {
            final CommandPublisher publisher = super.newCommandPublisher(sender);
            return (buffer, offset, length) ->
            {
                final boolean isOfRun = AdvanceTimeDecoder.TEMPLATE_ID != CommandForm.templateId(buffer, offset);
                isDead |= isOfRun && left-- <= 0;
                if (isDead && isOfRun)
                {
                    throw new IllegalStateException("the engine is gone");
                }
                return publisher.offer(buffer, offset, length);
            };
        }
    }

    @Test
    void shouldFindThatTheJournalOfOnePartitionLacksTheHeadOfTheAuditTrail() throws Exception
    {
        try (PartitionedMarket market = new PartitionedMarket(dir.resolve("heads"), 2, -1, seed))
        {
            for (final EngineClient client : market.clients())
            {
                try (OperatorClient operator = new OperatorClient(client, TestEngine.TIMEOUT_NS))
                {
                    final SessionOperator session = new SessionOperator(operator);
                    session.setFeatureLevel(FeatureLevels.BOUNDED);
                    session.setFeatureLevel(FeatureLevels.AUDITED);
                }
            }
            final EngineClient deaf = new ForwardingEngineClient(market.clients().get(1))
            {
                @Override
                public CommandPublisher newCommandPublisher(final Principal sender)
                {
                    final CommandPublisher publisher = super.newCommandPublisher(sender);
                    return (buffer, offset, length) ->
                    {
                        if (RecordAuditTrailDecoder.TEMPLATE_ID == CommandForm.templateId(buffer, offset))
                        {
                            throw new IllegalStateException("the engine is gone");
                        }
                        return publisher.offer(buffer, offset, length);
                    };
                }
            };
            final RunResult run =
                ClearingFixture.intraday(market.context(List.of(market.clients().getFirst(), deaf)));
            assertEquals(List.of(Status.OK, Status.NOT_IN_JOURNAL), proved(market, run));
            new RunControl(market.context().baseDir(), System::currentTimeMillis)
                .report(market.context(), PartitionedMarket.DATE * 100L + 1);
            assertEquals(List.of(Status.OK, Status.OK), proved(market, run));
        }
    }

    private List<Status> proved(final PartitionedMarket market, final RunResult run) throws IOException
    {
        final List<JournalProof> journals = market.dataDirs().stream().map(RecordedAuditHeads::read)
            .map(JournalProof::of).toList();
        return JournalProof.findings(List.of(journals.get(0).ofPartition(0), journals.get(1).ofPartition(1)),
            run.directory()).stream().map(ReportFinding::status).toList();
    }

    @Test
    void shouldSplitCollateralSoThatItsPartsNeverExceedTheWhole() throws Exception
    {
        try (PartitionedMarket market = new PartitionedMarket(dir.resolve("parts"), 2, -1, seed))
        {
            market.trade(ORDERS);
            final RunResult run = ClearingFixture.intraday(market.context());
            final MatcherLimits limits = Json.read(
                Files.readAllBytes(run.directory().resolve(MatcherLimits.FILE_NAME)), MatcherLimits.class);
            try (Ingest ingest = Ingest.open(ingest(market)); IngestedDay day = ingest.catchUp())
            {
                for (final MatcherLimits.Collateral each : limits.collaterals())
                {
                    assertEquals(each.collateralKopecks(), day.limits().collaterals(each.level()).get(each.code()));
                    final Map<Integer, Long> parts = day.limits().parts(each.level(), each.code());
                    assertEquals(Math.floorDiv(each.collateralKopecks(), 2), parts.get(1));
                    assertTrue(parts.get(0) - parts.get(1) < 2, parts.toString());
                }
                assertTrue(limits.collaterals().stream().anyMatch(each -> LimitLevel.CLIENT == each.level()));
            }
        }
    }

    /** The second one trades on while the first one stands still already, and makes the window of its prices. */
    @Test
    void shouldTakeSlicesUntilAllPartitionsStandStill() throws Exception
    {
        final long runId = PartitionedMarket.DATE * 100L + 1;
        final long intervalNs = TimeUnit.MILLISECONDS.toNanos(20);
        try (PartitionedMarket market = new PartitionedMarket(dir.resolve("slices"), 2, -1, seed))
        {
            suspend(market.clients().get(0), runId);
            market.quote(2);
            final long quotedNs = System.nanoTime();
            TestEngine.await("a window goes by", () -> System.nanoTime() - quotedNs > 20 * intervalNs);
            suspend(market.clients().get(1), runId);
            final IngestContext ctx = ingest(market).withSliceIntervalNs(intervalNs);
            try (Ingest ingest = Ingest.open(ctx); IngestedDay day = ingest.dayAt(runId))
            {
                assertEquals(ctx.windowSlices(), day.slices()
                    .window(day.instruments().byId(2).ordinal(), Long.MAX_VALUE).validCount());
            }
        }
    }

    private static void suspend(final EngineClient client, final long runId)
    {
        try (OperatorClient operator = new OperatorClient(client, TestEngine.TIMEOUT_NS))
        {
            operator.suspendTrading(runId, ClearingKind.INTRADAY);
        }
    }

    @Test
    void shouldNameAPartitionThatDoesSomethingElse() throws Exception
    {
        try (PartitionedMarket market = new PartitionedMarket(dir.resolve("other"), 2, -1, seed))
        {
            for (int i = 0; i < 2; i++)
            {
                suspend(market.clients().get(i), PartitionedMarket.DATE * 100L + 1 + i);
            }
            final String message = assertThrows(PreconditionException.class,
                () -> ClearingFixture.intraday(market.context())).getMessage();
            assertTrue(message.contains("suspendedRun=2026112301") && message.contains("suspendedRun=2026112302"),
                message);
        }
    }
}
