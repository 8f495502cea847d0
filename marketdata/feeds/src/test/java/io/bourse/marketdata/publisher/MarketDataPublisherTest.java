// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.engine.testing.TestEngine;
import io.bourse.marketdata.market.PublicTransaction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("venue")
class MarketDataPublisherTest
{
    private final List<String> seen = new ArrayList<>();
    private MarketDataPublisher publisher;

    /** Writes down whether the publisher says that it is live. */
    private final class Feed implements MarketFeed
    {
        @Override
        public void onTransaction(final PublicTransaction transaction)
        {
            seen.add("transaction " + publisher.isLive());
        }

        @Override
        public void goLive(final long nowNs)
        {
            seen.add("goLive " + publisher.isLive());
        }

        @Override
        public int doWork(final long nowNs, final boolean isIdle)
        {
            seen.add("work " + publisher.isLive());
            return 0;
        }

        @Override
        public long publishedCursor()
        {
            return 0;
        }

        @Override
        public void close()
        {
            seen.add("close");
        }
    }

    @Test
    void shouldSayThatItIsLiveWhenAllFeedsAre(@TempDir final Path dir)
    {
        try (TestEngine engine = TestEngine.start(dir))
        {
            publisher = new MarketDataPublisher(MarketDataPublisherOptions.builder()
                .engineClient(engine.connect())
                .feeds(List.of(market -> new Feed(), market -> new Feed()))
                .movesWatermark(false)
                .build());
            try (MarketDataPublisher open = publisher)
            {
                TestEngine.await("live", () ->
                {
                    open.doWork();
                    return open.isLive();
                });
            }
        }
        seen.removeIf(line -> line.startsWith("transaction "));
        assertEquals(
            List.of("goLive false", "goLive false", "work true", "work true", "close", "close"), seen);
    }
}
