// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher;

import io.bourse.engine.client.EngineClient;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.statistics.IndexSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;

/**
 * Options of a {@link MarketDataPublisher}. Used once: {@link #conclude()} is called by the publisher.
 */
public final class MarketDataPublisherContext
{
    private final ArrayList<Function<PublicMarket, ? extends MarketFeed>> feeds = new ArrayList<>();
    private List<IndexSpec> indices = List.of();
    private EngineClient engineClient;
    private boolean movesWatermark = true;
    private EpochNanoClock clock = SystemEpochNanoClock.INSTANCE;
    private boolean isConcluded;

    /**
     * No feeds yet; an engine client must be given.
     */
    public MarketDataPublisherContext()
    {
    }

    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException with the option and its value.
     * @throws IllegalStateException if the context was used before.
     */
    public void conclude()
    {
        if (isConcluded)
        {
            throw new IllegalStateException("A publisher context can be used once only, make a new one.");
        }
        isConcluded = true;
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
     * Engine to follow. The publisher does not close it.
     *
     * @param engineClient of the partition.
     * @return this.
     */
    public MarketDataPublisherContext engineClient(final EngineClient engineClient)
    {
        this.engineClient = engineClient;
        return this;
    }

    /**
     * Engine to follow.
     *
     * @return client.
     */
    public EngineClient engineClient()
    {
        return engineClient;
    }

    /**
     * Adds a feed, behind those added before. The first is the one that private answers wait for.
     *
     * @param feed makes it, knowing the market whose transactions it will hear; owned by the publisher.
     * @return this.
     */
    public MarketDataPublisherContext feed(final Function<PublicMarket, ? extends MarketFeed> feed)
    {
        feeds.add(feed);
        return this;
    }

    /**
     * Feeds in their order.
     *
     * @return makers of the feeds.
     */
    public List<Function<PublicMarket, ? extends MarketFeed>> feeds()
    {
        return feeds;
    }

    /**
     * Price indices of the reference data; none unless set.
     *
     * @param indices to be kept by the market of this publisher.
     * @return this.
     */
    public MarketDataPublisherContext indices(final List<IndexSpec> indices)
    {
        this.indices = List.copyOf(indices);
        return this;
    }

    /**
     * Price indices of the reference data.
     *
     * @return none unless set.
     */
    public List<IndexSpec> indices()
    {
        return indices;
    }

    /**
     * Whether the first feed moves the venue's published watermark; true unless set. One publisher of a venue does.
     *
     * @param movesWatermark true for the publisher that private answers wait for.
     * @return this.
     */
    public MarketDataPublisherContext movesWatermark(final boolean movesWatermark)
    {
        this.movesWatermark = movesWatermark;
        return this;
    }

    /**
     * Whether the first feed moves the venue's published watermark.
     *
     * @return true if it does.
     */
    public boolean movesWatermark()
    {
        return movesWatermark;
    }

    /**
     * Clock for intervals; the system's unless set.
     *
     * @param clock nanoseconds since the Unix epoch.
     * @return this.
     */
    public MarketDataPublisherContext clock(final EpochNanoClock clock)
    {
        this.clock = clock;
        return this;
    }

    /**
     * Clock for intervals.
     *
     * @return clock.
     */
    public EpochNanoClock clock()
    {
        return clock;
    }
}
