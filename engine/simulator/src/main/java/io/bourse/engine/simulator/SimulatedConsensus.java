// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import io.aeron.cluster.service.Cluster;
import io.bourse.engine.host.clock.StopCommand;
import org.agrona.concurrent.UnsafeBuffer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The agreed log of three members: a leader appends, what a majority holds is agreed, and only that is executed. When a
 * leader is lost the member with the most complete log leads; what no other member held is lost.
 */
final class SimulatedConsensus
{
    private static final int MEMBERS = 3;
    private static final int NO_LEADER = -1;
    private static final int TERM_ENTRY_LENGTH = 64;
    private static final int ACTION_LENGTH = 24;

    /**
     * A timer that a leader has fired, until it is agreed.
     *
     * @param index of its entry.
     * @param correlationId of the timer.
     */
    private record FiredTimer(int index, long correlationId)
    {
    }

    private final Schedule schedule;
    private final Chance chance;
    private final List<SimulatedMember> members = new ArrayList<>();
    private final List<LogEntry> agreed = new ArrayList<>();
    private final List<FiredTimer> fired = new ArrayList<>();
    private final StopCommand stopCommand = new StopCommand(0);
    private int leader = NO_LEADER;
    private int term;
    private int termIndex;
    private int snapshotIndex = -1;
    private boolean isOpen;

    SimulatedConsensus(final Schedule schedule)
    {
        this.schedule = schedule;
        chance = schedule.chance();
        for (int i = 0; i < MEMBERS; i++)
        {
            members.add(new SimulatedMember(i, schedule));
        }
    }

    /** A leader is found when a majority lives and none leads. */
    void elect()
    {
        if (NO_LEADER != leader || alive() < 2)
        {
            return;
        }
        SimulatedMember best = null;
        final int first = chance.below(MEMBERS);
        for (int i = 0; i < MEMBERS; i++)
        {
            final SimulatedMember member = members.get((first + i) % MEMBERS);
            if (member.isAlive() && (null == best || isBetter(member, best)))
            {
                best = member;
            }
        }
        leader = best.id();
        term++;
        isOpen = false;
        snapshotIndex = -1;
        fired.clear();
        termIndex = best.log().size();
        append(LogEntry.Kind.TERM, new byte[0], 0, TERM_ENTRY_LENGTH);
        for (final SimulatedMember member : members)
        {
            if (member.isAlive())
            {
                match(member);
                member.role(Cluster.Role.FOLLOWER);
            }
        }
        schedule.counts().add(Count.LEADERS);
        schedule.trace().step("elect", leader, term);
    }

    private boolean isBetter(final SimulatedMember member, final SimulatedMember best)
    {
        final int termOf = lastTerm(member);
        final int bestTerm = lastTerm(best);
        final boolean isBetter = termOf > bestTerm || termOf == bestTerm && member.log().size() > best.log().size();
        return schedule.hasDefect(Defect.LOST_TAIL) != isBetter;
    }

    private static int lastTerm(final SimulatedMember member)
    {
        return member.log().isEmpty() ? 0 : member.log().get(member.log().size() - 1).term();
    }

    /** What a member has in common with the leader. */
    private void match(final SimulatedMember member)
    {
        final List<LogEntry> leading = leader().log();
        int common = 0;
        while (common < member.log().size() && common < leading.size() &&
            member.log().get(common) == leading.get(common))
        {
            common++;
        }
        member.matched(common);
    }

    private void append(final LogEntry.Kind kind, final byte[] command, final long correlationId, final int length)
    {
        final SimulatedMember member = leader();
        final List<LogEntry> log = member.log();
        final long position = log.isEmpty() ? 0 : log.get(log.size() - 1).position();
        final long stampNs = member.clock().nanoTime();
        SimulatedWall.requireNotEarly(schedule.clock(), stampNs);
        log.add(new LogEntry(kind, term, leader, stampNs,
            LogEntry.positionAfter(position, length), command, correlationId));
        member.matched(log.size());
    }

    /** A command arrives at the leader. */
    boolean onCommand(final int sentInTerm, final byte[] command)
    {
        if (!isTaking() || sentInTerm != term)
        {
            return false;
        }
        append(LogEntry.Kind.COMMAND, command, 0, command.length);
        return true;
    }

    /** Whether the leader of a term still leads; it may let commands wait. */
    boolean isLedIn(final int ofTerm)
    {
        return NO_LEADER != leader && ofTerm == term;
    }

    /** A leader takes nothing while a snapshot is taken. */
    boolean isTaking()
    {
        return isOpen && (snapshotIndex < 0 || leader().applied() > snapshotIndex);
    }

    /** The leader fires a timer that is due. */
    void fireTimer()
    {
        if (isTaking())
        {
            leader().timers().onRequests();
            final long correlationId = leader().timers().fire(leader().clock().nanoTime());
            if (0 != correlationId)
            {
                fired.add(new FiredTimer(leader().log().size(), correlationId));
                append(LogEntry.Kind.TIMER, new byte[0], correlationId, ACTION_LENGTH);
                schedule.trace().note("timer", leader, leader().log().size());
            }
        }
    }

    /** The member that leads sees by its clock that order entry has to be stopped, and sends the command. */
    void stopOrderEntry()
    {
        if (isTaking())
        {
            leader().clock().nanoTime();
            if (leader().clock().isStopDue())
            {
                final UnsafeBuffer stop = stopCommand.of(leader().clock());
                final byte[] command = new byte[stop.capacity()];
                stop.getBytes(0, command);
                append(LogEntry.Kind.COMMAND, command, 0, command.length);
                schedule.trace().note("stop-order-entry", leader, leader().log().size());
            }
        }
    }

    void startSnapshot()
    {
        if (isTaking())
        {
            snapshotIndex = leader().log().size();
            append(LogEntry.Kind.SNAPSHOT, new byte[0], 0, ACTION_LENGTH);
            schedule.trace().step("snapshot", snapshotIndex, 0);
        }
    }

    /** A member takes over what the leader has. */
    void replicate(final SimulatedMember member, final int entries)
    {
        if (NO_LEADER == leader || leader == member.id() || !member.isAlive())
        {
            return;
        }
        if (member.log().size() > member.matched())
        {
            if (member.applied() > member.matched())
            {
                throw new ScheduleFailedException("a member has executed what was not agreed: member=" + member.id() +
                    " applied=" + member.applied() + " inCommon=" + member.matched());
            }
            member.log().subList(member.matched(), member.log().size()).clear();
        }
        final List<LogEntry> log = leader().log();
        for (int i = 0; i < entries && member.matched() < log.size(); i++)
        {
            member.log().add(log.get(member.matched()));
            member.matched(member.matched() + 1);
        }
    }

    /** The leader counts who holds what; members hear of it later. */
    void commit()
    {
        if (NO_LEADER == leader)
        {
            return;
        }
        final int[] held = new int[MEMBERS];
        for (int i = 0; i < MEMBERS; i++)
        {
            held[i] = members.get(i).isAlive() ? members.get(i).matched() : 0;
        }
        Arrays.sort(held);
        final int majority = held[MEMBERS / 2];
        final List<LogEntry> log = leader().log();
        if (majority > agreed.size() && term == log.get(majority - 1).term())
        {
            for (int i = 0; i < majority; i++)
            {
                if (agreed.size() == i)
                {
                    agreed.add(log.get(i));
                }
                else if (agreed.get(i) != log.get(i))
                {
                    throw new ScheduleFailedException("what was agreed is gone from the leader's log: index=" + i +
                        " leader=" + leader + " term=" + term + " agreed=" + agreed.size());
                }
            }
        }
        leader().committed(known(leader()));
    }

    void hearOfCommit(final SimulatedMember member)
    {
        if (NO_LEADER != leader && member.isAlive())
        {
            member.committed(Math.max(member.committed(), known(member)));
        }
    }

    private int known(final SimulatedMember member)
    {
        final int held = member.matched();
        return schedule.hasDefect(Defect.EARLY_EXECUTION) ? held : Math.min(held, agreed.size());
    }

    /** The consensus module of a member goes on. */
    void readLog(final SimulatedMember member)
    {
        if (!member.isAlive())
        {
            return;
        }
        if (leader != member.id())
        {
            member.readLog();
        }
        else if (isOpen)
        {
            member.timers().onRequests();
        }
        else
        {
            member.readLog();
            isOpen = agreed.size() > termIndex && member.read() > termIndex && member.applied() > termIndex;
            if (isOpen)
            {
                // As the runtime does: a leader takes office when its service has executed the whole log.
                member.role(Cluster.Role.LEADER);
            }
        }
    }

    /** The service of a member goes on. */
    boolean apply(final SimulatedMember member)
    {
        if (!member.isAlive())
        {
            return false;
        }
        return member.apply(isOpen && leader == member.id() ? member.committed() : member.limit());
    }

    /** The leader lives on but leads no more. */
    void stepDown()
    {
        if (NO_LEADER == leader || !isOpen)
        {
            return;
        }
        final SimulatedMember member = leader();
        schedule.trace().step("step-down", leader, term);
        schedule.counts().add(Count.STEP_DOWNS);
        for (final FiredTimer timer : fired)
        {
            if (timer.index >= member.committed())
            {
                member.timers().restore(timer.correlationId, member.clock().nanoTime());
            }
        }
        member.read(Math.max(member.applied(), member.committed()));
        member.role(Cluster.Role.FOLLOWER);
        leader = NO_LEADER;
        isOpen = false;
    }

    void crash(final SimulatedMember member)
    {
        if (member.isAlive())
        {
            member.crash();
            if (leader == member.id())
            {
                leader = NO_LEADER;
                isOpen = false;
            }
        }
    }

    /** A member that died comes back and finds its place. */
    void revive(final SimulatedMember member)
    {
        if (!member.isAlive())
        {
            if (member.life() > 0)
            {
                schedule.counts().add(Count.RESTARTS);
            }
            // Who starts a member while none leads sets its clock before: nothing else tells how long it was down.
            member.start(isOpen ? schedule.startError() : 0);
            if (isOpen && !schedule.hasDefect(Defect.LEADER_NOT_ASKED))
            {
                member.askLeader(leader().clock());
            }
            if (NO_LEADER != leader)
            {
                match(member);
            }
        }
    }

    /** Whether a member may lose its disk: both others live and hold everything that was agreed. */
    boolean isSpare(final SimulatedMember member)
    {
        boolean isSpare = NO_LEADER != leader && leader != member.id();
        for (final SimulatedMember other : members)
        {
            isSpare &= other == member || other.isAlive() && other.matched() >= agreed.size();
        }
        return isSpare;
    }

    private int alive()
    {
        int alive = 0;
        for (final SimulatedMember member : members)
        {
            alive += member.isAlive() ? 1 : 0;
        }
        return alive;
    }

    /** Every member lives, holds and has executed the same. */
    boolean isQuiet()
    {
        boolean isQuiet = isTaking();
        for (final SimulatedMember member : members)
        {
            isQuiet &= member.isAlive() && member.log().size() == agreed.size() && member.applied() == agreed.size() &&
                leader().log().size() == agreed.size();
        }
        return isQuiet;
    }

    SimulatedMember leader()
    {
        return NO_LEADER == leader ? null : members.get(leader);
    }

    int term()
    {
        return term;
    }

    List<SimulatedMember> members()
    {
        return members;
    }

    List<LogEntry> agreed()
    {
        return agreed;
    }
}
