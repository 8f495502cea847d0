// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.GatewayBarrier;
import io.bourse.engine.client.StreamHistory;
import io.bourse.engine.client.operator.MemberOperator;
import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.GatewayConnectedDecoder;
import io.bourse.engine.testing.DemoReferenceData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static io.bourse.gateway.sbe.VenueFixture.KEEPALIVE_MS;
import static io.bourse.gateway.sbe.VenueFixture.PX;
import static io.bourse.gateway.sbe.VenueFixture.TICK;
import static io.bourse.gateway.sbe.VenueFixture.TWAA1;
import static io.bourse.gateway.sbe.VenueFixture.buy;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A gateway that refuses sessions until it takes over from another one, which has stood still meanwhile.
 */
@Tag("venue")
class StandbyTest
{
    private static final long LEASE_MS = 4_000;

    @TempDir
    private Path dir;
    private VenueFixture venue;

    @BeforeEach
    void startVenue()
    {
        venue = VenueFixture.start(dir, (options) ->
            options.leaseNs(TimeUnit.MILLISECONDS.toNanos(LEASE_MS)).activationPhaseNs(0));
    }

    @AfterEach
    void closeVenue()
    {
        venue.close();
    }

    @Test
    void shouldRefuseSessionsAndLeaveThemToTheActiveGateway()
    {
        final SbeGateway active = venue.gateway();
        final RawSession session = venue.establish(TWAA1).newOrder(buy(1, PX, 5));
        venue.awaitFrames(session, 1);
        venue.startStandby(false);

        final RawSession refused = venue.connect().establish(TWAA1, KEEPALIVE_MS);
        venue.awaitEnd(refused);

        assertEquals(List.of("EstablishmentReject SessionBlocked"), refused.frames);
        assertEquals(1, venue.count(GatewayCounter.STANDBY_REFUSED));
        assertEquals(1, venue.count(GatewayCounter.STANDBY));
        assertTrue(venue.gateway().isStandingBy());
        assertFalse(venue.gateway().isReady());
        session.newOrder(buy(2, PX - TICK, 5));
        venue.await("the active gateway goes on", () ->
        {
            active.doWork();
            return 2 == session.frames.size();
        });
        active.close();
    }

    @Test
    void shouldTakeOverWhenAnOperatorSaysSo()
    {
        final SessionOperator operator = new SessionOperator(venue.engine().operator());
        for (int level = FeatureLevels.BASE + 1; level <= FeatureLevels.HIGHEST; level++)
        {
            operator.setFeatureLevel(level);
        }
        operator.activateGateway(SbeGatewayOptions.DEFAULT_GATEWAY_ID);
        final SbeGateway active = venue.gateway();
        venue.startStandby(false);
        operator.activateGateway(SbeGatewayOptions.DEFAULT_GATEWAY_ID + 1);
        venue.passMs(1_000);
        assertTrue(venue.gateway().isStandingBy());

        operator.activateGateway(SbeGatewayOptions.DEFAULT_GATEWAY_ID);
        venue.await("standby has taken over", venue.gateway()::isReady);
        active.close();
        // The event stream tells it from an ordinary start.
        final List<Boolean> starts = new ArrayList<>();
        try (EngineClient client = venue.engine().connect())
        {
            StreamHistory.read(client, new EventListener()
            {
                @Override
                public void onGatewayConnected(final EventGroup group, final GatewayConnectedDecoder event)
                {
                    starts.add(GatewayBarrier.isOfStandby(group));
                }
            });
        }
        assertEquals(List.of(false, true), starts);
    }

    @Test
    void shouldTakeOverByItselfWhenTheActiveGatewayGivesNoSignOfLife()
    {
        final SbeGateway active = venue.gateway();
        venue.startStandby(true);
        try (EngineClient client = venue.engine().connect())
        {
            for (int i = 0; i < 20; i++)
            {
                venue.passMs(LEASE_MS / 4);
                final long end = client.endCursor();
                // Nothing but signs of life makes the event stream longer.
                venue.await("sign of life", () ->
                {
                    active.doWork();
                    return client.endCursor() > end;
                });
            }
        }
        assertTrue(venue.gateway().isStandingBy());

        venue.await("takeover", () ->
        {
            venue.clock.advanceMs(1);
            return venue.gateway().isReady();
        });
        assertThrows(IllegalStateException.class, () -> venue.await("never", () ->
        {
            active.doWork();
            return false;
        }));
    }

    @Test
    void shouldExecuteNothingThatTheFormerGatewaySendsBehindTheTakeover()
    {
        new MemberOperator(venue.engine().operator()).setLoginRights(DemoReferenceData.TWAA1_LOGIN_ID, 0, -1);
        final SbeGateway former = venue.gateway();
        final RawSession session = venue.establish(TWAA1).newOrder(buy(1, PX, 5));
        venue.awaitFrames(session, 1);
        venue.startStandby(false);
        // The former gateway stands still: this waits in its socket.
        session.newOrder(buy(2, PX - TICK, 5)).newOrder(buy(3, PX - 2 * TICK, 5));

        venue.gateway().activate();
        venue.await("standby has taken over", venue.gateway()::isReady);
        assertEquals(0, venue.count(GatewayCounter.STANDBY));
        final IllegalStateException end = assertThrows(IllegalStateException.class, () ->
            venue.await("never", () ->
            {
                former.doWork();
                return false;
            }));

        assertEquals("another gateway with the same id has started, this one gave up its sessions and must stay down," +
            " or start as its standby: gatewayId=1", end.getMessage());
        venue.awaitEnd(session);
        assertEquals("Terminate ServerShutdown", session.frames.getLast());
        assertEquals(2, session.frames.size());
        venue.await("the engine refuses what came too late", () -> venue.engine().collectToEnd(0).lines().stream()
            .anyMatch((line) -> line.contains("DUPLICATE_COMMAND")));

        venue.passMs(1_000);
        final RawSession again = venue.connect().establish(TWAA1, KEEPALIVE_MS);
        again.retransmit(2, 1).newOrder(buy(2, PX - TICK, 7));
        venue.await("first answer again, and the next", () -> again.frames.size() >= 4);
        assertTrue(again.frames.getFirst().endsWith(" next=3"), again.frames.toString());
        assertEquals(List.of("NewOrder 1 id=1", "NewOrder 2 id=2"), again.frames.stream()
            .filter((frame) -> frame.startsWith("NewOrder")).map((frame) -> frame.substring(0, 15)).toList());
        assertEquals(List.of(5L, 7L), venue.engine().operator().reportState().orders().stream()
            .map((order) -> order.restLots()).toList());
    }
}
