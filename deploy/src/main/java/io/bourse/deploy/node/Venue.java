// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.deploy.config.ReferenceData;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.OperatorClient;
import io.bourse.gateway.fix.FixGateway;
import io.bourse.gateway.sbe.SbeGateway;
import io.bourse.marketdata.publisher.SimbaPublisher;
import io.bourse.marketdata.publisher.SimbaPublisherContext;
import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The all-in-one node. Four threads of ours: the engine's, one for market data and one for each gateway, because FIX
 * reports are written to files before they are sent; QuickFIX/J brings its own. Everything is started in order and
 * closed in reverse, also when a start fails half-way.
 */
public final class Venue implements AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(Venue.class);
    private static final long START_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final long OPERATOR_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long SCHEDULE_IDLE_MS = 100;
    private static final long IDLE_MAX_PARK_NS = TimeUnit.MICROSECONDS.toNanos(50);

    private final VenueConfig config;
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
    private VenueEngine engine;
    private SbeGateway twime;
    private FixGateway fix;
    private SimbaPublisher simba;

    private Venue(final VenueConfig config)
    {
        this.config = config;
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
        final ReferenceData referenceData = ReferenceDataReader.read(config.referenceData());
        engine = opened(VenueEngine.launch(config, Venue::idleStrategy));
        final EngineClient client = opened(engine.connect());
        final SessionTracker session = SessionTracker.read(client);
        try (OperatorClient operator = new OperatorClient(client, OPERATOR_TIMEOUT_NS))
        {
            if (session.isNew())
            {
                enter(referenceData, operator);
            }
            startRooms();
            if (session.isNew())
            {
                operator.openSession(config.sessionId(), config.tradingDate());
            }
        }
        describe();
        startSnapshots();
    }

    private static void enter(final ReferenceData data, final OperatorClient operator)
    {
        data.clearingFirms().forEach(operator::defineClearingFirm);
        data.brokerageFirms().forEach(operator::defineBrokerageFirm);
        operator.defineAccounts(data.accounts(), 0);
        data.logins().forEach(login ->
            operator.defineLogin(login.loginId(), login.protocol(), login.name(), login.brokerageFirm()));
        data.instruments().forEach(operator::defineInstrument);
        data.strategies().forEach(strategy -> operator.defineLegs(strategy.instrumentId(), strategy.legs()));
    }

    private void startRooms()
    {
        simba = new SimbaPublisher(new SimbaPublisherContext()
            .engineClient(opened(engine.connect()))
            .interfaceName(config.simba().networkInterface())
            .incrementalA(text(config.simba().incrementalA()))
            .incrementalB(text(config.simba().incrementalB()))
            .snapshotA(text(config.simba().snapshotA()))
            .snapshotB(text(config.simba().snapshotB()))
            .snapshotCycleNs(config.simba().snapshotCycle().toNanos())
            .partition(config.partition()));
        run(simba);
        await("market data", simba::isLive);

        twime = new SbeGateway(new SbeGateway.Context()
            .engineClient(opened(engine.connect()))
            .bindAddress(config.twime().address())
            .maxSessions(config.twime().maxSessions())
            .partition(config.partition())
            .publicFirstTimeoutNs(config.twime().publicFirstTimeout().toNanos()));
        fix = new FixGateway(new FixGateway.Context()
            .engineClient(opened(engine.connect()))
            .bindAddress(config.fix().address())
            .storeDirectory(config.dataDir().resolve("fix"))
            .publicFirstTimeoutNs(config.fix().publicFirstTimeout().toNanos()));
        run(twime);
        run(fix);
        await("TWIME gateway", twime::isReady);
        await("FIX gateway", fix::isAccepting);
    }

    private void startSnapshots()
    {
        if (!config.snapshots().interval().isZero())
        {
            AgentRunner.startOnThread(opened(new AgentRunner(
                new SleepingMillisIdleStrategy(SCHEDULE_IDLE_MS), this::onFailure, null,
                new SnapshotSchedule(engine::connect, config.snapshots().interval().toNanos(), OPERATOR_TIMEOUT_NS))));
        }
    }

    private void run(final Agent agent)
    {
        final AgentRunner runner = opened(new AgentRunner(idleStrategy(), this::onFailure, null, agent));
        AgentRunner.startOnThread(runner);
    }

    /**
     * Yields, then parks briefly: on a small machine a spinning thread costs the others more than it gains.
     *
     * @return new strategy for one thread.
     */
    public static IdleStrategy idleStrategy()
    {
        return new BackoffIdleStrategy(20, 100, 1_000, IDLE_MAX_PARK_NS);
    }

    /** A room that fails once may be half-mutated: the venue stops rather than going on with it. */
    private void onFailure(final Throwable cause)
    {
        // An address in use is the operator's to change: the start says so in one line, without a stack trace.
        if (failure.complete(cause) && !isAddressInUse(cause))
        {
            LOGGER.error("a room of the venue failed and the venue must stop: dataDir={}", config.dataDir(), cause);
        }
    }

    /**
     * Whether something failed because somebody else listens on an address.
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

    private void await(final String room, final BooleanSupplier ready)
    {
        final long deadlineNs = System.nanoTime() + START_TIMEOUT_NS;
        final IdleStrategy idle = idleStrategy();
        while (!ready.getAsBoolean())
        {
            if (failure.isDone())
            {
                throw new IllegalStateException("venue did not start: room=" + room, failure.getNow(null));
            }
            if (System.nanoTime() > deadlineNs)
            {
                throw new IllegalStateException(
                    "venue did not start in time: room=" + room + " timeoutNs=" + START_TIMEOUT_NS);
            }
            idle.idle(0);
        }
    }

    private <T extends AutoCloseable> T opened(final T resource)
    {
        open.push(resource);
        return resource;
    }

    private void describe()
    {
        try
        {
            Files.createDirectories(config.dataDir());
            descriptor().write(config.dataDir());
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot describe the venue: dataDir=" + config.dataDir(), ex);
        }
        opened(() -> VenueDescriptor.remove(config.dataDir()));
    }

    /**
     * Where this venue is.
     *
     * @return addresses in use.
     */
    public VenueDescriptor descriptor()
    {
        return new VenueDescriptor(
            ProcessHandle.current().pid(),
            config.partition(),
            config.durability(),
            engine.aeronDirectoryName(),
            engine.ingressEndpoints(),
            text(twime.localAddress()),
            text(fix.localAddress()),
            config.simba().networkInterface(),
            text(config.simba().incrementalA()),
            text(config.simba().incrementalB()),
            text(config.simba().snapshotA()),
            text(config.simba().snapshotB()),
            config.clearing().keysDir().toString(),
            config.clearing().openingBalanceKopecks());
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
     * The running market-data publisher.
     *
     * @return publisher of this node.
     */
    public SimbaPublisher simba()
    {
        return simba;
    }

    /**
     * Completes with the cause when a room fails; the owner then closes the venue.
     *
     * @return never completes in a healthy venue.
     */
    public CompletableFuture<Throwable> failure()
    {
        return failure;
    }

    private static String text(final InetSocketAddress address)
    {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    @Override
    public void close()
    {
        while (!open.isEmpty())
        {
            CloseHelper.close(cause -> LOGGER.error("could not close a part of the venue", cause), open.pop());
        }
    }
}
