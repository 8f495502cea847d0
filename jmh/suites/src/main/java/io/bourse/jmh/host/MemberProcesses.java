// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.host;

import io.bourse.engine.client.cluster.ClusterClientOptions;
import io.bourse.engine.host.cluster.MemberEndpoints;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * All members of a cluster, each a process on this machine.
 */
final class MemberProcesses implements AutoCloseable
{
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(60);

    private final MemberProcess.Settings settings;
    private final MemberProcess[] members;

    private MemberProcesses(final MemberProcess.Settings settings)
    {
        this.settings = settings;
        members = new MemberProcess[settings.memberCount()];
    }

    /** Starts all members and waits until one leads and the others follow. */
    static MemberProcesses start(final MemberProcess.Settings settings) throws IOException
    {
        final MemberProcesses all = new MemberProcesses(settings);
        try
        {
            for (int i = 0; i < all.members.length; i++)
            {
                all.startMember(i);
            }
            all.awaitAllLive();
            return all;
        }
        catch (final IOException | RuntimeException ex)
        {
            all.close();
            throw ex;
        }
    }

    void startMember(final int memberId) throws IOException
    {
        members[memberId] = MemberProcess.start(settings, memberId);
    }

    MemberProcess member(final int memberId)
    {
        return members[memberId];
    }

    /** Waits until every member leads or follows. */
    void awaitAllLive()
    {
        await(this::isAllLive, () -> "not all members are live: settings=" + settings);
    }

    /** Waits for something that comes within a minute. */
    static void await(final BooleanSupplier isDone, final Supplier<String> failure)
    {
        final long deadlineNs = System.nanoTime() + TIMEOUT_NS;
        while (!isDone.getAsBoolean())
        {
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new IllegalStateException(failure.get());
            }
            LockSupport.parkNanos(POLL_NS);
        }
    }

    private boolean isAllLive()
    {
        int leaders = 0;
        for (final MemberProcess member : members)
        {
            final MemberProcess.Status status = member.status();
            if (!status.isLive())
            {
                return false;
            }
            leaders += status.isLeader() ? 1 : 0;
        }
        return 1 == leaders;
    }

    /** Waits until every member has published the same events as the one that leads. */
    void awaitAllEqual(final int leader)
    {
        awaitAllLive();
        await(() ->
        {
            final long eventPosition = members[leader].status().eventPosition();
            return Stream.of(members).allMatch((member) -> member.status().eventPosition() >= eventPosition);
        }, () -> "not all members have caught up: settings=" + settings);
    }

    /** The member that leads; all must be live. */
    int leader()
    {
        for (final MemberProcess member : members)
        {
            final MemberProcess.Status status = member.status();
            if (status.isLeader() && status.isLive())
            {
                return member.memberId();
            }
        }
        throw new IllegalStateException("no member leads: settings=" + settings);
    }

    /**
     * Options of a client.
     *
     * @param firstMember to follow; the next ones only when it is gone.
     */
    ClusterClientOptions client(final int firstMember)
    {
        final List<String> directories = new ArrayList<>();
        for (int i = 0; i < members.length; i++)
        {
            directories.add(members[(firstMember + i) % members.length].aeronDirectoryName());
        }
        return ClusterClientOptions.builder()
            .aeronDirectoryNames(directories)
            .credentials(settings.credentials())
            .ingressEndpoints(MemberEndpoints.ingressEndpoints(settings.endpoints()))
            .build();
    }

    @Override
    public void close()
    {
        for (final MemberProcess member : members)
        {
            if (null != member)
            {
                member.close();
            }
        }
    }
}
