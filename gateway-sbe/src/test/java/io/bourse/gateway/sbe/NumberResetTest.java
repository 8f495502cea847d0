// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.InstrumentSpec;
import io.bourse.engine.client.OperatorClient;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.gateway.sbe.client.TwimeClient;
import io.bourse.gateway.sbe.client.TwimeListener;
import io.bourse.gateway.sbe.twime.EstablishmentAckDecoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleResponseDecoder;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.SystemEventDecoder;
import io.bourse.gateway.sbe.twime.TerminateDecoder;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import static io.bourse.gateway.sbe.VenueFixture.KEEPALIVE_MS;
import static io.bourse.gateway.sbe.VenueFixture.PX;
import static io.bourse.gateway.sbe.VenueFixture.SI;
import static io.bourse.gateway.sbe.VenueFixture.TWAA1;
import static io.bourse.gateway.sbe.VenueFixture.buy;
import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Sheet A.5.8: numbers begin again with the trading date.
 */
class NumberResetTest
{
    private static final int DATE = 20261123;

    @TempDir
    private Path dir;
    private VenueFixture venue;

    @BeforeEach
    void startVenue()
    {
        venue = VenueFixture.start(dir);
    }

    @AfterEach
    void closeVenue()
    {
        venue.close();
    }

    @Test
    void shouldSayEverythingOlderAndThenSequenceReset()
    {
        final RawSession session = venue.establish(TWAA1).newOrder(buy(1, PX, 5));
        venue.awaitFrames(session, 1);
        final RawSession recovery = venue.establishRecovery(TWAA1);
        openNextSession(1, 7002, 1);
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
        openNextSession(1, 7002, 1);
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
            openNextSession(1, 7002, 1);
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

    private void openNextSession(final long runId, final int sessionId, final int days)
    {
        openNextSession(venue, runId, sessionId, days);
    }

    static void openNextSession(final VenueFixture venue, final long runId, final int sessionId, final int days)
    {
        final OperatorClient operator = venue.engine().operator();
        operator.suspendTrading(runId, ClearingKind.EVENING);
        for (final InstrumentSpec spec : List.of(DemoReferenceData.SI, DemoReferenceData.RI))
        {
            operator.publishSettlement(runId, spec.instrumentId(), spec.settlementPriceE5(), spec.tickValueE5(),
                spec.lowLimitE5(), spec.highLimitE5());
        }
        operator.completeClearing(runId, ClearingKind.EVENING);
        operator.openSession(sessionId, DATE + days);
    }
}
