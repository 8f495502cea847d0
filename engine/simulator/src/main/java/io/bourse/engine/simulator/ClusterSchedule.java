// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.host.ProgramVersion;
import io.bourse.engine.protocol.AdvanceTimeEncoder;
import io.bourse.engine.security.Principal;

import java.util.List;

/**
 * Three members with one agreed log, each with the production service, an event recording and a clock of its own.
 * Gateways send through the production command channel.
 */
final class ClusterSchedule extends Schedule
{
    private static final int LINK_FRAMES = 6;

    private final SimulatedConsensus consensus;
    private final ClusterLink[] links;
    private int nextClientId = 1;

    ClusterSchedule(final Options options, final Trace trace)
    {
        super(options, trace);
        consensus = new SimulatedConsensus(this);
        links = new ClusterLink[gateways().size()];
        for (final SimulatedMember member : consensus.members())
        {
            consensus.revive(member);
        }
        consensus.elect();
    }

    @Override
    void hostStep()
    {
        final int choice = chance().below(100);
        final SimulatedMember member = consensus.members().get(chance().below(consensus.members().size()));
        if (choice < 18)
        {
            deliver();
        }
        else if (choice < 40)
        {
            final int entries = 1 + chance().below(6);
            trace().step("replicate", member.id(), entries);
            consensus.replicate(member, entries);
            consensus.commit();
        }
        else if (choice < 48)
        {
            trace().step("commit", member.id(), consensus.agreed().size());
            consensus.hearOfCommit(member);
        }
        else if (choice < 62)
        {
            trace().step("module", member.id(), member.read());
            for (int i = chance().below(6); i >= 0; i--)
            {
                consensus.readLog(member);
            }
        }
        else if (choice < 84)
        {
            trace().step("service", member.id(), member.applied());
            for (int i = chance().below(6); i >= 0; i--)
            {
                consensus.apply(member);
            }
        }
        else
        {
            rareStep(choice, member);
        }
    }

    private void rareStep(final int choice, final SimulatedMember member)
    {
        if (choice < 88)
        {
            trace().step("timers", consensus.term(), 0);
            consensus.fireTimer();
            consensus.stopOrderEntry();
        }
        else if (choice < 92)
        {
            final int frames = 1 + chance().below(12);
            trace().step("record-events", member.id(), frames);
            member.events().record(frames);
        }
        else if (choice < 94)
        {
            if (chance().oneIn(3))
            {
                consensus.startSnapshot();
            }
        }
        else if (choice < 97)
        {
            consensus.revive(member);
            consensus.elect();
        }
        else if (chance().isFault(3))
        {
            fault(member);
        }
    }

    private void fault(final SimulatedMember member)
    {
        if (chance().oneIn(3))
        {
            consensus.stepDown();
            consensus.elect();
        }
        else if (member.isAlive())
        {
            final boolean isWiped = chance().oneIn(6) && consensus.isSpare(member);
            consensus.crash(member);
            if (isWiped)
            {
                member.wipe();
            }
        }
    }

    private void deliver()
    {
        final ClusterLink link = links[chance().below(links.length)];
        if (null != link)
        {
            trace().step("deliver", 0, 0);
            for (int i = chance().below(4); i >= 0; i--)
            {
                link.deliver();
            }
        }
    }

    @Override
    void crashHost()
    {
        if (null != consensus.leader())
        {
            consensus.crash(consensus.leader());
        }
    }

    @Override
    void beginToSettle()
    {
        if (chance().oneIn(2))
        {
            consensus.stepDown();
        }
        else if (chance().oneIn(3))
        {
            restartAll();
        }
    }

    /** Everything that the members know of their deadlines is in their snapshots. */
    private void restartAll()
    {
        consensus.startSnapshot();
        driveHost();
        for (final SimulatedMember member : consensus.members())
        {
            consensus.crash(member);
        }
    }

    @Override
    void reviveHost()
    {
        for (final SimulatedMember member : consensus.members())
        {
            consensus.revive(member);
        }
        consensus.elect();
    }

    @Override
    void driveHost()
    {
        for (final ClusterLink link : links)
        {
            if (null != link)
            {
                link.deliverAll();
            }
        }
        consensus.fireTimer();
        consensus.stopOrderEntry();
        for (final SimulatedMember member : consensus.members())
        {
            consensus.replicate(member, Integer.MAX_VALUE);
        }
        consensus.commit();
        for (final SimulatedMember member : consensus.members())
        {
            consensus.hearOfCommit(member);
            for (int i = consensus.agreed().size(); i >= 0; i--)
            {
                consensus.readLog(member);
                consensus.apply(member);
            }
            member.events().recordAll();
        }
    }

    @Override
    boolean isHostQuiet()
    {
        boolean isQuiet = consensus.isQuiet();
        for (final ClusterLink link : links)
        {
            isQuiet &= null == link || link.isEmpty();
        }
        return isQuiet;
    }

    /** Not every member has got as far as a reader. */
    @Override
    void attach(final SimulatedReader reader)
    {
        final List<SimulatedMember> members = consensus.members();
        final SimulatedMember member = members.get(chance().below(members.size()));
        if (member.isAlive() && member.events().position() >= reader.cursor())
        {
            final int life = member.life();
            reader.attach(member.events(), chance(), () -> member.isAlive() && member.life() == life, defect());
        }
    }

    @Override
    void connect(final SimulatedGateway gateway)
    {
        final List<SimulatedMember> members = consensus.members();
        final SimulatedMember member = members.get(chance().below(members.size()));
        if (member.isAlive())
        {
            final ClusterLink link = new ClusterLink(this, consensus,
                Principal.ofGatewayId(gateway.gatewayId()), nextClientId++, member.events().position());
            links[gateway.gatewayId()] = link;
            gateway.connect(link::send);
        }
    }

    @Override
    void driveConnection(final SimulatedGateway gateway)
    {
        final ClusterLink link = links[gateway.gatewayId()];
        if (null != link)
        {
            if (!link.confirmations().isAttached())
            {
                attach(link.confirmations());
            }
            link.poll(LINK_FRAMES);
        }
    }

    /** What was on its way arrives now or never: the next life begins later than a datagram lives. */
    @Override
    void onGatewayCrash(final SimulatedGateway gateway)
    {
        final ClusterLink link = links[gateway.gatewayId()];
        if (null != link)
        {
            for (int i = chance().below(8); i > 0; i--)
            {
                link.deliver();
            }
            counts().add(Count.RESENDS, link.resent());
            link.confirmations().detach();
            links[gateway.gatewayId()] = null;
        }
    }

    @Override
    long nextDeadlineNs()
    {
        return consensus.leader().engine().nextDeadlineNs();
    }

    @Override
    long lowestStampNs()
    {
        long lowestNs = clock().nanoTime();
        for (final SimulatedMember member : consensus.members())
        {
            lowestNs = Math.min(lowestNs, member.clock().nanoTime());
        }
        return lowestNs;
    }

    @Override
    void stepClock(final long errorNs)
    {
        consensus.members().get(chance().below(consensus.members().size())).wall().error(errorNs);
    }

    @Override
    void correctClocks()
    {
        for (final SimulatedMember member : consensus.members())
        {
            member.wall().error(0);
        }
    }

    @Override
    PlainRun plainRun()
    {
        final PlainRun run = new PlainRun(TERM_LENGTH);
        final AdvanceTimeEncoder advance = encoder().begin(new AdvanceTimeEncoder());
        final byte[] advanceTime = encoder().end(advance);
        for (final LogEntry entry : consensus.agreed())
        {
            if (LogEntry.Kind.COMMAND == entry.kind())
            {
                run.execute(entry.timestampNs(), entry.position(), entry.command());
            }
            else if (LogEntry.Kind.TERM == entry.kind())
            {
                run.engine().offerFeatureLevel(ProgramVersion.featureLevel(ProgramVersion.CURRENT));
            }
            else if (LogEntry.Kind.TIMER == entry.kind())
            {
                run.execute(entry.timestampNs(), entry.position(), advanceTime);
                run.deadline();
            }
        }
        return run;
    }

    @Override
    void checkHost(final PlainRun truth)
    {
        final CoreCopy expected = CoreCopy.of(truth.engine());
        for (final SimulatedMember member : consensus.members())
        {
            final int difference = truth.events().firstDifference(member.events());
            if (difference >= 0)
            {
                throw new ScheduleFailedException(
                    "the event stream of a member is not what a plain run gives: member=" +
                    member.id() + " differsAt=" + difference + " end=" + member.events().position() +
                    " expectedEnd=" + truth.events().position());
            }
            final MatchingEngine engine = member.engine();
            if (!member.copy().isSameAs(expected))
            {
                throw new ScheduleFailedException("the core of a member holds what a plain run does not: member=" +
                    member.id() + " commandPosition=" + engine.commandPosition() + " expectedCommandPosition=" +
                    truth.engine().commandPosition());
            }
        }
        for (final ClusterLink link : links)
        {
            counts().add(Count.RESENDS, null == link ? 0 : link.resent());
        }
    }
}
