// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.operator.MemberOperator;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

import static io.bourse.gateway.sbe.GatewayCounter.CONNECTIONS_OPEN;
import static io.bourse.gateway.sbe.GatewayCounter.ENGINE_UNAVAILABLE;
import static io.bourse.gateway.sbe.GatewayCounter.FRAMES_RECEIVED;
import static io.bourse.gateway.sbe.VenueFixture.KEEPALIVE_MS;
import static io.bourse.gateway.sbe.VenueFixture.PX;
import static io.bourse.gateway.sbe.VenueFixture.TWAA1;
import static io.bourse.gateway.sbe.VenueFixture.TWBB1;
import static io.bourse.gateway.sbe.VenueFixture.buy;
import static io.bourse.gateway.sbe.VenueFixture.sell;
import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Who gets the space that becomes free in a full engine.
 */
@Tag("venue")
class SpaceInTheEngineTest
{
    private static final int CYCLES = 200;

    @TempDir
    private Path dir;
    private GatedClient gate;
    private VenueFixture venue;

    @BeforeEach
    void startVenue()
    {
        final TestEngine engine = TestEngine.start(dir).withDemoReferenceData();
        gate = new GatedClient(engine.connect());
        venue = new VenueFixture(engine, (ctx) -> ctx, (any) -> gate);
    }

    @AfterEach
    void closeVenue()
    {
        venue.close();
    }

    @Test
    void shouldReportTheEndOfASessionBeforeTheOrdersOfTheNextOne()
    {
        new MemberOperator(venue.engine().operator()).setLoginRights(DemoReferenceData.TWAA1_LOGIN_ID, 0, 0);
        final RawSession session = venue.establish(TWAA1).newOrder(buy(1, PX, 5));
        venue.awaitFrames(session, 1);
        gate.room(0);
        venue.forget(session);
        session.close();
        venue.await("session is lost", () -> 0 == venue.gateway().counters().get(CONNECTIONS_OPEN));
        venue.passMs(1_000);
        final RawSession again = venue.connect().establish(TWAA1, KEEPALIVE_MS).newOrder(buy(2, PX, 7));
        awaitReceived(4);

        gate.room(3);
        venue.await("end, beginning and order are taken", () -> 0 == gate.room());
        gate.room(Long.MAX_VALUE);
        venue.await("order is accepted", () -> again.frames.stream().anyMatch((frame) -> frame.startsWith("NewOrder")));

        assertEquals(List.of("DISCONNECT"), venue.engine().collectToEnd(0).lines().stream()
            .filter((line) -> line.startsWith("CANCELLED ")).map((line) -> line.replaceAll(".*(DISCONNECT).*", "$1"))
            .toList());
        assertEquals(List.of(7L), venue.engine().operator().reportState().orders().stream()
            .map((order) -> order.restLots()).toList());
    }

    @Test
    void shouldTakeRequestsInTheOrderInWhichTheyCame()
    {
        final RawSession first = venue.establish(TWAA1);
        final RawSession second = venue.establish(TWBB1);
        gate.room(0);
        first.newOrder(buy(1, PX, 5));
        awaitReceived(3);
        second.newOrder(sell(2, PX + 1_00000L, 5));
        awaitReceived(4);

        for (int taken = 1; taken <= 2; taken++)
        {
            gate.room(1);
            final int frames = taken;
            venue.await("one more is taken", () -> frames == first.frames.size() + second.frames.size());
            assertEquals(1, first.frames.size());
        }
        assertEquals(1, second.frames.size());
        assertEquals(0, venue.count(ENGINE_UNAVAILABLE));
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
