// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.testing.TestEngine;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import static io.bourse.gateway.sbe.GatewayCounter.CONNECTIONS_OPEN;
import static io.bourse.gateway.sbe.GatewayCounter.ENGINE_UNAVAILABLE;
import static io.bourse.gateway.sbe.GatewayCounter.TOO_SLOW_CLIENTS;
import static io.bourse.gateway.sbe.VenueFixture.KEEPALIVE_MS;
import static io.bourse.gateway.sbe.VenueFixture.PX;
import static io.bourse.gateway.sbe.VenueFixture.TWAA1;
import static io.bourse.gateway.sbe.VenueFixture.TWBB1;
import static io.bourse.gateway.sbe.VenueFixture.buy;
import static io.bourse.gateway.sbe.VenueFixture.sell;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Tag("venue")
class OverloadTest
{
    private static final int ORDERS = 1_000;
    private static final int SMALL_BUFFER = 4 * 1024;

    @TempDir
    private Path dir;

    @Test
    void shouldCutOffAClientThatDoesNotRead()
    {
        try (VenueFixture venue = VenueFixture.start(
            dir, (ctx) -> ctx.server(VenueFixture.narrow(SMALL_BUFFER).sendQueueLength(SMALL_BUFFER).build())))
        {
            final RawSession slow = venue.connect(SMALL_BUFFER).establish(TWAA1, KEEPALIVE_MS);
            venue.awaitFrames(slow, 1);
            venue.forget(slow);
            // A service that is not given: the gateway answers by itself, 28 bytes each.
            final byte[] request = new byte[23];
            request[0] = 15;
            request[2] = (byte)0x75;
            request[3] = (byte)0x17;
            request[4] = (byte)0x45;
            request[5] = (byte)0x4d;
            request[6] = 7;
            final byte[] requests = new byte[request.length * ORDERS];
            for (int i = 0; i < ORDERS; i++)
            {
                System.arraycopy(request, 0, requests, i * request.length, request.length);
            }
            final int[] sent = {0};
            venue.await("client is cut off", () ->
            {
                final byte[] rest = Arrays.copyOfRange(requests, sent[0] % requests.length, requests.length);
                sent[0] += slow.sendSome(rest);
                return 1 == venue.count(TOO_SLOW_CLIENTS);
            });
            final RawSession other = venue.establish(TWBB1).newOrder(sell(1, PX, 1));
            venue.awaitFrames(other, 1);

            venue.await("last words", () ->
            {
                slow.poll();
                return slow.isEnded();
            });
            assertEquals("Terminate TooSlowClient", slow.frames.getLast());
            slow.close();
            venue.await("connection is gone", () -> 1 == venue.gateway().counters().get(CONNECTIONS_OPEN));
        }
    }

    @Test
    void shouldAcceptEveryOrderWhenTheEngineTakesThemMoreSlowlyThanTheyCome()
    {
        try (VenueFixture venue = new VenueFixture(slowEngine()))
        {
            final RawSession session = venue.establish(TWAA1);
            session.send(orders(session));
            venue.awaitFrames(session, ORDERS);

            for (int i = 0; i < ORDERS; i++)
            {
                final String frame = session.frames.get(i);
                assertTrue(frame.startsWith("NewOrder " + (i + 1) + " id=" + (i + 1) + " "), frame);
            }
            assertEquals(0, venue.count(ENGINE_UNAVAILABLE));
        }
    }

    @Test
    void shouldRefuseWhenTheEngineTakesNoMore()
    {
        try (VenueFixture venue = new VenueFixture(slowEngine(), (ctx) -> ctx.engineWaitNs(0)))
        {
            final RawSession session = venue.establish(TWAA1);
            session.send(orders(session));
            venue.awaitFrames(session, ORDERS);
            final List<String> refusals = new ArrayList<>();
            int accepted = 0;
            for (final String frame : session.frames)
            {
                if (frame.startsWith("NewOrder "))
                {
                    accepted++;
                }
                else
                {
                    refusals.add(frame.replaceAll("SessionReject [0-9]+ ", ""));
                }
            }
            assertTrue(refusals.size() > 0, "the ring was never full");
            assertEquals(ORDERS, accepted + refusals.size());
            assertEquals(List.of("tag=4294967295 SystemIsUnavailable"), refusals.stream().distinct().toList());
            assertEquals(refusals.size(), venue.count(ENGINE_UNAVAILABLE));

            session.newOrder(buy(ORDERS + 1, PX, 1));
            venue.awaitFrames(session, ORDERS + 1);
            assertTrue(session.frames.getLast().startsWith("NewOrder 1001 id=" + (accepted + 1) + " "));
        }
    }

    private TestEngine slowEngine()
    {
        return TestEngine.start(
            TestEngine.options(dir, (host) -> host.idleStrategySupplier(() -> new SleepingMillisIdleStrategy(20)))
                .ringSize(64)).withDemoReferenceData();
    }

    private static byte[] orders(final RawSession session)
    {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 1; i <= ORDERS; i++)
        {
            bytes.writeBytes(session.newOrderFrame(buy(i, PX, 1)));
        }
        return bytes.toByteArray();
    }
}
