// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.telemetry.CheckpointCounter;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import io.bourse.gateway.fix.session.FixGatewayOptions;
import io.bourse.gateway.fix.session.LogonCheck;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Prints how long a start takes after one trading session and after {@code bourse.days} of {@code bourse.commands}
 * each.
 */
@Tag("drill")
class FixStartTest
{
    private static final int GATEWAY = 2;
    private static final long PX = 90_000_00000L;

    @TempDir
    private Path dir;

    @Test
    void shouldStartInTheSameTimeHoweverManyTradingSessionsThereWere()
    {
        final int days = Integer.getInteger("bourse.days", 3);
        final int commands = Integer.getInteger("bourse.commands", 100_000);
        long buys = 0;
        long sells = 0;
        try (TestEngine engine = TestEngine.start(dir.resolve("engine")).withDemoReferenceData();
            EngineClient client = engine.connect())
        {
            for (int day = 1; day <= days; day++)
            {
                if (1 < day)
                {
                    DemoReferenceData.clearEvening(engine.operator(), day);
                    engine.operator().openSession(
                        DemoReferenceData.SESSION_ID + day - 1, DemoReferenceData.TRADING_DATE + day - 1);
                }
                final OrderSender buyer = new OrderSender(
                    client, GATEWAY, DemoReferenceData.FIXAA1_LOGIN_ID, "AA01001").sequence(buys);
                final OrderSender seller = new OrderSender(
                    client, GATEWAY, DemoReferenceData.FIXBB1_LOGIN_ID, "BB01001").sequence(sells);
                for (int i = 0; i < commands; i += 2)
                {
                    buys = buyer.newOrder(DemoReferenceData.SI_ID, Side.BUY, PX, 1);
                    sells = seller.newOrder(DemoReferenceData.SI_ID, Side.SELL, PX, 1);
                }
            }
            final Path stores = dir.resolve("fix");
            final long firstMs = startMs(client, stores, 0);
            final long secondMs = startMs(client, stores, 1);
            System.out.println("FixStartTest days=" + days + " commandsOfDay=" + commands + " streamBytes=" +
                client.endCursor() + " startMs=" + firstMs + " startFromCheckpointMs=" + secondMs);
        }
    }

    private static long startMs(final EngineClient client, final Path stores, final int checkpoints)
    {
        final long startNs = System.nanoTime();
        try (FixGateway gateway = new FixGateway(
            FixGatewayOptions.builder().storeDirectory(stores).build(), client, LogonCheck.ACCEPT_ALL))
        {
            assertEquals(checkpoints, Long.signum(gateway.orderCheckpoints().get(CheckpointCounter.CURSOR)));
            assertEquals(checkpoints, Long.signum(gateway.dataCheckpoints().get(CheckpointCounter.CURSOR)));
            while (!gateway.isAccepting())
            {
                gateway.doWork();
            }
            return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
        }
    }
}
