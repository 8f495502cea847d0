// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.PublishedWatermark;
import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * The TWIME gateway: one non-blocking duty cycle that accepts, reads, applies the session rules, publishes commands to
 * the engine, follows its events, and answers.
 *
 * <p>A start begins with a barrier: the gateway publishes ConnectGateway and replays the event stream until it meets
 * its own GatewayConnected. By then it knows every login, every message number and every command number of its former
 * lives, and only then it accepts connections.
 *
 * <p>Threading: the constructor binds; afterwards everything happens in {@link #doWork()} and {@link #onClose()} on one
 * thread. {@link #counters()}, {@link #localAddress()} and {@link #isReady()} may be called from any thread, and
 * {@link #close()} from any thread once nobody runs the duty cycle any more.
 */
public final class SbeGateway implements Agent, AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(SbeGateway.class);
    private static final long CONNECT_INTERVAL_NS = TimeUnit.SECONDS.toNanos(5);
    private static final int EVENT_FRAME_LIMIT = 64;
    private static final int MAX_HELD_LENGTH = 4 * 1024 * 1024;

    private final Context ctx;
    private final GatewayCounters counters = new GatewayCounters();
    private final LoginTable logins;
    private final AnswerQueue answers;
    private final AnswerPublisher answerPublisher;
    private final EngineCommandPublisher engine;
    private final ConnectionPoller poller;
    private final PublishedWatermark watermark;
    private final EventFollower follower;
    private final long epoch = ThreadLocalRandom.current().nextLong();
    private boolean isConnectSent;
    private long connectAgainNs;
    private boolean isClosed;
    private volatile boolean isReady;

    /**
     * Binds and prepares to follow the event stream. Nothing is accepted until the duty cycle runs.
     *
     * @param ctx options; concluded here.
     * @throws IllegalArgumentException when an option is wrong.
     * @throws UncheckedIOException when the address cannot be bound; nothing is left open then.
     */
    public SbeGateway(final Context ctx)
    {
        ctx.conclude();
        this.ctx = ctx;
        final EngineClient client = ctx.engineClient();
        logins = new LoginTable(ctx.retransmitWindow());
        answers = new AnswerQueue(logins, counters);
        answerPublisher = new AnswerPublisher(logins, answers, counters, ctx.nanoClock(), ctx.gatewayId(), epoch);
        engine = new EngineCommandPublisher(
            client.newCommandPublisher(), counters, ctx.gatewayId(), ctx.partition());
        final SessionPublisher publisher = new SessionPublisher(counters);
        final OrderEntryAdapter orderEntry = new OrderEntryAdapter(engine, publisher, ctx.epochClock());
        final SessionAdapter sessionAdapter = new SessionAdapter(ctx, logins, publisher, orderEntry, counters);
        final SessionTimers timers = new SessionTimers(ctx, publisher, counters);
        watermark = client.publishedWatermark();
        poller = new ConnectionPoller(ctx, sessionAdapter, timers, counters);
        try
        {
            follower = client.follow(EngineClient.FROM_START, answerPublisher);
        }
        catch (final RuntimeException ex)
        {
            poller.close(ctx.nanoClock().nanoTime());
            throw ex;
        }
    }

    /**
     * Where the gateway accepts connections.
     *
     * @return address with the real port.
     */
    public InetSocketAddress localAddress()
    {
        return poller.localAddress();
    }

    /**
     * Whether history is replayed and connections are accepted. Before, they wait in the backlog.
     *
     * @return true from the end of the start.
     */
    public boolean isReady()
    {
        return isReady;
    }

    /**
     * Counters of this gateway.
     *
     * @return live view.
     */
    public GatewayCounters counters()
    {
        return counters;
    }

    @Override
    public String roleName()
    {
        return "sbe-gateway";
    }

    @Override
    public int doWork()
    {
        if (isClosed)
        {
            return 0;
        }
        final long nowNs = ctx.nanoClock().nanoTime();
        if (!isReady)
        {
            return start(nowNs);
        }
        int workCount = poller.poll(nowNs);
        workCount += publishConnectionChanges();
        workCount += pollEvents();
        workCount += poller.onTimeAndFlush(nowNs);
        return workCount;
    }

    @Override
    public void onClose()
    {
        if (!isClosed)
        {
            isClosed = true;
            isReady = false;
            poller.close(ctx.nanoClock().nanoTime());
            if (!answerPublisher.isFenced())
            {
                publishLastConnectionChanges();
            }
            CloseHelper.quietClose(follower);
        }
    }

    @Override
    public void close()
    {
        onClose();
    }

    private int start(final long nowNs)
    {
        int workCount = 0;
        // The barrier may be lost with a leader; a second one of the same epoch changes nothing.
        if (!isConnectSent || nowNs - connectAgainNs > 0)
        {
            isConnectSent = engine.connectGateway(epoch, ctx.epochClock().nanoTime());
            connectAgainNs = nowNs + CONNECT_INTERVAL_NS;
            workCount = isConnectSent ? 1 : 0;
        }
        workCount += follower.poll(EVENT_FRAME_LIMIT);
        answers.releaseAll(nowNs);
        if (answerPublisher.isConnected())
        {
            endFormerSessions();
            poller.startAccepting();
            isReady = true;
            LOGGER.info("TWIME gateway is ready: address={} gatewayId={} logins={} cursor={}",
                poller.localAddress(), ctx.gatewayId(), logins.size(), follower.cursor());
        }
        return workCount;
    }

    /** Sessions that a former life of this gateway could not end any more have ended now. */
    private void endFormerSessions()
    {
        for (int i = 0; i < logins.size(); i++)
        {
            final Login login = logins.at(i);
            if (login.isConnectedInEngine())
            {
                logins.connectionChanges().add(login, false);
            }
        }
    }

    private int publishConnectionChanges()
    {
        final ConnectionChanges changes = logins.connectionChanges();
        return 0 == changes.size() ? 0 : changes.publish(engine, ctx.epochClock().nanoTime());
    }

    private void publishLastConnectionChanges()
    {
        try
        {
            publishConnectionChanges();
        }
        catch (final IllegalStateException ex)
        {
            LOGGER.debug("the engine has gone before the gateway", ex);
        }
        final int untold = logins.connectionChanges().size();
        if (untold > 0)
        {
            LOGGER.info("the engine does not know yet that sessions have ended, the next start of this gateway will " +
                "tell it: sessions={} gatewayId={}", untold, ctx.gatewayId());
        }
    }

    private int pollEvents()
    {
        int workCount = 0;
        if (answers.heldLength() < MAX_HELD_LENGTH)
        {
            workCount += follower.poll(EVENT_FRAME_LIMIT);
        }
        if (answers.heldLength() > 0)
        {
            workCount += answers.release(watermark.get(), ctx.nanoClock().nanoTime(), ctx.publicFirstTimeoutNs());
        }
        if (answerPublisher.isFenced())
        {
            onClose();
            throw new IllegalStateException("another gateway with the same id has started, this one gave up its " +
                "sessions: give each gateway its own gatewayId: gatewayId=" + ctx.gatewayId());
        }
        return workCount;
    }

    /**
     * Options of a gateway. {@link #conclude()} checks them when the gateway is made.
     */
    public static final class Context
    {
        /** Default {@link #gatewayId(int)}. */
        public static final int DEFAULT_GATEWAY_ID = 1;
        private static final int PARTITION_OF_CLIENT = -1;
        private static final int MAX_GATEWAY_ID = 0xFFFF;
        private static final int MIN_BUFFER_LENGTH = 1024;
        private static final int MAX_RETRANSMIT_WINDOW = 1 << 20;

        private EngineClient engineClient;
        private InetSocketAddress bindAddress = new InetSocketAddress("127.0.0.1", 0);
        private int gatewayId = DEFAULT_GATEWAY_ID;
        private int partition = PARTITION_OF_CLIENT;
        private int maxSessions = 256;
        private long establishTimeoutNs = TimeUnit.SECONDS.toNanos(10);
        private long reconnectIntervalNs = TimeUnit.SECONDS.toNanos(1);
        private long publicFirstTimeoutNs = TimeUnit.MILLISECONDS.toNanos(5);
        private long lingerTimeoutNs = TimeUnit.SECONDS.toNanos(1);
        private int receiveBufferLength = 64 * 1024;
        private int sendBufferLength = 256 * 1024;
        private int socketBufferLength = 0;
        private int retransmitWindow = 4096;
        private EpochNanoClock epochClock = SystemEpochNanoClock.INSTANCE;
        private NanoClock nanoClock = SystemNanoClock.INSTANCE;

        /** Connection to the engine of the partition; the gateway does not close it. */
        public Context engineClient(final EngineClient value)
        {
            engineClient = value;
            return this;
        }

        EngineClient engineClient()
        {
            return engineClient;
        }

        /** Where to accept connections; port 0 takes a free one. */
        public Context bindAddress(final InetSocketAddress value)
        {
            bindAddress = value;
            return this;
        }

        InetSocketAddress bindAddress()
        {
            return bindAddress;
        }

        /** Identity in the exactly-once key, 1..65535. Two gateways of one venue must differ. */
        public Context gatewayId(final int value)
        {
            gatewayId = value;
            return this;
        }

        int gatewayId()
        {
            return gatewayId;
        }

        /** Partition of the commands; by default that of the engine client. */
        public Context partition(final int value)
        {
            partition = value;
            return this;
        }

        int partition()
        {
            return partition;
        }

        /** Connections open at the same time. */
        public Context maxSessions(final int value)
        {
            maxSessions = value;
            return this;
        }

        int maxSessions()
        {
            return maxSessions;
        }

        /** Time a new connection has to establish its session (sheet A.5.1). */
        public Context establishTimeoutNs(final long value)
        {
            establishTimeoutNs = value;
            return this;
        }

        long establishTimeoutNs()
        {
            return establishTimeoutNs;
        }

        /** Least time between two tries of one login to establish (A.5.1); 0: any rate. */
        public Context reconnectIntervalNs(final long value)
        {
            reconnectIntervalNs = value;
            return this;
        }

        long reconnectIntervalNs()
        {
            return reconnectIntervalNs;
        }

        /** Longest wait of an answer for its market data; 0: no wait. */
        public Context publicFirstTimeoutNs(final long value)
        {
            publicFirstTimeoutNs = value;
            return this;
        }

        long publicFirstTimeoutNs()
        {
            return publicFirstTimeoutNs;
        }

        /** How long a client may take to read the last words and close. */
        public Context lingerTimeoutNs(final long value)
        {
            lingerTimeoutNs = value;
            return this;
        }

        long lingerTimeoutNs()
        {
            return lingerTimeoutNs;
        }

        /** Bytes read ahead per connection, at least 1024. */
        public Context receiveBufferLength(final int value)
        {
            receiveBufferLength = value;
            return this;
        }

        int receiveBufferLength()
        {
            return receiveBufferLength;
        }

        /** Bytes held for a client that does not read, at least 1024; beyond, it is cut off. */
        public Context sendBufferLength(final int value)
        {
            sendBufferLength = value;
            return this;
        }

        int sendBufferLength()
        {
            return sendBufferLength;
        }

        /** Size in bytes of the socket buffers of a connection; 0: what the system gives. */
        public Context socketBufferLength(final int value)
        {
            socketBufferLength = value;
            return this;
        }

        int socketBufferLength()
        {
            return socketBufferLength;
        }

        /** Messages kept for retransmission per login, 10..1048576; rounded up to a power of two. */
        public Context retransmitWindow(final int value)
        {
            retransmitWindow = value;
            return this;
        }

        int retransmitWindow()
        {
            return retransmitWindow;
        }

        /** Clock of time stamps. */
        public Context epochClock(final EpochNanoClock value)
        {
            epochClock = value;
            return this;
        }

        EpochNanoClock epochClock()
        {
            return epochClock;
        }

        /** Clock of all timeouts. */
        public Context nanoClock(final NanoClock value)
        {
            nanoClock = value;
            return this;
        }

        NanoClock nanoClock()
        {
            return nanoClock;
        }

        /**
         * Checks the options and fills in what follows from others.
         *
         * @throws IllegalArgumentException naming the option, its value and what it should be.
         */
        public void conclude()
        {
            if (null == engineClient || null == bindAddress || null == epochClock || null == nanoClock)
            {
                throw new IllegalArgumentException("set all of: engineClient=" + engineClient +
                    " bindAddress=" + bindAddress + " epochClock=" + epochClock + " nanoClock=" + nanoClock);
            }
            if (PARTITION_OF_CLIENT == partition)
            {
                partition = engineClient.partition();
            }
            checkRange("partition", partition, engineClient.partition(), engineClient.partition());
            checkRange("gatewayId", gatewayId, 1, MAX_GATEWAY_ID);
            checkRange("maxSessions", maxSessions, 1, Integer.MAX_VALUE);
            checkRange("establishTimeoutNs", establishTimeoutNs, 1, Long.MAX_VALUE);
            checkRange("reconnectIntervalNs", reconnectIntervalNs, 0, Long.MAX_VALUE);
            checkRange("publicFirstTimeoutNs", publicFirstTimeoutNs, 0, Long.MAX_VALUE);
            checkRange("lingerTimeoutNs", lingerTimeoutNs, 1, Long.MAX_VALUE);
            checkRange("receiveBufferLength", receiveBufferLength, MIN_BUFFER_LENGTH, Integer.MAX_VALUE);
            checkRange("sendBufferLength", sendBufferLength, MIN_BUFFER_LENGTH, Integer.MAX_VALUE);
            checkRange("socketBufferLength", socketBufferLength, 0, Integer.MAX_VALUE);
            checkRange("retransmitWindow", retransmitWindow,
                SessionAdapter.MAX_RETRANSMIT_COUNT, MAX_RETRANSMIT_WINDOW);
        }

        private static void checkRange(final String name, final long value, final long least, final long most)
        {
            if (value < least || value > most)
            {
                throw new IllegalArgumentException("this option of the TWIME gateway is out of range: " +
                    name + "=" + value + " least=" + least + " most=" + most);
            }
        }
    }
}
