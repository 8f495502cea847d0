// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.cluster.client.AeronCluster;
import io.aeron.cluster.service.Cluster;
import io.bourse.engine.client.cluster.ClusterClientOptions;
import io.bourse.engine.client.cluster.ClusterClientOptionsBuilder;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.host.HostOptions;
import io.bourse.engine.host.HostOptionsBuilder;
import io.bourse.engine.security.ChallengedCredentials;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.testing.TestEngine;
import io.bourse.engine.testing.TestPorts;
import org.agrona.CloseHelper;
import org.agrona.concurrent.BackoffIdleStrategy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * A real cluster for tests: everything as in production but small buffers, all members in this process, and idle
 * strategies that leave the processor to the others.
 */
final class TestCluster implements AutoCloseable
{
    /** Small, so that senders are never far ahead of what is executed. */
    static final int WINDOW_SIZE = 128;
    private static final int PORTS_PER_MEMBER = 4;
    private static final long HEARTBEAT_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(1);

    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final Path dir;
    private final List<MemberEndpoints> endpoints;
    private final ClusterMember[] members;

    private final UnaryOperator<ClusterOptionsBuilder> options;

    private TestCluster(final Path dir, final int memberCount, final UnaryOperator<ClusterOptionsBuilder> options)
    {
        this.dir = dir;
        this.options = options;
        endpoints = MemberEndpoints.loopback(memberCount, TestPorts.reserveRow(PORTS_PER_MEMBER * memberCount));
        members = new ClusterMember[memberCount];
    }

    /** Members that are not started yet. */
    static TestCluster unstarted(final Path dir, final int memberCount)
    {
        return new TestCluster(dir, memberCount, UnaryOperator.identity());
    }

    /** Starts all members and waits for a leader. */
    static TestCluster start(final Path dir, final int memberCount)
    {
        return start(dir, memberCount, UnaryOperator.identity());
    }

    /** The same with options of its own. */
    static TestCluster start(
        final Path dir, final int memberCount, final UnaryOperator<ClusterOptionsBuilder> options)
    {
        final TestCluster cluster = new TestCluster(dir, memberCount, options);
        try
        {
            for (int i = 0; i < memberCount; i++)
            {
                cluster.startMember(i);
            }
            cluster.awaitLeader();
            return cluster;
        }
        catch (final Throwable ex)
        {
            cluster.close();
            throw ex;
        }
    }

    /** Options that suit a test. */
    static ClusterOptionsBuilder options(
        final Path dir,
        final List<MemberEndpoints> endpoints,
        final int memberId,
        final UnaryOperator<HostOptionsBuilder> host)
    {
        return ClusterOptions.builder()
            .host(host.apply(HostOptions.builder()
                .dataDir(memberDir(dir, memberId))
                .credentials(CredentialStore.in(dir))
                .segmentFileLength(TestEngine.SEGMENT_FILE_LENGTH)
                .idleStrategySupplier(() -> new BackoffIdleStrategy(1, 1, 200_000, 500_000))).build())
            .memberId(memberId)
            .members(endpoints)
            .eventTermLength(TestEngine.TERM_LENGTH)
            .commandTermLength(TestEngine.TERM_LENGTH)
            .leaderHeartbeatTimeoutNs(HEARTBEAT_TIMEOUT_NS);
    }

    static ClusterOptionsBuilder options(final Path dir, final List<MemberEndpoints> endpoints, final int memberId)
    {
        return options(dir, endpoints, memberId, UnaryOperator.identity());
    }

    /** Changes options that all hosts have. */
    static ClusterOptionsBuilder withHost(
        final ClusterOptionsBuilder options, final UnaryOperator<HostOptionsBuilder> change)
    {
        return options.host(change.apply(HostOptionsBuilder.builder(options.host())).build());
    }

    static Path memberDir(final Path dir, final int memberId)
    {
        return dir.resolve("member" + memberId);
    }

    ClusterMember startMember(final int memberId)
    {
        return startMember(memberId, options(memberId));
    }

    /** Starts a member that is set up differently from the others. */
    ClusterMember startMember(final int memberId, final ClusterOptionsBuilder ofMember)
    {
        members[memberId] = ClusterMember.launch(options.apply(withHost(
            ofMember, (host) -> host.failStop((where, cause) -> failures.add(cause)))).build());
        return members[memberId];
    }

    /** Options of a member, to be changed. */
    ClusterOptionsBuilder options(final int memberId)
    {
        return options(memberId, UnaryOperator.identity());
    }

    /** The same with some options that all hosts have. */
    ClusterOptionsBuilder options(final int memberId, final UnaryOperator<HostOptionsBuilder> host)
    {
        return options(dir, endpoints, memberId, host);
    }

    /** Secrets of all members, made when they are not there yet. */
    CredentialStore credentials()
    {
        return CredentialStore.in(dir).createMissing();
    }

    List<MemberEndpoints> endpoints()
    {
        return endpoints;
    }

    Path memberDir(final int memberId)
    {
        return memberDir(dir, memberId);
    }

    ClusterMember member(final int memberId)
    {
        return members[memberId];
    }

    /** What members have failed with, those that were not closed before. */
    List<Throwable> failures()
    {
        return failures;
    }

    int awaitLeader()
    {
        TestEngine.await("a leader is elected " + failures, () -> leader() >= 0);
        return leader();
    }

    private int leader()
    {
        for (int i = 0; i < members.length; i++)
        {
            if (null != members[i] && members[i].isLive() && Cluster.Role.LEADER == members[i].role())
            {
                return i;
            }
        }
        return -1;
    }

    void stopMember(final int memberId)
    {
        members[memberId].close();
        members[memberId] = null;
    }

    /** Options of a client that prefers a member. */
    ClusterClientOptionsBuilder clientOptions(final int memberId)
    {
        final List<String> directories = new ArrayList<>();
        for (int i = 0; i < members.length; i++)
        {
            final ClusterMember member = members[(memberId + i) % members.length];
            if (null != member)
            {
                directories.add(member.aeronDirectoryName());
            }
        }
        return ClusterClientOptions.builder()
            .aeronDirectoryNames(directories)
            .credentials(CredentialStore.in(dir))
            .windowSize(WINDOW_SIZE)
            .ingressEndpoints(MemberEndpoints.ingressEndpoints(endpoints));
    }

    /** A client of its own, to be closed by the caller, that prefers a member. */
    ClusterEngineClient connect(final int memberId)
    {
        return ClusterEngineClient.connect(clientOptions(memberId).build());
    }

    /** A session with the leader that takes any bytes, by the driver of a member; to be closed by the caller. */
    AeronCluster rawSession(final int memberId, final ChallengedCredentials credentials)
    {
        return AeronCluster.connect(new AeronCluster.Context()
            .credentialsSupplier(credentials)
            .aeronDirectoryName(members[memberId].aeronDirectoryName())
            .ingressEndpoints(MemberEndpoints.ingressEndpoints(endpoints))
            .ingressChannel("aeron:udp")
            .egressChannel("aeron:udp?endpoint=127.0.0.1:0"));
    }

    static OperatorClient operator(final ClusterEngineClient client)
    {
        return new OperatorClient(client, TestEngine.TIMEOUT_NS);
    }

    @Override
    public void close()
    {
        CloseHelper.closeAll(members);
    }
}
