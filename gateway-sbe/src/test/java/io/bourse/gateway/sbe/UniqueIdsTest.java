// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.gateway.sbe.twime.ModeEnum;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import static io.bourse.gateway.sbe.VenueFixture.KEEPALIVE_MS;
import static io.bourse.gateway.sbe.VenueFixture.PX;
import static io.bourse.gateway.sbe.VenueFixture.SI;
import static io.bourse.gateway.sbe.VenueFixture.TICK;
import static io.bourse.gateway.sbe.VenueFixture.TWAA1;
import static io.bourse.gateway.sbe.VenueFixture.TWBB1;
import static io.bourse.gateway.sbe.VenueFixture.buy;
import static io.bourse.gateway.sbe.VenueFixture.sell;
import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Uniqueness of ClOrdID (TWIME A.6) over real sockets, sessions and restarts.
 */
@Tag("venue")
class UniqueIdsTest extends VenueTest
{
    private static final String REPEATED = "SessionReject 1 tag=11 ClOrdIdIsNotUnique";
    private static final long EXPIRE_NS = 1_900_000_000_000_000_000L;

    private RawSession session;

    @BeforeEach
    void establish()
    {
        session = venue.establish(TWAA1);
    }

    @Test
    void shouldRefuseARepeatedIdWhetherTheOrderLivesOrNot()
    {
        session.newOrder(buy(1, PX, 1));
        awaitLast("NewOrder 1 ");
        session.newOrder(buy(1, PX, 1));
        awaitLast(REPEATED);
        session.cancel(9, 1, SI, "AA01001");
        awaitLast("Cancel 9 ");
        session.newOrder(buy(1, PX - TICK, 2));
        awaitLast(REPEATED);
        assertEquals(2, venue.count(GatewayCounter.REPEATED_IDS));
        assertEquals(2, venue.count(GatewayCounter.COMMANDS_PUBLISHED));
    }

    @Test
    void shouldRefuseAnIdThatIsStillUnderWay()
    {
        final byte[] order = session.newOrderFrame(buy(1, PX, 1));
        final byte[] twice = new byte[2 * order.length];
        System.arraycopy(order, 0, twice, 0, order.length);
        System.arraycopy(order, 0, twice, order.length, order.length);
        session.send(twice);
        venue.awaitFrames(session, 2);
        assertEquals(1, session.frames.stream().filter(REPEATED::equals).count());
        assertEquals(1, session.frames.stream().filter((frame) -> frame.startsWith("NewOrder 1 ")).count());
        assertEquals(1, venue.count(GatewayCounter.COMMANDS_PUBLISHED));
    }

    @Test
    void shouldFreeTheIdOfAnOrderThatTheEngineRefused()
    {
        session.newOrder(buy(1, PX, 1).withTimeInForce(TimeInForceEnum.FOK));
        awaitLast("BusinessMessageReject 1 ");
        session.newOrder(buy(1, PX, 1));
        awaitLast("NewOrder 1 ");
        session.replace(99, ModeEnum.ChangeOrderQty, buy(5, PX, 2));
        awaitLast("BusinessMessageReject 5 ");
        session.newOrder(buy(5, PX, 1));
        awaitLast("NewOrder 5 ");
    }

    @Test
    void shouldNotLookAtTheIdsOfCancels()
    {
        session.newOrder(buy(1, PX, 1));
        awaitLast("NewOrder 1 ");
        session.cancel(1, 99, SI, "AA01001");
        awaitLast("BusinessMessageReject 1 ");
        session.newOrder(buy(1, PX, 1));
        awaitLast(REPEATED);
        session.cancel(1, 1, SI, "AA01001");
        awaitLast("Cancel 1 ");
        session.cancel(7, 99, SI, "AA01001");
        awaitLast("BusinessMessageReject 7 ");
        session.newOrder(buy(7, PX, 1));
        awaitLast("NewOrder 7 ");
    }

    @Test
    void shouldLookAtTheIdsOfReplacements()
    {
        session.newOrder(buy(1, PX, 1)).newOrder(buy(2, PX, 1));
        venue.awaitFrames(session, 2);
        session.replace(1, ModeEnum.ChangeOrderQty, buy(1, PX, 3));
        awaitLast(REPEATED);
        session.replace(1, ModeEnum.ChangeOrderQty, buy(3, PX, 3));
        awaitLast("Replace 3 ");
        session.newOrder(buy(3, PX, 1));
        awaitLast("SessionReject 3 tag=11 ClOrdIdIsNotUnique");
        session.newOrder(buy(1, PX, 1));
        awaitLast(REPEATED);
    }

    @Test
    void shouldFreeTheIdOfAReplacementThatOnlyRemovedTheOrder()
    {
        session.newOrder(buy(1, PX, 5));
        awaitLast("NewOrder 1 ");
        session.replace(1, ModeEnum.CheckOrderQtyAndCancelOrder, buy(2, PX, 4));
        awaitLast("Cancel ");
        session.newOrder(buy(2, PX, 1));
        awaitLast("NewOrder 2 ");
    }

    @Test
    void shouldKeepTheIdsOfLoginsApart()
    {
        session.newOrder(buy(1, PX, 1));
        awaitLast("NewOrder 1 ");
        final RawSession other = venue.establish(TWBB1).newOrder(sell(1, PX + TICK, 1));
        venue.awaitFrames(other, 1);
        assertEquals("NewOrder 1 ", other.frames.getFirst().substring(0, 11));
    }

    @Test
    void shouldKnowAllIdsAgainAfterARestart()
    {
        session.newOrder(buy(1, PX, 1)).newOrder(buy(2, PX, 1).withTimeInForce(TimeInForceEnum.FOK));
        venue.awaitFrames(session, 2);
        session.replace(1, ModeEnum.ChangeOrderQty, buy(3, PX, 3));
        awaitLast("Replace 3 ");
        venue.gateway().close();
        venue.startGateway();
        session = venue.connect().establish(TWAA1, KEEPALIVE_MS);
        venue.awaitFrames(session, 1);
        assertRepeated(1);
        assertRepeated(3);
        session.newOrder(buy(2, PX, 1));
        awaitLast("NewOrder 2 ");
    }

    @Test
    void shouldFreeDayIdsInTheNextSessionAndKeepThoseOfDatedOrders()
    {
        session.newOrder(buy(1, PX, 1)).send(dated(buy(2, PX, 1))).send(dated(buy(3, PX, 1)));
        venue.awaitFrames(session, 3);
        session.cancel(9, 3, SI, "AA01001");
        awaitLast("Cancel 9 ");
        venue.openNextSession();
        // The numbers begin again with the trading date, and with them the connection.
        venue.awaitEnd(session);
        session.close();
        venue.await("connection is gone", () -> 0 == venue.gateway().counters().get(GatewayCounter.CONNECTIONS_OPEN));
        venue.passMs(1_000);
        session = venue.establish(TWAA1);
        assertRepeated(2);
        session.newOrder(buy(1, PX, 1)).newOrder(buy(3, PX, 1));
        venue.await("both orders", () -> session.frames.getLast().startsWith("NewOrder 3 "));

        venue.restartEngine(dir);
        session = venue.connect().establish(TWAA1, KEEPALIVE_MS);
        venue.awaitFrames(session, 1);
        assertRepeated(1);
        assertRepeated(2);
        assertRepeated(3);
        session.cancel(10, 2, SI, "AA01001");
        awaitLast("Cancel 10 ");
        session.newOrder(buy(2, PX, 1));
        awaitLast("NewOrder 2 ");
    }

    /** An order that lives until a date. */
    private byte[] dated(final RawSession.Order order)
    {
        final byte[] frame = session.newOrderFrame(order.withTimeInForce(TimeInForceEnum.GTD));
        ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN).putLong(16, EXPIRE_NS);
        return frame;
    }

    private void assertRepeated(final long clOrdId)
    {
        session.newOrder(buy(clOrdId, PX, 1));
        awaitLast("SessionReject " + clOrdId + " tag=11 ClOrdIdIsNotUnique");
    }

    private void awaitLast(final String beginning)
    {
        final int before = session.frames.size();
        venue.await(beginning, () ->
            session.frames.size() > before && session.frames.getLast().startsWith(beginning));
    }
}
