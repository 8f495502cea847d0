// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.protocol.OrderPlace;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import io.bourse.testing.RecordingListener;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWAA1_LOGIN_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWBB1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Tag("venue")
class SoloEngineTest
{
    private static final long PRICE = 90_000_00000L;

    @TempDir
    private Path dir;

    @Test
    void shouldPublishWholeTransactionsWhenOrdersTrade()
    {
        try (TestEngine engine = TestEngine.start(dir).withDemoReferenceData())
        {
            final EngineClient client = engine.connect();
            final long cursor = client.endCursor();
            new OrderSender(client, 1, TWAA1_LOGIN_ID, "AA01001").newOrder(SI_ID, Side.SELL, PRICE, 5);
            new OrderSender(client, 1, TWBB1_LOGIN_ID, "BB01001").newOrder(SI_ID, Side.BUY, PRICE, 3);

            final RecordingListener seen = engine.collect(cursor, (listener) -> listener.contains("TRADE"));

            assertEquals(List.of("ACCEPTED", "ACCEPTED", "TRADE"), firstWords(seen.lines()));
            assertEquals(2, seen.transactions().size());
            final StateReport report = engine.operator().reportState();
            assertEquals(
                List.of(new StateReport.RestingOrder(
                    report.orders().get(0).orderId(), 1, SI_ID, Side.SELL, PRICE, 2,
                    report.orders().get(0).accountCode(), TWAA1_LOGIN_ID, OrderPlace.BOOK, 2,
                    report.orders().get(0).orderId())),
                report.orders());
            assertEquals(List.of(-3L, 3L), report.positions().stream().map(StateReport.NetPosition::netLots).toList());
            assertEquals(1, report.tradeCount());
        }
    }

    @Test
    void shouldExecuteEveryCommandOnceWhenManyProducersPublish() throws InterruptedException
    {
        final int producers = 6;
        final int ordersPerProducer = 2_000;
        try (TestEngine engine = TestEngine.start(dir).withDemoReferenceData())
        {
            final long cursor = engine.connect().endCursor();
            final List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < producers; i++)
            {
                final int gatewayId = 10 + i;
                final OrderSender sender = new OrderSender(engine.connect(), gatewayId, TWAA1_LOGIN_ID, "AA01001");
                threads.add(Thread.ofPlatform().start(
                    () ->
                    {
                        for (int n = 0; n < ordersPerProducer; n++)
                        {
                            sender.newOrder(SI_ID, Side.BUY, PRICE, 1);
                        }
                    }));
            }
            for (final Thread thread : threads)
            {
                thread.join();
            }

            final int expected = producers * ordersPerProducer;
            final RecordingListener seen =
                engine.collect(cursor, (listener) -> listener.transactions().size() >= expected);
            final Set<String> identities = new HashSet<>();
            seen.transactions().forEach(
                (line) -> identities.add(line.substring(line.indexOf('('), line.indexOf(')'))));
            assertEquals(expected, seen.count("ACCEPTED"));
            assertEquals(expected, identities.size());
            assertEquals(expected, engine.operator().reportState().orderCount());
        }
    }

    @Test
    void shouldRecoverStateAndContinueEventsWhenRestarted()
    {
        final RecordingListener before;
        final StateReport reportBefore;
        try (TestEngine engine = TestEngine.start(dir).withDemoReferenceData())
        {
            trade(engine, 1, 300);
            reportBefore = engine.operator().reportState();
            before = engine.collectToEnd(0);
        }

        try (TestEngine engine = TestEngine.start(dir))
        {
            final RecordingListener recovered = engine.collectToEnd(0);
            assertEquals(before.transactions(), recovered.transactions());
            assertEquals(lastFrameSequence(before), engine.engine().counters().get(EngineCounter.EVENT_FRAMES_SKIPPED));
            assertEquals(0, engine.engine().counters().get(EngineCounter.EVENT_FRAMES_PUBLISHED));

            final StateReport reportAfter = engine.operator().reportState();
            assertEquals(reportBefore.orders(), reportAfter.orders());
            assertEquals(reportBefore.positions(), reportAfter.positions());
            assertEquals(reportBefore.tradeCount(), reportAfter.tradeCount());

            trade(engine, 2, 10);
            final RecordingListener after = engine.collectToEnd(0);
            assertEquals(before.transactions(), after.transactions().subList(0, before.transactions().size()));
            assertEquals(
                lastFrameSequence(before) + engine.engine().counters().get(EngineCounter.EVENT_FRAMES_PUBLISHED),
                lastFrameSequence(after));
        }
    }

    @Test
    void shouldContinueAtCursorWhenConsumerRestarts()
    {
        try (TestEngine engine = TestEngine.start(dir).withDemoReferenceData())
        {
            trade(engine, 1, 50);
            final RecordingListener all = engine.collectToEnd(0);
            final int half = all.transactions().size() / 2;
            final RecordingListener first = engine.collect(0, (listener) -> listener.transactions().size() >= half);

            final RecordingListener second = engine.collectToEnd(first.cursor());

            final List<String> joined = new ArrayList<>(first.transactions());
            joined.addAll(second.transactions());
            assertEquals(all.transactions(), joined);
        }
    }

    @Test
    void shouldWaitForFirstEventWhenStreamIsEmpty()
    {
        try (TestEngine engine = TestEngine.start(dir))
        {
            final RecordingListener listener = new RecordingListener();
            TestEngine.follow(engine.connect(), 0, listener,
                () ->
                {
                    if (0 == engine.engine().counters().get(EngineCounter.COMMANDS_JOURNALLED))
                    {
                        assertEquals(List.of(), listener.lines());
                        engine.withDemoReferenceData();
                    }
                    return listener.contains("SESSION_OPENED");
                });
            assertEquals(engine.collectToEnd(0).transactions(), listener.transactions());
        }
    }

    @Test
    void shouldAnswerDuplicateWhenCommandIsResentAfterRestart()
    {
        try (TestEngine engine = TestEngine.start(dir).withDemoReferenceData())
        {
            trade(engine, 1, 3);
        }
        try (TestEngine engine = TestEngine.start(dir))
        {
            final EngineClient client = engine.connect();
            final long cursor = client.endCursor();
            new OrderSender(client, 1, TWAA1_LOGIN_ID, "AA01001").sequence(2).newOrder(SI_ID, Side.SELL, PRICE, 7);
            final RecordingListener seen = engine.collect(cursor, (listener) -> !listener.lines().isEmpty());
            assertEquals(List.of("REJECTED"), firstWords(seen.lines()));
            assertTrue(seen.lines().get(0).contains("reason=DUPLICATE_COMMAND"), seen.lines().get(0));
        }
    }

    private static void trade(final TestEngine engine, final int gatewayId, final int count)
    {
        final EngineClient client = engine.connect();
        final long frames = engine.engine().counters().get(EngineCounter.COMMANDS_EXECUTED);
        final OrderSender seller = new OrderSender(client, gatewayId, TWAA1_LOGIN_ID, "AA01001");
        final OrderSender buyer = new OrderSender(client, gatewayId, TWBB1_LOGIN_ID, "BB01002");
        for (int i = 0; i < count; i++)
        {
            seller.newOrder(SI_ID, Side.SELL, PRICE + i % 7 * 100_000L, 3);
            buyer.newOrder(SI_ID, Side.BUY, PRICE + i % 5 * 100_000L, 2);
        }
        TestEngine.await("all orders executed",
            () -> engine.engine().counters().get(EngineCounter.COMMANDS_EXECUTED) >= frames + 2L * count);
        client.close();
    }

    private static long lastFrameSequence(final RecordingListener seen)
    {
        final String last = seen.transactions().get(seen.transactions().size() - 1);
        return Long.parseLong(last.substring(0, last.indexOf(' ')));
    }

    private static List<String> firstWords(final List<String> lines)
    {
        return lines.stream().map((line) -> line.substring(0, line.indexOf(' '))).toList();
    }
}
