// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.deploy.config.MarketDataConfig;
import io.bourse.deploy.config.MarketDataConfig.BookFeeds;
import io.bourse.deploy.config.MarketDataConfig.InfoFeeds;
import io.bourse.deploy.config.MarketDataConfig.Pair;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.engine.telemetry.TimestampOptions;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.PacketHistory;
import io.bourse.marketdata.publisher.MarketDataPublisherContext;
import io.bourse.marketdata.publisher.fast.FastEndpoints;
import io.bourse.marketdata.publisher.fast.FastPublisher;
import io.bourse.marketdata.publisher.fast.FastPublisherContext;
import io.bourse.marketdata.publisher.pitch.PitchFeed;
import io.bourse.marketdata.publisher.pitch.PitchFeedContext;
import io.bourse.marketdata.publisher.pitch.PitchRecoveryContext;
import io.bourse.marketdata.publisher.simba.InstrumentGroup;
import io.bourse.marketdata.publisher.simba.SimbaInstrumentFeed;
import io.bourse.marketdata.publisher.simba.SimbaInstrumentFeedContext;
import io.bourse.marketdata.publisher.simba.SimbaOrderLog;
import io.bourse.marketdata.publisher.simba.SimbaOrderLogContext;
import io.bourse.marketdata.publisher.simba.SimbaReplayContext;
import io.bourse.marketdata.publisher.simba.SimbaReplayServer;
import org.agrona.CloseHelper;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Makes each feed from the configuration of a venue.
 */
final class MarketFeeds implements AutoCloseable
{
    /** About what a message and its place take. */
    private static final int PITCH_MESSAGE_LENGTH = 64;

    private final VenueConfig venue;
    private final MarketDataConfig config;
    private final TimestampOptions timestamps;
    private final Path directory;
    private PacketHistory simbaHistory;
    private SimbaOrderLog orderLog;
    private SimbaReplayServer simbaReplay;
    private FastPublisher fast;
    private PitchFeed pitch;

    MarketFeeds(final VenueConfig venue, final TimestampOptions timestamps)
    {
        this.venue = venue;
        this.timestamps = timestamps;
        config = venue.marketData();
        directory = venue.dataDir().resolve("marketdata");
    }

    /** The order log first: private answers wait for it. */
    MarketDataPublisherContext addSimba(final MarketDataPublisherContext context)
    {
        final PacketHistory history = PacketHistory.inFile(
            directory.resolve("simba-" + venue.partition() + ".packets"), historyLength());
        simbaHistory = history;
        return context
            .feed((market) -> orderLog(market, history))
            .feed((market) -> info(market, InstrumentGroup.FUTURES, config.simba().futInfo()))
            .feed((market) -> info(market, InstrumentGroup.OPTIONS, config.simba().optInfo()))
            .feed((market) -> simbaReplay(history));
    }

    /** What nobody waits for. */
    MarketDataPublisherContext addOthers(final MarketDataPublisherContext context)
    {
        if (config.fast().isEnabled())
        {
            context.feed(this::fast);
        }
        if (config.pitch().isEnabled())
        {
            context.feed((market) -> pitch());
        }
        return context;
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
        if (null != pitch && !config.pitch().logins().isEmpty())
        {
            services.put("pitch.gap-request", pitch.gapServerAddress());
            services.put("pitch.spin", pitch.spinServerAddress());
        }
        return services;
    }

    private SimbaOrderLog orderLog(final PublicMarket market, final PacketHistory history)
    {
        final MarketDataConfig.Simba simba = config.simba();
        orderLog = new SimbaOrderLog(
            new SimbaOrderLogContext()
                .version(simba.version())
                .interfaceName(config.networkInterface())
                .timeToLive(config.timeToLive())
                .incrementalA(a(simba.ordersLog().incremental()))
                .incrementalB(b(simba.ordersLog().incremental()))
                .snapshotA(a(simba.ordersLog().snapshot()))
                .snapshotB(b(simba.ordersLog().snapshot()))
                .snapshotCycleNs(simba.snapshotCycle().toNanos())
                .heartbeatIntervalNs(config.heartbeat().toNanos())
                .markFile(directory.resolve("simba-" + venue.partition() + ".mark"))
                .history(history)
                .timestamps(timestamps)
                .partition(venue.partition()),
            market);
        return orderLog;
    }

    private SimbaInstrumentFeed info(final PublicMarket market, final InstrumentGroup group, final InfoFeeds feeds)
    {
        return new SimbaInstrumentFeed(
            new SimbaInstrumentFeedContext(group)
                .version(config.simba().version())
                .interfaceName(config.networkInterface())
                .timeToLive(config.timeToLive())
                .replayA(a(feeds.replay()))
                .replayB(b(feeds.replay()))
                .incrementalA(a(feeds.incremental()))
                .incrementalB(b(feeds.incremental()))
                .cycleNs(config.simba().infoCycle().toNanos())
                .heartbeatIntervalNs(config.heartbeat().toNanos())
                .partition(venue.partition()),
            market);
    }

    private SimbaReplayServer simbaReplay(final PacketHistory history)
    {
        simbaReplay = new SimbaReplayServer(new SimbaReplayContext()
            .version(config.simba().version())
            .history(history)
            .bindAddress(config.simba().replay()));
        return simbaReplay;
    }

    private FastPublisher fast(final PublicMarket market)
    {
        final MarketDataConfig.Fast options = config.fast();
        final FastPublisherContext context = new FastPublisherContext()
            .interfaceName(config.networkInterface())
            .timeToLive(config.timeToLive())
            .isAFirst(isAFirst())
            .ordersLog(endpoints(options.ordersLog()))
            .trades(endpoints(options.foTrades()))
            .futInfo(endpoints(options.futInfo()))
            .optInfo(endpoints(options.optInfo()))
            .ordersLogReplay(options.ordersLogReplay())
            .tradesReplay(options.foTradesReplay())
            .snapshotCycleNs(options.snapshotCycle().toNanos())
            .infoCycleNs(options.infoCycle().toNanos())
            .conflationNs(options.conflation().toNanos())
            .heartbeatIntervalNs(config.heartbeat().toNanos())
            .historyLength(historyLength())
            .directory(directory);
        options.books().forEach((depth, feeds) -> context.book(depth, endpoints(feeds)));
        if (config.index().isEnabled())
        {
            context.index(endpoints(options.index())).indexReplay(options.indexReplay());
        }
        fast = new FastPublisher(context, market);
        return fast;
    }

    private PitchFeed pitch()
    {
        final MarketDataConfig.Pitch options = config.pitch();
        final PitchFeedContext context = new PitchFeedContext()
            .interfaceName(config.networkInterface())
            .timeToLive(config.timeToLive())
            .feedA(a(options.unit()))
            .feedB(b(options.unit()))
            .symbolFile(directory.resolve("pitch-symbols.csv"))
            .partition(venue.partition());
        // Without logins nobody could ask.
        pitch = new PitchFeed(options.logins().isEmpty() ? context : context.recovery(pitchRecovery(options)));
        return pitch;
    }

    private PitchRecoveryContext pitchRecovery(final MarketDataConfig.Pitch options)
    {
        final PitchRecoveryContext recovery = new PitchRecoveryContext()
            .retransmission(Components.text(options.gapResponse()))
            .gapServer(options.gapRequest())
            .spinServer(options.spin())
            .historyCapacity(pitchHistory(historyLength()))
            .maxGapMessages(options.quota().messages())
            .maxGapsPerSecond(options.quota().perSecond())
            .maxGapsPerMinute(options.quota().perMinute())
            .maxGapsPerDay(options.quota().perDay());
        options.logins().forEach((login) ->
            recovery.login(login.session(), login.user(), new String(login.password().get())));
        return recovery;
    }

    /** Behind the feeds, which are closed by whoever runs them. */
    @Override
    public void close()
    {
        CloseHelper.quietClose(simbaHistory);
    }

    /** Messages of the unit that can be asked for: they are in memory, not in a mapped file as those of others. */
    static int pitchHistory(final int historyLength)
    {
        return Math.min(historyLength / PITCH_MESSAGE_LENGTH, PitchRecoveryContext.HISTORY_CAPACITY_DEFAULT);
    }

    private int historyLength()
    {
        return PacketHistory.capacityFor(config.historyBytes());
    }

    private boolean isAFirst()
    {
        return 1 == venue.partition() % 2;
    }

    private FastEndpoints endpoints(final BookFeeds feeds)
    {
        return endpoints(feeds.incremental(), feeds.snapshot());
    }

    private FastEndpoints endpoints(final InfoFeeds feeds)
    {
        return endpoints(feeds.incremental(), feeds.replay());
    }

    private FastEndpoints endpoints(final Pair incremental, final Pair again)
    {
        return new FastEndpoints(
            endpoint(a(incremental)), endpoint(b(incremental)), endpoint(a(again)), endpoint(b(again)));
    }

    private static MulticastEndpoint endpoint(final String text)
    {
        return null == text ? null : MulticastEndpoint.parse(text);
    }

    /** Null when another process sends this side. */
    private String a(final Pair pair)
    {
        return config.sides().hasA() ? Components.text(pair.a()) : null;
    }

    private String b(final Pair pair)
    {
        return config.sides().hasB() ? Components.text(pair.b()) : null;
    }
}
