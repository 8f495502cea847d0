// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.operator.MemberOperator;
import io.bourse.engine.testing.DemoReferenceData;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.TimeUnit;

import static io.bourse.gateway.sbe.VenueFixture.KEEPALIVE_MS;
import static io.bourse.gateway.sbe.VenueFixture.PX;
import static io.bourse.gateway.sbe.VenueFixture.TICK;
import static io.bourse.gateway.sbe.VenueFixture.TWAA1;
import static io.bourse.gateway.sbe.VenueFixture.TWBB1;
import static io.bourse.gateway.sbe.VenueFixture.buy;
import static io.bourse.gateway.sbe.VenueFixture.sell;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Orders of a login that loses its connection (TWIME A.7), over real sockets.
 */
@Tag("venue")
class CancelOnDisconnectTest extends VenueTest
{
    private static final long NEVER = -1;

    @Test
    void shouldCancelDayOrdersWhenTheTcpConnectionIsLost()
    {
        graceNs(0);
        final RawSession session = venue.establish(TWAA1).newOrder(buy(1, PX, 5)).newOrder(buy(2, PX - TICK, 3));
        venue.awaitFrames(session, 2);
        final RawSession other = venue.establish(TWBB1).newOrder(sell(3, PX + TICK, 4));
        venue.awaitFrames(other, 1);
        lose(session);
        venue.await("orders are gone", () -> 1 == liveOrders());

        venue.passMs(1_000);
        final RawSession again = venue.connect().establish(TWAA1, KEEPALIVE_MS);
        venue.awaitFrames(again, 1);
        again.retransmit(4, 2);
        venue.awaitFrames(again, 4);
        assertEquals(
            List.of(
                "EstablishmentAck request=1700000000000000000 keepalive=10000 next=6",
                "Retransmission next=4 request=1700000000000000000 count=2",
                "Cancel -1 id=1 bits_0_32 qty=5 link=11 session=7001",
                "Cancel -1 id=2 bits_0_32 qty=3 link=11 session=7001"),
            again.frames);
    }

    @Test
    void shouldCancelDayOrdersWhenTheClientTerminates()
    {
        graceNs(0);
        final RawSession session = venue.establish(TWAA1).newOrder(buy(1, PX, 5));
        venue.awaitFrames(session, 1);
        session.terminate();
        venue.awaitEnd(session);
        venue.await("order is gone", () -> 0 == liveOrders());
    }

    @Test
    void shouldCancelDayOrdersWhenTheClientFallsSilent()
    {
        graceNs(0);
        final RawSession session = venue.establish(TWAA1).newOrder(buy(1, PX, 5));
        venue.awaitFrames(session, 1);
        venue.passMs(KEEPALIVE_MS * 4);
        venue.awaitEnd(session);
        venue.await("order is gone", () -> 0 == liveOrders());
    }

    @Test
    void shouldCancelWhenTheGraceIsOver()
    {
        graceNs(TimeUnit.MILLISECONDS.toNanos(50));
        final RawSession session = venue.establish(TWAA1).newOrder(buy(1, PX, 5));
        venue.awaitFrames(session, 1);
        lose(session);
        venue.await("order is gone", () -> 0 == liveOrders());
        assertTrue(events().stream().anyMatch((event) -> event.contains("DISCONNECT")), () -> events().toString());
    }

    @Test
    void shouldKeepOrdersWhenTheLoginComesBackInTime()
    {
        graceNs(TimeUnit.HOURS.toNanos(1));
        final RawSession session = venue.establish(TWAA1).newOrder(buy(1, PX, 5));
        venue.awaitFrames(session, 1);
        lose(session);
        venue.passMs(1_000);
        final RawSession again = venue.connect().establish(TWAA1, KEEPALIVE_MS);
        venue.awaitFrames(again, 1);
        again.newOrder(buy(2, PX, 5));
        venue.awaitFrames(again, 2);
        assertEquals(2, liveOrders());
    }

    @Test
    void shouldKeepOrdersWhenCancelOnDisconnectIsOff()
    {
        graceNs(NEVER);
        final RawSession session = venue.establish(TWAA1).newOrder(buy(1, PX, 5));
        venue.awaitFrames(session, 1);
        lose(session);
        final RawSession other = venue.establish(TWBB1).newOrder(sell(2, PX + TICK, 4));
        venue.awaitFrames(other, 1);
        assertEquals(2, liveOrders());
    }

    @Test
    void shouldCancelWhenTheGatewayCloses()
    {
        graceNs(0);
        final RawSession session = venue.establish(TWAA1).newOrder(buy(1, PX, 5));
        venue.awaitFrames(session, 1);
        venue.gateway().close();
        assertEquals(0, liveOrders());
        venue.startGateway();
    }

    @Test
    void shouldEndSessionsOfAFormerLifeWhenTheGatewayStarts()
    {
        graceNs(0);
        final RawSession session = venue.establish(TWAA1).newOrder(buy(1, PX, 5));
        venue.awaitFrames(session, 1);
        assertEquals(1, liveOrders());
        final SbeGateway former = venue.gateway();
        venue.startGateway();
        venue.await("order is gone", () -> 0 == liveOrders());

        // What the former life says late is a number too late; its refusal is nobody's answer.
        former.close();
        venue.awaitEnd(session);
        final RawSession again = venue.connect().establish(TWAA1, KEEPALIVE_MS);
        venue.awaitFrames(again, 1);
        again.newOrder(buy(2, PX, 5));
        venue.awaitFrames(again, 2);
        assertTrue(again.frames.get(1).startsWith("NewOrder 2 "), () -> again.frames.toString());
        assertEquals(1, liveOrders());
        assertEquals(0, venue.count(GatewayCounter.BUSINESS_REJECTS));
    }

    private void graceNs(final long graceNs)
    {
        new MemberOperator(venue.engine().operator()).setLoginRights(
            DemoReferenceData.TWAA1_LOGIN_ID, 0, graceNs);
    }

    private void lose(final RawSession session)
    {
        session.close();
        venue.forget(session);
    }

    private int liveOrders()
    {
        return venue.engine().operator().reportState().orders().size();
    }

    private List<String> events()
    {
        return venue.engine().collectToEnd(0).lines();
    }
}
