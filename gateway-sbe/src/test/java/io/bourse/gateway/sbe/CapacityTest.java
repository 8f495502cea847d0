// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.client.operator.VenueLimitsOperator;
import io.bourse.engine.client.operator.VenueLimitsSpec;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.testing.TestEngine;
import io.bourse.gateway.sbe.twime.ModeEnum;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

import static io.bourse.gateway.sbe.VenueFixture.PX;
import static io.bourse.gateway.sbe.VenueFixture.SI;
import static io.bourse.gateway.sbe.VenueFixture.TICK;
import static io.bourse.gateway.sbe.VenueFixture.TWAA1;
import static io.bourse.gateway.sbe.VenueFixture.TWBB1;
import static io.bourse.gateway.sbe.VenueFixture.buy;
import static io.bourse.gateway.sbe.VenueFixture.sell;
import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * A client that comes to a limit of the venue, or of the ids that the gateway remembers, is answered by the protocol,
 * can cancel, and can trade again.
 */
@Tag("venue")
class CapacityTest
{
    private static final String FULL = "BusinessMessageReject %d code=320";
    private static final String TOO_MANY_IDS = "BusinessMessageReject %d code=9999";

    @TempDir
    private Path dir;
    private VenueFixture venue;

    @Test
    void shouldRefuseOrdersAtTheLimitOfALoginUntilOneIsCancelled()
    {
        try (VenueFixture fixture = VenueFixture.start(dir))
        {
            venue = fixture;
            limit(venue.engine(), 2, 0);
            final RawSession session = venue.establish(TWAA1);
            session.newOrder(buy(1, PX, 1)).newOrder(buy(2, PX, 1)).newOrder(buy(3, PX, 1));
            awaitLast(session, String.format(FULL, 3));
            session.replace(2, ModeEnum.ChangeOrderQty, buy(4, PX - TICK, 2));
            awaitLast(session, "Replace 4 ");
            session.cancel(9, 1, SI, "AA01001");
            awaitLast(session, "Cancel 9 ");
            session.newOrder(buy(5, PX, 1));
            awaitLast(session, "NewOrder 5 ");
            session.newOrder(buy(6, PX, 1));
            awaitLast(session, String.format(FULL, 6));
        }
    }

    @Test
    void shouldRefuseOrdersOfAllAtTheLimitOfTheVenue()
    {
        try (VenueFixture fixture = VenueFixture.start(dir))
        {
            venue = fixture;
            limit(venue.engine(), 0, 1);
            final RawSession session = venue.establish(TWAA1);
            session.newOrder(buy(1, PX, 1));
            awaitLast(session, "NewOrder 1 ");
            final RawSession other = venue.establish(TWBB1).newOrder(sell(1, PX + TICK, 1));
            awaitLast(other, String.format(FULL, 1));
            session.cancel(9, 1, SI, "AA01001");
            awaitLast(session, "Cancel 9 ");
            other.newOrder(sell(2, PX + TICK, 1));
            awaitLast(other, "NewOrder 2 ");
        }
    }

    @Test
    void shouldRefuseOrdersButNotCancelsWhenNoFurtherIdIsRemembered()
    {
        try (VenueFixture fixture = VenueFixture.start(dir, options -> options.maxIdsPerLogin(5)))
        {
            venue = fixture;
            final RawSession session = venue.establish(TWAA1);
            for (int id = 1; id <= 3; id++)
            {
                session.newOrder(buy(id, PX, 1));
                awaitLast(session, "NewOrder " + id + " ");
            }
            assertEquals(0, venue.count(GatewayCounter.ID_ALARMS));
            session.newOrder(buy(4, PX, 1)).newOrder(buy(5, PX, 1)).newOrder(buy(6, PX, 1));
            awaitLast(session, "NewOrder 5 ");
            assertEquals(1, session.frames.stream().filter(String.format(TOO_MANY_IDS, 6)::equals).count());
            assertEquals(1, venue.count(GatewayCounter.ID_ALARMS));
            session.replace(1, ModeEnum.ChangeOrderQty, buy(7, PX, 2));
            awaitLast(session, String.format(TOO_MANY_IDS, 7));
            assertEquals(2, venue.count(GatewayCounter.ID_REFUSALS));
            session.cancel(8, 1, SI, "AA01001");
            awaitLast(session, "Cancel 8 ");

            venue.openNextSession();
            venue.awaitEnd(session);
            session.close();
            venue.await("connection is gone",
                () -> 0 == venue.gateway().counters().get(GatewayCounter.CONNECTIONS_OPEN));
            venue.passMs(1_000);
            final RawSession next = venue.establish(TWAA1).newOrder(buy(1, PX, 1));
            awaitLast(next, "NewOrder 1 ");
        }
    }

    private static void limit(final TestEngine engine, final long ofLogin, final long inAll)
    {
        for (int level = FeatureLevels.BASE + 1; level <= FeatureLevels.HIGHEST; level++)
        {
            new SessionOperator(engine.operator()).setFeatureLevel(level);
        }
        new VenueLimitsOperator(engine.operator()).set(new VenueLimitsSpec(inAll, ofLogin, 0, 0, 0, 0));
    }

    private void awaitLast(final RawSession session, final String beginning)
    {
        venue.await(beginning, () -> !session.frames.isEmpty() && session.frames.getLast().startsWith(beginning));
    }
}
