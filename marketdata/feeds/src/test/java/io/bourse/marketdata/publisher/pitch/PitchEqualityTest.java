// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.marketdata.Multicast;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.publisher.MarketDataPublisher;
import io.bourse.marketdata.publisher.MarketDataPublisherOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Books rebuilt from the messages of the feed against the public books, after every transaction of random days.
 */
@Tag("venue")
class PitchEqualityTest
{
    private final long seed = System.nanoTime();
    private PitchDay day;
    private MarketDataPublisher publisher;
    private PitchFeed feed;
    private PitchCheck check;

    @AfterEach
    void tearDown()
    {
        CloseHelper.closeAll(publisher, day);
    }

    @Test
    void shouldKeepTheBooksOfThePublicMarketAfterEveryTransactionOfRandomDays(@TempDir final Path dir)
    {
        System.out.println("PitchEqualityTest seed=" + seed);
        day = new PitchDay(dir, new Random(seed));
        publisher = new MarketDataPublisher(MarketDataPublisherOptions.builder()
            .engineClient(day.client)
            .feeds(List.of(
                (market) -> newFeed(),
                (market) ->
                {
                    check = new PitchCheck(market, feed, seed);
                    return check;
                })).build());
        for (int i = 0; i < 12_000; i++)
        {
            day.step();
            publisher.doWork();
        }
        day.settle();
        final long end = day.client.endCursor();
        while (publisher.doWork() > 0 || feed.publishedCursor() < end)
        {
            Thread.yield();
        }
        assertTrue(check.compared() > 3_000, "compared=" + check.compared() + " seed=" + seed);
        assertTrue(day.phaseChanges() > 20 && day.massCancels() > 5, "seed=" + seed);
        // Auctions that a halt interrupts leave crossed books; trading resumes after they have been uncrossed.
        assertEquals(0, check.crossed(), "seed=" + seed);
        assertEquals(0, feed.counters().get(PitchCounter.UNSHOWABLE));
    }

    private PitchFeed newFeed()
    {
        feed = new PitchFeed(PitchFeedOptions.builder()
            .feedA(MulticastEndpoint.parse(Multicast.free()))
            .feedB(MulticastEndpoint.parse(Multicast.free()))
            .recovery(PitchRecoveryOptions.builder().build()).build());
        return feed;
    }
}
