// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.config.ReferenceData;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.node.Venue;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.deploy.orders.OrderAction;
import io.bourse.deploy.orders.OrderLogOrders;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.PhaseChangeSpec;
import io.bourse.engine.client.operator.PhaseOperator;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.client.ReceiverCounter;
import io.bourse.marketdata.client.SimbaReceiver;
import io.bourse.marketdata.client.SimbaReceiverOptions;
import io.bourse.marketdata.net.FeedEndpoints;
import io.bourse.testing.SharedData;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.zip.GZIPInputStream;

import static io.bourse.marketdata.client.ReceiverCounter.BEST_PRICES_MISMATCHES;
import static io.bourse.marketdata.client.ReceiverCounter.FAULTS;
import static io.bourse.marketdata.client.ReceiverCounter.RECOVERIES;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The Shanghai day of 2023-02-07 through a TWIME session and the operator's changes of phase: opening auction,
 * continuous trading and closing auction. What the client receives about its executions must be the exchange's own
 * list of trades, in its sequence: buyer, seller, price and quantity.
 */
@Tag("venue")
class ShanghaiDayTest
{
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final String LOGIN = "TWAA01";
    private static final int TRADES = 334 + 18_139 + 212;
    private static final long E3_TO_E5 = 100;
    private static final long LOTS_E3 = 1_000;

    @TempDir
    private Path dir;

    private final IdleStrategy idle = new BackoffIdleStrategy(10, 20, 1_000, 100_000);
    private final List<Long> keys = new ArrayList<>();
    private final Map<Long, Boolean> buyers = new HashMap<>();
    private TwimeTrader trader;
    private SimbaReceiver receiver;
    private long requests;

    @Test
    @Timeout(value = 6, unit = TimeUnit.MINUTES)
    void shouldMakeEveryTradeOfTheDayInTheSequenceOfTheExchange() throws IOException
    {
        final Path file = SharedData.require("data/sse_600519_20230207_events.csv.gz");
        final List<String> expected = recordedTrades(file);
        assertEquals(TRADES, expected.size());
        try (Venue venue = Venue.start(TestVenue.config(dir.resolve("data")));
            EngineClient engine = venue.engine().connect();
            OperatorClient operator = DemoOperators.client(engine, LIMIT_NS);
            OrderLogOrders orders = new OrderLogOrders(file);
            TwimeTrader session = trader();
            SimbaReceiver market = receiver(venue);
            EngineBook own = new EngineBook(engine, orders.instruments().getFirst().instrumentId()))
        {
            trader = session;
            receiver = market;
            operator.defineInstrument(orders.instruments().getFirst());
            session.connect(venue.twime().localAddress());
            await(session::isRecovered);
            send(orders, new PhaseOperator(operator));
            final StateReport report = operator.reportState();
            assertEquals(TRADES, report.tradeCount());
            // Every order and cancel has one answer, every trade two executions; counted only when enough has come.
            await(() -> session.receivedCount() >= requests + 2 * TRADES && 2 * TRADES == executions());
            assertEquals(List.of(), session.refusals());
            Lines.assertSame("the exchange", expected, tradesReceived());
            await(() -> engine.publishedWatermark().get() >= report.cursor() && receiver.isLive() &&
                receiver.lastMsgSeqNum() >= venue.simba().msgSeqNum());
            own.assertSame(report);
            own.assertSame(receiver.books().book(orders.instruments().getFirst().instrumentId()), "end of the day");
            final CounterSet<ReceiverCounter> counters = receiver.counters();
            assertEquals(0, counters.get(FAULTS) + counters.get(BEST_PRICES_MISMATCHES), counters::toString);
            if (0 == counters.get(RECOVERIES))
            {
                // A busy machine may lose datagrams; what a snapshot replaces is not reported trade by trade.
                assertEquals(TRADES, counters.get(ReceiverCounter.TRADES), counters::toString);
            }
        }
    }

    private static SimbaReceiver receiver(final Venue venue)
    {
        final VenueDescriptor where = venue.descriptor();
        return new SimbaReceiver(SimbaReceiverOptions.builder()
            .interfaceName(where.networkInterface())
            .endpoints(FeedEndpoints.of(
                where.feed("simba.orders-log.incremental-a"),
                where.feed("simba.orders-log.incremental-b"),
                where.feed("simba.orders-log.snapshot-a"),
                where.feed("simba.orders-log.snapshot-b"))).build());
    }

    private static TwimeTrader trader()
    {
        final ReferenceData data = ReferenceDataReader.read(VenueConfig.EMBEDDED, 20261120);
        final ReferenceData.Login login = data.logins().stream()
            .filter(any -> LOGIN.equals(any.name())).findFirst().orElseThrow();
        return new TwimeTrader(LOGIN, login.loginId(), data.accounts().stream()
            .filter(account -> account.startsWith(login.brokerageFirm())).limit(2).toList());
    }

    private void send(final OrderLogOrders orders, final PhaseOperator phases)
    {
        final OrderAction action = new OrderAction();
        while (orders.next(action))
        {
            if (OrderAction.Kind.PHASE == action.kind)
            {
                await(() -> 0 == trader.outstanding());
                phases.changePhase(PhaseChangeSpec.ofInstrument(action.instrumentId, action.phase));
            }
            else
            {
                requests++;
                if (OrderAction.Kind.NEW == action.kind)
                {
                    keys.add(action.key);
                    buyers.put(action.key, action.buy);
                }
                await(() -> trader.send(action));
            }
        }
        await(() -> 0 == trader.outstanding());
    }

    private void await(final BooleanSupplier done)
    {
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        while (!done.getAsBoolean())
        {
            idle.idle(trader.poll() + receiver.doWork());
            assertTrue(System.nanoTime() < deadlineNs, () -> "the day stands still: received=" +
                trader.receivedCount() + " outstanding=" + trader.outstanding() + " refusals=" + trader.refusals());
        }
    }

    private long executions()
    {
        return trader.received().stream().filter(line -> line.startsWith("EXECUTED")).count();
    }

    /** The two executions of every trade put together; the session's orders are accepted in the order they are sent. */
    private List<String> tradesReceived()
    {
        final Map<String, Long> keyByOrder = new HashMap<>();
        final Map<Long, String[]> trades = new TreeMap<>();
        for (final String line : trader.received())
        {
            final String[] part = line.split(" ");
            if ("ACCEPTED".equals(part[0]))
            {
                keyByOrder.put(part[2], keys.get(keyByOrder.size()));
            }
            else if ("EXECUTED".equals(part[0]))
            {
                final long tradeId = Long.parseLong(part[1].substring("trade=".length()));
                final String[] trade = trades.computeIfAbsent(tradeId, id -> new String[2]);
                final long key = keyByOrder.get(part[2]);
                trade[buyers.get(key) ? 0 : 1] = key + " " + part[3] + " " + part[4];
            }
        }
        final List<String> received = new ArrayList<>();
        for (final String[] trade : trades.values())
        {
            final String[] buyer = trade[0].split(" ", 2);
            final String[] seller = trade[1].split(" ", 2);
            assertEquals(buyer[1], seller[1], "price and quantity of both sides");
            received.add("buyer=" + buyer[0] + " seller=" + seller[0] + " " + buyer[1]);
        }
        return received;
    }

    private static List<String> recordedTrades(final Path file) throws IOException
    {
        final List<String> trades = new ArrayList<>();
        try (BufferedReader rows = new BufferedReader(new InputStreamReader(
            new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.US_ASCII)))
        {
            rows.readLine();
            for (String row = rows.readLine(); null != row; row = rows.readLine())
            {
                final String[] column = row.split(",", -1);
                if ("TRD".equals(column[2]))
                {
                    trades.add("buyer=" + column[4] + " seller=" + column[5] + " px=" +
                        Long.parseLong(column[6]) * E3_TO_E5 + " qty=" + Long.parseLong(column[7]) / LOTS_E3);
                }
            }
        }
        return trades;
    }
}
