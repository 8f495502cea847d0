// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.EventFollower;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.LoginConnectionChangedDecoder;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import io.bourse.gateway.sbe.admission.AccessPolicy;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import static io.bourse.gateway.sbe.VenueFixture.KEEPALIVE_MS;
import static io.bourse.gateway.sbe.VenueFixture.PX;
import static io.bourse.gateway.sbe.VenueFixture.TWAA1;
import static io.bourse.gateway.sbe.VenueFixture.TWBB1;
import static io.bourse.gateway.sbe.VenueFixture.buy;
import static io.bourse.gateway.sbe.VenueFixture.sell;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

/**
 * TWIME A.5.7 on both ports, over real sockets.
 */
@Tag("venue")
class RetransmissionTest extends VenueTest
{
    private static final int MANY = 5_000;
    private static final int SMALL_BUFFER = 4 * 1024;

    @Test
    void shouldHaveASessionOnEachPortAtTheSameTime()
    {
        final RawSession trading = venue.establish(TWAA1);
        final RawSession recovery = venue.establishRecovery(TWAA1);
        trading.newOrder(buy(1, PX, 5));
        venue.awaitFrames(trading, 1);
        recovery.retransmit(1, 2);
        venue.awaitFrames(recovery, 3);
        // Nothing live came: only what was asked for.
        assertEquals(List.of(
            "Retransmission next=1 request=1700000000000000000 count=2",
            "SystemEvent 1 session=7001 SessionDataReady",
            "NewOrder 1 id=1 bits_0 px=9000000000 qty=5 instrument=1001 link=11 session=7001 expire=-1 Buy Algorithm"),
            recovery.frames);
        assertEquals(1, trading.frames.size());
    }

    @Test
    void shouldDropBothWhenALoginConnectsTwiceToTheRecoveryPort()
    {
        venue.gateway().access(new AccessPolicy(Map.of(), 0, AccessPolicy.SecondConnection.EXCHANGE));
        final RawSession trading = venue.establish(TWAA1);
        final RawSession first = venue.establishRecovery(TWAA1);
        final RawSession second = venue.connectRecovery().establish(TWAA1, KEEPALIVE_MS);
        venue.awaitEnd(first);
        venue.awaitEnd(second);
        assertEquals(List.of("Terminate UnspecifiedError"), first.frames);
        assertEquals(List.of("EstablishmentReject AlreadyEstablished"), second.frames);
        trading.newOrder(buy(1, PX, 5));
        venue.awaitFrames(trading, 1);
        assertFalse(trading.isEnded());
    }

    @Test
    void shouldRefuseRequestsOfTheTradingPortOnTheRecoveryPort()
    {
        final RawSession recovery = venue.establishRecovery(TWAA1).newOrder(buy(77, PX, 5)).cancel(78, 1, 0, "AA01001");
        venue.awaitFrames(recovery, 2);
        assertEquals(List.of("SessionReject 77 tag=4294967295 Other", "SessionReject 78 tag=4294967295 Other"),
            recovery.frames);
        assertEquals(0, venue.count(GatewayCounter.COMMANDS_PUBLISHED));
        recovery.terminate();
        venue.awaitEnd(recovery);
        assertEquals("Terminate Finished", recovery.frames.getLast());
    }

    @Test
    void shouldSendHeartbeatsAndMissThemOnTheRecoveryPort()
    {
        final RawSession recovery = venue.establishRecovery(TWAA1);
        venue.passMs(2 * KEEPALIVE_MS);
        venue.awaitEnd(recovery);
        assertEquals(List.of("Sequence 2", "Terminate MissedHeartbeat"), recovery.frames);
    }

    @Test
    void shouldServeAThousandAtATimeFarBackOnTheRecoveryPort()
    {
        final List<String> live = trade();
        assertServes(venue.establishRecovery(TWAA1), live, 1000);
    }

    @Test
    void shouldServeTheSameBytesOnBothPortsWhenTheGatewayIsKilledAndStartedAgain()
    {
        final List<String> live = trade();
        final SbeGateway killed = venue.gateway();
        venue.startGateway();
        assertServes(venue.establishRecovery(TWAA1), live, 1000);
        assertServes(venue.establish(TWAA1), live.subList(0, 200), 10);
        killed.close();
    }

    @Test
    void shouldServeTheSameBytesWhenTheVenueRestarts()
    {
        final List<String> live = trade();
        venue.restartEngine(dir);
        assertServes(venue.establishRecovery(TWAA1), live, 1000);
    }

    /** The hex of every application message of TWAA1 but the first: it came before the session. */
    private List<String> trade()
    {
        final RawSession session = venue.establish(TWAA1);
        final int chunk = 500;
        for (int from = 0; from < MANY; from += chunk)
        {
            final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            for (int i = from + 1; i <= from + chunk; i++)
            {
                bytes.writeBytes(session.newOrderFrame(buy(i, PX, i).withTimeInForce(TimeInForceEnum.IOC)));
            }
            session.send(bytes.toByteArray());
            final int expected = 2 * (from + chunk);
            venue.await("answers", () -> session.frames.size() >= expected);
        }
        assertEquals(2 * MANY, session.hexFrames.size());
        final List<String> live = new ArrayList<>(session.hexFrames);
        session.close();
        venue.forget(session);
        return live;
    }

    private void assertServes(final RawSession session, final List<String> live, final int step)
    {
        for (int from = 0; from < live.size(); from += step)
        {
            session.frames.clear();
            session.hexFrames.clear();
            session.retransmit(from + 2, step);
            venue.awaitFrames(session, step + 1);
            assertEquals("Retransmission next=" + (from + 2) + " request=1700000000000000000 count=" + step,
                session.frames.getFirst());
            assertEquals(live.subList(from, from + step), session.hexFrames.subList(1, step + 1));
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 0", "1, 1001", "3, 1", "2, 2", "-1, 1", "9223372036854775807, 10"})
    void shouldTerminateTheRecoverySessionWhenTheRangeCannotBeServed(final long fromSeqNo, final long count)
    {
        final RawSession trading = venue.establish(TWAA1).newOrder(buy(1, PX, 5));
        venue.awaitFrames(trading, 1);
        final RawSession recovery = venue.establishRecovery(TWAA1).retransmit(fromSeqNo, count);
        venue.awaitEnd(recovery);
        assertEquals(List.of("Terminate ReRequestOutOfBounds"), recovery.frames);
        trading.newOrder(buy(2, PX, 5));
        venue.awaitFrames(trading, 2);
    }

    @Test
    void shouldTerminateWhenASecondRequestComesWhileTheFirstIsAnswered()
    {
        final RawSession session = venue.establish(TWAA1).newOrder(buy(1, PX, 5));
        venue.awaitFrames(session, 1);
        session.frames.clear();
        // Both arrive in one piece: the frames of the first are still in the output.
        session.send(twice(session));
        venue.awaitEnd(session);
        assertEquals(List.of(
            "Retransmission next=1 request=1700000000000000000 count=1",
            "SystemEvent 1 session=7001 SessionDataReady",
            "Terminate ReRequestInProgress"), session.frames);
        assertEquals(1, venue.count(GatewayCounter.RETRANSMIT_IN_PROGRESS));
    }

    private static byte[] twice(final RawSession session)
    {
        final byte[] request = session.retransmitFrame(1, 1);
        final byte[] both = new byte[2 * request.length];
        System.arraycopy(request, 0, both, 0, request.length);
        System.arraycopy(request, 0, both, request.length, request.length);
        return both;
    }

    @Test
    void shouldWaitWithARetransmissionAndPutNothingLiveIntoIt()
    {
        venue.close();
        venue = VenueFixture.start(dir.resolve("slow"),
            (ctx) -> ctx.retransmitDelayNs(TimeUnit.SECONDS.toNanos(1)));
        final RawSession session = venue.establish(TWAA1).retransmit(1, 1).newOrder(buy(1, PX, 5));
        venue.awaitFrames(session, 1);
        venue.passMs(900);
        assertEquals(1, session.frames.size());
        venue.passMs(200);
        venue.awaitFrames(session, 3);
        session.newOrder(buy(2, PX, 5));
        venue.awaitFrames(session, 4);
        assertEquals(List.of("NewOrder 1", "Retransmission", "SystemEvent 1", "NewOrder 2"), session.frames.stream()
            .map((frame) -> frame.replaceAll(" (id|next|session)=.*", "")).toList());

        session.retransmit(1, 1);
        venue.passMs(500);
        session.retransmit(1, 1);
        venue.awaitEnd(session);
        assertEquals("Terminate ReRequestInProgress", session.frames.getLast());
    }

    @Test
    void shouldServeAThousandThroughAnOutputThatHoldsAFewOnly()
    {
        venue.close();
        venue = VenueFixture.start(dir.resolve("small"),
            (ctx) -> ctx.server(VenueFixture.narrow(SMALL_BUFFER).sendQueueLength(SMALL_BUFFER).build()));
        final RawSession trading = venue.establish(TWBB1);
        for (int i = 1; i <= 1_000; i++)
        {
            trading.newOrder(sell(i, PX, i));
            final int expected = i;
            venue.await("answer", () -> trading.frames.size() >= expected);
        }
        final RawSession recovery = venue.establishRecovery(TWBB1).retransmit(2, 1_000);
        venue.await("all of it", () ->
        {
            venue.clock.advanceMs(1);
            return recovery.frames.size() >= 1_001 || venue.count(GatewayCounter.TOO_SLOW_CLIENTS) > 0;
        });
        assertEquals(trading.hexFrames.subList(0, 1_000), recovery.hexFrames.subList(1, 1_001));
    }

    @Test
    void shouldNotReportTheRecoverySessionToTheEngine()
    {
        final long before = venue.engine().connect().endCursor();
        final RawSession recovery = venue.establishRecovery(TWAA1).terminate();
        venue.awaitEnd(recovery);
        recovery.close();
        venue.forget(recovery);
        venue.await("connection is gone", () -> 0 == venue.gateway().counters().get(GatewayCounter.CONNECTIONS_OPEN));
        final RawSession other = venue.establish(TWBB1).newOrder(sell(1, PX, 1));
        venue.awaitFrames(other, 1);
        final List<Integer> connected = new ArrayList<>();
        final long end = venue.engine().connect().endCursor();
        try (EventFollower follower = venue.engine().connect().follow(before, new EventListener()
        {
            @Override
            public void onLoginConnectionChanged(final EventGroup group, final LoginConnectionChangedDecoder event)
            {
                connected.add(event.loginId());
            }
        }))
        {
            TestEngine.pollUntil(follower, () -> follower.cursor() >= end);
        }
        assertEquals(List.of(DemoReferenceData.TWBB1_LOGIN_ID), connected);
    }
}
