// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.cluster.codecs.CloseReason;
import io.aeron.cluster.service.ClientSession;
import io.aeron.cluster.service.Cluster;
import io.aeron.cluster.service.ClusterTerminationException;
import io.aeron.cluster.service.ClusteredService;
import io.aeron.logbuffer.Header;
import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.host.FailStop;
import io.bourse.engine.host.ProgramVersion;
import io.bourse.engine.host.execution.CapacityWatch;
import io.bourse.engine.host.clock.HostClock;
import io.bourse.engine.host.execution.CommandExecution;
import io.bourse.engine.host.execution.DivergenceException;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.execution.EventOutput;
import io.bourse.engine.host.quarantine.Quarantines;
import io.bourse.engine.host.snapshot.SnapshotProgress;
import io.bourse.engine.protocol.CommandForm;
import io.bourse.engine.security.SessionIdentity;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.LeadershipTermEvent;
import io.bourse.engine.telemetry.RoleChangeEvent;
import org.agrona.DirectBuffer;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The core as a service of the cluster. State changes here only by what stands in the log: commands and the timer.
 *
 * <p>The runtime would catch what a callback throws and go on with the next message, half-mutated. So nothing leaves a
 * callback: any throwable ends the member.
 */
public final class EngineService implements ClusteredService
{
    private static final Logger LOGGER = LoggerFactory.getLogger(EngineService.class);

    private final int partition;
    private final EventOutput events;
    private final AtomicCounter eventsEnd;
    private final CounterSet<EngineCounter> counters;
    private final CoreSnapshots snapshots;
    private final HostClock clock;
    private final MemberSnapshots memberSnapshots;
    private final Quarantines quarantines;
    private final FailStop failStop;

    /** Of the sessions that have sent something. */
    private final Long2ObjectHashMap<SessionIdentity> identities = new Long2ObjectHashMap<>();
    private ClientSession lastSession;
    private SessionIdentity lastIdentity;
    private Cluster cluster;
    private MatchingEngine engine;
    private CommandExecution execution;
    private CapacityWatch capacity;
    private EngineDeadlines deadlines;
    private boolean hasFailed;
    private volatile Cluster.Role role = Cluster.Role.FOLLOWER;
    private volatile long logPosition;
    private volatile long cycles;

    /**
     * A service without any state, without a listener of its snapshots.
     *
     * @param partition of the core.
     * @param events recording that is open.
     * @param eventsEnd counter that tells clients the end of the event stream.
     * @param counters to count in.
     * @param snapshots of the core.
     * @param clock that the member stamps with when it leads.
     * @param failStop what to do when anything throws.
     */
    public EngineService(
        final int partition,
        final EventOutput events,
        final AtomicCounter eventsEnd,
        final CounterSet<EngineCounter> counters,
        final CoreSnapshots snapshots,
        final HostClock clock,
        final FailStop failStop)
    {
        this(partition, events, eventsEnd, counters, snapshots, clock,
            new MemberSnapshots(SnapshotProgress.UNSEEN, () -> true, () -> 0), Quarantines.NONE, failStop);
    }

    /**
     * A service without any state.
     *
     * @param partition of the core.
     * @param events where its frames go; open.
     * @param eventsEnd counter that tells clients the end of the event stream.
     * @param counters to count in.
     * @param snapshots of the core.
     * @param clock that the member stamps with when it leads.
     * @param memberSnapshots what operators see of them.
     * @param quarantines of the history.
     * @param failStop what to do when anything throws.
     */
    EngineService(
        final int partition,
        final EventOutput events,
        final AtomicCounter eventsEnd,
        final CounterSet<EngineCounter> counters,
        final CoreSnapshots snapshots,
        final HostClock clock,
        final MemberSnapshots memberSnapshots,
        final Quarantines quarantines,
        final FailStop failStop)
    {
        this.partition = partition;
        this.events = events;
        this.eventsEnd = eventsEnd;
        this.counters = counters;
        this.snapshots = snapshots;
        this.clock = clock;
        this.memberSnapshots = memberSnapshots;
        this.quarantines = quarantines;
        this.failStop = failStop;
    }

    @Override
    public void onStart(final Cluster cluster, final Image snapshotImage)
    {
        start(cluster, null == snapshotImage ? null :
            () -> snapshots.read(cluster, snapshotImage, partition, events.sink()));
    }

    /**
     * Starts with the core of a snapshot, wherever that comes from.
     *
     * @param cluster that the service belongs to.
     * @param snapshot gives the core with {@link EventOutput#sink()} as its sink; null for a core without any state.
     */
    public void start(final Cluster cluster, final Supplier<MatchingEngine> snapshot)
    {
        this.cluster = cluster;
        deadlines = new EngineDeadlines(cluster, partition);
        try
        {
            if (null == snapshot)
            {
                engine = new MatchingEngine(partition, events.sink());
            }
            else
            {
                requireNanoseconds(cluster.timeUnit(), "snapshotLogPosition=" + cluster.logPosition());
                engine = snapshot.get();
                events.continueAfter(engine.frameSequence());
                deadlines.restored(engine.nextDeadlineNs());
                LOGGER.info("snapshot loaded: partition={} logPosition={} frameSequence={}", partition,
                    cluster.logPosition(), engine.frameSequence());
            }
            execution = new CommandExecution(engine, quarantines, counters);
            capacity = new CapacityWatch(engine.limits(), counters);
            clock.onExecuted(engine);
        }
        catch (final Throwable ex)
        {
            throw fail("start", ex);
        }
        eventsEnd.setRelease(events.position());
    }

    @Override
    public void onSessionMessage(
        final ClientSession session,
        final long timestamp,
        final DirectBuffer buffer,
        final int offset,
        final int length,
        final Header header)
    {
        final SessionIdentity identity = identity(session);
        final int commandLength = identity.commandLength(length);
        if (!CommandForm.isCommand(buffer, offset, commandLength))
        {
            counters.increment(EngineCounter.MALFORMED_COMMANDS);
        }
        else if (!identity.isSealed(buffer, offset, commandLength))
        {
            counters.increment(EngineCounter.UNAUTHENTICATED_COMMANDS);
        }
        else if (!identity.admits(buffer, offset))
        {
            counters.increment(EngineCounter.FORBIDDEN_COMMANDS);
        }
        else
        {
            onCommand(timestamp, buffer, offset, commandLength);
        }
    }

    private SessionIdentity identity(final ClientSession session)
    {
        if (lastSession != session)
        {
            lastIdentity = identities.computeIfAbsent(
                session.id(), (id) -> SessionIdentity.of(session.encodedPrincipal()));
            lastSession = session;
        }
        return lastIdentity;
    }

    /**
     * A command of the log whose sender may send it.
     *
     * @param timestamp of its entry, in nanoseconds since the Unix epoch.
     * @param buffer that holds it.
     * @param offset of its message header.
     */
    public void onCommand(final long timestamp, final DirectBuffer buffer, final int offset, final int length)
    {
        try
        {
            execute(timestamp, buffer, offset, length);
            deadlines.schedule(engine.nextDeadlineNs());
        }
        catch (final Throwable ex)
        {
            throw fail("command", ex);
        }
    }

    @Override
    public void onTimerEvent(final long correlationId, final long timestamp)
    {
        try
        {
            if (EngineDeadlines.CORRELATION_ID != correlationId)
            {
                throw new IllegalStateException("a timer that this version does not know: correlationId=" +
                    correlationId);
            }
            final UnsafeBuffer command = deadlines.command();
            execute(timestamp, command, 0, command.capacity());
            deadlines.scheduleAgain(engine.nextDeadlineNs());
        }
        catch (final Throwable ex)
        {
            throw fail("timer", ex);
        }
    }

    private void execute(final long timestampNs, final DirectBuffer buffer, final int offset, final int length)
    {
        if (hasFailed)
        {
            throw new IllegalStateException("the member has failed before");
        }
        counters.increment(EngineCounter.COMMANDS_JOURNALLED);
        execution.execute(timestampNs, cluster.logPosition(), buffer, offset, length);
        clock.onExecuted(engine);
        eventsEnd.setRelease(events.position());
        if (engine.isSnapshotDue())
        {
            memberSnapshots.due(Cluster.Role.LEADER == cluster.role());
        }
    }

    /**
     * Waits a moment for the event stream to take more, while the runtime's own duties go on.
     *
     * @return true: attempts end with the member only.
     */
    boolean awaitEvents()
    {
        cluster.idleStrategy().idle();
        return true;
    }

    @Override
    public void onTakeSnapshot(final ExclusivePublication snapshotPublication)
    {
        final long beganNs = System.nanoTime();
        try
        {
            while (!events.isRecorded())
            {
                cluster.idleStrategy().idle();
            }
            snapshots.write(cluster, engine, snapshotPublication);
            counters.increment(EngineCounter.SNAPSHOTS_TAKEN);
            memberSnapshots.taken(cluster.logPosition(), System.nanoTime() - beganNs);
        }
        catch (final RuntimeException ex)
        {
            counters.increment(EngineCounter.SNAPSHOTS_FAILED);
            memberSnapshots.failed(cluster.logPosition(), ex);
            throw ex;
        }
    }

    @Override
    public void onNewLeadershipTermEvent(
        final long leadershipTermId,
        final long logPosition,
        final long timestamp,
        final long termBaseLogPosition,
        final int leaderMemberId,
        final int logSessionId,
        final TimeUnit timeUnit,
        final int appVersion)
    {
        try
        {
            requireNanoseconds(timeUnit, "leaderMemberId=" + leaderMemberId + " leadershipTermId=" + leadershipTermId);
            engine.offerFeatureLevel(ProgramVersion.featureLevel(appVersion));
            LeadershipTermEvent.begun(partition, cluster.memberId(), leadershipTermId, leaderMemberId, logPosition);
        }
        catch (final Throwable ex)
        {
            throw fail("term", ex);
        }
    }

    private static void requireNanoseconds(final TimeUnit timeUnit, final String facts)
    {
        if (TimeUnit.NANOSECONDS != timeUnit)
        {
            throw new IllegalStateException("the cluster's clock counts in another unit, all members must use" +
                " nanoseconds from the first start: timeUnit=" + timeUnit + " " + facts);
        }
    }

    @Override
    public void onRoleChange(final Cluster.Role newRole)
    {
        LOGGER.info("role of the member: partition={} memberId={} role={} logPosition={} eventPosition={}", partition,
            cluster.memberId(), newRole, cluster.logPosition(), events.position());
        RoleChangeEvent.changed(partition, cluster.memberId(), newRole, role, cluster.logPosition());
        if (Cluster.Role.LEADER == newRole)
        {
            requireNothingBeyondLog();
            LOGGER.warn("this member leads the cluster now: partition={} memberId={} logPosition={}", partition,
                cluster.memberId(), cluster.logPosition());
        }
        role = newRole;
    }

    /**
     * A leader has executed all of its log when it takes office, and no longer one can be had. Events recorded beyond
     * it were published, and every member that has them would diverge at the next command.
     */
    private void requireNothingBeyondLog()
    {
        try
        {
            events.onReplayed();
        }
        catch (final DivergenceException ex)
        {
            throw fail("log", new IllegalStateException("events are recorded of commands that the log lacks, was its" +
                " end lost with the power? Bring the members back that have it, or see docs/backup.md: memberId=" +
                cluster.memberId() + " logPosition=" + cluster.logPosition() + " eventPosition=" +
                events.position() + " reason=" + ex.getMessage(), ex));
        }
        catch (final RuntimeException ex)
        {
            throw fail("log", ex);
        }
    }

    @Override
    public int doBackgroundWork(final long nowNs)
    {
        if (logPosition != cluster.logPosition())
        {
            capacity.check();
        }
        logPosition = cluster.logPosition();
        cycles++;
        counters.increment(EngineCounter.DUTY_CYCLES);
        memberSnapshots.poll(Cluster.Role.LEADER == role);
        return 0;
    }

    @Override
    public void onSessionOpen(final ClientSession session, final long timestamp)
    {
        // Traders are not cluster sessions: what they are is in the commands.
        clock.onSessionOpen(session.id(), timestamp);
    }

    @Override
    public void onSessionClose(final ClientSession session, final long timestamp, final CloseReason closeReason)
    {
        // A lost client is reported by a command of its watcher; see onSessionOpen.
        identities.remove(session.id());
        lastSession = null;
    }

    @Override
    public void onTerminate(final Cluster cluster)
    {
        role = Cluster.Role.FOLLOWER;
    }

    private ClusterTerminationException fail(final String where, final Throwable cause)
    {
        if (!hasFailed)
        {
            hasFailed = true;
            failStop.onFailure(where, cause);
        }
        return new ClusterTerminationException(false);
    }

    Cluster.Role role()
    {
        return role;
    }

    /** Log position that the service has reached. */
    long logPosition()
    {
        return logPosition;
    }

    /** Duty cycles of the service. */
    long cycles()
    {
        return cycles;
    }
}
