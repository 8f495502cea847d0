// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.host;

import io.aeron.cluster.service.Cluster;
import io.bourse.engine.host.Durability;
import io.bourse.engine.host.HostOptions;
import io.bourse.engine.host.cluster.ClusterMember;
import io.bourse.engine.host.cluster.ClusterOptions;
import io.bourse.engine.host.cluster.MemberEndpoints;
import io.bourse.engine.security.CredentialStore;
import io.bourse.jmh.loadtest.process.JavaProcess;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One member of a cluster in a process of its own.
 */
final class MemberProcess implements AutoCloseable
{
    private static final String READY = "READY ";
    private static final String STATUS = "STATUS ";
    private static final long PATIENCE_SECONDS = 60;

    private final int memberId;
    private final JavaProcess process;
    private final String aeronDirectoryName;

    /**
     * What all members of a cluster have in common.
     *
     * @param dir of all their data directories.
     * @param memberCount how many there are.
     * @param basePort first of four ports each.
     * @param durability mode.
     * @param idle how their threads wait.
     * @param heartbeatMs silence of the leader after which the others elect another one, in milliseconds.
     * @param electionMs how long a candidate waits for the votes of all, in milliseconds.
     */
    record Settings(
        Path dir,
        int memberCount,
        int basePort,
        Durability durability,
        Idle idle,
        int heartbeatMs,
        int electionMs)
    {
        /** The same for all members and their client. */
        CredentialStore credentials()
        {
            return CredentialStore.in(dir);
        }

        List<MemberEndpoints> endpoints()
        {
            return MemberEndpoints.loopback(memberCount, basePort);
        }

        ClusterOptions options(final int memberId)
        {
            return ClusterOptions.builder()
                .host(HostOptions.builder()
                    .dataDir(dir.resolve("member" + memberId))
                    .credentials(credentials())
                    .durability(durability)
                    .idleStrategySupplier(idle.supplier())
                    .build())
                .memberId(memberId)
                .members(endpoints())
                .leaderHeartbeatTimeoutNs(TimeUnit.MILLISECONDS.toNanos(heartbeatMs))
                .electionTimeoutNs(TimeUnit.MILLISECONDS.toNanos(electionMs))
                .build();
        }
    }

    /**
     * How a member stands.
     *
     * @param isLeader of a cluster that has one.
     * @param isLive whether it leads or follows a leader.
     * @param eventPosition end of its event stream.
     */
    record Status(boolean isLeader, boolean isLive, long eventPosition)
    {
    }

    private MemberProcess(final int memberId, final JavaProcess process) throws IOException
    {
        this.memberId = memberId;
        this.process = process;
        aeronDirectoryName = process.await(READY, PATIENCE_SECONDS).substring(READY.length());
    }

    /** Starts a member and returns when all its parts run. */
    static MemberProcess start(final Settings settings, final int memberId) throws IOException
    {
        final JavaProcess process = new JavaProcess("member " + memberId,
            List.of("-XX:+UseParallelGC", "-Xms256m", "-Xmx1g"), MemberProcess.class,
            settings.dir().toString(), Integer.toString(settings.memberCount()),
            Integer.toString(settings.basePort()), settings.durability().name(), settings.idle().name(),
            Integer.toString(settings.heartbeatMs()), Integer.toString(settings.electionMs()),
            Integer.toString(memberId));
        try
        {
            return new MemberProcess(memberId, process);
        }
        catch (final IOException | RuntimeException ex)
        {
            process.close();
            throw ex;
        }
    }

    /**
     * The process: a member that reports its state for every byte it is given, until there are no more.
     *
     * @param args as {@link #start} gives them.
     * @throws IOException when nothing listens.
     */
    public static void main(final String[] args) throws IOException
    {
        final Settings settings = new Settings(Path.of(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2]),
            Durability.valueOf(args[3]), Idle.valueOf(args[4]), Integer.parseInt(args[5]),
            Integer.parseInt(args[6]));
        try (ClusterMember member = ClusterMember.launch(settings.options(Integer.parseInt(args[7]))))
        {
            System.out.println(READY + member.aeronDirectoryName());
            while (System.in.read() >= 0)
            {
                System.out.println(STATUS + (Cluster.Role.LEADER == member.role()) + ' ' + member.isLive() + ' ' +
                    member.eventPosition());
            }
        }
    }

    Status status()
    {
        try
        {
            process.send("");
            final String[] fields = process.await(STATUS, PATIENCE_SECONDS).substring(STATUS.length()).split(" ");
            return new Status(
                Boolean.parseBoolean(fields[0]), Boolean.parseBoolean(fields[1]), Long.parseLong(fields[2]));
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("a member does not answer: memberId=" + memberId, ex);
        }
    }

    int memberId()
    {
        return memberId;
    }

    String aeronDirectoryName()
    {
        return aeronDirectoryName;
    }

    /** kill -9; returns when the signal is sent. */
    void kill()
    {
        process.handle().destroyForcibly();
    }

    /** Waits until a killed process is gone. */
    void awaitEnd()
    {
        process.awaitEnd();
    }

    /** Orderly end. */
    @Override
    public void close()
    {
        process.close();
    }
}
