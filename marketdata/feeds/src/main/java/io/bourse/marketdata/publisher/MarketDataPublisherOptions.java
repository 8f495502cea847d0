// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.PublisherLease;
import io.bourse.engine.client.checkpoint.CheckpointStore;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.statistics.IndexSpec;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.function.Function;

import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;

/**
 * Options of a {@link MarketDataPublisher}.
 *
 * @param engineClient engine to follow; must be given. The publisher does not close it.
 * @param feeds what makes the feeds of the market, in their order, at least one; must be given. The first feed is the
 *     one that private answers wait for.
 * @param indices price indices of the reference data; none by default.
 * @param movesWatermark whether the first feed moves the venue's published watermark; true by default. One publisher of
 *     a venue does.
 * @param checkpoints where its state is kept for the next start, or null, the default: then that reads everything. All
 *     feeds must be {@link CheckpointedFeed}s.
 * @param checkpointIntervalBytes how much of the event stream there is between two checkpoints; 64 MiB by default.
 * @param lease without which it sends nothing, or null, the default: it always sends. Another thread works for it.
 * @param clock for intervals; the system's by default.
 */
@RecordBuilder
public record MarketDataPublisherOptions(
    EngineClient engineClient,
    List<Function<PublicMarket, ? extends MarketFeed>> feeds,
    List<IndexSpec> indices,
    boolean movesWatermark,
    CheckpointStore checkpoints,
    long checkpointIntervalBytes,
    PublisherLease lease,
    EpochNanoClock clock)
{
    private static final long CHECKPOINT_INTERVAL_BYTES = 64L * 1024 * 1024;

    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException with the option and its value.
     */
    public MarketDataPublisherOptions
    {
        feeds = List.copyOf(feeds);
        indices = List.copyOf(indices);
        if (null == engineClient)
        {
            throw new IllegalArgumentException("A publisher needs an engine client: engineClient=null");
        }
        if (feeds.isEmpty())
        {
            throw new IllegalArgumentException("A publisher needs a feed: feeds=0");
        }
    }

    /**
     * Begins with the defaults; an engine client and a feed must be given.
     *
     * @return builder.
     */
    public static MarketDataPublisherOptionsBuilder builder()
    {
        return MarketDataPublisherOptionsBuilder.builder()
            .feeds(List.of())
            .indices(List.of())
            .movesWatermark(true)
            .checkpointIntervalBytes(CHECKPOINT_INTERVAL_BYTES)
            .clock(SystemEpochNanoClock.INSTANCE);
    }
}
