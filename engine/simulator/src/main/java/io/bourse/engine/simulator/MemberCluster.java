// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import io.aeron.Aeron;
import io.aeron.DirectBufferVector;
import io.aeron.cluster.service.ClientSession;
import io.aeron.cluster.service.Cluster;
import io.aeron.cluster.service.ClusteredServiceContainer;
import io.aeron.logbuffer.BufferClaim;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NoOpIdleStrategy;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What a member's service sees of its cluster: place in the log, role, timers. There are no sessions to answer to.
 */
final class MemberCluster implements Cluster
{
    private final int memberId;
    private final Chance chance;
    private final SimulatedTimers timers;
    private Role role = Role.FOLLOWER;
    private final Counts counts;
    private long logPosition;

    MemberCluster(
        final int memberId,
        final Chance chance,
        final Counts counts,
        final SimulatedTimers timers,
        final long logPosition)
    {
        this.counts = counts;
        this.memberId = memberId;
        this.chance = chance;
        this.timers = timers;
        this.logPosition = logPosition;
    }

    void at(final long position)
    {
        logPosition = position;
    }

    void role(final Role newRole)
    {
        role = newRole;
    }

    @Override
    public int memberId()
    {
        return memberId;
    }

    @Override
    public Role role()
    {
        return role;
    }

    @Override
    public long logPosition()
    {
        return logPosition;
    }

    @Override
    public Aeron aeron()
    {
        throw notSimulated();
    }

    @Override
    public ClusteredServiceContainer.Context context()
    {
        throw notSimulated();
    }

    @Override
    public ClientSession getClientSession(final long clusterSessionId)
    {
        throw notSimulated();
    }

    @Override
    public Collection<ClientSession> clientSessions()
    {
        return List.of();
    }

    @Override
    public void forEachClientSession(final Consumer<? super ClientSession> action)
    {
        // There are none.
    }

    @Override
    public boolean closeClientSession(final long clusterSessionId)
    {
        throw notSimulated();
    }

    @Override
    public long time()
    {
        throw notSimulated();
    }

    @Override
    public TimeUnit timeUnit()
    {
        return TimeUnit.NANOSECONDS;
    }

    @Override
    public boolean scheduleTimer(final long correlationId, final long deadline)
    {
        if (isRefused())
        {
            return false;
        }
        timers.request(correlationId, deadline);
        return true;
    }

    private boolean isRefused()
    {
        final boolean isRefused = chance.isFault(5);
        if (isRefused)
        {
            counts.add(Count.TIMERS_REFUSED);
        }
        return isRefused;
    }

    @Override
    public boolean cancelTimer(final long correlationId)
    {
        if (isRefused())
        {
            return false;
        }
        timers.cancelRequest(correlationId);
        return true;
    }

    @Override
    public long offer(final DirectBuffer buffer, final int offset, final int length)
    {
        throw notSimulated();
    }

    @Override
    public long offer(final DirectBufferVector[] vectors)
    {
        throw notSimulated();
    }

    @Override
    public long tryClaim(final int length, final BufferClaim bufferClaim)
    {
        throw notSimulated();
    }

    @Override
    public IdleStrategy idleStrategy()
    {
        return NoOpIdleStrategy.INSTANCE;
    }

    /** The service must not depend on any of this. */
    private static UnsupportedOperationException notSimulated()
    {
        return new UnsupportedOperationException("the service uses what a state machine must not depend on");
    }
}
