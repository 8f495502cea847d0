// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.cluster.service.Cluster;
import io.aeron.cluster.service.ClusterTerminationException;
import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.core.event.EventFrameSink;
import io.bourse.engine.host.ProgramVersion;
import io.bourse.engine.host.clock.HostClock;
import io.bourse.engine.host.clock.TimeConfirmation;
import io.bourse.engine.host.cluster.CoreSnapshots;
import io.bourse.engine.host.cluster.EngineService;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.execution.GatedEventStream;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;
import org.agrona.concurrent.status.CountersReader;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One member: the production service over a log, an event recording and a consensus module of its own. Log, recording
 * and snapshots outlive it; everything else is gone when it dies.
 *
 * <p>Its consensus module reads the log ahead of its service, and hears of the service's timers late.
 */
final class SimulatedMember
{
    /**
     * A snapshot as the member keeps it.
     *
     * @param core of the service.
     * @param timers of the consensus module.
     * @param index of the first log entry after it.
     * @param eventPosition end of the event stream.
     */
    private record Snapshot(CoreCopy core, Map<Long, Long> timers, int index, long eventPosition)
    {
    }

    private final int id;
    private final Schedule schedule;
    private final SimulatedWall wall;
    private final UnsafeBuffer command = new UnsafeBuffer(0, 0);
    private final AtomicCounter eventsEnd =
        new AtomicCounter(new UnsafeBuffer(BufferUtil.allocateDirectAligned(
            CountersReader.COUNTER_LENGTH, CountersReader.COUNTER_LENGTH)), 0);
    private final List<LogEntry> log = new ArrayList<>();
    private final List<Snapshot> snapshots = new ArrayList<>();
    private MemoryStream events;
    private HostClock clock;
    private EngineService service;
    private MemberCluster cluster;
    private SimulatedTimers timers;
    private CoreCopy written;
    private MatchingEngine engine;
    private int applied;
    private int read;
    private int committed;
    private int matched;
    private int life;

    SimulatedMember(final int id, final Schedule schedule)
    {
        this.id = id;
        this.schedule = schedule;
        wall = new SimulatedWall(schedule.clock(), schedule.chance().below(SimulatedWall.PRECISION_NS));
        newEvents();
    }

    private void newEvents()
    {
        events = new MemoryStream(Schedule.TERM_LENGTH);
        events.backPressure(() -> schedule.chance().isFault(8));
    }

    /**
     * A new life, from a snapshot or from nothing.
     *
     * @param errorNs by which the wall clock is wrong.
     */
    void start(final long errorNs)
    {
        life++;
        wall.error(errorNs);
        Snapshot snapshot = snapshots.isEmpty() || schedule.chance().oneIn(5) ?
            null : snapshots.get(snapshots.size() - 1);
        if (null != snapshot && events.position() < snapshot.eventPosition)
        {
            expectRefusal(snapshot);
            snapshot = null;
        }
        schedule.trace().step("start-member", id, null == snapshot ? 0 : snapshot.index);
        if (null != snapshot)
        {
            schedule.counts().add(Count.STARTS_FROM_SNAPSHOT);
        }
        launch(snapshot, false);
        read = applied;
        committed = applied;
        matched = 0;
    }

    private void expectRefusal(final Snapshot snapshot)
    {
        schedule.trace().note("snapshot-refused", id, 0);
        try
        {
            launch(snapshot, true);
        }
        catch (final ClusterTerminationException ex)
        {
            service = null;
            return;
        }
        throw new ScheduleFailedException("a member went on from a snapshot after the end of its events: member=" + id);
    }

    private void launch(final Snapshot snapshot, final boolean isRefusalExpected)
    {
        final CounterSet<EngineCounter> counters = new CounterSet<>(EngineCounter.class);
        final boolean isTwice = schedule.hasDefect(Defect.FRAMES_TWICE) && null == snapshot;
        final GatedEventStream gated =
            new GatedEventStream(isTwice ? null : new MemoryFrames(events), events, wall, () -> true, counters);
        timers = new SimulatedTimers(null == snapshot || schedule.hasDefect(Defect.TIMER_FORGOTTEN) ?
            Map.of() : snapshot.timers);
        applied = null == snapshot ? 0 : snapshot.index;
        cluster = new MemberCluster(
            id, schedule.chance(), schedule.counts(), timers, 0 == applied ? 0 : log.get(applied - 1).position());
        clock = wall.hostClock(schedule.hasDefect(Defect.UNGUARDED_CLOCK));
        clock.start(0, true, TimeConfirmation.NONE);
        service = new EngineService(0, gated, eventsEnd, counters, new Writer(), clock, (where, cause) ->
        {
            if (!isRefusalExpected)
            {
                throw new ScheduleFailedException("a member has failed: member=" + id + " where=" + where + " cause=" +
                    cause.getMessage(), cause);
            }
        });
        service.start(cluster, null == snapshot ? null : () -> snapshot.core.read(gated.sink()));
        if (null != snapshot && schedule.hasDefect(Defect.SNAPSHOT_SKIPS))
        {
            applied = Math.min(applied + 1, log.size());
        }
    }

    /** Asks the leader for the time, and has its answer at once. */
    void askLeader(final HostClock leader)
    {
        clock.ask();
        clock.onSessionOpen(life, leader.nanoTime());
        clock.isAnswered(life);
        clock.nanoTime();
    }

    /** The process dies; by chance some of what is not recorded is left. */
    void crash()
    {
        schedule.counts().add(Count.ENGINE_CRASHES);
        schedule.trace().step("crash-member", id, events.crash(schedule.chance().below(4)));
        service = null;
        engine = null;
    }

    /** Its disk is lost as well. */
    void wipe()
    {
        schedule.trace().note("wipe-member", id, 0);
        schedule.counts().add(Count.WIPES);
        log.clear();
        snapshots.clear();
        newEvents();
    }

    boolean isAlive()
    {
        return null != service;
    }

    /** One step of the consensus module of a member that does not lead, or not yet. */
    void readLog()
    {
        timers.onRequests();
        if (read < committed)
        {
            final LogEntry entry = log.get(read);
            if (LogEntry.Kind.SNAPSHOT != entry.kind() || applied > read)
            {
                if (LogEntry.Kind.TIMER == entry.kind())
                {
                    timers.onReplayed(entry.correlationId());
                }
                read++;
            }
        }
    }

    /**
     * One step of the service.
     *
     * @param limit index not to go beyond.
     * @return true when there was something to do.
     */
    boolean apply(final int limit)
    {
        if (applied >= limit)
        {
            return false;
        }
        final LogEntry entry = log.get(applied);
        cluster.at(entry.position());
        final long timestampNs =
            schedule.hasDefect(Defect.OWN_CLOCK) ? entry.timestampNs() + id * 1_000L : entry.timestampNs();
        switch (entry.kind())
        {
            case COMMAND ->
            {
                command.wrap(entry.command());
                service.onCommand(timestampNs, command, 0, entry.command().length);
            }
            case TIMER -> service.onTimerEvent(entry.correlationId(), timestampNs);
            case TERM -> service.onNewLeadershipTermEvent(entry.term(), entry.position(), timestampNs,
                entry.position(), entry.leader(), 1, TimeUnit.NANOSECONDS, ProgramVersion.CURRENT);
            case SNAPSHOT -> takeSnapshot();
            default -> throw new IllegalStateException("no such entry: kind=" + entry.kind());
        }
        applied++;
        checkEnd();
        return true;
    }

    private void takeSnapshot()
    {
        service.onTakeSnapshot(null);
        timers.onRequests();
        snapshots.add(new Snapshot(written, timers.copy(), applied + 1, events.position()));
        schedule.counts().add(Count.SNAPSHOTS);
    }

    private void checkEnd()
    {
        if (eventsEnd.get() != events.position())
        {
            throw new ScheduleFailedException("clients see another end of the event stream: member=" + id +
                " seen=" + eventsEnd.get() + " end=" + events.position());
        }
    }

    /** How far the service of a member that does not lead may go. */
    int limit()
    {
        return read < committed && LogEntry.Kind.SNAPSHOT == log.get(read).kind() ? read + 1 : read;
    }

    /** The core as it is now. */
    MatchingEngine engine()
    {
        service.onTakeSnapshot(null);
        return engine;
    }

    CoreCopy copy()
    {
        service.onTakeSnapshot(null);
        return written;
    }

    void role(final Cluster.Role role)
    {
        cluster.role(role);
        service.onRoleChange(role);
    }

    int id()
    {
        return id;
    }

    int life()
    {
        return life;
    }

    List<LogEntry> log()
    {
        return log;
    }

    MemoryStream events()
    {
        return events;
    }

    SimulatedWall wall()
    {
        return wall;
    }

    /** What it stamps with; the last one of a member that is dead. */
    HostClock clock()
    {
        return clock;
    }

    SimulatedTimers timers()
    {
        return timers;
    }

    int applied()
    {
        return applied;
    }

    /** First entry that the consensus module has not read. */
    int read()
    {
        return read;
    }

    void read(final int index)
    {
        read = index;
    }

    /** How many entries it knows to be agreed. */
    int committed()
    {
        return committed;
    }

    void committed(final int count)
    {
        committed = count;
    }

    /** How many entries it has in common with the leader. */
    int matched()
    {
        return matched;
    }

    void matched(final int count)
    {
        matched = count;
    }

    /**
     * Keeps what the service writes, and lets the schedule look at its core.
     */
    private final class Writer implements CoreSnapshots
    {
        @Override
        public MatchingEngine read(
            final Cluster owner, final Image image, final int partition, final EventFrameSink sink)
        {
            throw new IllegalStateException("snapshots are not read from images here: partition=" + partition);
        }

        @Override
        public void write(
            final Cluster owner, final MatchingEngine core, final ExclusivePublication publication)
        {
            engine = core;
            written = CoreCopy.of(core);
        }
    }
}
