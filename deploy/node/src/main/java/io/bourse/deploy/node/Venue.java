// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.deploy.config.ConfigurationException;
import io.bourse.deploy.config.LoginNames;
import io.bourse.deploy.config.PartitionInstruments;
import io.bourse.deploy.config.ReferenceData;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.config.ThreadLayout;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.net.SocketWatch;
import io.bourse.engine.telemetry.SecurityLog;
import io.bourse.gateway.fix.FixGateway;
import io.bourse.gateway.sbe.SbeGateway;
import io.bourse.marketdata.publisher.simba.SimbaOrderLog;
import org.agrona.concurrent.Agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/**
 * The all-in-one node. In a compact layout the engine, market data and both gateways have their turns on one thread; in
 * a dedicated one each has its own. Everything is started in order and closed in reverse, also when a start fails
 * half-way.
 */
public final class Venue implements AutoCloseable
{
    private final VenueConfig config;
    private final NodeParts parts;
    private SocketWatch watch;
    private HeapBudget budget;
    private VenueEngine engine;
    private SecurityLog securityLog;
    private SbeGateway twime;
    private FixGateway fix;
    private MarketDataComponent marketData;

    private Venue(final VenueConfig config)
    {
        this.config = config;
        parts = new NodeParts(config);
    }

    /**
     * Starts a venue: recovers what the data directory holds, or enters the reference data and opens the first session.
     *
     * @param config checked configuration.
     * @return running venue.
     * @throws IllegalStateException with facts when a part does not start; nothing is left open then.
     */
    public static Venue start(final VenueConfig config)
    {
        final Venue venue = new Venue(config);
        try
        {
            venue.start();
            return venue;
        }
        catch (final RuntimeException ex)
        {
            venue.close();
            throw ex;
        }
    }

    private void start()
    {
        final ReferenceData data = ReferenceDataReader.read(config);
        LoginNames.check(config.twime(), data);
        LoginNames.check(config.fix(), data);
        LoginNames.requireIdentity(config.twime(), data);
        refuseCoresOfComponents();
        budget = HeapBudget.ofVenue(config, data);
        watch = Idling.sleepsOnSockets(config) ? parts.opened(new SocketWatch()) : null;
        engine = VenueEngine.launch(config, watch, budget, parts);
        securityLog = parts.securityLog();
        FirstStart.enter(config, data, budget, parts.opened(engine.connect()), () -> startComponents(data));
        describe(data);
        parts.runWatch(engine.ingressWatch(securityLog));
        if (!config.lowFrequency().running().isEmpty())
        {
            // Those of this process need none.
            parts.runWatch(new GatewayWatch(config.dataDir(), 0, engine::connect, engine::isInCharge));
        }
        final AccessWatch access = new AccessWatch("venue", config, data, this::access, securityLog);
        // What has changed since the configuration was read.
        access.reload();
        parts.runWatch(access);
        parts.runSnapshots(config.snapshots(), engine);
    }

    private void access(final VenueConfig changed)
    {
        Components.access(twime, changed);
        Components.access(fix, changed);
    }

    private void startComponents(final ReferenceData data)
    {
        final ComponentCounters ofMarketData = parts.counters(ComponentKind.MARKET_DATA.id());
        marketData = parts.opened(ofMarketData.hold(() -> Components.marketData(config, () -> data,
            SharedWatermark.sending(config, connect(), parts), () -> parts.opened(engine.connect()), securityLog)));
        if (null != marketData.lease())
        {
            parts.runParking(marketData.lease());
        }
        run(ThreadLayout.MARKET_DATA, ofMarketData.counted(marketData.publisher()));
        if (null != marketData.others())
        {
            parts.run(ThreadLayout.OTHER_FEEDS, ofMarketData.counted(marketData.others()));
        }
        await("market data", marketData::isReady);
        ofMarketData.serving();

        final ComponentCounters ofTwime = parts.counters(ComponentKind.TWIME.id());
        twime = ofTwime.hold(() -> Components.twime(config, connect(), config.twime().bindAddress(),
            config.twime().recoveryAddress(), watch, securityLog));
        // The runner of a component closes it, also when the next one cannot be opened.
        run(ThreadLayout.TWIME, ofTwime.counted(twime));
        final ComponentCounters ofFix = parts.counters(ComponentKind.FIX.id());
        fix = ofFix.hold(() ->
            Components.fix(config, connect(), config.fix().bindAddress(), 0, watch, securityLog));
        run(ThreadLayout.FIX, ofFix.counted(fix));
        await("TWIME gateway", twime::isReady);
        ofTwime.serving();
        await("FIX gateway", fix::isAccepting);
        ofFix.serving();
    }

    private void refuseCoresOfComponents()
    {
        for (final String component : ThreadLayout.COMPONENTS)
        {
            if (config.layout().isCompact() && config.layout().cores().containsKey(component))
            {
                throw new ConfigurationException("venue.cores." + component,
                    config.layout().cores().get(component).toString(),
                    "must be left out with layout = compact: the component has its turns on the engine's thread");
            }
        }
    }

    private EngineClient connect()
    {
        return parts.opened(config.layout().isCompact() ? engine.connectHosted() : engine.connect());
    }

    private void run(final String name, final Agent component)
    {
        if (config.layout().isCompact())
        {
            parts.opened(engine.host(component, parts::onFailure));
        }
        else
        {
            parts.run(name, component);
        }
    }

    private void await(final String component, final BooleanSupplier ready)
    {
        parts.await(component, ready, () -> false);
    }

    /**
     * Whether something failed because another process listens on an address.
     *
     * @param failure that was thrown.
     * @return true when a cause of it says so.
     */
    public static boolean isAddressInUse(final Throwable failure)
    {
        Throwable cause = failure;
        while (null != cause && !(cause instanceof BindException))
        {
            cause = cause.getCause();
        }
        return null != cause;
    }

    private void describe(final ReferenceData data)
    {
        try
        {
            Files.createDirectories(config.dataDir());
            VenueKeys.allowForDemo(config);
            PartitionInstruments.write(config, data);
            descriptor().write(config.dataDir());
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot describe the venue: dataDir=" + config.dataDir(), ex);
        }
        parts.opened(() -> VenueDescriptor.remove(config.dataDir()));
    }

    /**
     * Where this venue is.
     *
     * @return addresses in use.
     */
    public VenueDescriptor descriptor()
    {
        return VenueDescriptor.of(
            config, engine, Components.text(twime.localAddress()), Components.text(twime.recoveryAddress()),
            Components.text(fix.localAddress()), marketData.services(), budget.heap());
    }

    /**
     * Data directory.
     *
     * @return as configured.
     */
    public Path dataDir()
    {
        return config.dataDir();
    }

    /**
     * The running engine.
     *
     * @return engine of this node.
     */
    public VenueEngine engine()
    {
        return engine;
    }

    /**
     * The running TWIME gateway.
     *
     * @return gateway of this node.
     */
    public SbeGateway twime()
    {
        return twime;
    }

    /**
     * The running FIX gateway.
     *
     * @return gateway of this node.
     */
    public FixGateway fix()
    {
        return fix;
    }

    /**
     * The SIMBA order log.
     *
     * @return running feed of this node.
     */
    public SimbaOrderLog simba()
    {
        return marketData.orderLog();
    }

    /**
     * Completes with the cause when a component fails; the owner then closes the venue.
     *
     * @return never completes in a healthy venue.
     */
    public CompletableFuture<Throwable> failure()
    {
        return parts.failure();
    }

    /**
     * Completes when the venue is to be handed over to the other site; the owner then closes the venue.
     *
     * @return never completes without a second site.
     */
    public CompletableFuture<Void> stopRequest()
    {
        return parts.stop();
    }

    @Override
    public void close()
    {
        parts.close();
    }
}
