// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.bourse.engine.client.operator.PhaseOperator;
import io.bourse.engine.client.operator.PriceControlsSpec;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import io.bourse.testing.RecordingListener;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWAA1_LOGIN_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWBB1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Deadlines of the core in a running engine. A replay compares every frame with the recorded one, the state hash of
 * reports among them, so an engine that starts again has fired the same deadlines between the same commands.
 */
@Tag("venue")
class DeadlineTest
{
    private static final long PRICE = 90_000_00000L;
    private static final String BY_ENGINE = "(0/0/0)";

    @TempDir
    private Path dir;

    @Test
    void shouldFireDeadlineWhenNoOtherCommandComes()
    {
        try (TestEngine engine = TestEngine.start(dir).withDemoReferenceData())
        {
            delay(engine, TimeUnit.MILLISECONDS.toNanos(5));
            final long cursor = engine.connect().endCursor();
            seller(engine).newOrder(SI_ID, Side.SELL, PRICE, 5);
            buyer(engine).newOrder(SI_ID, Side.BUY, PRICE, 3);

            final RecordingListener seen = engine.collect(cursor, (listener) -> listener.contains("TRADE"));

            assertEquals(3, seen.transactions().size());
            assertTrue(seen.transactions().get(2).contains(BY_ENGINE), seen.transactions().get(2));
        }
    }

    @Test
    void shouldNotFireAgainWhenRestarted()
    {
        final List<String> before;
        final StateReport reportBefore;
        try (TestEngine engine = TestEngine.start(dir).withDemoReferenceData())
        {
            delay(engine, TimeUnit.MILLISECONDS.toNanos(1));
            seller(engine).newOrder(SI_ID, Side.SELL, PRICE, 5);
            buyer(engine).newOrder(SI_ID, Side.BUY, PRICE, 3);
            engine.collect(0, (listener) -> listener.contains("TRADE"));
            reportBefore = engine.operator().reportState();
            before = engine.collectToEnd(0).transactions();
        }
        try (TestEngine engine = TestEngine.start(dir))
        {
            final StateReport report = engine.operator().reportState();
            assertEquals(reportBefore.orders(), report.orders());
            assertEquals(reportBefore.positions(), report.positions());
            final RecordingListener after = engine.collectToEnd(0);
            assertEquals(before, after.transactions().subList(0, before.size()));
            assertEquals(before.size() + 1, after.transactions().size());
            assertEquals(1, engine.engine().counters().get(EngineCounter.EVENT_FRAMES_PUBLISHED));
        }
    }

    @Test
    void shouldFireOnceWhenDeadlineComesWhileTheEngineIsDown()
    {
        try (TestEngine engine = TestEngine.start(dir).withDemoReferenceData())
        {
            delay(engine, TimeUnit.MILLISECONDS.toNanos(150));
            seller(engine).newOrder(SI_ID, Side.SELL, PRICE, 5);
            buyer(engine).newOrder(SI_ID, Side.BUY, PRICE, 3);
        }
        try (TestEngine engine = TestEngine.start(dir))
        {
            engine.collect(0, (listener) -> listener.contains("TRADE"));
            engine.operator().reportState();
            assertEquals(1, engine.collectToEnd(0).count("TRADE"));
        }
    }

    @Test
    void shouldFireSomethingWithEveryCommandOfItsOwnWhenDeadlinesComeThickAndFast()
    {
        final int orders = 2_000;
        try (TestEngine engine = TestEngine.start(dir).withDemoReferenceData())
        {
            delay(engine, TimeUnit.MICROSECONDS.toNanos(300));
            final long cursor = engine.connect().endCursor();
            final OrderSender seller = seller(engine);
            final OrderSender buyer = buyer(engine);
            seller.newOrder(SI_ID, Side.SELL, PRICE, orders);
            for (int i = 0; i < orders; i++)
            {
                buyer.newOrder(SI_ID, Side.BUY, PRICE, 1);
            }

            final RecordingListener seen = engine.collect(cursor, (listener) -> listener.count("TRADE") == orders);

            final List<String> byEngine =
                seen.transactions().stream().filter((line) -> line.contains(BY_ENGINE)).toList();
            assertTrue(byEngine.size() > 1, () -> "transactions=" + byEngine.size());
            assertEquals(List.of(), byEngine.stream().filter((line) -> !line.contains("TRADE")).toList());
            assertEquals(0, engine.operator().reportState().orderCount());
        }
    }

    private static void delay(final TestEngine engine, final long delayNs)
    {
        new PhaseOperator(engine.operator()).setPriceControls(PriceControlsSpec.off(SI_ID).withPassiveDelay(delayNs));
    }

    private static OrderSender seller(final TestEngine engine)
    {
        return new OrderSender(engine.connect(), 1, TWAA1_LOGIN_ID, "AA01001");
    }

    private static OrderSender buyer(final TestEngine engine)
    {
        return new OrderSender(engine.connect(), 1, TWBB1_LOGIN_ID, "BB01001");
    }
}
