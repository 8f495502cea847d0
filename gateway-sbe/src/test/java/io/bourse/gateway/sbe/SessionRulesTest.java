// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.gateway.sbe.admission.AccessPolicy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;

import static io.bourse.gateway.sbe.GatewayCounter.COMMANDS_PUBLISHED;
import static io.bourse.gateway.sbe.GatewayCounter.CONNECTIONS_OPEN;
import static io.bourse.gateway.sbe.GatewayCounter.CONNECTIONS_REFUSED;
import static io.bourse.gateway.sbe.GatewayCounter.ESTABLISHMENT_REJECTS;
import static io.bourse.gateway.sbe.GatewayCounter.ESTABLISH_TIMEOUTS;
import static io.bourse.gateway.sbe.GatewayCounter.FRAMES_RECEIVED;
import static io.bourse.gateway.sbe.GatewayCounter.MALFORMED_FRAMES;
import static io.bourse.gateway.sbe.GatewayCounter.MISSED_HEARTBEATS;
import static io.bourse.gateway.sbe.GatewayCounter.OUT_OF_PLACE_FRAMES;
import static io.bourse.gateway.sbe.GatewayCounter.SESSIONS_ESTABLISHED;
import static io.bourse.gateway.sbe.GatewayCounter.TOO_FAST_CLIENTS;
import static io.bourse.gateway.sbe.VenueFixture.KEEPALIVE_MS;
import static io.bourse.gateway.sbe.VenueFixture.PX;
import static io.bourse.gateway.sbe.VenueFixture.TWAA1;
import static io.bourse.gateway.sbe.VenueFixture.TWBB1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

/**
 * TWIME A.5 over real sockets.
 */
@Tag("venue")
class SessionRulesTest extends VenueTest
{
    @Override
    SbeGatewayOptionsBuilder options(final SbeGatewayOptionsBuilder context)
    {
        return context.server(SbeGatewayOptions.serverBuilder().maxConnections(3).build());
    }

    @Test
    void shouldAcknowledgeEstablishByteForByte()
    {
        final RawSession session = venue.connect();
        session.sendHex("20008813454d070000002a36fe9c9717e803000054574141310000000000000000000000" + "00000000");
        venue.awaitFrames(session, 1);
        // One application message came before: SystemEvent(SessionDataReady) of the session opened at the start.
        assertEquals(List.of("14008913454d070000002a36fe9c9717e80300000200000000000000"), session.hexFrames);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 999, 60_001, 0xFFFF_FFFFL})
    void shouldRefuseKeepaliveOutsideItsBounds(final long keepaliveMs)
    {
        final RawSession session = venue.connect().establish(TWAA1, keepaliveMs);
        venue.awaitEnd(session);
        assertEquals(List.of("EstablishmentReject KeepaliveInterval"), session.frames);
        assertEquals(1, venue.count(ESTABLISHMENT_REJECTS));
    }

    @ParameterizedTest
    @ValueSource(longs = {1000, 60_000})
    void shouldTakeKeepaliveAtItsBounds(final long keepaliveMs)
    {
        final RawSession session = venue.connect().establish(TWAA1, keepaliveMs);
        venue.awaitFrames(session, 1);
        assertEquals(
            List.of("EstablishmentAck request=1700000000000000000 keepalive=" + keepaliveMs + " next=2"),
            session.frames);
    }

    @ParameterizedTest
    @ValueSource(strings = {"NOBODY", "FIXAA1", "", "TWAA1 ", "12345678901234567890"})
    void shouldRefuseCredentialsThatAreNoTwimeLogin(final String login)
    {
        final RawSession session = venue.connect().establish(login, KEEPALIVE_MS);
        venue.awaitEnd(session);
        assertEquals(List.of("EstablishmentReject Credentials"), session.frames);
    }

    @Test
    void shouldDropBothConnectionsWhenALoginConnectsTwice()
    {
        venue.gateway().access(new AccessPolicy(Map.of(), 0, AccessPolicy.SecondConnection.EXCHANGE));
        final RawSession first = venue.establish(TWAA1);
        final RawSession second = venue.connect().establish(TWAA1, KEEPALIVE_MS);
        venue.awaitEnd(first);
        venue.awaitEnd(second);
        assertEquals(List.of("Terminate UnspecifiedError"), first.frames);
        assertEquals(List.of("EstablishmentReject AlreadyEstablished"), second.frames);
    }

    @Test
    void shouldRefuseAReconnectWithinOneSecond()
    {
        final RawSession first = venue.establish(TWAA1);
        first.close();
        venue.await("connection is gone", () -> 0 == venue.gateway().counters().get(CONNECTIONS_OPEN));

        venue.passMs(500);
        final RawSession second = venue.connect().establish(TWAA1, KEEPALIVE_MS);
        venue.awaitEnd(second);
        assertEquals(List.of("EstablishmentReject TooFastReconnect"), second.frames);

        venue.passMs(500);
        venue.establish(TWAA1);
    }

    @Test
    void shouldNotSlowDownOtherLoginsWhenOneReconnects()
    {
        venue.establish(TWAA1);
        venue.establish(TWBB1);
        assertEquals(2, venue.count(SESSIONS_ESTABLISHED));
    }

    @Test
    void shouldCloseAConnectionThatDoesNotEstablish()
    {
        final RawSession session = venue.connect();
        venue.await("connection is accepted", () -> 1 == venue.gateway().counters().get(CONNECTIONS_OPEN));
        venue.passMs(9_900);
        assertFalse(session.isEnded());
        venue.passMs(200);
        venue.awaitEnd(session);
        assertEquals(List.of(), session.frames);
        assertEquals(1, venue.count(ESTABLISH_TIMEOUTS));
    }

    @Test
    void shouldCloseWithoutAnswerWhenAnApplicationMessageComesFirst()
    {
        final RawSession session = venue.connect().newOrder(VenueFixture.buy(1, PX, 1));
        venue.awaitEnd(session);
        assertEquals(List.of(), session.frames);
        assertEquals(1, venue.count(OUT_OF_PLACE_FRAMES));
        assertEquals(0, venue.count(COMMANDS_PUBLISHED));
    }

    @Test
    void shouldSendHeartbeatsWithTheNextNumber()
    {
        final RawSession session = venue.establish(TWAA1);
        session.newOrder(VenueFixture.buy(1, PX, 1));
        venue.awaitFrames(session, 1);
        session.frames.clear();
        for (int i = 0; i < 3; i++)
        {
            venue.passMs(KEEPALIVE_MS);
            session.heartbeat();
            venue.awaitFrames(session, i + 1);
        }
        assertEquals(List.of("Sequence 3", "Sequence 3", "Sequence 3"), session.frames);
    }

    @Test
    void shouldTerminateWhenTheClientIsSilent()
    {
        final RawSession session = venue.establish(TWAA1);
        venue.passMs(KEEPALIVE_MS);
        assertEquals(1, venue.gateway().counters().get(CONNECTIONS_OPEN));
        venue.passMs(KEEPALIVE_MS);
        venue.awaitEnd(session);
        assertEquals(List.of("Sequence 2", "Terminate MissedHeartbeat"), session.frames);
        assertEquals(1, venue.count(MISSED_HEARTBEATS));
    }

    @Test
    void shouldCountAnyMessageAsLife()
    {
        final RawSession session = venue.establish(TWAA1);
        for (int i = 0; i < 4; i++)
        {
            venue.passMs(KEEPALIVE_MS - 1000);
            session.cancel(i + 1, 999, VenueFixture.SI, "AA01001");
            final int rejects = i + 1;
            venue.await("answers", () -> rejects == session.frames.stream()
                .filter((frame) -> frame.startsWith("BusinessMessageReject")).count());
        }
        assertFalse(session.isEnded());
    }

    @Test
    void shouldCountHeartbeatsInEverySecondAndNotOnlyInThoseThatBeginWithOne()
    {
        final RawSession session = venue.establish(TWAA1);
        final long seen = venue.gateway().counters().get(FRAMES_RECEIVED);
        session.heartbeat();
        venue.await("heartbeat is read", () -> seen + 1 == venue.gateway().counters().get(FRAMES_RECEIVED));
        venue.passMs(900);
        session.heartbeat().heartbeat();
        venue.await("heartbeats are read", () -> seen + 3 == venue.gateway().counters().get(FRAMES_RECEIVED));
        venue.passMs(200);
        session.heartbeat();
        venue.await("heartbeat is read", () -> seen + 4 == venue.gateway().counters().get(FRAMES_RECEIVED));
        assertEquals(List.of(), session.frames);
        session.heartbeat();
        venue.awaitEnd(session);
        assertEquals(List.of("Terminate TooFastClient"), session.frames);
    }

    @Test
    void shouldTerminateAClientWithTooManyHeartbeats()
    {
        final RawSession session = venue.establish(TWAA1);
        session.heartbeat().heartbeat().heartbeat();
        final long seen = venue.gateway().counters().get(FRAMES_RECEIVED) + 3;
        venue.await("heartbeats are read", () -> seen == venue.gateway().counters().get(FRAMES_RECEIVED));
        venue.passMs(1000);
        session.heartbeat().heartbeat().heartbeat();
        venue.await("heartbeats are read", () -> seen + 3 == venue.gateway().counters().get(FRAMES_RECEIVED));
        assertEquals(List.of(), session.frames);
        session.heartbeat();
        venue.awaitEnd(session);
        assertEquals(List.of("Terminate TooFastClient"), session.frames);
        assertEquals(1, venue.count(TOO_FAST_CLIENTS));
    }

    @Test
    void shouldAnswerTerminateAndClose()
    {
        final RawSession session = venue.establish(TWAA1).terminate();
        venue.awaitEnd(session);
        assertEquals(List.of("Terminate Finished"), session.frames);
        session.close();
        venue.forget(session);
        venue.await("connection is gone", () -> 0 == venue.gateway().counters().get(CONNECTIONS_OPEN));
    }

    @Test
    void shouldCloseAConnectionThatLingers()
    {
        final RawSession session = venue.establish(TWAA1).terminate();
        venue.awaitEnd(session);
        assertEquals(1, venue.gateway().counters().get(CONNECTIONS_OPEN));
        venue.passMs(1_100);
        assertEquals(0, venue.gateway().counters().get(CONNECTIONS_OPEN));
    }

    @Test
    void shouldTerminateOnASecondEstablish()
    {
        final RawSession session = venue.establish(TWAA1).establish(TWAA1, KEEPALIVE_MS);
        venue.awaitEnd(session);
        assertEquals(List.of("Terminate InvalidMessage"), session.frames);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "09008e13454d0700ffffffffffffffffff",
        "08008e13454e0700ffffffffffffffff",
        "08008e13454d0600ffffffffffffffff",
        "08001427454d0700ffffffffffffffff",
        "ffff7017454d0700",
        "474554202f20485454502f312e310d0a"
    })
    void shouldTerminateOnMalformedFrames(final String hex)
    {
        final RawSession session = venue.establish(TWAA1);
        final RawSession other = venue.establish(TWBB1);
        session.sendHex(hex).newOrder(VenueFixture.buy(1, PX, 1));
        venue.awaitEnd(session);
        assertEquals(List.of("Terminate InvalidMessage"), session.frames);
        assertEquals(1, venue.count(MALFORMED_FRAMES));
        assertEquals(0, venue.count(COMMANDS_PUBLISHED));
        other.newOrder(VenueFixture.sell(1, PX, 1));
        venue.awaitFrames(other, 1);
    }

    @Test
    void shouldTerminateOnMalformedFramesBeforeEstablish()
    {
        final RawSession session = venue.connect().sendHex("00".repeat(100));
        venue.awaitEnd(session);
        assertEquals(List.of("Terminate InvalidMessage"), session.frames);
    }

    @Test
    void shouldUnderstandFramesThatArriveByteByByte()
    {
        final RawSession session = venue.establish(TWAA1);
        for (final byte b : session.newOrderFrame(VenueFixture.buy(1, PX, 1)))
        {
            session.send(b);
            venue.cycle();
        }
        venue.awaitFrames(session, 1);
        assertEquals("NewOrder 1", session.frames.getFirst().substring(0, 10));
    }

    @Test
    void shouldLetTheOldestWithoutASessionGiveWayWhenAllPlacesAreTakenAndRefuseWhenThereIsNone()
    {
        final RawSession oldest = venue.connect();
        venue.await("one place is taken", () -> 1 == venue.count(CONNECTIONS_OPEN));
        final RawSession second = venue.establish(TWAA1);
        venue.establish(TWBB1);
        final RawSession fourth = venue.connect();
        venue.awaitEnd(oldest);
        assertEquals(List.of(), oldest.frames);
        assertEquals(0, venue.count(CONNECTIONS_REFUSED));
        venue.establishRecovery(TWAA1);
        venue.awaitEnd(fourth);
        final RawSession last = venue.connect();
        venue.awaitEnd(last);
        assertEquals(List.of(), last.frames);
        assertEquals(1, venue.count(CONNECTIONS_REFUSED));
        assertFalse(second.isEnded());
    }

    @Test
    void shouldSayGoodbyeWhenTheGatewayCloses()
    {
        final RawSession session = venue.establish(TWAA1);
        venue.gateway().close();
        venue.awaitEnd(session);
        assertEquals(List.of("Terminate ServerShutdown"), session.frames);
    }

    @Test
    void shouldGoOnWhenAClientResetsItsConnection()
    {
        final RawSession session = venue.establish(TWAA1);
        session.send(HexFormat.of().parseHex("08008e13"));
        session.close();
        venue.forget(session);
        venue.await("connection is gone", () -> 0 == venue.gateway().counters().get(CONNECTIONS_OPEN));
        venue.establish(TWBB1);
    }
}
