// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static io.bourse.gateway.sbe.VenueFixture.PX;
import static io.bourse.gateway.sbe.VenueFixture.TWAA1;
import static io.bourse.gateway.sbe.VenueFixture.buy;
import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Market data goes first, private answers after it, and never later than the bounded wait.
 */
class PublicFirstTest
{
    private static final int MANY_CYCLES = 2_000;

    @TempDir
    private Path dir;
    private VenueFixture venue;
    private RawSession session;

    @BeforeEach
    void startVenue()
    {
        venue = VenueFixture.start(dir, (ctx) -> ctx.publicFirstTimeoutNs(TimeUnit.MILLISECONDS.toNanos(5)));
        final long before = venue.engine().connect().endCursor();
        session = venue.establish(TWAA1);
        // That the session is connected is an event too, and no test's.
        venue.await("engine is told", () -> venue.engine().connect().endCursor() > before);
    }

    @AfterEach
    void closeVenue()
    {
        venue.close();
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
        assertEquals(1, venue.gateway().counters().publicFirstAnswers());
        assertEquals(0, venue.gateway().counters().lateAnswers());
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
        assertEquals(0, venue.gateway().counters().publicFirstAnswers());
        assertEquals(1, venue.gateway().counters().lateAnswers());
    }

    private void runManyCycles()
    {
        for (int i = 0; i < MANY_CYCLES; i++)
        {
            venue.cycle();
        }
    }
}
