// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.deploy.config.MarketDataConfig;
import io.bourse.deploy.config.ReferenceData;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.record.VenueRecorder;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.PublisherLease;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.LeaseCounter;
import io.bourse.engine.telemetry.SecuritySink;
import io.bourse.engine.telemetry.TimestampOptions;
import io.bourse.marketdata.publisher.MarketDataPublisher;
import io.bourse.marketdata.publisher.MarketDataPublisherOptions;
import io.bourse.marketdata.publisher.simba.SimbaOrderLog;
import io.bourse.marketdata.service.ObligationService;
import io.bourse.marketdata.service.ObligationServiceOptions;
import io.bourse.marketdata.statistics.IndexSpec;
import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.CompositeAgent;
import org.agrona.concurrent.SystemEpochNanoClock;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The market data of a venue as its configuration has it: SIMBA, which private answers wait for, on a duty cycle of its
 * own; FAST, PITCH, the numbers for supervisors and captures, which nothing waits for, on another one.
 */
final class MarketDataComponent implements AutoCloseable
{
    private final MarketDataConfig config;
    private final MarketFeeds feeds;
    private final PublisherLease lease;
    private final Agent leaseAgent;
    private final MarketDataPublisher publisher;
    private final MarketDataPublisher others;
    private final ObligationService obligations;
    private final VenueRecorder recorder;

    /**
     * Opens all sockets.
     *
     * @param config of the venue.
     * @param data reference data, asked for if there are indices or obligations.
     * @param client of the engine, for SIMBA.
     * @param otherClients connects to the engine once more, for those on the other duty cycle.
     * @param timestamps where the times of sending are recorded, or null.
     * @param securityLog of the services.
     */
    MarketDataComponent(
        final VenueConfig config,
        final Supplier<ReferenceData> data,
        final EngineClient client,
        final Supplier<EngineClient> otherClients,
        final TimestampOptions timestamps,
        final SecuritySink securityLog)
    {
        this.config = config.marketData();
        feeds = new MarketFeeds(config, timestamps, securityLog);
        final ArrayList<AutoCloseable> opened = new ArrayList<>();
        opened.add(feeds);
        try
        {
            lease = null == this.config.lease() ? null : newLease(otherClients.get());
            leaseAgent = null == lease ? null :
                new CompositeAgent(lease, new LeaseWatch(lease, new CounterSet<>(LeaseCounter.class)));
            if (null != lease)
            {
                opened.add(lease::onClose);
            }
            publisher = new MarketDataPublisher(
                feeds.addSimba(MarketDataPublisherOptions.builder().engineClient(client).lease(lease)).build());
            opened.add(publisher);
            others = !this.config.others().isEmpty() ? newOthers(data, otherClients.get()) : null;
            opened.add(others);
            obligations = this.config.obligations().isEnabled() ?
                newObligations(config, data.get(), otherClients.get(), securityLog) : null;
            opened.add(obligations);
            recorder = this.config.recording().feeds().isEmpty() ? null : new VenueRecorder(this.config);
        }
        catch (final RuntimeException ex)
        {
            CloseHelper.quietCloseAll(opened.reversed());
            throw ex;
        }
    }

    private PublisherLease newLease(final EngineClient client)
    {
        return new PublisherLease(client, config.lease().gatewayId(), config.lease().duration().toNanos(),
            SystemEpochNanoClock.INSTANCE, System::nanoTime);
    }

    private MarketDataPublisher newOthers(final Supplier<ReferenceData> data, final EngineClient client)
    {
        return new MarketDataPublisher(feeds.addOthers(
            MarketDataPublisherOptions.builder().engineClient(client).movesWatermark(false).lease(lease),
            config.index().isEnabled() ? indices(data.get()) : List.of()).build());
    }

    private List<IndexSpec> indices(final ReferenceData data)
    {
        final long intervalNs = config.index().interval().toNanos();
        return data.indices().stream().map((spec) -> spec.atMostEvery(intervalNs)).toList();
    }

    private ObligationService newObligations(
        final VenueConfig config, final ReferenceData data, final EngineClient client, final SecuritySink securityLog)
    {
        return new ObligationService(ObligationServiceOptions.builder()
            .engineClient(client)
            .indices(data.indices())
            .obligations(data.obligations())
            .bindAddress(config.marketData().obligations().http())
            .addressFile(config.dataDir().resolve(ObligationService.ADDRESS_FILE))
            .checkpoints(feeds.obligationCheckpoints(data))
            .securityLog(securityLog).build());
    }

    /** What private answers wait for; its runner closes it. */
    MarketDataPublisher publisher()
    {
        return publisher;
    }

    /** What nothing waits for, or null; its runner closes it. */
    Agent others()
    {
        final List<Agent> agents = Stream.<Agent>of(others, obligations, recorder).filter(Objects::nonNull).toList();
        return agents.isEmpty() ? null : new CompositeAgent(agents);
    }

    /** What keeps the lease, or null; its runner closes it. */
    Agent lease()
    {
        return leaseAgent;
    }

    private record LeaseWatch(PublisherLease lease, CounterSet<LeaseCounter> counters) implements Agent
    {
        @Override
        public int doWork()
        {
            counters.set(LeaseCounter.HELD, lease.isHeld() ? 1 : 0);
            counters.set(LeaseCounter.BEGINNINGS, lease.beginnings());
            return 0;
        }

        @Override
        public String roleName()
        {
            return "lease-counters";
        }
    }

    /** Whether it sends, or will when it has the lease. */
    boolean isReady()
    {
        return publisher.isReady() && (null == others || others.isReady()) &&
            (null == obligations || obligations.isLive());
    }

    SimbaOrderLog orderLog()
    {
        return feeds.orderLog();
    }

    /** Where everything over TCP listens, by name. */
    Map<String, InetSocketAddress> services()
    {
        final Map<String, InetSocketAddress> services = new LinkedHashMap<>(feeds.services());
        if (null != obligations)
        {
            services.put("obligations", obligations.localAddress());
        }
        return services;
    }

    /** What is left when its agents have been closed. */
    @Override
    public void close()
    {
        feeds.close();
    }
}
