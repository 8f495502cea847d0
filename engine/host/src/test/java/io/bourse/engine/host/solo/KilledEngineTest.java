// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.bourse.engine.client.AeronClientOptions;
import io.bourse.engine.client.AeronEngineClient;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.host.EngineProcess;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import io.bourse.testing.RecordingListener;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWAA1_LOGIN_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWBB1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Tag("venue")
class KilledEngineTest
{
    private static final long PRICE = 90_000_00000L;
    private static final long TICK = 100_000L;
    private static final int ORDERS = 6_000;

    @TempDir
    private Path dir;

    @ParameterizedTest
    @ValueSource(ints = {1, 700, 3_000})
    void shouldKeepAcknowledgedOrdersWhenKilledUnderLoad(final int transactionsSeen) throws Exception
    {
        final RecordingListener seen = new RecordingListener();
        try (EngineProcess process = EngineProcess.start(dir))
        {
            driveAndKill(process, seen, transactionsSeen);
        }

        try (TestEngine engine = TestEngine.start(EngineProcess.options(dir)))
        {
            final RecordingListener recovered = engine.collectToEnd(0);
            final int acknowledged = seen.transactions().size();
            assertTrue(recovered.transactions().size() >= acknowledged,
                "acknowledged=" + acknowledged + " recovered=" + recovered.transactions().size());
            assertEquals(seen.transactions(), recovered.transactions().subList(0, acknowledged));
            assertBookHoldsWhatEventsSay(recovered.lines(), engine.operator().reportState());

            // What a gateway does: it sends everything again under the same identities.
            final long executedBefore = engine.engine().counters().get(EngineCounter.COMMANDS_EXECUTED);
            sendOrders(engine.connect());
            TestEngine.await("resent orders executed",
                () -> engine.engine().counters().get(EngineCounter.COMMANDS_EXECUTED) >= executedBefore + ORDERS);
            final RecordingListener all = engine.collectToEnd(0);
            assertEveryOrderExecutedOnce(all);
            assertBookHoldsWhatEventsSay(all.lines(), engine.operator().reportState());
        }
    }

    private void driveAndKill(
        final EngineProcess process, final RecordingListener seen, final int transactionsSeen) throws Exception
    {
        final AeronClientOptions options =
            AeronClientOptions.builder().aeronDirectoryName(process.aeronDirectoryName())
                .credentials(CredentialStore.in(dir))
                .build();
        try (EngineClient client = AeronEngineClient.connect(options))
        {
            try (OperatorClient operator = new OperatorClient(client, TestEngine.TIMEOUT_NS))
            {
                DemoReferenceData.define(operator);
            }
            final int definitions = TestEngine.collect(
                client, 0, (listener) -> listener.contains("SESSION_OPENED")).transactions().size();
            final Thread sender = Thread.ofPlatform().daemon().start(() -> sendUntilGone(client));
            try (EventFollower follower = client.follow(0, seen))
            {
                TestEngine.pollUntil(follower, () -> seen.transactions().size() >= definitions + transactionsSeen);
                process.kill();
            }
            sender.interrupt();
            sender.join();
        }
    }

    private static void sendUntilGone(final EngineClient client)
    {
        try
        {
            sendOrders(client);
        }
        catch (final IllegalStateException ex)
        {
            // The engine was killed under the sender, as planned.
            assertTrue(ex.getMessage().contains("engine"), ex.getMessage());
        }
    }

    private static void sendOrders(final EngineClient client)
    {
        final Random random = new Random(7);
        final OrderSender seller = new OrderSender(client, 1, TWAA1_LOGIN_ID, "AA01001");
        final OrderSender buyer = new OrderSender(client, 1, TWBB1_LOGIN_ID, "BB01001");
        for (int i = 0; i < ORDERS / 2 && !Thread.currentThread().isInterrupted(); i++)
        {
            seller.newOrder(SI_ID, Side.SELL, PRICE + random.nextInt(20) * TICK, 1 + random.nextInt(9));
            buyer.newOrder(SI_ID, Side.BUY, PRICE - random.nextInt(10) * TICK, 1 + random.nextInt(9));
        }
    }

    private static void assertEveryOrderExecutedOnce(final RecordingListener all)
    {
        final Set<String> accepted = new HashSet<>();
        for (final String line : all.transactions())
        {
            if (line.contains("[ACCEPTED"))
            {
                assertTrue(accepted.add(line.substring(line.indexOf('('), line.indexOf(')'))), line);
            }
        }
        assertEquals(ORDERS, accepted.size());
    }

    private static void assertBookHoldsWhatEventsSay(final List<String> events, final StateReport report)
    {
        final Map<Long, Long> rests = new HashMap<>();
        final Set<Long> trades = new HashSet<>();
        for (final String line : events)
        {
            if (line.startsWith("ACCEPTED"))
            {
                rests.put(number(line, "order="), number(line, "qty="));
            }
            else if (line.startsWith("TRADE"))
            {
                assertTrue(trades.add(number(line, "tradeId=")), line);
                final int sell = line.indexOf("sell=");
                applyRest(rests, line.substring(line.indexOf("buy="), sell));
                applyRest(rests, line.substring(sell));
            }
        }
        final Map<Long, Long> book = new HashMap<>();
        report.orders().forEach((order) -> book.put(order.orderId(), order.restLots()));
        assertEquals(rests, book);
        assertEquals(trades.size(), report.tradeCount());
    }

    private static void applyRest(final Map<Long, Long> rests, final String side)
    {
        final long orderId = number(side, "order=");
        final long rest = number(side, "rest=");
        if (0 == rest)
        {
            rests.remove(orderId);
        }
        else
        {
            rests.put(orderId, rest);
        }
    }

    private static long number(final String line, final String key)
    {
        final int begin = line.indexOf(key) + key.length();
        int end = begin;
        while (end < line.length() && Character.isDigit(line.charAt(end)))
        {
            end++;
        }
        return Long.parseLong(line.substring(begin, end));
    }
}
