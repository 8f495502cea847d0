// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.drill.DrillException;
import io.bourse.deploy.drill.StreamLedger;
import io.bourse.deploy.node.Venue;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.protocol.EventListener;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The books that drills keep from the event stream must notice when the stream is not what the engine did. The events
 * are real ones; on their way to the books one of them is doubled or lost.
 */
@Tag("venue")
class StreamLedgerTest
{
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final int INSTRUMENT_ID = 1001;
    private static final long PRICE_E5 = 92_345L * 100_000;
    private static final int FRAME_LIMIT = 256;

    @TempDir
    private static Path dir;

    private static Venue venue;
    private static EngineClient client;
    private static StateReport report;

    /** How often an event is delivered. */
    private interface Delivery
    {
        int times(String method);
    }

    @BeforeAll
    static void trade() throws IOException
    {
        venue = Venue.start(TestVenue.config(dir.resolve("data")));
        client = venue.engine().connect();
        try (LockstepTrader seller = new LockstepTrader(venue, "TWAA01", "AA01000", INSTRUMENT_ID);
            LockstepTrader buyer = new LockstepTrader(venue, "TWBB01", "BB01000", INSTRUMENT_ID);
            OperatorClient operator = DemoOperators.client(client, LIMIT_NS))
        {
            seller.place(false, PRICE_E5, 5, false);
            buyer.place(true, PRICE_E5, 3, false);
            report = operator.reportState();
        }
    }

    @AfterAll
    static void close()
    {
        client.close();
        venue.close();
        VenueProcess.clean(dir.resolve("data"));
    }

    @Test
    void shouldExplainTheEngineWhenEveryEventCameOnce()
    {
        final StreamLedger ledger = read(method -> 1);

        ledger.assertExplains(report);
        assertEquals(1, ledger.tradeCount());
        assertEquals(2, ledger.acceptedCount());
        assertEquals(List.of(), ledger.findings());
    }

    @Test
    void shouldNoticeADoubledTrade()
    {
        final StreamLedger ledger = read(method -> "onTrade".equals(method) ? 2 : 1);

        assertTrue(ledger.findings().getFirst().startsWith("trade id given twice"), ledger.findings()::toString);
        assertThrows(DrillException.class, () -> ledger.assertExplains(report));
    }

    @Test
    void shouldNoticeALostTrade()
    {
        final StreamLedger ledger = read(method -> "onTrade".equals(method) ? 0 : 1);

        assertThrows(DrillException.class, () -> ledger.assertExplains(report));
    }

    @Test
    void shouldNoticeALostOrder()
    {
        final StreamLedger ledger = read(method -> "onOrderAccepted".equals(method) ? 0 : 1);

        assertTrue(ledger.findings().getFirst().startsWith("trade of an order that is not there"),
            ledger.findings()::toString);
        assertThrows(DrillException.class, () -> ledger.assertExplains(report));
    }

    private StreamLedger read(final Delivery delivery)
    {
        final StreamLedger ledger = new StreamLedger();
        final EventListener altered = (EventListener)Proxy.newProxyInstance(
            EventListener.class.getClassLoader(), new Class<?>[]{EventListener.class},
            (proxy, method, arguments) -> deliver(ledger, method, arguments, delivery.times(method.getName())));
        final IdleStrategy idle = new BackoffIdleStrategy();
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        try (EventFollower follower = client.follow(EngineClient.FROM_START, altered))
        {
            while (follower.cursor() < report.cursor())
            {
                idle.idle(follower.poll(FRAME_LIMIT));
                assertTrue(System.nanoTime() < deadlineNs, "the event stream stands still");
            }
        }
        return ledger;
    }

    private static Object deliver(
        final StreamLedger ledger, final Method method, final Object[] arguments, final int times)
        throws ReflectiveOperationException
    {
        Object result = null;
        for (int i = 0; i < times; i++)
        {
            result = method.invoke(ledger, arguments);
        }
        return result;
    }
}
