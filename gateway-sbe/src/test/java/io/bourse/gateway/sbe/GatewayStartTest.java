// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.telemetry.CheckpointCounter;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * A gateway that cannot be made, because its engine has just died, gives back what it took: the next one can be made.
 */
@Tag("venue")
class GatewayStartTest
{
    @TempDir
    private Path dir;

    @ParameterizedTest
    @ValueSource(strings = {"newCommandPublisher", "publishedWatermark", "follow"})
    void shouldGiveBackItsAnswersWhenTheEngineGoesDuringItsStart(final String call)
    {
        try (TestEngine engine = TestEngine.start(dir.resolve("engine")).withDemoReferenceData();
            EngineClient client = engine.connect())
        {
            final EngineClient failing = failingAt(call, client);
            assertEquals(call,
                assertThrows(IllegalStateException.class, () -> new SbeGateway(options(), failing)).getMessage());

            new SbeGateway(options(), client).close();
        }
    }

    /** Answers of another engine would be said to sessions that never asked for them. */
    @Test
    void shouldGoOnFromACheckpointOfItsOwnEngineOnly()
    {
        final Path answers = dir.resolve("answers");
        for (int run = 1; run <= 2; run++)
        {
            try (TestEngine engine = TestEngine.start(dir.resolve("engine-" + run)).withDemoReferenceData();
                EngineClient client = engine.connect())
            {
                DemoReferenceData.clearEvening(engine.operator(), run);
                engine.operator().openSession(DemoReferenceData.SESSION_ID + 1, DemoReferenceData.TRADING_DATE + 1);
                startMs(client, answers, 0);
                startMs(client, answers, 1);
            }
        }
    }

    /** Prints how long a start takes after one date and after {@code bourse.days} of {@code bourse.commands} each. */
    @Tag("drill")
    @Test
    void shouldStartInTheSameTimeHoweverManyTradingDatesThereWere()
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
                final OrderSender buyer = new OrderSender(client, 1, 1, "AA01001").sequence(buys);
                final OrderSender seller = new OrderSender(client, 1, 2, "BB01001").sequence(sells);
                for (int i = 0; i < commands; i += 2)
                {
                    buys = buyer.newOrder(DemoReferenceData.SI_ID, Side.BUY, VenueFixture.PX, 1);
                    sells = seller.newOrder(DemoReferenceData.SI_ID, Side.SELL, VenueFixture.PX, 1);
                }
                if (1 == day || days == day)
                {
                    final Path answers = dir.resolve("answers-of-" + day);
                    final long wholeMs = startMs(client, answers, 0);
                    final long checkpointMs = startMs(client, answers, 1 < day ? 1 : 0);
                    System.out.println("GatewayStartTest days=" + day + " commandsOfDay=" + commands + " streamBytes=" +
                        client.endCursor() + " startMs=" + wholeMs + " startFromCheckpointMs=" + checkpointMs);
                }
            }
        }
    }

    private static long startMs(final EngineClient client, final Path answers, final int checkpoints)
    {
        final long startNs = System.nanoTime();
        try (SbeGateway gateway =
            new SbeGateway(SbeGatewayOptions.builder().answerLogDirectory(answers).build(), client))
        {
            assertEquals(checkpoints, Long.signum(gateway.checkpointCounters().get(CheckpointCounter.CURSOR)));
            while (!gateway.isReady())
            {
                gateway.doWork();
            }
            return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
        }
    }

    private SbeGatewayOptions options()
    {
        return SbeGatewayOptions.builder().answerLogDirectory(dir.resolve("answers")).build();
    }

    private static EngineClient failingAt(final String call, final EngineClient client)
    {
        return (EngineClient)Proxy.newProxyInstance(GatewayStartTest.class.getClassLoader(),
            new Class<?>[]{EngineClient.class}, (proxy, method, args) ->
            {
                if (method.getName().equals(call))
                {
                    throw new IllegalStateException(call);
                }
                try
                {
                    return method.invoke(client, args);
                }
                catch (final InvocationTargetException ex)
                {
                    throw ex.getCause();
                }
            });
    }
}
