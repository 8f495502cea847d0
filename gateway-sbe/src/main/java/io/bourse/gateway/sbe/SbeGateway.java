// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.GatewayBarrier;
import io.bourse.engine.client.GatewayLease;
import io.bourse.engine.client.PublishedWatermark;
import io.bourse.engine.client.checkpoint.CheckpointStore;
import io.bourse.engine.client.checkpoint.DayCheckpoints;
import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.client.partitions.PartitionsClient;
import io.bourse.engine.security.Principal;
import io.bourse.engine.telemetry.CheckpointCounter;
import io.bourse.engine.telemetry.CheckpointCounters;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.StampKind;
import io.bourse.engine.telemetry.TimestampLog;
import io.bourse.gateway.sbe.admission.AccessPolicy;
import io.bourse.gateway.sbe.admission.IdBudget;
import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * The TWIME gateway: one non-blocking duty cycle that accepts, reads, applies the session rules, publishes commands to
 * the engine, follows its events, and answers.
 *
 * <p>A start begins with a barrier: the gateway publishes ConnectGateway and replays the event stream until it meets
 * its own GatewayConnected, and claims every login. By then it knows every login, every message number and every
 * command number of its former lives, and only then it accepts connections. What was before the trading date comes from
 * a checkpoint.
 *
 * <p>A standby follows the event stream in the same way, but has no barrier: it accepts connections and refuses each
 * session, until it is activated. Then it starts as above, with all that it knows already, and takes no orders until
 * its activation phase is over.
 *
 * <p>Threading: the constructor binds; afterwards everything happens in {@link #doWork()} and {@link #onClose()} on one
 * thread. {@link #counters()}, {@link #localAddress()}, {@link #isReady()}, {@link #isStandingBy()} and
 * {@link #activate()} may be called from any thread, and {@link #close()} from any thread once the duty cycle no longer
 * runs.
 */
public final class SbeGateway implements Agent, AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(SbeGateway.class);
    private static final long CONNECT_INTERVAL_NS = TimeUnit.SECONDS.toNanos(5);
    private static final int MAX_HELD_LENGTH = 4 * 1024 * 1024;

    private final SbeGatewayOptions options;
    private final int partition;
    private final CounterSet<GatewayCounter> counters =
        new CounterSet<>(GatewayCounter.class, GatewayPort.SESSION_CLASSES);
    private final AnswerLog answerLog;
    private final LoginTable logins;
    private final RequestStamps stamps;
    private final AnswerQueue answers;
    private final AnswerPublisher answerPublisher;
    private final CheckpointCounters checkpointCounters;
    private final DayCheckpoints days;
    private final EngineCommandPublisher engine;
    private final TwimeServer server;
    private final PublishedWatermark watermark;
    private final EventFollower follower;
    private final long epoch = ThreadLocalRandom.current().nextLong();
    private final SessionAdmission admission;
    private final AtomicReference<AccessPolicy> newAccess = new AtomicReference<>();
    private final long historyEnd;
    /** Of the active gateway, when this one is its standby and activates itself; else null. */
    private GatewayLease lease;
    private boolean isAccepting;
    private volatile boolean isStandby;
    private boolean wasStandby;
    private volatile boolean isStandingBy;
    private boolean isConnectSent;
    private int claimCount;
    /** Of a standby; 0 when it has none, or none any more. */
    private long activationPhaseNs;
    private long activationEndNs;
    private boolean isBeginMarked;
    private boolean isEndMarked;
    private long lastSignNs;
    private long connectAgainNs;
    private boolean isClosed;
    private volatile boolean isReady;

    /**
     * Binds and prepares to follow the event stream. Nothing is accepted until the duty cycle runs.
     *
     * @param client connection to the engine of the partition; not closed here.
     * @throws IllegalArgumentException without a client, or when the options are for another partition.
     * @throws UncheckedIOException when the address cannot be bound; nothing is left open then.
     */
    public SbeGateway(final SbeGatewayOptions options, final EngineClient client)
    {
        this(options, client, null);
    }

    /**
     * Binds and prepares to follow the event streams of several partitions, for all of which its clients have one
     * session.
     *
     * @param client connections to the engines of the partitions; not closed here.
     * @throws UncheckedIOException when the address cannot be bound; nothing is left open then.
     */
    public SbeGateway(final SbeGatewayOptions options, final PartitionsClient client)
    {
        this(options, client, client);
    }

    private SbeGateway(final SbeGatewayOptions options, final EngineClient client, final PartitionsClient partitions)
    {
        if (null == client)
        {
            throw new IllegalArgumentException("a gateway needs an engine: engineClient=null");
        }
        this.options = options;
        partition = options.checkedPartition(client.partition());
        // What fails when the engine has just gone comes before what would have to be given back.
        final CommandPublisher commands = client.newCommandPublisher(Principal.gateway(options.gatewayId()));
        watermark = client.publishedWatermark();
        answerLog = new AnswerLog(options.answerLogDirectory(), options.answerSegmentLength(), epoch);
        stamps = openStamps();
        checkpointCounters = null == options.answerLogDirectory() ? null : new CheckpointCounters();
        days = null == options.answerLogDirectory() ? null : openDays(partitions);
        answerPublisher = null == days ? newAnswers(partitions) : restored(client, partitions);
        logins = answerPublisher.logins;
        answers = answerPublisher.answers;
        final IdBudget idBudget = logins.idBudget;
        engine = new EngineCommandPublisher(
            commands, counters, stamps, options.gatewayId(), partition, null != partitions);
        final SessionPublisher publisher = new SessionPublisher(counters);
        if (null != partitions)
        {
            partitions.onUnanswered(new UnansweredRequests(logins, answers, publisher, options.nanoClock()));
        }
        final RequestRefusals refusals =
            new RequestRefusals(publisher, idBudget, counters, options.epochClock(), options.engineWaitNs(),
                answerPublisher.activation::isRunning);
        final OrderEntryAdapter orderEntry = new OrderEntryAdapter(engine, refusals);
        final Retransmitter retransmitter = new Retransmitter(publisher, options.retransmitDelayNs());
        admission = new SessionAdmission(options, logins, counters);
        final SessionAdapter sessionAdapter = new SessionAdapter(
            options, admission, publisher, orderEntry, refusals, this::isEngineUpToDate, retransmitter, counters);
        final SessionTimers timers = new SessionTimers(options, publisher, retransmitter);
        server = newServer(sessionAdapter, timers);
        try
        {
            historyEnd = client.endCursor();
            follower = client.follow(answerPublisher.position().cursor(), answerPublisher);
        }
        catch (final RuntimeException ex)
        {
            server.close(options.nanoClock().nanoTime());
            answerLog.close();
            stamps.close();
            CloseHelper.quietClose(days);
            throw ex;
        }
    }

    private DayCheckpoints openDays(final PartitionsClient partitions)
    {
        try
        {
            final CheckpointStore store = new CheckpointStore(options.answerLogDirectory().resolve("checkpoints"),
                "twime-" + options.gatewayId(), AnswerPublisher.STATE_VERSION,
                null == partitions ? "" : "partitions=" + partitions.partitions());
            final Consumer<List<StreamPosition>> part = options.historyParts().get();
            return new DayCheckpoints(store.onNeeded(null == partitions ? part : part.andThen(partitions::passed)),
                checkpointCounters::written, checkpointCounters::failed);
        }
        catch (final RuntimeException ex)
        {
            answerLog.close();
            stamps.close();
            throw ex;
        }
    }

    private AnswerPublisher restored(final EngineClient client, final PartitionsClient partitions)
    {
        try
        {
            final AnswerPublisher restored = days.restore(
                null == partitions ? List.of(client) : partitions.engines(), () -> newAnswers(partitions));
            checkpointCounters.started(restored.position().cursor());
            return restored;
        }
        catch (final RuntimeException ex)
        {
            answerLog.close();
            stamps.close();
            days.close();
            throw ex;
        }
    }

    private AnswerPublisher newAnswers(final PartitionsClient partitions)
    {
        final LoginTable table = new LoginTable(answerLog, new IdBudget(options.maxIdsPerLogin(), options.maxIds()));
        return new AnswerPublisher(table, new AnswerQueue(table, counters, stamps), counters, options.nanoClock(),
            options.gatewayId(), epoch, partitions);
    }

    private RequestStamps openStamps()
    {
        try
        {
            return new RequestStamps(null == options.timestamps() ? null : new TimestampLog(options.timestamps(),
                StampKind.ANSWERS, "twime-" + options.gatewayId(), options.gatewayId(), partition),
                options.epochClock(), counters);
        }
        catch (final RuntimeException ex)
        {
            answerLog.close();
            throw ex;
        }
    }

    private TwimeServer newServer(final SessionAdapter sessionAdapter, final SessionTimers timers)
    {
        try
        {
            return new TwimeServer(options, sessionAdapter, admission, timers, counters, stamps);
        }
        catch (final RuntimeException ex)
        {
            answerLog.close();
            stamps.close();
            CloseHelper.quietClose(days);
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
        return server.localAddress(GatewayPort.TRADING, false);
    }

    /**
     * Where the gateway accepts sessions that only ask for messages again.
     *
     * @return address with the real port, or null when the gateway has no recovery port.
     */
    public InetSocketAddress recoveryAddress()
    {
        return server.localAddress(GatewayPort.RECOVERY, false);
    }

    /**
     * Where the gateway accepts connections under TLS.
     *
     * @return address with the real port; null when there is no such port.
     */
    public InetSocketAddress tlsAddress()
    {
        return server.localAddress(GatewayPort.TRADING, true);
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
     * Distinguishes this start in the event stream.
     *
     * @return epoch of its GatewayConnected.
     */
    public long epoch()
    {
        return epoch;
    }

    /**
     * Makes it a standby. To be called before the duty cycle runs.
     *
     * @param isAutomatic whether it activates itself when the active gateway gives no sign of life for the lease.
     */
    public void standBy(final boolean isAutomatic)
    {
        isStandby = true;
        wasStandby = true;
        activationPhaseNs = options.activationPhaseNs();
        counters.set(GatewayCounter.STANDBY, 1);
        if (isAutomatic)
        {
            lease = new GatewayLease(options.gatewayId(), options.leaseNs());
            answerPublisher.watch(lease);
        }
        admission.standby(true);
    }

    /**
     * Rejects orders at first, as a standby does that was activated: what was one goes on with its phase when it has
     * lost its engine. To be called before the duty cycle runs.
     *
     * @param phaseNs how long in nanoseconds, 0 for not at all.
     */
    public void activationPhase(final long phaseNs)
    {
        activationPhaseNs = phaseNs;
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

    /**
     * Takes over from the gateway that this one is the standby of: it starts, and the other one gives up.
     */
    public void activate()
    {
        isStandby = false;
    }

    /**
     * What it has written for its next process.
     *
     * @return counters, readable from any thread; null when it keeps no checkpoints.
     */
    public CounterSet<CheckpointCounter> checkpointCounters()
    {
        return null == checkpointCounters ? null : checkpointCounters.all();
    }

    /**
     * Counters of this gateway.
     *
     * @return live view.
     */
    public CounterSet<GatewayCounter> counters()
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
        try
        {
            if (null != days)
            {
                days.write();
            }
            final long nowNs = options.nanoClock().nanoTime();
            if (isReady)
            {
                return live(nowNs);
            }
            return isStandby ? followAndRefuse(nowNs) : start(nowNs);
        }
        catch (final UncheckedIOException ex)
        {
            // What cannot be kept must not be said: without its files the gateway ends its sessions and stops.
            onClose();
            throw ex;
        }
    }

    /**
     * Puts other rules of access in force, from the next duty cycle on: sessions that they do not allow end. A secret
     * that has changed is asked for from the next Establish on. May be called from any thread.
     *
     * @param policy rules.
     */
    public void access(final AccessPolicy policy)
    {
        newAccess.set(policy);
    }

    private int live(final long nowNs)
    {
        takeAccess();
        for (Login login = answerPublisher.takeUnwanted(); null != login; login = answerPublisher.takeUnwanted())
        {
            admission.end(login, "an operator has ended the session");
        }
        int workCount = publishConnectionChanges() + giveSignOfLife(nowNs);
        if (activationPhaseNs > 0)
        {
            endActivation(nowNs);
        }
        workCount += server.poll(nowNs);
        workCount += publishConnectionChanges();
        workCount += pollEvents();
        workCount += server.onTimeAndFlush(nowNs, workCount > 0);
        return workCount;
    }

    private int giveSignOfLife(final long nowNs)
    {
        if (0 == options.leaseNs() || nowNs - lastSignNs < GatewayLease.intervalNs(options.leaseNs()) ||
            !engine.signOfLife(options.epochClock().nanoTime()))
        {
            return 0;
        }
        lastSignNs = nowNs;
        return 1;
    }

    /** Orders are taken from when the end stands in the event stream. */
    private void endActivation(final long nowNs)
    {
        if (!answerPublisher.activation.isRunning())
        {
            activationPhaseNs = 0;
            counters.set(GatewayCounter.ACTIVATION, 0);
            LOGGER.info("the activation phase is over: gatewayId={}", options.gatewayId());
        }
        else if (!isEndMarked && nowNs - activationEndNs >= 0)
        {
            isEndMarked = mark(ActivationPhase.endSequence(answerPublisher.barrier.claimSequence()));
        }
    }

    private boolean mark(final long sequence)
    {
        return engine.mark(sequence, options.epochClock().nanoTime());
    }

    private void takeAccess()
    {
        if (null != newAccess.get())
        {
            admission.policy(newAccess.getAndSet(null));
        }
    }

    @Override
    public void onClose()
    {
        if (!isClosed)
        {
            isClosed = true;
            isReady = false;
            server.close(options.nanoClock().nanoTime());
            if (!answerPublisher.isFenced())
            {
                publishLastConnectionChanges();
            }
            CloseHelper.quietClose(follower);
            answerLog.close();
            stamps.close();
            CloseHelper.quietClose(days);
        }
    }

    @Override
    public void close()
    {
        onClose();
    }

    private int followAndRefuse(final long nowNs)
    {
        takeAccess();
        int workCount = follower.poll(EventFollower.FRAMES_OF_TURN);
        answers.releaseAll(nowNs);
        // What history says was for others.
        if (answerPublisher.takeActivationOrder() && isStandingBy)
        {
            LOGGER.info("an operator has the standby take over: gatewayId={}", options.gatewayId());
            activate();
        }
        if (follower.cursor() >= historyEnd)
        {
            accept();
            isStandingBy = true;
            workCount += server.poll(nowNs);
            workCount += server.onTimeAndFlush(nowNs, workCount > 0);
            watchLease();
        }
        return workCount;
    }

    private void watchLease()
    {
        final long nowNs = options.nanoClock().nanoTime();
        if (null == lease)
        {
            return;
        }
        if (lease.isQuestionDue(nowNs) && engine.signOfLife(0))
        {
            lease.onAsked(nowNs);
        }
        if (lease.isOver(nowNs))
        {
            LOGGER.warn("the active TWIME gateway gives no sign of life, its standby takes over: gatewayId={} " +
                "leaseNs={}", options.gatewayId(), options.leaseNs());
            activate();
        }
    }

    private void accept()
    {
        if (!isAccepting)
        {
            isAccepting = true;
            server.startAccepting();
        }
    }

    private int start(final long nowNs)
    {
        isStandingBy = false;
        int workCount = 0;
        // The barrier may be lost with a leader; a second one of the same epoch changes nothing.
        if (!isConnectSent || nowNs - connectAgainNs > 0)
        {
            final long connectNs = options.epochClock().nanoTime();
            isConnectSent = engine.connectGateway(epoch, wasStandby ? -connectNs : connectNs);
            connectAgainNs = nowNs + CONNECT_INTERVAL_NS;
            workCount = isConnectSent ? 1 : 0;
        }
        workCount += follower.poll(EventFollower.FRAMES_OF_TURN);
        answers.releaseAll(nowNs);
        stopIfFenced();
        if (answerPublisher.isConnected() && isEveryLoginClaimed() && isActivationBegun())
        {
            activationEndNs = nowNs + activationPhaseNs;
            endFormerSessions();
            admission.standby(false);
            counters.set(GatewayCounter.STANDBY, 0);
            accept();
            isReady = true;
            LOGGER.info("TWIME gateway is ready: address={} recoveryAddress={} tlsAddress={} gatewayId={} logins={} " +
                "cursor={}",
                localAddress(), recoveryAddress(), tlsAddress(), options.gatewayId(), logins.size(), follower.cursor());
        }
        return workCount;
    }

    /** Nothing that an earlier process sends from now on is executed, and what it has sent is known. */
    private boolean isEveryLoginClaimed()
    {
        final GatewayBarrier barrier = answerPublisher.barrier;
        while (claimCount < logins.size() &&
            engine.claim(logins.at(claimCount), barrier.claimSequence(), options.epochClock().nanoTime()))
        {
            claimCount++;
        }
        boolean isClaimed = claimCount == logins.size();
        for (int i = 0; i < claimCount && isClaimed; i++)
        {
            isClaimed = barrier.isClaimed(logins.at(i).loginId);
        }
        return isClaimed;
    }

    /** What comes for sessions has to come after the mark, also when a leader is lost. */
    private boolean isActivationBegun()
    {
        if (0 == activationPhaseNs)
        {
            return true;
        }
        isBeginMarked = isBeginMarked || mark(ActivationPhase.beginSequence(answerPublisher.barrier.claimSequence()));
        counters.set(GatewayCounter.ACTIVATION, 1);
        return answerPublisher.activation.isRunning();
    }

    /** Sessions that an earlier process of this gateway could not end any more have ended now. */
    private void endFormerSessions()
    {
        for (int i = 0; i < logins.size(); i++)
        {
            final Login login = logins.at(i);
            if (0 != login.connectedIn)
            {
                logins.connectionChanges.addLost(login);
            }
        }
    }

    /** Whether the engine has got every session that began or ended. */
    private boolean isEngineUpToDate()
    {
        publishConnectionChanges();
        return 0 == logins.connectionChanges.size();
    }

    private int publishConnectionChanges()
    {
        final ConnectionChanges changes = logins.connectionChanges;
        return 0 == changes.size() ? 0 : changes.publish(engine, options.epochClock().nanoTime());
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
        final int pending = logins.connectionChanges.size();
        if (pending > 0)
        {
            LOGGER.info("the engine does not know yet that sessions have ended, the next start of this gateway will " +
                "tell it: sessions={} gatewayId={}", pending, options.gatewayId());
        }
    }

    private int pollEvents()
    {
        int workCount = 0;
        if (answers.heldLength() < MAX_HELD_LENGTH)
        {
            workCount += follower.poll(EventFollower.FRAMES_OF_TURN);
        }
        if (answers.heldLength() > 0)
        {
            // The cursor first: its time may be that of a later one, and never that of an earlier one.
            workCount += answers.release(watermark.get(), watermark.publishedNs(), options.nanoClock().nanoTime(),
                options.publicFirstTimeoutNs());
        }
        stopIfFenced();
        return workCount;
    }

    private void stopIfFenced()
    {
        if (answerPublisher.isFenced())
        {
            onClose();
            throw new IllegalStateException("another gateway with the same id has started, this one gave up its " +
                "sessions and must stay down, or start as its standby: gatewayId=" + options.gatewayId());
        }
    }
}
