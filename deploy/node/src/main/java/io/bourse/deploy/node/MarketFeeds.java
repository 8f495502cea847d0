// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.deploy.config.MarketDataConfig;
import io.bourse.deploy.config.MarketDataConfig.Protocol;
import io.bourse.deploy.config.ReferenceData;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.engine.client.checkpoint.CheckpointStore;
import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.host.retention.ConsumerParts;
import io.bourse.engine.host.retention.ConsumerRegistry;
import io.bourse.engine.telemetry.CountersFile;
import io.bourse.engine.telemetry.SecuritySink;
import io.bourse.engine.telemetry.TimestampOptions;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.net.PacketHistory;
import io.bourse.marketdata.publisher.MarketDataPublisher;
import io.bourse.marketdata.publisher.MarketDataPublisherOptionsBuilder;
import io.bourse.marketdata.publisher.MarketFeed;
import io.bourse.marketdata.publisher.fast.FastPublisher;
import io.bourse.marketdata.publisher.fast.FastPublisherOptionsBuilder;
import io.bourse.marketdata.publisher.pitch.PitchFeed;
import io.bourse.marketdata.publisher.pitch.PitchFeedOptionsBuilder;
import io.bourse.marketdata.publisher.simba.SimbaInstrumentFeed;
import io.bourse.marketdata.publisher.simba.SimbaOrderLog;
import io.bourse.marketdata.publisher.simba.SimbaOrderLogOptionsBuilder;
import io.bourse.marketdata.publisher.simba.SimbaReplayOptionsBuilder;
import io.bourse.marketdata.publisher.simba.SimbaReplayServer;
import io.bourse.marketdata.statistics.IndexSpec;
import io.bourse.marketdata.statistics.ObligationCounters;
import org.agrona.CloseHelper;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Makes each feed from the configuration of a venue.
 */
final class MarketFeeds implements AutoCloseable
{
    private static final String CONSUMER = "market-data";

    private final MarketDataConfig config;
    private final TimestampOptions timestamps;
    private final SecuritySink securityLog;
    private final Path directory;
    private final int partition;
    private final Consumer<List<StreamPosition>> neededBySimba;
    private final Consumer<List<StreamPosition>> neededByOthers;
    private final Consumer<List<StreamPosition>> neededByObligations;
    private PacketHistory simbaHistory;
    private SimbaOrderLog orderLog;
    private SimbaReplayServer simbaReplay;
    private FastPublisher fast;
    private PitchFeed pitch;

    MarketFeeds(final VenueConfig venue, final TimestampOptions timestamps, final SecuritySink securityLog)
    {
        this.securityLog = securityLog;
        this.timestamps = timestamps;
        config = venue.marketData();
        partition = venue.partition();
        directory = venue.dataDir().resolve("marketdata");
        final ConsumerParts parts = new ConsumerParts(new ConsumerRegistry(venue.dataDir()), CONSUMER);
        neededBySimba = parts.part();
        neededByOthers = config.others().isEmpty() ? null : parts.part();
        neededByObligations = config.obligations().isEnabled() ? parts.part() : null;
        if (null == config.ordersLog().incrementalA() || null == config.ordersLog().incrementalB())
        {
            // Another component sends the other side: it needs everything.
            parts.part();
        }
    }

    /** The order log first: private answers wait for it. */
    MarketDataPublisherOptionsBuilder addSimba(final MarketDataPublisherOptionsBuilder options)
    {
        final PacketHistory history = PacketHistory.inFile(
            directory.resolve("simba-" + partition + ".packets"), PacketHistory.capacityFor(config.historyBytes()));
        simbaHistory = history;
        // What decides how packets are cut and numbered.
        final String settings = "maxPacketLength=" + config.ordersLog().maxPacketLength() + " nightlyReset=" +
            config.ordersLog().nightlyReset();
        return withCheckpoints(options, "simba", settings, neededBySimba).feeds(List.of(
            (market) -> orderLog = new SimbaOrderLog(
                SimbaOrderLogOptionsBuilder.builder(config.ordersLog()).history(history).timestamps(timestamps).build(),
                market),
            (market) -> CountersFile.labelled("feed=fut-info", () -> new SimbaInstrumentFeed(config.futInfo(), market)),
            (market) -> CountersFile.labelled("feed=opt-info", () -> new SimbaInstrumentFeed(config.optInfo(), market)),
            (market) -> simbaReplay = new SimbaReplayServer(
                SimbaReplayOptionsBuilder.builder(config.replay()).securityLog(securityLog).build(), history)));
    }

    private MarketDataPublisherOptionsBuilder withCheckpoints(
        final MarketDataPublisherOptionsBuilder options,
        final String publisher,
        final String settings,
        final Consumer<List<StreamPosition>> needed)
    {
        return options.checkpointIntervalBytes(config.checkpointBytes()).checkpoints(new CheckpointStore(
            directory.resolve("checkpoints"), publisher + "-" + partition, MarketDataPublisher.STATE_VERSION,
            settings).onNeeded(needed));
    }

    /** What nothing waits for. */
    MarketDataPublisherOptionsBuilder addOthers(
        final MarketDataPublisherOptionsBuilder options, final List<IndexSpec> indices)
    {
        final List<Function<PublicMarket, ? extends MarketFeed>> feeds = new ArrayList<>();
        final StringJoiner settings = new StringJoiner(" ");
        for (final Protocol protocol : config.others())
        {
            feeds.add(switch (protocol)
            {
                case SIMBA -> throw new IllegalStateException("private answers wait for it: protocol=" + protocol);
                case FAST ->
                {
                    settings.add(config.fast().stateSettings());
                    yield (market) -> fast = new FastPublisher(
                        FastPublisherOptionsBuilder.builder(config.fast()).securityLog(securityLog).build(), market);
                }
                case PITCH ->
                {
                    settings.add(config.pitch().stateSettings());
                    yield (market) -> pitch = new PitchFeed(
                        PitchFeedOptionsBuilder.builder(config.pitch()).securityLog(securityLog).build());
                }
            });
        }
        settings.add("indices=" + indices);
        return withCheckpoints(options, "others", settings.toString(), neededByOthers).indices(indices).feeds(feeds);
    }

    CheckpointStore obligationCheckpoints(final ReferenceData data)
    {
        return new CheckpointStore(directory.resolve("checkpoints"), "obligations-" + partition,
            ObligationCounters.STATE_VERSION, data.obligations() + " " + data.indices()).onNeeded(neededByObligations);
    }

    SimbaOrderLog orderLog()
    {
        return orderLog;
    }

    Map<String, InetSocketAddress> services()
    {
        final Map<String, InetSocketAddress> services = new LinkedHashMap<>();
        services.put("simba.replay", simbaReplay.localAddress());
        if (null != fast)
        {
            services.put("fast.orders-log.replay", fast.replayAddress("ORDERS-LOG"));
            services.put("fast.fo-trades.replay", fast.replayAddress("FO-TRADES"));
            if (config.index().isEnabled())
            {
                services.put("fast.index.replay", fast.replayAddress("INDEX"));
            }
        }
        if (null != pitch && null != config.pitch().recovery())
        {
            services.put("pitch.gap-request", pitch.gapServerAddress());
            services.put("pitch.spin", pitch.spinServerAddress());
        }
        return services;
    }

    /** After the feeds, which their runners close. */
    @Override
    public void close()
    {
        CloseHelper.quietClose(simbaHistory);
    }
}
