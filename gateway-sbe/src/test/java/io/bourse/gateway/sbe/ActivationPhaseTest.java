// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.GatewayCommands;
import io.bourse.engine.client.operator.MemberOperator;
import io.bourse.engine.security.Principal;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.gateway.sbe.twime.ModeEnum;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.TimeUnit;

import static io.bourse.gateway.sbe.VenueFixture.KEEPALIVE_MS;
import static io.bourse.gateway.sbe.VenueFixture.PX;
import static io.bourse.gateway.sbe.VenueFixture.SI;
import static io.bourse.gateway.sbe.VenueFixture.TICK;
import static io.bourse.gateway.sbe.VenueFixture.TWAA1;
import static io.bourse.gateway.sbe.VenueFixture.TWBB1;
import static io.bourse.gateway.sbe.VenueFixture.buy;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

/**
 * A standby that was activated takes sessions and cancels at once, and orders after a while; what it says of that has
 * the same numbers in every later life.
 */
@Tag("venue")
class ActivationPhaseTest extends VenueTest
{
    private static final long PHASE_MS = 5_000;
    private static final String BEGUN = "SystemEvent 2 session=7001 NULL_VAL";
    private static final String ENDED = "SystemEvent 2 session=7001 SessionDataReady";

    @Override
    SbeGatewayOptionsBuilder options(final SbeGatewayOptionsBuilder context)
    {
        return context.activationPhaseNs(TimeUnit.MILLISECONDS.toNanos(PHASE_MS));
    }

    @BeforeEach
    void keepOrdersOfLostSessions()
    {
        new MemberOperator(venue.engine().operator()).setLoginRights(DemoReferenceData.TWAA1_LOGIN_ID, 0, -1);
    }

    @Test
    void shouldTakeCancelsAloneUntilThePhaseIsOver()
    {
        final RawSession former = venue.establish(TWAA1).newOrder(buy(1, PX, 5)).newOrder(buy(2, PX, 5));
        venue.awaitFrames(former, 2);
        assertEquals(0, venue.count(GatewayCounter.ACTIVATION));
        takeOver();

        final RawSession session = venue.establish(TWAA1);
        venue.awaitFrames(session, 1);
        session.newOrder(buy(3, PX, 1)).replace(1, ModeEnum.ChangeOrderQty, buy(4, PX - TICK, 3))
            .cancel(5, 1, SI, "AA01001");
        venue.awaitFrames(session, 4);
        assertEquals(List.of(BEGUN, "BusinessMessageReject 3 code=4", "BusinessMessageReject 4 code=4"),
            session.frames.subList(0, 3));
        assertEquals("Cancel 5 id=1", session.frames.get(3).substring(0, 13));
        assertEquals(1, venue.count(GatewayCounter.ACTIVATION));
        venue.passMs(PHASE_MS - 2_000);
        final RawSession late = venue.establish(TWBB1);
        venue.awaitFrames(late, 1);
        assertEquals(List.of(BEGUN), late.frames);

        venue.passMs(2_000);
        venue.await("end of the phase", () -> 5 == session.frames.size() && 2 == late.frames.size());
        assertEquals(ENDED.replace(" 2 ", " 3 "), session.frames.getLast());
        assertEquals(ENDED.replace(" 2 ", " 3 "), late.frames.getLast());
        venue.await("gauge of the phase", () -> 0 == venue.count(GatewayCounter.ACTIVATION));
        session.newOrder(buy(3, PX, 1));
        venue.awaitFrames(session, 6);
        assertEquals("NewOrder 3 id=3", session.frames.getLast().substring(0, 15));

        final List<String> sent = List.of(session.hexFrames.get(0), session.hexFrames.get(3), session.hexFrames.get(4),
            session.hexFrames.get(5));
        venue.gateway().close();
        venue.startGateway();
        assertAgain(4, sent);
    }

    @Test
    void shouldEndThePhaseWithTheNextStart()
    {
        takeOver();
        final RawSession session = venue.establish(TWAA1);
        venue.awaitFrames(session, 1);
        venue.gateway().close();
        venue.startGateway();

        assertEquals(0, venue.count(GatewayCounter.ACTIVATION));
        venue.passMs(1_000);
        final RawSession next = venue.connect().establish(TWAA1, KEEPALIVE_MS).retransmit(2, 2).newOrder(buy(1, PX, 1));
        venue.await("answers", () -> 5 == next.frames.size());
        assertEquals(List.of(BEGUN, ENDED.replace(" 2 ", " 3 ")), next.frames.subList(2, 4));
        assertEquals("NewOrder 1 id=1", next.frames.getLast().substring(0, 15));
    }

    @Test
    void shouldNotEndThePhaseByAMarkOfAnEarlierStart()
    {
        takeOver();
        try (EngineClient client = venue.engine().connect())
        {
            final GatewayCommands commands =
                new GatewayCommands(client.newCommandPublisher(Principal.gateway(1)), 1, 0);
            for (long sequence = 1; sequence < 100; sequence++)
            {
                commands.claim(0, sequence, 1);
            }
            final long end = client.endCursor();
            venue.await("marks", () -> client.endCursor() > end);
        }
        final RawSession session = venue.establish(TWAA1).newOrder(buy(1, PX, 1));
        venue.awaitFrames(session, 2);
        assertEquals(List.of("BusinessMessageReject 1 code=4", BEGUN), session.frames.stream().sorted().toList());
    }

    private void takeOver()
    {
        venue.startStandby(false);
        assertFalse(venue.gateway().isReady());
        venue.gateway().activate();
        venue.await("standby has taken over", venue.gateway()::isReady);
        venue.passMs(1_000);
    }

    private void assertAgain(final long fromSeqNo, final List<String> sent)
    {
        venue.passMs(1_000);
        final RawSession recovery = venue.establishRecovery(TWAA1).retransmit(fromSeqNo, sent.size());
        venue.awaitFrames(recovery, 1 + sent.size());
        assertEquals(sent, recovery.hexFrames.subList(1, 1 + sent.size()));
    }
}
