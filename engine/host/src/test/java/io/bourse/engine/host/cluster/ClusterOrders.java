// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.testing.OrderSender;
import io.bourse.testing.RecordingListener;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;

import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWAA1_LOGIN_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWBB1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The orders of two logins, the same ones every time, some of which trade.
 */
final class ClusterOrders
{
    private static final long PRICE = 90_000_00000L;
    private static final long TICK = 100_000L;

    private ClusterOrders()
    {
    }

    /** Sends them, waiting whenever the engine takes no more. */
    static void send(final EngineClient client, final int orders)
    {
        sendFrom(client, orders, 0);
    }

    /** The same for logins that have sent so many commands each. */
    static void sendFrom(final EngineClient client, final int orders, final long lastSequence)
    {
        final Random random = new Random(7);
        final OrderSender seller =
            new OrderSender(client, 1, TWAA1_LOGIN_ID, "AA01001").sequence(lastSequence);
        final OrderSender buyer =
            new OrderSender(client, 1, TWBB1_LOGIN_ID, "BB01001").sequence(lastSequence);
        for (int i = 0; i < orders / 2; i++)
        {
            seller.newOrder(SI_ID, Side.SELL, PRICE + random.nextInt(20) * TICK, 1 + random.nextInt(9));
            buyer.newOrder(SI_ID, Side.BUY, PRICE + (random.nextInt(12) - 10) * TICK, 1 + random.nextInt(9));
        }
    }

    /** Every order is there exactly once: the core would refuse one that comes again or after a later one. */
    static void assertEachExecutedOnce(final RecordingListener all, final int orders)
    {
        final Set<String> accepted = new HashSet<>();
        for (final String line : all.transactions())
        {
            if (line.contains("[ACCEPTED"))
            {
                assertTrue(accepted.add(line.substring(line.indexOf('('), line.indexOf(')'))), line);
            }
        }
        assertEquals(orders, accepted.size());
    }
}
