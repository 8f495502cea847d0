// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import quickfix.ConfigError;
import quickfix.DefaultSessionFactory;
import quickfix.FileStoreFactory;
import quickfix.Session;
import quickfix.SessionFactory;
import quickfix.SessionSettings;
import quickfix.fix44.MessageFactory;

/**
 * FIX 4.4 order entry. The duty cycle is the event side: it follows the event stream and reports to the clients. The
 * threads of QuickFIX/J are the inbound side: they decode requests and publish them into the ring.
 *
 * <p>Start: the gateway publishes ConnectGateway and replays the event stream from its beginning until it sees its own
 * GatewayConnected; then it knows all logins, orders and sequences, and only then listens. {@link #localAddress()} has
 * the port from that moment, see {@link #isAccepting()}.
 *
 * <p>QuickFIX/J keeps its sessions in a table of the whole process: two gateways with the same CompIDs cannot live in
 * one process at the same time.
 */
public final class FixGateway implements Agent, AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(FixGateway.class);
    private static final long CONNECT_INTERVAL_NS = TimeUnit.SECONDS.toNanos(5);
    private static final int FRAME_LIMIT = 64;
    private static final int MAX_QUEUED_REPORTS = 100_000;
    private static final int BLOCKED_LIMIT = 64;

    /** States of the duty cycle, in the order they are passed through. */
    private enum State
    {
        CONNECTING, REPLAYING, ACCEPTING, CLOSED
    }

    private final Context context;
    private final FixCounters counters = new FixCounters();
    private final HandedMark mark;
    private final OrderDesk desk;
    private final ConnectionChanges connectionChanges;
    private final ReportQueue queue;
    private final FixSessions sessions;
    private final SessionFactory sessionFactory;
    private final EventAdapter adapter;
    private final EventFollower follower;
    private final long epoch;
    private final AtomicBoolean isClosed = new AtomicBoolean();
    private volatile State state = State.CONNECTING;
    private volatile InetSocketAddress localAddress;
    private long connectAgainNs;
    private boolean isAddressChecked;
    private FixAcceptor acceptor;

    /**
     * A gateway that is not connected yet; its duty cycle does that.
     *
     * @param context options; concluded here.
     * @throws IllegalArgumentException when options are missing or contradict each other.
     */
    public FixGateway(final Context context)
    {
        this.context = context.conclude();
        final EngineClient client = context.engineClient();
        epoch = context.epochClock().nanoTime();
        mark = new HandedMark(context.storeDirectory());
        boolean isMade = false;
        try
        {
            desk = new OrderDesk(
                new OrderTable(context.endedOrdersPerLogin()),
                new CommandEncoder(client.newCommandPublisher(), context.gatewayId(), client.partition()));
            connectionChanges = new ConnectionChanges(desk, context.epochClock());
            queue = new ReportQueue(client.publishedWatermark(), mark, counters, context.publicFirstTimeoutNs());
            final FixInstruments instruments = new FixInstruments();
            final SessionSettings settings = sessionSettings();
            sessions = new FixSessions(settings, context.targetCompId(), counters);
            final OrderEntryAdapter orderEntry = new OrderEntryAdapter(
                instruments,
                desk,
                counters,
                context.epochClock(),
                context.nanoClock(),
                epoch,
                context.engineBusyTimeoutNs());
            sessionFactory = sessionFactory(settings, orderEntry);
            sessions.factory(sessionFactory);
            adapter = new EventAdapter(
                sessions,
                instruments,
                desk,
                new ReportPublisher(queue, counters),
                queue,
                context.nanoClock(),
                context.gatewayId(),
                epoch);
            follower = client.follow(EngineClient.FROM_START, adapter);
            isMade = true;
        }
        finally
        {
            if (!isMade)
            {
                // The engine may die in this very moment; the next gateway of this process needs the stores.
                mark.close();
            }
        }
    }

    private SessionFactory sessionFactory(final SessionSettings settings, final OrderEntryAdapter orderEntry)
    {
        return new DefaultSessionFactory(
            new FixApplication(
                sessions,
                orderEntry,
                connectionChanges,
                counters,
                context.minHeartbeatSeconds(),
                context.maxHeartbeatSeconds()),
            new FileStoreFactory(settings),
            new QuietLogFactory(counters::onSessionError),
            new MessageFactory());
    }

    @Override
    public String roleName()
    {
        return "fix-gateway";
    }

    @Override
    public int doWork()
    {
        return switch (state)
        {
            case CONNECTING -> connect();
            case REPLAYING -> replay();
            case ACCEPTING -> report();
            case CLOSED -> 0;
        };
    }

    private int connect()
    {
        if (!isAddressChecked)
        {
            checkAddress();
        }
        if (!desk.connect(epoch, context.epochClock().nanoTime()))
        {
            return 0;
        }
        connectAgainNs = context.nanoClock().nanoTime() + CONNECT_INTERVAL_NS;
        state = State.REPLAYING;
        return 1;
    }

    /**
     * A gateway that cannot listen must not get as far as its barrier: that would take the sessions of the one that
     * listens there.
     */
    private void checkAddress()
    {
        final InetSocketAddress address = context.bindAddress();
        // Bound, not listening: nobody waits in a backlog, and connections that have just ended do not matter.
        try (Socket probe = new Socket())
        {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(address.getHostString(), address.getPort()));
            isAddressChecked = true;
        }
        catch (final IOException ex)
        {
            close();
            throw new IllegalStateException("FIX gateway cannot listen: address=" + address, ex);
        }
    }

    private int replay()
    {
        final int work = follower.poll(FRAME_LIMIT) + queue.drain(context.nanoClock().nanoTime());
        if (adapter.isConnected())
        {
            accept();
        }
        else if (context.nanoClock().nanoTime() - connectAgainNs > 0)
        {
            // The barrier may be lost with a leader; a second one of the same epoch changes nothing.
            state = State.CONNECTING;
        }
        return work;
    }

    private int report()
    {
        int work = retryBlocked() + connectionChanges.publish();
        if (queue.size() < MAX_QUEUED_REPORTS)
        {
            work += follower.poll(FRAME_LIMIT);
        }
        if (adapter.isFenced())
        {
            close();
            throw new IllegalStateException("another gateway with the same id has started, this one gave up its " +
                "sessions: give each gateway its own gatewayId: gatewayId=" + context.gatewayId());
        }
        return work + queue.drain(context.nanoClock().nanoTime());
    }

    private int retryBlocked()
    {
        int work = 0;
        FixOrder order = desk.pollBlocked();
        while (null != order)
        {
            adapter.releaseParked(order);
            queue.completeNow(context.nanoClock().nanoTime());
            order = ++work < BLOCKED_LIMIT ? desk.pollBlocked() : null;
        }
        return work;
    }

    private void accept()
    {
        sessions.endFormerSessions(connectionChanges);
        final InetSocketAddress address = context.bindAddress();
        try
        {
            final SessionSettings settings =
                FixSettings.acceptor(sessionSettings(), context.targetCompId(), address);
            acceptor = new FixAcceptor(sessionFactory, settings, context.inboundQueueCapacity());
            acceptor.setIoFilterChainBuilder(new WireGuard(counters, context.logonTimeoutNs()));
            acceptor.setSessionProvider(new InetSocketAddress(address.getHostString(), address.getPort()), sessions);
            acceptor.start();
            sessions.attach(acceptor);
        }
        catch (final ConfigError | RuntimeException e)
        {
            if (null != acceptor)
            {
                acceptor.abandon();
            }
            close();
            throw new IllegalStateException("FIX gateway cannot listen: address=" + address, e);
        }
        localAddress = acceptor.localAddress();
        state = State.ACCEPTING;
        LOGGER.info("FIX gateway listens: address={} gatewayId={} sessions={} workingOrders={} handedPosition={}",
            localAddress, context.gatewayId(), sessions.all().size(), desk.workingOrders(), mark.position());
    }

    private SessionSettings sessionSettings()
    {
        return FixSettings.sessions(context.storeDirectory(), context.logonTimeoutNs(), context.maxQueuedWrites());
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
        if (State.ACCEPTING == last)
        {
            queue.flush();
            sessions.all().stream().filter(Session::isLoggedOn).forEach(Session::generateLogout);
            acceptor.stop(true);
            if (!adapter.isFenced())
            {
                tellLastConnectionChanges();
            }
        }
        CloseHelper.closeAll(sessions.all());
        CloseHelper.closeAll(follower, mark);
        LOGGER.info("FIX gateway closed: {}", counters);
    }

    private void tellLastConnectionChanges()
    {
        try
        {
            connectionChanges.publish();
        }
        catch (final IllegalStateException ex)
        {
            LOGGER.debug("the engine has gone before the gateway", ex);
        }
        final int untold = connectionChanges.size();
        if (untold > 0)
        {
            LOGGER.info("the engine does not know yet that sessions have ended, the next start of this gateway will " +
                "tell it: sessions={} gatewayId={}", untold, context.gatewayId());
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
    public FixCounters counters()
    {
        return counters;
    }

    /**
     * Working orders of all FIX logins.
     *
     * @return count.
     */
    public long workingOrders()
    {
        return desk.workingOrders();
    }

    /**
     * Options of a {@link FixGateway}.
     */
    public static final class Context extends FixGatewayContext<Context>
    {
        @Override
        Context self()
        {
            return this;
        }
    }
}
