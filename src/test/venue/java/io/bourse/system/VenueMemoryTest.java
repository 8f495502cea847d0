// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.node.Venue;
import io.bourse.deploy.orders.OrderAction;
import io.bourse.testing.TestProcess;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What a live order takes in the heap of a whole venue, engine, gateways and market data, is what its start reckons
 * with ({@code HeapBudget}), to a third, measured in a process of its own. Orders of FIX take the most: their gateway
 * keeps each with its names.
 */
@Tag("venue")
class VenueMemoryTest
{
    private static final int ORDERS = 15_000;
    private static final int PRICES = 2_000;
    private static final long PRICE_E5 = 92_345L * 100_000;
    private static final long TICK_E5 = 100_000;
    private static final int INSTRUMENT_ID = 1001;
    /** In the core, and beside it. */
    private static final long LIVE_ORDER_BYTES = 420 + 600;
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);

    @TempDir
    private Path dir;
    private final IdleStrategy idle = new BackoffIdleStrategy(10, 20, 1_000, 100_000);
    private final OrderAction action = new OrderAction();
    private long lastKey;

    @Test
    void shouldTakeWhatTheStartReckonsWith() throws IOException
    {
        System.out.print(TestProcess.runAlone(VenueMemoryTest.class, dir.resolve("data").toString()));
    }

    public static void main(final String[] args) throws IOException
    {
        new VenueMemoryTest().measure(Path.of(args[0]));
    }

    private void measure(final Path dataDir) throws IOException
    {
        try (Venue venue = Venue.start(TestVenue.config(dataDir)))
        {
            enter(venue, "FIXAA02", 5, 100);
            final long before = TestProcess.usedHeapBytes();
            enter(venue, "FIXBB01", 6, ORDERS);
            final long bytes = (TestProcess.usedHeapBytes() - before) / ORDERS;
            System.out.println("VenueMemoryTest bytes=" + bytes + " constant=" + LIVE_ORDER_BYTES);
            assertTrue(bytes <= LIVE_ORDER_BYTES * 4 / 3 && bytes >= LIVE_ORDER_BYTES * 2 / 3, "bytes=" + bytes);
        }
    }

    /** What the client remembers is gone when it ends. */
    private void enter(final Venue venue, final String login, final int loginId, final int orders)
    {
        try (FixTrader trader = new FixTrader(venue.fix().localAddress(), login, loginId,
            List.of(login.substring("FIX".length()) + "000"), Map.of(INSTRUMENT_ID, "Si-12.26")))
        {
            await(trader, trader::isLoggedOn);
            for (int i = 0; i < orders; i++)
            {
                action.instrumentId = INSTRUMENT_ID;
                action.newOrder(++lastKey, true, PRICE_E5 - i % PRICES * TICK_E5, 1, false);
                await(trader, () -> trader.send(action));
            }
            await(trader, () -> 0 == trader.outstanding());
            assertEquals(orders, trader.working().size());
        }
    }

    private void await(final FixTrader trader, final BooleanSupplier done)
    {
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        while (!done.getAsBoolean())
        {
            idle.idle(trader.poll());
            assertTrue(System.nanoTime() < deadlineNs, () -> "orders stand still: received=" +
                trader.receivedCount() + " outstanding=" + trader.outstanding());
        }
    }
}
