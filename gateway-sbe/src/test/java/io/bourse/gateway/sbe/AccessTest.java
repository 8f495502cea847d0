// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.net.AddressRange;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.testing.TestEngine;
import io.bourse.gateway.sbe.admission.AccessPolicy;
import io.bourse.gateway.sbe.admission.LoginAccess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import static io.bourse.gateway.sbe.GatewayCounter.CONNECTIONS_ACCEPTED;
import static io.bourse.gateway.sbe.GatewayCounter.CONNECTIONS_OPEN;
import static io.bourse.gateway.sbe.GatewayCounter.CONNECTIONS_REFUSED;
import static io.bourse.gateway.sbe.GatewayCounter.ESTABLISHMENT_REJECTS;
import static io.bourse.gateway.sbe.GatewayCounter.OUTSTANDING_LOGINS;
import static io.bourse.gateway.sbe.GatewayCounter.OUTSTANDING_REFUSED;
import static io.bourse.gateway.sbe.GatewayCounter.OUTSTANDING_REPLACED;
import static io.bourse.gateway.sbe.GatewayCounter.SESSIONS_BLOCKED;
import static io.bourse.gateway.sbe.GatewayCounter.SOURCES_REFUSED;
import static io.bourse.gateway.sbe.GatewayCounter.UNKNOWN_SOURCES;
import static io.bourse.gateway.sbe.VenueFixture.KEEPALIVE_MS;
import static io.bourse.gateway.sbe.VenueFixture.PX;
import static io.bourse.gateway.sbe.VenueFixture.TWAA1;
import static io.bourse.gateway.sbe.VenueFixture.TWBB1;
import static io.bourse.gateway.sbe.VenueFixture.buy;
import static io.bourse.gateway.sbe.VenueFixture.sell;
import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Who may establish a session, and what strangers can do to those who have one.
 */
@Tag("venue")
class AccessTest
{
    private static final List<String> NO_CREDENTIALS = List.of("EstablishmentReject Credentials");
    private static final int FLOOD = 1_000;
    private static final int ORDERS = 100;

    @TempDir
    private Path dir;

    private static LoginAccess from(final String... ranges)
    {
        return new LoginAccess(Stream.of(ranges).map(AddressRange::parse).toList(), false, null, null);
    }

    private VenueFixture venue(final AccessPolicy policy)
    {
        return VenueFixture.start(dir, (ctx) -> ctx.access(policy));
    }

    private VenueFixture venue(final int maxOutstanding, final int maxOutstandingPerAddress)
    {
        return VenueFixture.start(dir, (ctx) -> ctx.server(SbeGatewayOptions.serverBuilder()
            .maxOutstanding(maxOutstanding)
            .maxOutstandingPerAddress(maxOutstandingPerAddress)
            .build()));
    }

    @Test
    void shouldRefuseALoginFromAnotherSource()
    {
        final AccessPolicy policy = AccessPolicy.of(Map.of(
            TWAA1, from("10.0.0.0/8", "::1"),
            TWBB1, from("127.0.0.0/8")));
        try (VenueFixture venue = venue(policy))
        {
            final RawSession stranger = venue.connect().establish(TWAA1, KEEPALIVE_MS);
            venue.awaitEnd(stranger);
            assertEquals(NO_CREDENTIALS, stranger.frames);
            assertEquals(1, venue.count(SOURCES_REFUSED));
            assertEquals(1, venue.count(ESTABLISHMENT_REJECTS));
            venue.establish(TWBB1);
        }
    }

    @Test
    void shouldGiveNoPlaceToASourceOfNoLogin()
    {
        final AccessPolicy policy = AccessPolicy.of(Map.of(TWAA1, from("127.0.0.1"), TWBB1,
            new LoginAccess(List.of(AddressRange.parse("127.0.0.3")), true, null, null)));
        try (VenueFixture venue = venue(policy))
        {
            for (final String source : List.of("127.0.0.2", "127.0.0.3"))
            {
                final RawSession stranger = venue.connectFrom(source);
                venue.awaitEnd(stranger);
                assertEquals(List.of(), stranger.frames);
            }
            assertEquals(2, venue.count(UNKNOWN_SOURCES));
            assertEquals(0, venue.count(CONNECTIONS_ACCEPTED));
            venue.establish(TWAA1);
        }
    }

    @Test
    void shouldLetAMemberEstablishWhileStrangersOpenAThousandConnections()
    {
        final AccessPolicy policy = AccessPolicy.of(Map.of(TWAA1, from("127.0.0.9")));
        try (VenueFixture venue = VenueFixture.start(dir, (ctx) -> ctx.access(policy)
            .server(SbeGatewayOptions.serverBuilder().maxOutstanding(8).reservedOutstanding(2).build())))
        {
            final RawSession member = venue.connectFrom("127.0.0.9");
            venue.await("the member has a place", () -> 1 == venue.count(CONNECTIONS_ACCEPTED));
            final List<RawSession> crowd = new ArrayList<>();
            for (int i = 0; i < FLOOD; i++)
            {
                crowd.add(venue.connectFrom("127.0.1." + i % 250));
                venue.forget(crowd.getLast());
                venue.cycle();
            }
            venue.await("all had a place", () -> FLOOD + 1 == venue.count(CONNECTIONS_ACCEPTED));
            assertEquals(FLOOD - 6, venue.count(OUTSTANDING_REPLACED));
            member.establish(TWAA1, KEEPALIVE_MS);
            venue.awaitFrames(member, 1);
            assertEquals("EstablishmentAck", member.frames.getFirst().split(" ")[0]);
            crowd.forEach(RawSession::close);
        }
    }

    @Test
    void shouldNotLetAStrangerEndASession()
    {
        final AccessPolicy policy = AccessPolicy.of(Map.of(TWAA1, from("127.0.0.1")));
        try (VenueFixture venue = venue(policy))
        {
            final RawSession session = venue.establish(TWAA1);
            final RawSession stranger = venue.connectFrom("127.0.0.2").establish(TWAA1, KEEPALIVE_MS);
            venue.awaitEnd(stranger);
            assertEquals(NO_CREDENTIALS, stranger.frames);
            session.newOrder(buy(1, PX, 1));
            venue.awaitFrames(session, 1);
            assertEquals("NewOrder 1 ", session.frames.getFirst().substring(0, 11));
        }
    }

    @Test
    void shouldRefuseABlockedLogin()
    {
        try (VenueFixture venue = venue(AccessPolicy.of(Map.of(TWAA1, new LoginAccess(null, true, null, null)))))
        {
            final RawSession blocked = venue.connect().establish(TWAA1, KEEPALIVE_MS);
            venue.awaitEnd(blocked);
            assertEquals(List.of("EstablishmentReject SessionBlocked"), blocked.frames);
            assertEquals(1, venue.count(SESSIONS_BLOCKED));
            venue.establish(TWBB1);
        }
    }

    @Test
    void shouldLimitTheSessionsOfAFirm()
    {
        final TestEngine engine = TestEngine.start(dir).withDemoReferenceData();
        engine.operator().defineLogin(10, LoginProtocol.TWIME, "TWAA2", "AA01");
        try (VenueFixture venue = new VenueFixture(engine, (ctx) -> ctx.access(
            new AccessPolicy(Map.of(), 1, AccessPolicy.SecondConnection.REFUSE))))
        {
            final RawSession first = venue.establish(TWAA1);
            final RawSession second = venue.connect().establish("TWAA2", KEEPALIVE_MS);
            venue.awaitEnd(second);
            assertEquals(List.of("EstablishmentReject SessionBlocked"), second.frames);
            venue.establish(TWBB1);

            first.close();
            venue.forget(first);
            venue.await("session of the firm is gone", () -> venue.gateway().counters().get(CONNECTIONS_OPEN) <= 2);
            final RawSession third = venue.connect().establish("TWAA2", KEEPALIVE_MS);
            venue.awaitFrames(third, 1);
            assertEquals("EstablishmentAck", third.frames.getFirst().split(" ")[0]);
        }
    }

    @Test
    void shouldLimitConnectionsWithoutASession()
    {
        try (VenueFixture venue = venue(3, 2))
        {
            venue.connect();
            venue.connect();
            venue.await("two are accepted", () -> 2 == venue.gateway().counters().get(CONNECTIONS_OPEN));
            venue.connect();
            // The oldest of this address gives way.
            venue.await("the third has a place", () -> 1 == venue.count(OUTSTANDING_REPLACED));
            final RawSession elsewhere = venue.connectFrom("127.0.0.2").establish(TWAA1, KEEPALIVE_MS);
            venue.awaitFrames(elsewhere, 1);
            venue.await("it left its place", () -> 2 == venue.count(OUTSTANDING_LOGINS));
            venue.connectFrom("127.0.0.2");
            venue.await("its place is taken", () -> 3 == venue.count(OUTSTANDING_LOGINS));
            venue.connectFrom("127.0.0.3");
            venue.await("one of the address with most gives way", () -> 2 == venue.count(OUTSTANDING_REPLACED));
            assertEquals(0, venue.count(OUTSTANDING_REFUSED));

            // Time gives the places back.
            venue.passMs(9_000);
            elsewhere.heartbeat();
            venue.passMs(2_500);
            assertEquals(0, venue.count(OUTSTANDING_LOGINS));
            venue.establish(TWBB1);
        }
    }

    @Test
    void shouldAnswerAnEstablishedSessionInOrderDuringAFloodOfConnections()
    {
        try (VenueFixture venue = venue(50, 40))
        {
            final RawSession session = venue.establish(TWAA1);
            final List<RawSession> crowd = new ArrayList<>();
            int sent = 0;
            for (int i = 0; i < FLOOD; i++)
            {
                crowd.add(venue.connect());
                venue.forget(crowd.getLast());
                if (0 == i % (FLOOD / ORDERS))
                {
                    session.newOrder(buy(++sent, PX, 1));
                }
                venue.cycle();
            }
            venue.awaitFrames(session, ORDERS);
            for (int i = 0; i < ORDERS; i++)
            {
                assertEquals("NewOrder " + (i + 1), String.join(" ", List.of(
                    session.frames.get(i).split(" ")).subList(0, 2)));
            }
            venue.await("all are accepted or refused", () -> FLOOD + 1 ==
                venue.count(CONNECTIONS_ACCEPTED) + venue.count(CONNECTIONS_REFUSED));
            assertEquals(40, venue.count(OUTSTANDING_LOGINS));
            assertEquals(FLOOD - 40, venue.count(OUTSTANDING_REPLACED));
            // A client from elsewhere still finds a place.
            final RawSession other = venue.connectFrom("127.0.0.2").establish(TWBB1, KEEPALIVE_MS);
            venue.awaitFrames(other, 1);
            other.newOrder(sell(1, PX, 1));
            venue.awaitFrames(other, 2);
            crowd.forEach(RawSession::close);
        }
    }
}
