// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.client.EngineClient;
import io.bourse.gateway.fix.session.FixCounter;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Private answers wait for market data, but never for ever.
 */
@Tag("venue")
class FixPublicFirstTest
{
    private static final long E5 = 100_000;

    @TempDir
    private Path directory;

    @Test
    void shouldHoldReportsWhenMarketDataIsNotPublic()
    {
        try (Venue venue = new Venue(directory)
            .options((options) -> options.publicFirstTimeoutNs(TimeUnit.HOURS.toNanos(1)))
            .startGateway();
            EngineClient publisher = venue.engine.connect())
        {
            final Trader alpha = venue.logOn("ALPHA");
            alpha.buy("a1", 10, 100 * E5);
            Venue.await(() -> 1 == venue.gateway().workingOrders(), "order is not accepted");
            final long first = publisher.endCursor();
            alpha.buy("a2", 10, 99 * E5);
            Venue.await(() -> 2 == venue.gateway().workingOrders(), "order is not accepted");
            alpha.expectNothingMore();
            publisher.publishedWatermark().advance(first);
            alpha.expect("0/0 a1 qty=10@100 leaves=10 cum=0 avg=0");
            alpha.expectNothingMore();
            publisher.publishedWatermark().advance(publisher.endCursor());
            alpha.expect("0/0 a2 qty=10@99 leaves=10 cum=0 avg=0");
            assertEquals(0, venue.counters().get(FixCounter.LATE_FOR_MARKET_DATA));
        }
    }

    @Test
    void shouldAnswerAndCountWhenMarketDataDoesNotCome()
    {
        try (Venue venue = new Venue(directory)
            .options((options) -> options.publicFirstTimeoutNs(TimeUnit.MILLISECONDS.toNanos(1)))
            .startGateway())
        {
            final Trader alpha = venue.logOn("ALPHA");
            alpha.buy("a1", 10, 100 * E5);
            alpha.expect("0/0 a1 qty=10@100 leaves=10 cum=0 avg=0");
            assertTrue(venue.counters().get(FixCounter.LATE_FOR_MARKET_DATA) > 0);
        }
    }

    @Test
    void shouldHandOverHeldReportsWhenClosed()
    {
        try (Venue venue = new Venue(directory)
            .options((options) -> options.publicFirstTimeoutNs(TimeUnit.HOURS.toNanos(1)))
            .startGateway())
        {
            final Trader alpha = venue.logOn("ALPHA");
            alpha.buy("a1", 10, 100 * E5);
            Venue.await(() -> 1 == venue.gateway().workingOrders(), "order is not accepted");
            venue.stopGateway();
            alpha.expect("0/0 a1 qty=10@100 leaves=10 cum=0 avg=0");
            alpha.expectNothingMore();
        }
    }
}
