// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.gateway.sbe.wire.SchemaCodec;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.List;

import static io.bourse.gateway.sbe.GatewayCounter.COMMANDS_PUBLISHED;
import static io.bourse.gateway.sbe.GatewayCounter.CONNECTIONS_OPEN;
import static io.bourse.gateway.sbe.GatewayCounter.FRAMES_RECEIVED;
import static io.bourse.gateway.sbe.GatewayCounter.TOO_FAST_CLIENTS;
import static io.bourse.gateway.sbe.VenueFixture.KEEPALIVE_MS;
import static io.bourse.gateway.sbe.VenueFixture.PX;
import static io.bourse.gateway.sbe.VenueFixture.SI;
import static io.bourse.gateway.sbe.VenueFixture.TWAA1;
import static io.bourse.gateway.sbe.VenueFixture.TWBB1;
import static io.bourse.gateway.sbe.VenueFixture.buy;
import static io.bourse.gateway.sbe.VenueFixture.sell;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

/**
 * Rules of TWIME A.4 and A.5 that {@link SessionRulesTest}, {@link RecoveryTest} and {@link OrderFlowTest} leave open.
 */
@Tag("venue")
class SessionConformanceTest extends VenueTest
{
    private static final long DATE_NS = 1_798_761_600_000_000_000L;

    @Test
    @DisplayName("A.5.2: the interval of the exchange's own sample, 10 ms, is refused")
    void shouldRefuseTheIntervalOfTheSample()
    {
        final RawSession session = venue.connect().establish(TWAA1, 10);
        venue.awaitEnd(session);
        assertEquals(List.of("EstablishmentReject KeepaliveInterval"), session.frames);
    }

    @Test
    @DisplayName("A.5.4: refusals and session messages consume no number")
    void shouldNumberApplicationMessagesOnly()
    {
        final RawSession session = venue.establish(TWAA1);
        session.cancel(1, 999, SI, "AA01001").newOrder(buy(-1, PX, 1)).heartbeat().newOrder(buy(2, PX, 0));
        venue.awaitFrames(session, 3);
        session.newOrder(buy(3, PX, 1));
        venue.awaitFrames(session, 4);
        session.terminate();
        venue.awaitEnd(session);
        venue.passMs(1_000);
        // SystemEvent was 1 and NewOrderSingleResponse 2.
        final RawSession again = venue.connect().establish(TWAA1, KEEPALIVE_MS);
        venue.awaitFrames(again, 1);
        assertEquals("EstablishmentAck request=1700000000000000000 keepalive=10000 next=3", again.frames.getFirst());
    }

    @Test
    @DisplayName("A.5.5: heartbeats 600 ms apart are never too many")
    void shouldTakeHeartbeatsAtTheRecommendedSpacing()
    {
        final RawSession session = venue.establish(TWAA1);
        for (int i = 0; i < 20; i++)
        {
            final long seen = venue.gateway().counters().get(FRAMES_RECEIVED) + 1;
            session.heartbeat();
            venue.await("heartbeat is read", () -> seen == venue.gateway().counters().get(FRAMES_RECEIVED));
            venue.passMs(600);
        }
        assertFalse(session.isEnded());
        assertEquals(0, venue.count(TOO_FAST_CLIENTS));
    }

    @Test
    @DisplayName("A.5.5: messages of the venue are no life of the client: its silence ends the session")
    void shouldMissTheHeartbeatOfAClientThatIsTalkedTo()
    {
        final RawSession session = venue.establish(TWAA1).newOrder(buy(1, PX, 10));
        venue.awaitFrames(session, 1);
        final RawSession seller = venue.establish(TWBB1);
        for (int i = 0; i < 4; i++)
        {
            seller.newOrder(sell(i + 1, PX, 1));
            venue.awaitFrames(session, i + 2);
            venue.passMs(KEEPALIVE_MS / 5);
        }
        // Never before one interval, always before two.
        assertFalse(session.isEnded());
        venue.passMs(KEEPALIVE_MS * 6 / 5);
        venue.awaitEnd(session);
        assertEquals("Terminate MissedHeartbeat", session.frames.getLast());
    }

    @Test
    @DisplayName("A.5.5: an idle venue sends Sequence within its interval, to every version alike")
    void shouldSendHeartbeatsToOlderVersions()
    {
        for (final int version : new int[]{5, 6})
        {
            try (SchemaSession session =
                new SchemaSession(venue.gateway().localAddress(), SchemaCodec.load(version)))
            {
                session.establish(5 == version ? TWAA1 : TWBB1).take(venue, 1);
                venue.passMs(KEEPALIVE_MS);
                assertEquals(List.of("Sequence NextSeqNo=2"), session.take(venue, 1));
            }
        }
    }

    @Test
    @DisplayName("A.5.6: an order in flight at Terminate is executed, and its answer waits for the next connection")
    void shouldKeepTheAnswersInFlightAtTerminate()
    {
        final RawSession session = venue.establish(TWAA1).newOrder(buy(1, PX, 5)).terminate();
        venue.awaitEnd(session);
        assertEquals("Terminate Finished", session.frames.getLast());
        final RawSession seller = venue.establish(TWBB1).newOrder(sell(2, PX, 2));
        venue.awaitFrames(seller, 2);
        venue.passMs(1_000);
        final RawSession again = venue.connect().establish(TWAA1, KEEPALIVE_MS);
        venue.awaitFrames(again, 1);
        again.retransmit(2, 2);
        venue.awaitFrames(again, 4);
        assertEquals(List.of(
            "EstablishmentAck request=1700000000000000000 keepalive=10000 next=4",
            "Retransmission next=2 request=1700000000000000000 count=2",
            "NewOrder 1 id=1 bits_0 px=9000000000 qty=5 instrument=1001 link=11 session=7001 expire=-1 Buy Algorithm",
            "Trade 1 id=1 match=1 bits_0_42 px=9000000000 qty=2 rest=3 instrument=1001 link=11 session=7001 Buy"),
            again.frames);
    }

    @Test
    @DisplayName("A.5.6: the last word of the venue is Terminate, and what the client still sends is dropped")
    void shouldTakeNothingBehindTerminate()
    {
        final RawSession session = venue.establish(TWAA1);
        session.terminate().newOrder(buy(1, PX, 1)).heartbeat();
        venue.awaitEnd(session);
        assertEquals(List.of("Terminate Finished"), session.frames);
        assertEquals(0, venue.count(COMMANDS_PUBLISHED));
    }

    @Test
    @DisplayName("A.4: a trade of an order of an earlier session carries its original ClOrdID")
    void shouldReportTheOriginalClOrdIdInALaterSession()
    {
        try (SchemaSession session = new SchemaSession(venue.gateway().localAddress(), SchemaCodec.load(7)))
        {
            session.establish(TWAA1).take(venue, 1);
            session.send("NewOrderSingle", "ClOrdID", 77, "ExpireDate", DATE_NS, "Price", PX, "SecurityID", SI,
                "ClOrdLinkID", 11, "OrderQty", 5, "ComplianceID", (long)'R', "TimeInForce", 6, "Side", 1,
                "Account", "AA01001");
            session.take(venue, 1);
        }
        venue.openNextSession();
        venue.await("connection is gone", () -> 0 == venue.gateway().counters().get(CONNECTIONS_OPEN));
        venue.passMs(1_000);
        try (SchemaSession session = new SchemaSession(venue.gateway().localAddress(), SchemaCodec.load(7)))
        {
            session.establish(TWAA1).take(venue, 1);
            venue.establish(TWBB1).newOrder(sell(1, PX, 2));
            assertEquals(List.of("ExecutionSingleReport ClOrdID=77 Timestamp=* OrderID=1 TrdMatchID=1 " +
                "Flags=40000000001 Flags2=0 LastPx=9000000000 LastQty=2 OrderQty=3 TradingSessionID=7002 " +
                "ClOrdLinkID=11 SecurityID=1001 Side=Buy"), session.take(venue, 1));
        }
    }

    @Test
    @DisplayName("A.4: Timestamp is that of the transaction and never goes back")
    void shouldStampAnswersInOrder()
    {
        try (SchemaSession session = new SchemaSession(venue.gateway().localAddress(), SchemaCodec.load(7)))
        {
            final SchemaCodec codec = SchemaCodec.load(7);
            session.establish(TWAA1).take(venue, 1);
            for (int i = 1; i <= 20; i++)
            {
                session.send("NewOrderSingle", "ClOrdID", i, "Price", PX, "SecurityID", SI, "OrderQty", 1,
                    "ComplianceID", (long)'R', "Side", 1, "Account", "AA01001");
            }
            venue.await("answers", () ->
            {
                session.isEnded();
                return session.frames.size() >= 20;
            });
            long before = 0;
            for (final byte[] frame : session.frames)
            {
                final long timestamp = codec.number(frame, "Timestamp");
                assertFalse(timestamp < before, "Timestamp went back");
                before = timestamp;
            }
        }
    }
}
