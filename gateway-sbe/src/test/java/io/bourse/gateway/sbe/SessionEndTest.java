// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.operator.MemberOperator;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.gateway.sbe.admission.AccessPolicy;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import static io.bourse.gateway.sbe.GatewayCounter.CONNECTIONS_OPEN;
import static io.bourse.gateway.sbe.GatewayCounter.FRAMES_RECEIVED;
import static io.bourse.gateway.sbe.GatewayCounter.MISSED_HEARTBEATS;
import static io.bourse.gateway.sbe.VenueFixture.KEEPALIVE_MS;
import static io.bourse.gateway.sbe.VenueFixture.PX;
import static io.bourse.gateway.sbe.VenueFixture.TWAA1;
import static io.bourse.gateway.sbe.VenueFixture.TWBB1;
import static io.bourse.gateway.sbe.VenueFixture.buy;
import static io.bourse.gateway.sbe.VenueFixture.sell;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * How sessions end and begin while answers are on their way (TWIME A.5.3, A.5.5, A.5.6).
 */
@Tag("venue")
class SessionEndTest extends VenueTest
{
    private static final long WAIT_MS = 60_000;
    private static final int CYCLES = 200;

    @Override
    SbeGatewayOptionsBuilder options(final SbeGatewayOptionsBuilder context)
    {
        // Answers wait until a test says that their market data is public.
        return context.publicFirstTimeoutNs(TimeUnit.MILLISECONDS.toNanos(WAIT_MS));
    }

    @Test
    void shouldSayWhatCameBeforeTheEndOfASessionBeforeItsTerminate()
    {
        new MemberOperator(venue.engine().operator()).setLoginRights(DemoReferenceData.TWAA1_LOGIN_ID, 0, 0);
        final RawSession buyer = venue.establish(TWAA1);
        final RawSession seller = venue.establish(TWBB1);
        buyer.newOrder(buy(1, PX, 5));
        venue.await("order is accepted", () ->
        {
            publish();
            return 1 == buyer.frames.size();
        });
        seller.newOrder(sell(2, PX, 2).withTimeInForce(TimeInForceEnum.IOC));
        awaitEvent("TRADE tradeId=1 ");
        // The fill is in the stream and waits for its market data; the last request and the end come behind it.
        buyer.newOrder(buy(3, PX, 7).withAccount("XX99999")).terminate();
        awaitReceived(6);
        assertEquals(1, buyer.frames.size());
        assertFalse(buyer.isEnded());
        venue.await("the end is sent", () ->
        {
            publish();
            return buyer.isEnded();
        });
        assertEquals(List.of(
            "Trade 1 id=1 match=1 bits_0_42 px=9000000000 qty=2 rest=3 instrument=1001 link=11 session=7001 Buy",
            "BusinessMessageReject 3 code=35",
            "Terminate Finished"), buyer.frames.subList(1, buyer.frames.size()));

        // What the end itself caused is for the next session.
        venue.passMs(1_000);
        final RawSession again = venue.connect().establish(TWAA1, KEEPALIVE_MS);
        venue.awaitFrames(again, 1);
        again.retransmit(4, 1);
        venue.awaitFrames(again, 3);
        assertEquals(List.of(
            "EstablishmentAck request=1700000000000000000 keepalive=10000 next=5",
            "Retransmission next=4 request=1700000000000000000 count=1",
            "Cancel -1 id=1 bits_0_32 qty=3 link=11 session=7001"), again.frames);
    }

    @Test
    void shouldSayEverythingToAClientThatSendsNoMoreAndStillReads() throws IOException
    {
        final RawSession session = venue.establish(TWAA1)
            .newOrder(buy(1, PX, 5)).newOrder(buy(2, PX, 7).withAccount("XX99999")).terminate().endOutput();
        awaitReceived(4);
        assertFalse(session.isEnded());
        venue.await("the end is sent", () ->
        {
            publish();
            return session.isEnded();
        });
        assertEquals(3, session.frames.size());
        assertTrue(session.frames.get(0).startsWith("NewOrder 1 id=1 "));
        assertEquals(List.of("BusinessMessageReject 2 code=35", "Terminate Finished"), session.frames.subList(1, 3));
        venue.await("connection is gone", () -> 0 == venue.gateway().counters().get(CONNECTIONS_OPEN));
    }

    @Test
    void shouldNotKeepAClientWaitingForAStreamThatDoesNotGoOn()
    {
        final RawSession session = venue.establish(TWAA1).newOrder(buy(1, PX, 5)).terminate();
        awaitReceived(3);
        assertFalse(session.isEnded());
        venue.passMs(1_100);
        venue.awaitEnd(session);
        assertEquals(List.of("Terminate Finished"), session.frames);
    }

    @Test
    void shouldTakeNothingFromAClientBehindItsTerminate()
    {
        final RawSession session = venue.establish(TWAA1).terminate().newOrder(buy(1, PX, 5)).retransmit(1, 1);
        venue.await("the end is sent", () ->
        {
            publish();
            return session.isEnded();
        });
        assertEquals(List.of("Terminate Finished"), session.frames);
        assertEquals(0, venue.engine().operator().reportState().orders().size());
    }

    @Test
    void shouldAcknowledgeWithTheNumberOfTheNextMessageThatWillLeaveWhileAnswersWait()
    {
        final RawSession buyer = venue.establish(TWAA1);
        buyer.newOrder(buy(1, PX, 5)).newOrder(buy(2, PX, 5));
        awaitEvent("ACCEPTED order=2 ");
        venue.passMs(1_000);
        buyer.close();
        venue.forget(buyer);
        venue.await("connection is gone", () -> 0 == venue.gateway().counters().get(CONNECTIONS_OPEN));

        // Two answers are known and wait: none of them has a number yet, so both come to the new session, live.
        final RawSession again = venue.connect().establish(TWAA1, KEEPALIVE_MS);
        venue.awaitFrames(again, 1);
        assertEquals("EstablishmentAck request=1700000000000000000 keepalive=10000 next=2", again.frames.getFirst());
        publish();
        venue.awaitFrames(again, 3);
        again.retransmit(2, 2);
        venue.awaitFrames(again, 6);
        assertEquals(again.hexFrames.subList(1, 3), again.hexFrames.subList(4, 6));
        venue.passMs(KEEPALIVE_MS - 100);
        venue.awaitFrames(again, 7);
        assertEquals("Sequence 4", again.frames.getLast());
    }

    @Test
    void shouldSayWhatWaitsBeforeTheNumbersBeginAgain()
    {
        final RawSession session = venue.establish(TWAA1).newOrder(buy(1, PX, 5));
        awaitEvent("ACCEPTED order=1 ");
        venue.openNextSession();
        for (int i = 0; i < CYCLES; i++)
        {
            venue.cycle();
        }
        assertEquals(List.of(), session.frames);
        publish();
        venue.awaitEnd(session);
        assertEquals(List.of(
            "NewOrder 1 id=1 bits_0 px=9000000000 qty=5 instrument=1001 link=11 session=7001 expire=-1 Buy Algorithm",
            "SystemEvent 2 session=7001 ClearingStarted",
            "EmptyBook session=7001",
            "Terminate SequenceReset"), session.frames);
    }

    @Test
    void shouldEndAHalfOpenConnectionBetweenOneAndTwoIntervalsAndLetTheLoginComeBack()
    {
        final RawSession dead = venue.establish(TWAA1);
        // The peer is gone without a word: nothing arrives any more, and nobody reads.
        venue.forget(dead);
        venue.passMs(KEEPALIVE_MS);
        assertEquals(0, venue.count(MISSED_HEARTBEATS));
        long waitedMs = KEEPALIVE_MS;
        while (0 == venue.count(MISSED_HEARTBEATS) && waitedMs < 3 * KEEPALIVE_MS)
        {
            venue.passMs(100);
            waitedMs += 100;
        }
        assertEquals(KEEPALIVE_MS + KEEPALIVE_MS / 2, waitedMs);
        venue.passMs(1_100);
        assertEquals(0, venue.gateway().counters().get(CONNECTIONS_OPEN));

        final RawSession again = venue.establish(TWAA1).newOrder(buy(1, PX, 5));
        venue.await("order is accepted", () ->
        {
            publish();
            return 1 == again.frames.size();
        });
        dead.close();
    }

    @Test
    void shouldLetALoginBackInWhenItFindsItsOldConnectionHalfOpen()
    {
        venue.gateway().access(new AccessPolicy(Map.of(), 0, AccessPolicy.SecondConnection.EXCHANGE));
        final RawSession dead = venue.establish(TWAA1);
        venue.forget(dead);
        venue.passMs(2_000);
        final RawSession second = venue.connect().establish(TWAA1, KEEPALIVE_MS);
        venue.awaitEnd(second);
        assertEquals(List.of("EstablishmentReject AlreadyEstablished"), second.frames);
        venue.passMs(1_000);
        venue.establish(TWAA1);
        dead.close();
    }

    private void publish()
    {
        venue.engine().connect().publishedWatermark().advance(venue.engine().connect().endCursor());
    }

    /** The event is in the stream, and the gateway has read it. */
    private void awaitEvent(final String event)
    {
        venue.await(event, () -> venue.engine().collectToEnd(0).lines().stream().anyMatch((line) ->
            line.contains(event)));
        for (int i = 0; i < CYCLES; i++)
        {
            venue.cycle();
        }
    }

    private void awaitReceived(final long frames)
    {
        venue.await("requests are read", () -> frames == venue.gateway().counters().get(FRAMES_RECEIVED));
        for (int i = 0; i < CYCLES; i++)
        {
            venue.cycle();
        }
    }
}
