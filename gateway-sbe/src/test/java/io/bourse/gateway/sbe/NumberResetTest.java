// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.gateway.sbe.client.TwimeClient;
import io.bourse.gateway.sbe.client.TwimeListener;
import io.bourse.gateway.sbe.twime.EstablishmentAckDecoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleResponseDecoder;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.SystemEventDecoder;
import io.bourse.gateway.sbe.twime.TerminateDecoder;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import static io.bourse.gateway.sbe.VenueFixture.KEEPALIVE_MS;
import static io.bourse.gateway.sbe.VenueFixture.PX;
import static io.bourse.gateway.sbe.VenueFixture.SI;
import static io.bourse.gateway.sbe.VenueFixture.TWAA1;
import static io.bourse.gateway.sbe.VenueFixture.buy;
import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * TWIME A.5.8: numbers begin again with the trading date.
 */
@Tag("venue")
class NumberResetTest extends VenueTest
{
    @Test
    void shouldSayEverythingOlderAndThenSequenceReset()
    {
        final RawSession session = venue.establish(TWAA1).newOrder(buy(1, PX, 5));
        venue.awaitFrames(session, 1);
        final RawSession recovery = venue.establishRecovery(TWAA1);
        venue.openNextSession();
        venue.awaitEnd(session);
        venue.awaitEnd(recovery);
        assertEquals(List.of(
            "NewOrder 1 id=1 bits_0 px=9000000000 qty=5 instrument=1001 link=11 session=7001 expire=-1 Buy Algorithm",
            "SystemEvent 2 session=7001 ClearingStarted",
            "EmptyBook session=7001",
            "Terminate SequenceReset"), session.frames);
        assertEquals(List.of("Terminate SequenceReset"), recovery.frames);
        assertEquals(2, venue.count(GatewayCounter.SEQUENCE_RESETS));

        venue.passMs(1_000);
        final RawSession again = venue.connect().establish(TWAA1, KEEPALIVE_MS);
        venue.awaitFrames(again, 1);
        again.newOrder(buy(2, PX, 5));
        venue.awaitFrames(again, 2);
        again.retransmit(1, 2);
        venue.awaitFrames(again, 5);
        assertEquals("EstablishmentAck request=1700000000000000000 keepalive=10000 next=2", again.frames.getFirst());
        assertEquals("SystemEvent 3 session=7002 SessionDataReady", again.frames.get(3));
        assertEquals(again.frames.get(1), again.frames.get(4));
        again.retransmit(3, 1);
        venue.awaitEnd(again);
        assertEquals("Terminate ReRequestOutOfBounds", again.frames.getLast());
    }

    @Test
    void shouldHaveTheNumbersOfTheNewDateWhenTheGatewayRestarts()
    {
        final RawSession session = venue.establish(TWAA1).newOrder(buy(1, PX, 5));
        venue.awaitFrames(session, 1);
        venue.openNextSession();
        venue.awaitEnd(session);
        venue.passMs(1_000);
        final RawSession again = venue.establish(TWAA1).newOrder(buy(2, PX, 5));
        venue.awaitFrames(again, 1);
        final String live = again.hexFrames.getFirst();
        final SbeGateway killed = venue.gateway();
        venue.startGateway();
        final RawSession recovery = venue.establishRecovery(TWAA1).retransmit(2, 1);
        venue.awaitFrames(recovery, 2);
        assertEquals(live, recovery.hexFrames.getLast());
        killed.close();
    }

    @Test
    void shouldBringAClientBackByItself() throws IOException
    {
        final List<String> seen = new ArrayList<>();
        final TwimeListener listener = new TwimeListener()
        {
            @Override
            public void onEstablished(final EstablishmentAckDecoder message)
            {
                seen.add("established " + message.nextSeqNo());
            }

            @Override
            public void onNewOrderSingleResponse(final long seqNo, final NewOrderSingleResponseDecoder message)
            {
                seen.add(seqNo + " order");
            }

            @Override
            public void onSystemEvent(final long seqNo, final SystemEventDecoder message)
            {
                seen.add(seqNo + " " + message.tradSesEvent());
            }

            @Override
            public void onTerminate(final TerminateDecoder message)
            {
                seen.add("terminate " + message.terminationCode());
            }

            @Override
            public void onDisconnected()
            {
                seen.add("disconnected");
            }
        };
        try (TwimeClient client =
            TwimeClient.connect(venue.gateway().localAddress(), TWAA1, (int)KEEPALIVE_MS, venue.clock))
        {
            poll(client, listener, seen, 1);
            venue.openNextSession();
            poll(client, listener, seen, 3);
            venue.await("client waits", () ->
            {
                client.poll(listener);
                return TwimeClient.State.RECONNECTING == client.state();
            });
            venue.passMs(2_000);
            poll(client, listener, seen, 4);
            client.newOrder(1, SI, SideEnum.Buy, PX, 5, TimeInForceEnum.Day, AccountCode.pack("AA01001"),
                TwimeFrames.NULL_INT32);
            poll(client, listener, seen, 5);
            client.terminate();
            poll(client, listener, seen, 7);
        }
        assertEquals(List.of(
            "established 2",
            "2 ClearingStarted",
            "terminate SequenceReset",
            "established 2",
            "2 order",
            "terminate Finished",
            "disconnected"), seen);
    }

    private void poll(
        final TwimeClient client, final TwimeListener listener, final List<String> seen, final int messages)
    {
        venue.await("messages of a client, seen so far " + seen, () ->
        {
            client.poll(listener);
            return seen.size() >= messages;
        });
    }
}
