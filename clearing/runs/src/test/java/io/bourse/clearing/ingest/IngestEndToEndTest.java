// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.SortedRegisters;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.ContractOperator;
import io.bourse.engine.client.operator.ContractSpec;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.LegSpec;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.ContractStyle;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.OptionRight;
import io.bourse.engine.protocol.SettlementType;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** The ingest behind a real engine: a service that is stopped and started while trading goes on, and a replay. */
@Tag("venue")
class IngestEndToEndTest
{
    private static final List<String> CLIENTS = List.of("BB01XYZ", "AA01ABC", "AA02AAA", "CC01000");
    private static final int DATE = 20_261_123;
    private static final long INTRADAY_RUN = DATE * 100L + 1;
    private static final long EVENING_RUN = DATE * 100L + 2;
    private static final long E5 = 100_000;
    private static final int SPREAD = 3;
    private static final int OPTION = 4;

    @TempDir
    Path dir;
    private final List<OrderSender> senders = new ArrayList<>();
    private final Random random = new Random(5);
    private TestEngine engine;
    private EngineClient client;
    private OperatorClient operator;

    @BeforeEach
    void startVenue()
    {
        engine = TestEngine.start(dir.resolve("engine"));
        client = engine.connect();
        operator = engine.operator();
        List.of("AA", "BB", "CC").forEach(operator::defineClearingFirm);
        List.of("AA01", "AA02", "BB01", "CC01").forEach(operator::defineBrokerageFirm);
        operator.defineAccounts(CLIENTS, 0);
        for (int i = 0; i < CLIENTS.size(); i++)
        {
            operator.defineLogin(i + 1, LoginProtocol.TWIME, "TW" + i, CLIENTS.get(i).substring(0, 4));
            senders.add(new OrderSender(client, 1, i + 1, CLIENTS.get(i)));
        }
        instrument(1, InstrumentKind.FUTURE, 100);
        instrument(2, InstrumentKind.FUTURE, 100);
        instrument(SPREAD, InstrumentKind.SPREAD, 0);
        instrument(OPTION, InstrumentKind.OPTION, 100);
        operator.defineLegs(SPREAD, List.of(new LegSpec(1, -1), new LegSpec(2, 1)));
        new ContractOperator(operator).defineContract(new ContractSpec(
            OPTION,
            ContractStyle.MARGINED_OPTION,
            OptionRight.CALL,
            SettlementType.PHYSICAL,
            100 * E5,
            1,
            1,
            DATE + 1,
            false));
        operator.openSession(1, DATE);
    }

    private void instrument(final int id, final InstrumentKind kind, final long price)
    {
        operator.defineInstrument(new InstrumentSpec(
            id, "F" + id, kind, "F", "RUB", E5, E5, (price - 50) * E5, (price + 50) * E5, price * E5, 10, 10,
            20_261_217));
    }

    @AfterEach
    void stopVenue()
    {
        engine.close();
    }

    private void trade(final int orders)
    {
        for (int i = 0; i < orders; i++)
        {
            final int id = 1 + random.nextInt(OPTION);
            final TimeInForce timeInForce = 0 == random.nextInt(20) ? TimeInForce.GTC :
                0 == random.nextInt(4) ? TimeInForce.IOC : TimeInForce.DAY;
            final long price = (SPREAD == id ? 0 : 100) + random.nextInt(7) - 3;
            final Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
            senders.get(random.nextInt(senders.size()))
                .newOrder(id, side, timeInForce, price * E5, 1 + random.nextInt(9));
        }
    }

    private void clear(final long runId, final ClearingKind kind)
    {
        operator.suspendTrading(runId, kind);
        for (int id = 1; id <= OPTION; id++)
        {
            final long price = SPREAD == id ? 0 : 101;
            operator.publishSettlement(runId, id, price * E5, E5, (price - 50) * E5, (price + 50) * E5);
        }
        operator.completeClearing(runId, kind);
        if (ClearingKind.INTRADAY == kind)
        {
            operator.resumeTrading(runId);
        }
    }

    private IngestContext context(final String name)
    {
        return IngestContext.builder()
            .engineClient(client).directory(dir.resolve(name)).timeoutNs(TestEngine.TIMEOUT_NS).build();
    }

    /** Commands of an operator are answered, so the orders before are through. */
    private void tradeThrough(final int orders)
    {
        trade(orders);
        operator.reportState();
    }

    @Test
    void shouldNotHoldUpARunWhateverTheOneWhoLooksIsBusyWith()
    {
        begin();
        try (IngestWatch watch = IngestWatch.open(context("live")); Ingest running = Ingest.open(context("live")))
        {
            tradeThrough(500);
            watch.look(1).close();
            assertTrue(IngestLock.isHeld(dir.resolve("live")));
            // From here on the thread that looks does nothing for the tailer of the watch.
            trade(500);
            operator.suspendTrading(INTRADAY_RUN, ClearingKind.INTRADAY);
            try (IngestedDay day = running.dayAt(INTRADAY_RUN))
            {
                assertNotNull(day.run(INTRADAY_RUN));
            }
            try (IngestedDay day = watch.look(1))
            {
                assertEquals(INTRADAY_RUN, day.openRun().runId());
                assertEquals(0, watch.ageMs());
            }
        }
        assertFalse(IngestLock.isHeld(dir.resolve("live")));
    }

    private void begin()
    {
        try (Ingest ingest = Ingest.open(context("live")))
        {
            ingest.catchUp().close();
        }
    }

    @Test
    void shouldShowTheLastCheckpointWhileARunHoldsTheIngestAndFollowsNothing()
    {
        begin();
        try (IngestWatch watch = IngestWatch.open(context("live")))
        {
            final long held;
            try (Ingest running = Ingest.open(context("live")))
            {
                running.takeUp();
                held = look(watch);
                assertEquals(0, watch.ageMs());
                tradeThrough(500);
                assertEquals(held, look(watch));
                final long firstAgeMs = watch.ageMs();
                assertTrue(firstAgeMs > 0);
                assertEquals(held, look(watch));
                assertTrue(watch.ageMs() >= firstAgeMs, "ageMs=" + watch.ageMs() + " firstAgeMs=" + firstAgeMs);
                // Another one that looks does not know more.
                try (IngestWatch other = IngestWatch.open(context("live")))
                {
                    assertEquals(held, look(other));
                    assertTrue(other.ageMs() > 0);
                }
                running.catchUp().close();
                assertTrue(look(watch) >= client.endCursor());
                assertEquals(0, watch.ageMs());
                tradeThrough(500);
                assertTrue(look(watch) < client.endCursor());
            }
            // The run is over: the watch follows.
            assertTrue(look(watch) >= client.endCursor());
            assertEquals(0, watch.ageMs());
            assertTrue(IngestLock.isHeld(dir.resolve("live")));
        }
    }

    private static long look(final IngestWatch watch)
    {
        try (IngestedDay day = watch.look(1))
        {
            return day.cursor();
        }
    }

    @Test
    void shouldKeepTheRegistersOfOpenDaysAloneWhenOthersCome() throws IOException
    {
        begin();
        final long rows = CLIENTS.size();
        try (RegisterCache cache = new RegisterCache(dir.resolve("live")))
        {
            final SortedRegisters two = cache.first(rows - 2);
            final SortedRegisters three = cache.first(rows - 1);
            assertSame(three, cache.first(rows - 1));
            final SortedRegisters all = cache.first(rows);
            assertEquals(3, cache.size());
            cache.release(three);
            cache.release(all);
            // A day is still open that has them; the last ones wait for the next look.
            assertEquals(3, cache.size());
            cache.release(three);
            assertEquals(2, cache.size());
            assertEquals(CLIENTS.get(0), two.name(0));
            cache.release(two);
            assertEquals(1, cache.size());
            assertSame(all, cache.first(rows));
            assertEquals(CLIENTS.get(CLIENTS.size() - 1), all.name(CLIENTS.size() - 1));
        }
    }

    @Test
    void shouldFollowARealDayThroughRestarts() throws IOException
    {
        final IngestContext tailed = context("tailed");
        TailerService service = TailerService.launch(tailed);
        trade(2_000);
        try (Ingest ingest = Ingest.open(context("tailed")))
        {
            try (IngestedDay day = ingest.catchUp())
            {
                assertTrue(day.cursor() >= 1 && day.isTrading(), "cursor=" + day.cursor());
            }
            new ContractOperator(operator).instructExercise("AA01ABC", OPTION, -2);
            clear(INTRADAY_RUN, ClearingKind.INTRADAY);
            service.close();
            trade(1_000);
            service = TailerService.launch(tailed);
            trade(1_000);
            assertCut(ingest);
            clear(EVENING_RUN, ClearingKind.EVENING);
        }
        service.close();
        operator.openSession(2, DATE + 1);
        trade(500);
        try (Ingest ingest = Ingest.open(context("tailed")); Ingest replay = Ingest.open(context("replay")))
        {
            try (IngestedDay day = ingest.catchUp(); IngestedDay replayed = replay.catchUp())
            {
                assertEquals(day.cursor(), replayed.cursor());
                assertEquals(day.contentHash(), replayed.contentHash());
                assertEquals(EVENING_RUN, day.previousEveningRunId());
                assertEquals(DATE + 1, day.tradingDate());
                assertEquals(101 * E5, day.instruments().byOrdinal(0).eveningSettlementE5());
                assertEquals(List.of(), day.anomalies());
                final StateReport engineState = operator.reportState();
                assertEquals(engineState.tradeCount(), day.totalTrades());
            }
        }
        assertEquals(
            IngestFiles.hashes(dir.resolve("tailed")), IngestFiles.hashes(dir.resolve("replay")));
    }

    private void assertCut(final Ingest ingest)
    {
        try (IngestedDay day = ingest.dayAt(INTRADAY_RUN))
        {
            assertEquals(List.of(), day.anomalies());
            assertEquals(List.of(new ExerciseInstruction(1, 3, -2)), day.exercises());
            assertEquals(
                io.bourse.clearing.model.OptionRight.CALL, day.instruments().byOrdinal(3).terms().right());
            final int[] trades = new int[OPTION];
            final long[] lots = new long[OPTION];
            for (int row = 0; row < day.tradeCount(); row++)
            {
                final int instrument = day.trades().ints(DayTables.TRADE_INSTRUMENT).get(row);
                trades[instrument]++;
                lots[instrument] += day.trades().ints(DayTables.TRADE_QTY).get(row);
            }
            for (int i = 0; i < OPTION; i++)
            {
                if (SPREAD != i + 1)
                {
                    assertNotNull(day.totals(i));
                    assertEquals(day.totals(i).sessionTrades(), trades[i], "instrument=" + i);
                    assertEquals(day.totals(i).sessionLots(), lots[i], "instrument=" + i);
                }
            }
            assertTrue(trades[0] > 10);
            assertEquals(0, trades[SPREAD - 1]);
            assertEquals(1, day.accountOf("AA01ABC"));
            assertEquals(2, day.registers().rank(0));
        }
    }
}
