// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.GatewayLease;
import io.bourse.engine.client.checkpoint.CheckpointStore;
import io.bourse.engine.client.checkpoint.DayCheckpoints;
import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.client.partitions.PartitionsClient;
import io.bourse.engine.telemetry.CheckpointCounter;
import io.bourse.engine.telemetry.CheckpointCounters;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.CountersFile;
import io.bourse.gateway.fix.admission.AccessRules;
import io.bourse.gateway.fix.data.DataCounter;
import io.bourse.gateway.fix.data.MarketDataService;
import io.bourse.gateway.fix.field.FixRefusal;
import io.bourse.gateway.fix.order.OrderService;
import io.bourse.gateway.fix.order.SessionSource;
import io.bourse.gateway.fix.session.FixCounter;
import io.bourse.gateway.fix.session.FixGatewayOptions;
import io.bourse.gateway.fix.session.FixSession;
import io.bourse.gateway.fix.session.FixTransport;
import io.bourse.gateway.fix.session.LogonCheck;
import io.bourse.gateway.fix.session.SessionTimes;
import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The FIX 4.4 gateway. One duty cycle does everything: it reads what clients send, publishes requests into the ring,
 * follows the event stream and reports to the clients.
 *
 * <p>Start: the gateway publishes ConnectGateway and replays the event stream, from the last trading session or from
 * the beginning, until it sees its own GatewayConnected, and claims all logins; then it knows all logins, orders and
 * sequences, and only then listens. {@link #localAddress()} has the port from that moment, see {@link #isAccepting()}.
 *
 * <p>A standby ({@link #standBy}) follows the event stream and answers each Logon by Logout until it is activated: then
 * it starts. Reports without a number and marks of the numbers that the active gateway uses are in its stores.
 *
 * <p>QuickFIX/J keeps its sessions in a table of the whole process: two gateways with the same CompIDs cannot live in
 * one process at the same time.
 */
public final class FixGateway implements Agent, AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(FixGateway.class);
    private static final long CONNECT_INTERVAL_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long TURN_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);
    /** Of what may be unsent to a session, market data takes at most one of so many parts. */
    private static final int DATA_SHARE = 4;

    /** States of the duty cycle, in the order they are passed through. */
    private enum State
    {
        STANDBY, CONNECTING, REPLAYING, ACCEPTING, CLOSED
    }

    private final FixGatewayOptions options;
    /** Null with one engine. */
    private final PartitionsClient several;
    private final long epoch;
    private final FixTransport transport;
    private final CheckpointCounters orderCheckpoints = new CheckpointCounters();
    /** Null without market data, as all of it. */
    private final CheckpointCounters dataCheckpoints;
    private final DayCheckpoints orderDays;
    private final List<MarketDataService.Source> dataSources;
    private final OrderService orders;
    private final EventFollower follower;
    private final MarketDataService data;
    private final AtomicBoolean isClosed = new AtomicBoolean();
    /** Turns that have ended, and where each has left the event stream. */
    private final AtomicLong turns = new AtomicLong();
    private final AtomicLong passedCursor = new AtomicLong();
    private final AtomicReference<Function<String, AccessRules>> newAccess = new AtomicReference<>();
    private final ArrayDeque<Runnable> ends = new ArrayDeque<>();
    private volatile State state = State.CONNECTING;
    private volatile InetSocketAddress localAddress;
    private final long historyEnd;
    /** Of the active gateway, when this one is its standby and activates itself; else null. */
    private GatewayLease lease;
    private volatile boolean isEnded;
    private volatile boolean isStandby;
    private volatile boolean isStandingBy;
    private boolean wasStandby;
    private long connectAgainNs;
    private long activationEndNs;
    private boolean isActivation;
    private boolean isAddressChecked;

    /**
     * A gateway that is not connected yet; its duty cycle does that.
     *
     * @param client of the partition served, or a {@link PartitionsClient} of all of them: the gateway cannot be a
     *     standby then. The gateway does not close it.
     * @param logonCheck asked for every Logon; closed with the gateway.
     * @throws IllegalArgumentException without a client or a check.
     */
    public FixGateway(final FixGatewayOptions options, final EngineClient client, final LogonCheck logonCheck)
    {
        if (null == client || null == logonCheck)
        {
            throw new IllegalArgumentException("a FIX gateway needs an engine and a check of Logons: engineClient=" +
                client + " logonCheck=" + logonCheck);
        }
        this.options = options;
        several = client instanceof final PartitionsClient partitions ? partitions : null;
        dataCheckpoints =
            options.marketData() ? CountersFile.labelled("feed=fix", CheckpointCounters::new) : null;
        dataSources = new ArrayList<>();
        epoch = options.epochClock().nanoTime();
        transport = new FixTransport(options, logonCheck, client.publishedWatermark(), client.partition());
        DayCheckpoints ordersOpened = null;
        boolean isMade = false;
        try
        {
            ordersOpened = days("orders", OrderService.STATE_VERSION, OrderService.stateSettings(options) +
                (null == several ? "" : " partitions=" + several.partitions()), orderCheckpoints,
                needed -> null == several ? needed : needed.andThen(several::passed));
            if (options.marketData())
            {
                openData(null == several ? List.of(client) : several.views());
            }
            orders = new OrderService(
                options,
                epoch,
                client,
                new TransportSessions(),
                transport.outbox(),
                transport.counters(),
                ordersOpened);
            orderCheckpoints.started(orders.cursor());
            data = options.marketData() ? marketData(client) : null;
            transport.handler(null == data ? orders.handler() : new MessageRouter(orders.handler(), data));
            historyEnd = client.endCursor();
            follower = client.follow(orders.cursor(), orders.listener());
            isMade = true;
        }
        finally
        {
            if (!isMade)
            {
                // The engine may die in this very moment; the next gateway of this process needs the stores.
                CloseHelper.closeAll(ordersOpened, transport);
                closeData();
            }
        }
        orderDays = ordersOpened;
    }

    /** Each partition has its own checkpoints: its market is of its stream alone. */
    private void openData(final List<EngineClient> clients)
    {
        for (final EngineClient each : clients)
        {
            final int partition = each.partition();
            dataSources.add(new MarketDataService.Source(each, days(
                null == several ? "data" : "data-" + partition, MarketDataService.STATE_VERSION, "", dataCheckpoints,
                needed -> null == several ? needed : positions -> needed.accept(positions.isEmpty() ?
                    List.of(new StreamPosition(partition, 0, 0, 0)) : positions))));
        }
    }

    private void closeData()
    {
        CloseHelper.closeAll(dataSources.stream().map(MarketDataService.Source::days).toList());
    }

    private MarketDataService marketData(final EngineClient client)
    {
        final MarketDataService service = new MarketDataService(
            dataSources,
            null == several ? instrumentId -> client.partition() : several::partitionOf,
            options.epochClock(),
            options.nanoClock(),
            options.publicFirstTimeoutNs(),
            Math.min(MarketDataService.DEFAULT_MAX_UNSENT_BYTES, options.server().sendQueueLength() / DATA_SHARE));
        dataCheckpoints.started(service.cursor());
        return service;
    }

    private int doDataWork()
    {
        return null == data ? 0 : data.doWork();
    }

    private DayCheckpoints days(
        final String part, final int version, final String settings, final CheckpointCounters counters,
        final UnaryOperator<Consumer<List<StreamPosition>>> needed)
    {
        return new DayCheckpoints(
            new CheckpointStore(options.storeDirectory().resolve(StoreDirectory.CHECKPOINTS),
                "fix-" + options.gatewayId() + "-" + part, version, settings).onNeeded(
                needed.apply(options.historyParts().get())),
            counters::written, counters::failed);
    }

    @Override
    public String roleName()
    {
        return "fix-gateway";
    }

    @Override
    public int doWork()
    {
        boolean isDone = false;
        try
        {
            final int work = switch (state)
            {
                case STANDBY -> followAndRefuse();
                case CONNECTING -> connect();
                case REPLAYING -> replay();
                case ACCEPTING -> report();
                case CLOSED -> 0;
            };
            isDone = true;
            endTurn();
            return work;
        }
        finally
        {
            if (!isDone)
            {
                // A step may be half done, and the duty cycle goes on: no order may be taken.
                state = State.CLOSED;
            }
        }
    }

    private void endTurn()
    {
        passedCursor.lazySet(follower.cursor());
        turns.lazySet(turns.get() + 1);
    }

    /**
     * Up to where in the event stream the stores may have anything that they had when this was called. May be called
     * from any thread but the gateway's; waits for the end of a turn.
     *
     * @return cursor.
     * @throws IllegalStateException when the gateway stands still.
     */
    public long passedCursor()
    {
        final long turn = turns.get();
        final long deadlineNs = System.nanoTime() + TURN_TIMEOUT_NS;
        final IdleStrategy idle = new SleepingMillisIdleStrategy();
        while (turns.get() == turn && !isEnded)
        {
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new IllegalStateException("the FIX gateway stands still: gatewayId=" + options.gatewayId());
            }
            idle.idle();
        }
        return passedCursor.get();
    }

    /**
     * Makes it a standby. To be called before the duty cycle runs.
     *
     * @param isAutomatic whether it activates itself when the active gateway gives no sign of life for the lease.
     */
    public void standBy(final boolean isAutomatic)
    {
        state = State.STANDBY;
        isStandby = true;
        wasStandby = true;
        transport.standby(true);
        if (isAutomatic)
        {
            lease = new GatewayLease(options.gatewayId(), options.leaseNs());
            orders.watch(lease);
        }
    }

    /**
     * Whether it is a standby that has replayed history and refuses sessions.
     *
     * @return true until it is activated.
     */
    public boolean isStandingBy()
    {
        return isStandingBy;
    }

    /** Takes over from the gateway that this one is the standby of: it starts, and the other one gives up. */
    public void activate()
    {
        isStandby = false;
    }

    private int followAndRefuse()
    {
        final long nowNs = options.nanoClock().nanoTime();
        int work = follower.poll(EventFollower.FRAMES_OF_TURN) + transport.drain(nowNs) + doDataWork();
        orders.writeDay();
        // What history says was for others.
        if (orders.takeActivationOrder() && isStandingBy)
        {
            LOGGER.info("an operator has the standby take over: gatewayId={}", options.gatewayId());
            activate();
        }
        if (follower.cursor() >= historyEnd)
        {
            listen();
            isStandingBy = true;
            work += transport.poll(nowNs);
            watchLease(nowNs);
        }
        if (!isStandby)
        {
            isStandingBy = false;
            state = State.CONNECTING;
        }
        return work;
    }

    private void watchLease(final long nowNs)
    {
        if (null == lease)
        {
            return;
        }
        if (lease.isQuestionDue(nowNs) && orders.askForSign())
        {
            lease.onAsked(nowNs);
        }
        if (lease.isOver(nowNs))
        {
            LOGGER.warn("the active FIX gateway gives no sign of life, its standby takes over: gatewayId={} leaseNs={}",
                options.gatewayId(), options.leaseNs());
            activate();
        }
    }

    private int connect()
    {
        if (!isAddressChecked)
        {
            checkAddress();
        }
        if (!orders.connect(wasStandby))
        {
            return 0;
        }
        connectAgainNs = options.nanoClock().nanoTime() + CONNECT_INTERVAL_NS;
        state = State.REPLAYING;
        return 1;
    }

    /**
     * A gateway that cannot listen must not get as far as its barrier: that would take the sessions of the one that
     * listens there.
     */
    private void checkAddress()
    {
        checkAddress(options.bindAddress());
        if (null != options.server().tls())
        {
            checkAddress(options.server().tls().address());
        }
        isAddressChecked = true;
    }

    private void checkAddress(final InetSocketAddress address)
    {
        // Bound, not listening: there is no backlog, and connections that have just ended do not matter.
        try (Socket probe = new Socket())
        {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(address.getHostString(), address.getPort()));
        }
        catch (final IOException ex)
        {
            close();
            throw new IllegalStateException("FIX gateway cannot listen: address=" + address, ex);
        }
    }

    private int replay()
    {
        final int work = follower.poll(EventFollower.FRAMES_OF_TURN) +
            transport.drain(options.nanoClock().nanoTime()) + doDataWork();
        orders.writeDay();
        if (orders.isConnected() && orders.claim())
        {
            if (null == data || data.isCaughtUp())
            {
                accept();
            }
        }
        else if (options.nanoClock().nanoTime() - connectAgainNs > 0)
        {
            // The barrier may be lost with a leader; a second one of the same epoch changes nothing.
            state = State.CONNECTING;
        }
        return work;
    }

    /**
     * Puts other rules of access in force, from the next duty cycle on: sessions that they do not allow end by Logout.
     * May be called from any thread.
     *
     * @param rules by the name of a session.
     */
    public void access(final Function<String, AccessRules> rules)
    {
        newAccess.set(rules);
    }

    private int report()
    {
        if (null != newAccess.get())
        {
            transport.access(newAccess.getAndSet(null));
        }
        for (Runnable end = ends.pollFirst(); null != end; end = ends.pollFirst())
        {
            end.run();
        }
        int work = transport.poll(options.nanoClock().nanoTime()) + orders.doWork();
        if (!transport.isFull())
        {
            work += follower.poll(EventFollower.FRAMES_OF_TURN);
        }
        if (orders.isFenced())
        {
            close();
            throw new IllegalStateException("another gateway with the same id has started, this one gave up its " +
                "sessions and must stay down, or start as its standby: gatewayId=" + options.gatewayId());
        }
        if (isActivation && options.nanoClock().nanoTime() - activationEndNs >= 0)
        {
            activation(false);
            LOGGER.info("the activation phase is over: gatewayId={}", options.gatewayId());
        }
        // Reports first: traders wait for them.
        work += transport.drain(options.nanoClock().nanoTime());
        return work + doDataWork();
    }

    private void accept()
    {
        orders.accept();
        if (null != data)
        {
            data.accept();
        }
        activation(options.activationPhaseNs() > 0);
        activationEndNs = options.nanoClock().nanoTime() + options.activationPhaseNs();
        listen();
        transport.standby(false);
        state = State.ACCEPTING;
        LOGGER.info("FIX gateway listens: address={} tlsAddress={} gatewayId={} sessions={} workingOrders={}",
            localAddress, transport.localAddress(true), options.gatewayId(), transport.sessions().all().size(),
            orders.workingOrders());
    }

    private void listen()
    {
        if (null != localAddress)
        {
            return;
        }
        final InetSocketAddress address = options.bindAddress();
        try
        {
            transport.listen(address);
        }
        catch (final IOException | RuntimeException e)
        {
            close();
            throw new IllegalStateException("FIX gateway cannot listen: address=" + address, e);
        }
        localAddress = transport.localAddress(false);
        // As a standby it listens before it connects.
        isAddressChecked = true;
    }

    private void activation(final boolean isNow)
    {
        isActivation = isNow;
        orders.closeEntry(isNow);
        if (null != data)
        {
            data.activation(isNow);
        }
        counters().set(FixCounter.ACTIVATION, isNow ? 1 : 0);
    }

    @Override
    public void onClose()
    {
        close();
    }

    /**
     * Logs the sessions out, stops listening and hands over the last reports. To be called when the duty cycle has
     * ended; an AgentRunner does it through {@link #onClose()}.
     */
    @Override
    public void close()
    {
        if (!isClosed.compareAndSet(false, true))
        {
            return;
        }
        final State last = state;
        state = State.CLOSED;
        try
        {
            if (State.ACCEPTING == last)
            {
                transport.disconnect();
                if (!orders.isFenced())
                {
                    publishLastConnectionChanges();
                }
            }
        }
        finally
        {
            endTurn();
            CloseHelper.closeAll(data, follower, transport, orderDays);
            closeData();
            isEnded = true;
        }
        LOGGER.info("FIX gateway closed: {}", transport.counters());
    }

    private void publishLastConnectionChanges()
    {
        try
        {
            orders.publishLastConnectionChanges();
        }
        catch (final IllegalStateException ex)
        {
            LOGGER.debug("the engine has gone before the gateway", ex);
        }
        final int pending = orders.pendingConnectionChanges();
        if (pending > 0)
        {
            LOGGER.info("the engine does not know yet that sessions have ended, the next start of this gateway will " +
                "tell it: sessions={} gatewayId={}", pending, options.gatewayId());
        }
    }

    /**
     * Whether replay is over and clients can connect.
     *
     * @return true from then until the gateway is closed.
     */
    public boolean isAccepting()
    {
        return State.ACCEPTING == state;
    }

    /**
     * Distinguishes this start in the event stream.
     *
     * @return epoch of its GatewayConnected.
     */
    public long epoch()
    {
        return epoch;
    }

    /**
     * Where the gateway listens.
     *
     * @return address with the port in use.
     * @throws IllegalStateException before {@link #isAccepting()}.
     */
    public InetSocketAddress localAddress()
    {
        final InetSocketAddress address = localAddress;
        if (null == address)
        {
            throw new IllegalStateException("FIX gateway does not listen yet, it is replaying: state=" + state);
        }
        return address;
    }

    /**
     * What was counted so far.
     *
     * @return live counters.
     */
    public CounterSet<FixCounter> counters()
    {
        return transport.counters();
    }

    /**
     * The share of QuickFIX/J in the way of a message.
     *
     * @return live sums.
     */
    public SessionTimes sessionTimes()
    {
        return transport.sessionTimes();
    }

    /**
     * What order entry has written for its next process.
     *
     * @return counters, readable from any thread.
     */
    public CounterSet<CheckpointCounter> orderCheckpoints()
    {
        return orderCheckpoints.all();
    }

    /**
     * What market data has written for its next process.
     *
     * @return counters, readable from any thread; null without market data.
     */
    public CounterSet<CheckpointCounter> dataCheckpoints()
    {
        return null == dataCheckpoints ? null : dataCheckpoints.all();
    }

    /**
     * Requests refused by the gateway itself, by kind.
     *
     * @return live counters.
     */
    public CounterSet<FixRefusal> refusals()
    {
        return orders.refusals();
    }

    /**
     * Working orders of all FIX logins.
     *
     * @return count.
     */
    public long workingOrders()
    {
        return orders.workingOrders();
    }

    /** Gives the order service its sessions. */
    private final class TransportSessions implements SessionSource
    {
        @Override
        public FixSession define(final int loginId, final String name, final String brokerageFirm)
        {
            transport.sessions().define(loginId, name, brokerageFirm);
            return transport.sessions().byLoginId(loginId);
        }

        @Override
        public void connected(final long commandPosition)
        {
            if (wasStandby && transport.isUnmarked())
            {
                throw new IllegalStateException("the active gateway has left no message numbers in the event stream, " +
                    "its program is an older one; start it again with its own stores: gatewayId=" +
                    options.gatewayId());
            }
            // Numbers are marked for a standby.
            transport.caughtUp(commandPosition, null == several ? epoch : 0);
        }

        @Override
        public void owner(final long ofEpoch)
        {
            transport.owner(ofEpoch);
        }

        @Override
        public long markDue(final int loginId, final boolean isClaim)
        {
            return transport.markDue(loginId, isClaim);
        }

        @Override
        public void marked(final int loginId, final long mark)
        {
            transport.marked(loginId, mark);
        }

        /** Not while a transaction is being read. */
        @Override
        public void end(final int loginId, final boolean isReset, final long commandPosition)
        {
            ends.addLast(() -> transport.end(loginId, isReset, commandPosition));
        }

        /** At once: reports of later transactions have the new numbers. */
        @Override
        public void resetMissed(final int loginId, final long commandPosition, final long timeNs)
        {
            transport.resetMissed(loginId, commandPosition, timeNs);
        }
    }

    /**
     * What the market data side has done.
     *
     * @return live counters; null without market data.
     */
    public CounterSet<DataCounter> dataCounters()
    {
        return null == data ? null : data.counters();
    }
}
