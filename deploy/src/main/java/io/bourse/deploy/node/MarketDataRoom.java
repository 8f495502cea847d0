// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.deploy.config.MarketDataConfig;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.timestamps.TimestampOptions;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.publisher.MarketDataPublisher;
import io.bourse.marketdata.publisher.MarketDataPublisherContext;
import io.bourse.marketdata.publisher.simba.SimbaOrderLog;
import io.bourse.marketdata.publisher.simba.SimbaOrderLogContext;

/**
 * The feeds of a venue as its configuration has them.
 */
final class MarketDataRoom
{
    private final VenueConfig config;
    private final TimestampOptions timestamps;
    private final MarketDataPublisher publisher;
    private SimbaOrderLog orderLog;

    MarketDataRoom(final VenueConfig config, final EngineClient client, final TimestampOptions timestamps)
    {
        this.config = config;
        this.timestamps = timestamps;
        publisher = new MarketDataPublisher(new MarketDataPublisherContext()
            .engineClient(client)
            .feed(this::orderLog));
    }

    /** Runs all feeds; whoever runs it closes it. */
    MarketDataPublisher publisher()
    {
        return publisher;
    }

    SimbaOrderLog orderLog()
    {
        return orderLog;
    }

    private SimbaOrderLog orderLog(final PublicMarket market)
    {
        final MarketDataConfig.Simba simba = config.marketData().simba();
        orderLog = new SimbaOrderLog(
            new SimbaOrderLogContext()
                .interfaceName(config.marketData().networkInterface())
                .incrementalA(Rooms.text(simba.ordersLog().incremental().a()))
                .incrementalB(Rooms.text(simba.ordersLog().incremental().b()))
                .snapshotA(Rooms.text(simba.ordersLog().snapshot().a()))
                .snapshotB(Rooms.text(simba.ordersLog().snapshot().b()))
                .snapshotCycleNs(simba.snapshotCycle().toNanos())
                .timestamps(timestamps)
                .partition(config.partition()),
            market);
        return orderLog;
    }
}
