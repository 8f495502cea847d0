// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.deploy.config.ConfigurationException;
import io.bourse.deploy.config.LoginNames;
import io.bourse.deploy.config.ReferenceData;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.config.MarketDataConfig;
import io.bourse.deploy.config.ThreadLayout;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.partitions.PartitionLink;
import io.bourse.engine.client.partitions.PartitionsClient;
import io.bourse.engine.telemetry.SecurityLog;
import io.bourse.engine.files.OwnDirectory;
import io.bourse.engine.security.Principal;
import io.bourse.gateway.fix.FixGateway;
import io.bourse.gateway.sbe.SbeGateway;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One component in a process of its own. It waits for its engine, and when the engine's process dies it gives up
 * everything it knows, waits for the next one and begins anew on the same address: what it must know it reads from the
 * event stream. A component that fails while its engine lives ends, for a supervisor to start it again.
 */
public final class ComponentNode implements AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(ComponentNode.class);
    private static final int WATCH_INTERVAL_MS = 10;
    /** A component may see that its engine is gone before the operating system has ended its process. */
    private static final long BLAME_NS = TimeUnit.SECONDS.toNanos(2);

    private final CompletableFuture<Throwable> end = new CompletableFuture<>();
    private final IdleStrategy idle = new SleepingMillisIdleStrategy(WATCH_INTERVAL_MS);
    private final ComponentKind kind;
    private final VenueConfig config;
    /** Logins of the venue; null when there is nothing to compare names with. */
    private final ReferenceData data;
    private final List<Path> engineDirs;
    private final Consumer<String> progress;
    private final Thread thread;
    private InetSocketAddress bindAddress;
    private InetSocketAddress recoveryAddress;
    private boolean isStandby;
    private boolean wasActivated;
    private boolean isActivationTimed;
    private long activationEndNs;
    /** Of the gateway in the event stream. */
    private long epoch;
    private volatile boolean isStopping;

    private ComponentNode(
        final ComponentKind kind,
        final VenueConfig config,
        final ReferenceData data,
        final List<Path> engineDirs,
        final Consumer<String> progress)
    {
        this.kind = kind;
        this.config = config;
        this.data = data;
        this.engineDirs = List.copyOf(engineDirs);
        this.progress = progress;
        bindAddress = switch (kind)
        {
            case TWIME -> config.twime().bindAddress();
            case FIX -> config.fix().bindAddress();
            case LOW_FREQUENCY -> config.lowFrequency().address();
            case LOW_FREQUENCY_FIX -> config.lowFrequency().fixAddress();
            case MARKET_DATA -> null;
        };
        isStandby = config.standby().isEnabled();
        recoveryAddress = ComponentKind.LOW_FREQUENCY == kind ? config.lowFrequency().recoveryAddress() :
            config.twime().recoveryAddress();
        thread = Thread.ofPlatform().name("bourse-component-" + kind.id()).unstarted(this::live);
    }

    /**
     * Starts a component.
     *
     * @param kind which one.
     * @param config checked configuration; the data directory is the component's.
     * @param engineDirs data directories of the engine's processes on this machine.
     * @param progress is called, on the component's thread, with {@code waiting for the engine} and
     *     {@code ready}, in every life.
     * @return component that is waiting for its engine, to be closed by the caller.
     * @throws ConfigurationException when there are options for a login that the reference data does not know.
     * @throws UncheckedIOException when another user owns the data directory, or others can use it.
     */
    public static ComponentNode start(
        final ComponentKind kind,
        final VenueConfig config,
        final List<Path> engineDirs,
        final Consumer<String> progress)
    {
        if (isTwime(kind))
        {
            HeapBudget.ofPart(config).requireIds();
        }
        final ReferenceData data = isTwime(kind) && (LoginNames.isAnyNamed(config.twime()) ||
            !config.twime().isOnLoopback()) || isFix(kind) && LoginNames.isAnyNamed(config.fix()) ?
            checkLogins(config) : null;
        try
        {
            OwnDirectory.make(config.dataDir());
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the data directory cannot be used: dataDir=" + config.dataDir(), ex);
        }
        final ComponentNode node = new ComponentNode(kind, config, data, engineDirs, progress);
        node.thread.start();
        return node;
    }

    private static boolean isTwime(final ComponentKind kind)
    {
        return ComponentKind.TWIME == kind || ComponentKind.LOW_FREQUENCY == kind;
    }

    private static boolean isFix(final ComponentKind kind)
    {
        return ComponentKind.FIX == kind || ComponentKind.LOW_FREQUENCY_FIX == kind;
    }

    /** The files that the venue was founded with need not be where the component runs. */
    private static ReferenceData checkLogins(final VenueConfig config)
    {
        final ReferenceData data;
        try
        {
            data = ReferenceDataReader.read(config);
        }
        catch (final ConfigurationException ex)
        {
            LOGGER.warn("logins named in the configuration are not checked, there is no reference data to compare" +
                " them with: {}", ex.getMessage());
            return null;
        }
        LoginNames.check(config.twime(), data);
        LoginNames.check(config.fix(), data);
        LoginNames.requireIdentity(config.twime(), data);
        return data;
    }

    /**
     * Completes when the component has ended.
     *
     * @return with the cause, or null when it was closed.
     */
    public CompletableFuture<Throwable> end()
    {
        return end;
    }

    private void live()
    {
        try
        {
            while (!isStopping)
            {
                final EngineLink link = awaitEngine();
                if (null != link)
                {
                    link.assertSeparate(kind);
                    liveWith(link);
                }
            }
            ComponentDescriptor.remove(config.dataDir(), kind);
            for (final Path dataDir : kind.isOfAll() ? engineDirs : List.<Path>of())
            {
                ComponentDescriptor.remove(dataDir, kind);
            }
            end.complete(null);
        }
        catch (final Throwable ex)
        {
            end.complete(ex);
        }
    }

    private EngineLink awaitEngine()
    {
        EngineLink link = find();
        if (null == link || config.host().isWithoutMember())
        {
            progress.accept("waiting for the engine");
        }
        while (null == link && !isStopping)
        {
            idle.idle();
            link = find();
        }
        return link;
    }

    private EngineLink find()
    {
        return kind.isOfAll() ? EngineLink.findAll(config, engineDirs) :
            EngineLink.find(config, engineDirs);
    }

    private void liveWith(final EngineLink link)
    {
        try (NodeParts parts = new NodeParts(config))
        {
            openWhileAlive(parts, link);
            while (!isStopping && !link.isGone())
            {
                if (parts.failure().isDone())
                {
                    throw new IllegalStateException(
                        "the component failed: component=" + kind.id(), parts.failure().join());
                }
                idle.idle();
            }
        }
        catch (final IOException ex)
        {
            // An interrupt of the watch, because the engine has gone, ends a write too.
            if (!isStopping && !isSoonGone(link))
            {
                throw new UncheckedIOException("cannot describe the component: dataDir=" + config.dataDir(), ex);
            }
            LOGGER.debug("the component has lost its engine: component={}", kind.id(), ex);
        }
        catch (final RuntimeException ex)
        {
            if (!isStopping && !isSoonGone(link))
            {
                throw ex;
            }
            LOGGER.debug("the component has lost its engine: component={}", kind.id(), ex);
        }
    }

    private boolean isSoonGone(final EngineLink link)
    {
        final long deadlineNs = System.nanoTime() + BLAME_NS;
        while (!link.isGone() && System.nanoTime() - deadlineNs < 0)
        {
            idle.idle();
        }
        return link.isGone();
    }

    /** Connecting to a driver whose process is dead would wait for its answer for many seconds. */
    private void openWhileAlive(final NodeParts parts, final EngineLink link) throws IOException
    {
        final AtomicBoolean isOpened = new AtomicBoolean();
        final Thread watch = Thread.ofPlatform().name("bourse-component-watch").start(() ->
        {
            final IdleStrategy watchIdle = new SleepingMillisIdleStrategy(WATCH_INTERVAL_MS);
            while (!isOpened.get() && !isStopping && !link.isGone())
            {
                watchIdle.idle();
            }
            if (!isOpened.get())
            {
                thread.interrupt();
            }
        });
        try
        {
            open(parts, link);
        }
        finally
        {
            isOpened.set(true);
            joinUninterruptibly(watch);
            // What follows closes in an orderly way, and must not be disturbed by a late interrupt.
            Thread.interrupted();
        }
    }

    private static void joinUninterruptibly(final Thread other)
    {
        while (other.isAlive())
        {
            try
            {
                other.join();
            }
            catch (final InterruptedException ignored)
            {
                // Meant for the opening that has just ended.
                continue;
            }
        }
    }

    private void open(final NodeParts parts, final EngineLink link) throws IOException
    {
        final BooleanSupplier isGivenUp = () -> isStopping || link.isGone();
        // Announced before a client can log in: GatewayWatch must not take the process id of an earlier process for
        // this one's.
        epoch = 0;
        describe(ComponentDescriptor.STARTING, "");
        final SecurityLog securityLog = parts.securityLog();
        final ComponentCounters counters = parts.counters(
            (isTwime(kind) ? ComponentKind.TWIME : isFix(kind) ? ComponentKind.FIX : kind).id());
        final EngineClient client = switch (kind)
        {
            case LOW_FREQUENCY, LOW_FREQUENCY_FIX -> connectAll(parts, isGivenUp);
            case MARKET_DATA -> SharedWatermark.sending(config, link.connect(kind, parts), parts);
            case TWIME, FIX -> SharedWatermark.hearing(config, link.connect(kind, parts), parts);
        };
        final Supplier<String> address = switch (kind)
        {
            case LOW_FREQUENCY ->
            {
                final SbeGateway gateway = counters.hold(() -> Components.lowFrequency(
                    config, (PartitionsClient)client, bindAddress, recoveryAddress, engineDirs, securityLog));
                run(parts, counters, gateway, isGivenUp, securityLog);
                yield () -> bound(gateway.localAddress());
            }
            case TWIME ->
            {
                final SbeGateway twime = counters.hold(() -> Components.twime(
                    config, client, bindAddress, recoveryAddress, null, securityLog));
                run(parts, counters, twime, isGivenUp, securityLog);
                yield () -> bound(twime.localAddress());
            }
            case FIX ->
            {
                final FixGateway fix = counters.hold(() ->
                    Components.fix(config, client, bindAddress, activationPhaseNs(), null, securityLog));
                run(parts, counters, fix, isGivenUp, securityLog);
                yield () -> bound(fix.localAddress());
            }
            case LOW_FREQUENCY_FIX ->
            {
                final FixGateway copies = counters.hold(() -> Components.lowFrequencyFix(
                    config, (PartitionsClient)client, bindAddress, engineDirs, securityLog));
                run(parts, counters, copies, isGivenUp, securityLog);
                yield () -> bound(copies.localAddress());
            }
            case MARKET_DATA ->
            {
                final MarketDataComponent component = parts.opened(counters.hold(() -> Components.marketData(
                    config, () -> ReferenceDataReader.read(config), client,
                    () -> link.connect(kind, parts), securityLog)));
                if (null != component.lease())
                {
                    parts.runParking(component.lease());
                }
                parts.run(ThreadLayout.MARKET_DATA, counters.counted(component.publisher()));
                if (null != component.others())
                {
                    parts.run(ThreadLayout.OTHER_FEEDS, counters.counted(component.others()));
                }
                parts.await(kind.title(), component::isReady, isGivenUp);
                final MarketDataConfig feeds = config.marketData();
                yield () -> Components.text(feeds.address("simba.orders-log.incremental-a")) + " " +
                    Components.text(feeds.address("simba.orders-log.incremental-b"));
            }
        };
        if (!isGivenUp.getAsBoolean())
        {
            serve(counters, address.get());
        }
    }

    private void run(
        final NodeParts parts,
        final ComponentCounters counters,
        final SbeGateway twime,
        final BooleanSupplier isGivenUp,
        final SecurityLog securityLog) throws IOException
    {
        if (isStandby)
        {
            twime.standBy(config.standby().isAutomatic());
        }
        else
        {
            twime.activationPhase(activationPhaseNs());
        }
        epoch = twime.epoch();
        describe(ComponentDescriptor.STARTING, "");
        parts.run(ThreadLayout.TWIME, counters.counted(twime));
        if (isStandby)
        {
            standBy(parts, counters, twime::isStandingBy, twime::localAddress, isGivenUp);
        }
        parts.await(kind.title(), twime::isReady, isGivenUp);
        watchAccess(parts, (changed) -> Components.access(twime, changed), securityLog);
        recoveryAddress = twime.recoveryAddress();
    }

    private void run(
        final NodeParts parts,
        final ComponentCounters counters,
        final FixGateway fix,
        final BooleanSupplier isGivenUp,
        final SecurityLog securityLog) throws IOException
    {
        if (isStandby)
        {
            fix.standBy(config.standby().isAutomatic());
        }
        epoch = fix.epoch();
        describe(ComponentDescriptor.STARTING, "");
        SecondSite.open(config, fix, () -> isStopping, parts);
        parts.run(ThreadLayout.FIX, counters.counted(fix));
        if (isStandby)
        {
            standBy(parts, counters, fix::isStandingBy, fix::localAddress, isGivenUp);
        }
        parts.await(kind.title(), fix::isAccepting, isGivenUp);
        watchAccess(parts, (changed) -> Components.access(fix, changed), securityLog);
    }

    /** All partitions are there when it begins; what happens to them later, the client knows. */
    private PartitionsClient connectAll(final NodeParts parts, final BooleanSupplier isGivenUp)
    {
        final int gatewayId = VenueConfig.LowFrequency.gatewayId(kind.id());
        final PartitionConnections connections = new PartitionConnections(engineDirs, Principal.gateway(gatewayId));
        parts.runWatch(connections);
        parts.await("connections to the partitions",
            () -> connections.links().stream().noneMatch(PartitionLink::isFree), isGivenUp);
        return parts.opened(new PartitionsClient(connections.links(), config.dataDir(),
            "disk".equals(config.durability()), gatewayId, SystemEpochNanoClock.INSTANCE));
    }

    private void serve(final ComponentCounters counters, final String address) throws IOException
    {
        counters.serving();
        final String recovery = isTwime(kind) ? Components.text(recoveryAddress) : "";
        describe(address, recovery);
        timeActivation();
        progress.accept("at " + address + (recovery.isEmpty() ? "" : "  recovery " + recovery));
        progress.accept("ready");
    }

    private void standBy(
        final NodeParts parts,
        final ComponentCounters counters,
        final BooleanSupplier isStandingBy,
        final Supplier<InetSocketAddress> bound,
        final BooleanSupplier isGivenUp) throws IOException
    {
        parts.await(kind.title(), isStandingBy, isGivenUp);
        if (isGivenUp.getAsBoolean())
        {
            return;
        }
        counters.serving();
        final String address = bound(bound.get());
        new ComponentDescriptor(kind.id(), ProcessHandle.current().pid(), address, "", true, 0)
            .write(config.dataDir(), kind);
        progress.accept("standby at " + address);
        while (!isGivenUp.getAsBoolean() && isStandingBy.getAsBoolean())
        {
            if (parts.failure().isDone())
            {
                throw new IllegalStateException(
                    "the standby failed: component=" + kind.id(), parts.failure().join());
            }
            idle.idle();
        }
        if (!isGivenUp.getAsBoolean())
        {
            // Also in its next lives, when the engine dies and comes back.
            isStandby = false;
            wasActivated = true;
            progress.accept("activated");
        }
        describe(ComponentDescriptor.STARTING, "");
    }

    private void timeActivation()
    {
        if (wasActivated && !isActivationTimed)
        {
            isActivationTimed = true;
            activationEndNs = System.nanoTime() + config.standby().activationPhaseNs();
        }
    }

    /** How long orders are still rejected because this was a standby: the phase outlasts the loss of an engine. */
    private long activationPhaseNs()
    {
        if (isActivationTimed)
        {
            return Math.max(0, activationEndNs - System.nanoTime());
        }
        return isStandby || wasActivated ? config.standby().activationPhaseNs() : 0;
    }

    /** What has changed since the process began counts from the first look on. */
    private void watchAccess(
        final NodeParts parts, final Consumer<VenueConfig> gateway, final SecurityLog securityLog)
    {
        final AccessWatch watch = new AccessWatch(kind.id(), config, data, gateway, securityLog);
        watch.reload();
        parts.runWatch(watch);
    }

    private void describe(final String address, final String recovery) throws IOException
    {
        final ComponentDescriptor descriptor =
            new ComponentDescriptor(kind.id(), ProcessHandle.current().pid(), address, recovery, false, epoch);
        descriptor.write(config.dataDir(), kind);
        if (kind.isOfAll())
        {
            // Each engine looks whether it lives.
            for (final Path dataDir : engineDirs)
            {
                descriptor.write(dataDir, kind);
            }
        }
    }

    /** The port of the first life is kept, also when any free one was asked for: clients come back to it. */
    private String bound(final InetSocketAddress address)
    {
        bindAddress = address;
        return Components.text(address);
    }

    /** Stops the component in an orderly way. */
    @Override
    public void close()
    {
        isStopping = true;
        try
        {
            thread.join();
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
    }
}
