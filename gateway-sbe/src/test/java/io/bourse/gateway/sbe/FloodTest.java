// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.telemetry.SecurityEvent;
import io.bourse.gateway.sbe.admission.FlowPolicy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import static io.bourse.gateway.sbe.GatewayCounter.COMMANDS_PUBLISHED;
import static io.bourse.gateway.sbe.GatewayCounter.CONNECTIONS_OPEN;
import static io.bourse.gateway.sbe.GatewayCounter.FLOOD_REJECTS;
import static io.bourse.gateway.sbe.GatewayCounter.OUT_OF_PORT_REQUESTS;
import static io.bourse.gateway.sbe.GatewayCounter.THROTTLED_SESSION_MESSAGES;
import static io.bourse.gateway.sbe.GatewayCounter.TOO_FAST_CLIENTS;
import static io.bourse.gateway.sbe.VenueFixture.KEEPALIVE_MS;
import static io.bourse.gateway.sbe.VenueFixture.PX;
import static io.bourse.gateway.sbe.VenueFixture.SI;
import static io.bourse.gateway.sbe.VenueFixture.TWAA1;
import static io.bourse.gateway.sbe.VenueFixture.TWBB1;
import static io.bourse.gateway.sbe.VenueFixture.buy;
import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * TWIME A.6 over real sockets: what is too much is refused, and nothing of it reaches the engine.
 */
@Tag("venue")
class FloodTest
{
    private static final int LIMIT = 30;

    @TempDir
    private Path dir;
    private final List<SecurityEvent> events = new CopyOnWriteArrayList<>();

    private VenueFixture venue(final FlowPolicy policy)
    {
        return VenueFixture.start(dir, (ctx) -> ctx.flow(policy).securityLog(events::add));
    }

    @Test
    void shouldEndASessionThatAsksForMessagesAgainAndAgain()
    {
        try (VenueFixture venue = VenueFixture.start(dir, (ctx) -> ctx
            .maxSessionMessagesPerSecond(2).securityLog(events::add)))
        {
            final RawSession session = venue.establish(TWAA1);
            session.newOrder(buy(1, PX, 1));
            venue.awaitFrames(session, 1);
            // Ten in five seconds are served, one after the other.
            for (int i = 1; i <= 10; i++)
            {
                session.retransmit(1, 1);
                venue.awaitFrames(session, 1 + 2 * i);
            }
            session.retransmit(1, 1);
            venue.awaitEnd(session);
            assertEquals("Terminate TooFastClient", session.frames.getLast());
            assertEquals(1, venue.count(THROTTLED_SESSION_MESSAGES));
            assertEquals(1, venue.count(TOO_FAST_CLIENTS));
            assertFloodIsLogged();
        }
    }

    @Test
    void shouldEndASessionThatSendsOrdersToTheRecoveryPortAndAnswerOthersMeanwhile()
    {
        try (VenueFixture venue = venue(FlowPolicy.twime(100, Map.of())))
        {
            final RawSession flood = venue.establishRecovery(TWAA1);
            final RawSession other = venue.establish(TWBB1);
            final List<Runnable> sends = new ArrayList<>();
            for (int i = 1; i <= 101; i++)
            {
                final int id = i;
                sends.add(() -> flood.newOrder(buy(id, PX, 1)));
            }
            sends.subList(0, 50).forEach(Runnable::run);
            other.newOrder(VenueFixture.sell(1, PX, 1));
            sends.subList(50, 101).forEach(Runnable::run);
            venue.awaitFrames(other, 1);
            venue.awaitEnd(flood);
            assertEquals("Terminate TooFastClient", flood.frames.getLast());
            assertEquals(101, flood.frames.size());
            assertEquals(100, venue.count(OUT_OF_PORT_REQUESTS));
            assertFloodIsLogged();
            assertEquals("NewOrder 1 ", other.frames.getFirst().substring(0, 11));
        }
    }

    @Test
    void shouldRefuseEveryMessageAboveTheLimitUntilTheWindowEnds()
    {
        try (VenueFixture venue = venue(FlowPolicy.twime(100, Map.of(TWAA1, 1))))
        {
            final RawSession session = venue.establish(TWAA1);
            venue.passMs(400);
            sendAll(session, 1, LIMIT + 3);
            venue.awaitFrames(session, LIMIT + 3);
            assertEquals(LIMIT, session.frames.stream().filter((frame) -> frame.startsWith("NewOrder ")).count());
            assertEquals(List.of(
                "FloodReject 31 queue=30 penaltyUs=600000",
                "FloodReject 32 queue=30 penaltyUs=600000",
                "FloodReject 33 queue=30 penaltyUs=600000"), floodRejects(session));
            assertEquals(LIMIT, venue.count(COMMANDS_PUBLISHED));
            assertEquals(3, venue.count(FLOOD_REJECTS));

            // The limit is the login's alone, and a cancel counts like an order.
            final RawSession other = venue.establish(TWBB1).newOrder(VenueFixture.sell(1, PX + 1_000_000, 1));
            venue.awaitFrames(other, 1);
            venue.passMs(500);
            session.frames.clear();
            session.cancel(40, 1, SI, "AA01001");
            venue.awaitFrames(session, 1);
            assertEquals(List.of("FloodReject 40 queue=30 penaltyUs=100000"), session.frames);

            venue.passMs(100);
            session.frames.clear();
            session.cancel(41, 1, SI, "AA01001").newOrder(buy(31, PX, 1));
            venue.awaitFrames(session, 2);
            assertEquals(List.of("Cancel 41", "NewOrder 31"), firstWords(session));
        }
    }

    @Test
    void shouldKeepCountingWhenTheLoginConnectsAgain()
    {
        try (VenueFixture venue = VenueFixture.start(dir, (ctx) -> ctx.reconnectIntervalNs(0)
            .flow(FlowPolicy.twime(1, Map.of()))))
        {
            final RawSession first = venue.establish(TWAA1);
            sendAll(first, 1, LIMIT);
            venue.awaitFrames(first, LIMIT);
            first.close();
            venue.forget(first);
            venue.await("connection is gone", () -> 0 == venue.gateway().counters().get(CONNECTIONS_OPEN));
            final RawSession second = venue.connect().establish(TWAA1, KEEPALIVE_MS);
            second.newOrder(buy(100, PX, 1));
            venue.awaitFrames(second, 2);
            assertEquals("FloodReject 100 queue=30 penaltyUs=1000000", second.frames.get(1));
        }
    }

    @Test
    void shouldTerminateAClientThatGoesOnWithTwiceTheLimit()
    {
        try (VenueFixture venue = venue(FlowPolicy.twime(1, Map.of())))
        {
            final RawSession session = venue.establish(TWAA1);
            for (int window = 0; window < 2; window++)
            {
                sendAll(session, 1 + window * 100, 2 * LIMIT + 1);
                venue.awaitFrames(session, (window + 1) * (2 * LIMIT + 1));
                venue.passMs(1_000);
            }
            session.frames.clear();
            sendAll(session, 201, 2 * LIMIT + 5);
            venue.awaitEnd(session);
            assertEquals("Terminate TooFastClient", session.frames.getLast());
            assertEquals(LIMIT + 1, floodRejects(session).size());
            assertEquals("FloodReject 261 queue=30 penaltyUs=1000000", floodRejects(session).getLast());
            assertEquals(1, venue.count(TOO_FAST_CLIENTS));
            assertFloodIsLogged();
            assertEquals(3 * LIMIT, venue.count(COMMANDS_PUBLISHED));
        }
    }

    @Test
    void shouldThrottleAsT7WhenConfigured()
    {
        try (VenueFixture venue = venue(FlowPolicy.t7(50, Map.of(), true)))
        {
            final RawSession session = venue.establish(TWAA1);
            sendAll(session, 1, 25);
            venue.awaitFrames(session, 25);
            venue.passMs(600);
            sendAll(session, 26, 26);
            venue.awaitFrames(session, 51);
            assertEquals(List.of("FloodReject 51 queue=50 penaltyUs=400000"), floodRejects(session));
            venue.passMs(400);
            sendAll(session, 60, 26);
            venue.awaitFrames(session, 77);
            assertEquals(
                List.of("FloodReject 51 queue=50 penaltyUs=400000", "FloodReject 85 queue=50 penaltyUs=600000"),
                floodRejects(session));
            session.frames.clear();
            sendAll(session, 100, 29);
            venue.awaitEnd(session);
            assertEquals(29, floodRejects(session).size());
            assertEquals("Terminate TooFastClient", session.frames.getLast());
        }
    }

    private void assertFloodIsLogged()
    {
        final List<SecurityEvent> floods =
            events.stream().filter((event) -> SecurityEvent.Type.FLOODED == event.type()).toList();
        assertEquals(List.of(SecurityEvent.of(SecurityEvent.Type.FLOODED, "twime", TWAA1,
            InetAddress.getLoopbackAddress(), "too fast")), floods);
    }

    private static void sendAll(final RawSession session, final int firstId, final int count)
    {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++)
        {
            bytes.writeBytes(session.newOrderFrame(buy(firstId + i, PX, 1)));
        }
        session.send(bytes.toByteArray());
    }

    private static List<String> floodRejects(final RawSession session)
    {
        return session.frames.stream().filter((frame) -> frame.startsWith("FloodReject")).toList();
    }

    private static List<String> firstWords(final RawSession session)
    {
        final List<String> words = new ArrayList<>();
        for (final String frame : session.frames)
        {
            final String[] parts = frame.split(" ");
            words.add(parts[0] + " " + parts[1]);
        }
        return words;
    }
}
