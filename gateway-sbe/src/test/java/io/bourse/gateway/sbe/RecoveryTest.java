// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;

import static io.bourse.gateway.sbe.VenueFixture.KEEPALIVE_MS;
import static io.bourse.gateway.sbe.VenueFixture.PX;
import static io.bourse.gateway.sbe.VenueFixture.SI;
import static io.bourse.gateway.sbe.VenueFixture.TWAA1;
import static io.bourse.gateway.sbe.VenueFixture.TWBB1;
import static io.bourse.gateway.sbe.VenueFixture.buy;
import static io.bourse.gateway.sbe.VenueFixture.sell;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * Message numbers, retransmission and command numbers over reconnects and restarts.
 */
@Tag("venue")
class RecoveryTest extends VenueTest
{
    @Test
    void shouldNumberWhatHappensWhileALoginIsAway()
    {
        final RawSession buyer = venue.establish(TWAA1).newOrder(buy(1, PX, 5));
        venue.awaitFrames(buyer, 1);
        buyer.close();
        venue.forget(buyer);
        venue.await("connection is gone", () -> 0 == venue.gateway().counters().get(GatewayCounter.CONNECTIONS_OPEN));

        final RawSession seller = venue.establish(TWBB1).newOrder(sell(2, PX, 2));
        venue.awaitFrames(seller, 2);
        venue.passMs(1_000);
        final RawSession again = reconnect(TWAA1);
        again.retransmit(1, 3);
        venue.awaitFrames(again, 5);
        assertEquals(List.of(
            "EstablishmentAck request=1700000000000000000 keepalive=10000 next=4",
            "Retransmission next=1 request=1700000000000000000 count=3",
            "SystemEvent 1 session=7001 SessionDataReady",
            "NewOrder 1 id=1 bits_0 px=9000000000 qty=5 instrument=1001 link=11 session=7001 expire=-1 Buy Algorithm",
            "Trade 1 id=1 match=1 bits_0_42 px=9000000000 qty=2 rest=3 instrument=1001 link=11 session=7001 Buy"),
            again.frames);
    }

    @Test
    void shouldGoOnWhereItStoppedWhenTheGatewayRestarts()
    {
        final List<String> before = trade();
        venue.gateway().close();
        venue.startGateway();
        assertGoesOn(before);
    }

    @Test
    void shouldGoOnWhereItStoppedWhenTheVenueRestarts()
    {
        final List<String> before = trade();
        venue.restartEngine(dir);
        assertGoesOn(before);
    }

    /** Fifteen numbered messages for TWAA1, the system event included, and two refusals that have no number. */
    private List<String> trade()
    {
        final RawSession buyer = venue.establish(TWAA1);
        final RawSession seller = venue.establish(TWBB1);
        for (int i = 1; i <= 5; i++)
        {
            final int accepted = i;
            buyer.newOrder(buy(i, PX, 5));
            venue.await("order is accepted", () -> accepted == count(buyer, "NewOrder"));
            seller.newOrder(sell(i, PX, 2).withTimeInForce(TimeInForceEnum.IOC));
            venue.await("order is accepted", () -> accepted == count(seller, "NewOrder"));
        }
        venue.awaitFrames(buyer, 11);
        buyer
            .cancel(100, 99, SI, "AA01001")
            .cancel(101, 5, SI, "AA01001")
            .newOrder(buy(102, PX, 1).withTimeInForce(TimeInForceEnum.FOK))
            .newOrder(buy(103, PX, 1).withTimeInForce(TimeInForceEnum.IOC));
        venue.awaitFrames(buyer, 16);
        assertEquals(2, count(buyer, "BusinessMessageReject"));
        final List<String> numbered = new ArrayList<>();
        for (int i = 0; i < buyer.frames.size(); i++)
        {
            if (!buyer.frames.get(i).startsWith("BusinessMessageReject"))
            {
                numbered.add(buyer.hexFrames.get(i));
            }
        }
        return numbered;
    }

    private static long count(final RawSession session, final String kind)
    {
        return session.frames.stream().filter((frame) -> frame.startsWith(kind)).count();
    }

    private void assertGoesOn(final List<String> before)
    {
        final RawSession buyer = reconnect(TWAA1);
        assertEquals(
            List.of("EstablishmentAck request=1700000000000000000 keepalive=10000 next=16"), buyer.frames);
        buyer.retransmit(2, 10);
        venue.awaitFrames(buyer, 12);
        buyer.retransmit(12, 4);
        venue.awaitFrames(buyer, 17);
        final List<String> after = new ArrayList<>(buyer.hexFrames.subList(2, 12));
        after.addAll(buyer.hexFrames.subList(13, 17));
        assertEquals(before, after);

        buyer.newOrder(buy(200, PX, 7));
        venue.awaitFrames(buyer, 18);
        assertEquals("NewOrder 200 id=12 ", buyer.frames.get(17).substring(0, 19));
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 0", "1, 11", "3, 1", "2, 2", "-1, 1", "1, 4294967295", "9223372036854775807, 10"})
    void shouldTerminateWhenTheRangeCannotBeServed(final long fromSeqNo, final long count)
    {
        final RawSession session = venue.establish(TWAA1).newOrder(buy(1, PX, 5));
        venue.awaitFrames(session, 1);
        session.frames.clear();
        session.retransmit(1, 2);
        venue.awaitFrames(session, 3);
        session.frames.clear();
        session.retransmit(fromSeqNo, count);
        venue.awaitEnd(session);
        assertEquals(List.of("Terminate ReRequestOutOfBounds"), session.frames);
        assertEquals(1, venue.count(GatewayCounter.RETRANSMIT_OUT_OF_BOUNDS));
    }

    @Test
    void shouldGiveUpItsSessionsWhenAnotherGatewayTakesItsId()
    {
        final RawSession session = venue.establish(TWAA1);
        final SbeGateway old = venue.gateway();
        venue.startGateway();
        final IllegalStateException ex = assertThrows(IllegalStateException.class, () ->
        {
            for (int i = 0; i < 1_000_000; i++)
            {
                old.doWork();
            }
        });
        assertEquals(
            "another gateway with the same id has started, this one gave up its sessions and " +
            "must stay down, or start as its standby: gatewayId=1", ex.getMessage());
        venue.awaitEnd(session);
        assertEquals(List.of("Terminate ServerShutdown"), session.frames);
    }

    private RawSession reconnect(final String login)
    {
        final RawSession session = venue.connect().establish(login, KEEPALIVE_MS);
        venue.awaitFrames(session, 1);
        return session;
    }
}
