// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.TimeUnit;

import static io.bourse.gateway.sbe.VenueFixture.PX;
import static io.bourse.gateway.sbe.VenueFixture.TWAA1;
import static io.bourse.gateway.sbe.VenueFixture.buy;
import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Market data goes first, private answers after it, and never later than the bounded wait.
 */
@Tag("venue")
class PublicFirstTest extends VenueTest
{
    private static final int MANY_CYCLES = 2_000;

    private RawSession session;

    @Override
    SbeGatewayOptionsBuilder options(final SbeGatewayOptionsBuilder context)
    {
        return context.publicFirstTimeoutNs(TimeUnit.MILLISECONDS.toNanos(5));
    }

    @BeforeEach
    void establish()
    {
        final long before = venue.engine().connect().endCursor();
        session = venue.establish(TWAA1);
        // That the session is connected is an event too, and no test's.
        venue.await("engine knows", () -> venue.engine().connect().endCursor() > before);
    }

    @Test
    void shouldHoldAnswersUntilTheWatermarkHasPassed()
    {
        final long before = venue.engine().connect().endCursor();
        session.newOrder(buy(1, PX, 5));
        venue.await("order is executed", () -> venue.engine().connect().endCursor() > before);
        runManyCycles();
        assertEquals(List.of(), session.frames);

        venue.engine().connect().publishedWatermark().advance(venue.engine().connect().endCursor());
        venue.awaitFrames(session, 1);
        assertEquals(1, venue.gateway().counters().get(GatewayCounter.PUBLIC_FIRST_ANSWERS));
        assertEquals(0, venue.gateway().counters().get(GatewayCounter.LATE_ANSWERS));
    }

    @Test
    void shouldAnswerWhenTheWaitRunsOut()
    {
        final long before = venue.engine().connect().endCursor();
        session.newOrder(buy(1, PX, 5));
        venue.await("order is executed", () -> venue.engine().connect().endCursor() > before);
        runManyCycles();
        venue.clock.advanceMs(4);
        runManyCycles();
        assertEquals(List.of(), session.frames);

        venue.await("answer", () ->
        {
            venue.clock.advanceMs(1);
            return 1 == session.frames.size();
        });
        assertEquals(0, venue.gateway().counters().get(GatewayCounter.PUBLIC_FIRST_ANSWERS));
        assertEquals(1, venue.gateway().counters().get(GatewayCounter.LATE_ANSWERS));
    }

    private void runManyCycles()
    {
        for (int i = 0; i < MANY_CYCLES; i++)
        {
            venue.cycle();
        }
    }
}
