// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.cluster.ClusterClientOptions;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.host.StoredFrames;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import io.bourse.engine.testing.TestPorts;
import io.bourse.testing.RecordingListener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Three members as processes, of which the leader is killed without a warning while orders come in.
 */
@Tag("venue")
class KilledMemberTest
{
    private static final int MEMBERS = 3;
    private static final int ORDERS = 6_000;
    private static final long UNREAD_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long LEAVE_NS = TimeUnit.SECONDS.toNanos(10);

    private final MemberProcess[] members = new MemberProcess[MEMBERS];

    @TempDir
    private Path dir;

    @AfterEach
    void end() throws InterruptedException
    {
        for (final MemberProcess member : members)
        {
            if (null != member)
            {
                member.kill();
            }
        }
    }

    @Test
    void shouldLoseAndDoubleNothingWhenLeaderIsKilledUnderLoad() throws Exception
    {
        final int basePort = TestPorts.reserveRow(4 * MEMBERS);
        for (int i = 0; i < MEMBERS; i++)
        {
            members[i] = MemberProcess.start(dir, MEMBERS, basePort, i);
        }
        final int leader = awaitLeader();
        final RecordingListener seen = new RecordingListener();
        try (ClusterEngineClient client = connect(basePort, leader))
        {
            assertEquals(-1, client.leaderMemberId());
            DemoReferenceData.define(TestCluster.operator(client));
            assertEquals(leader, client.leaderMemberId());
            driveAndKill(client, seen, leader);
            assertNotEquals(leader, client.leaderMemberId());
            ClusterOrders.assertEachExecutedOnce(seen, ORDERS);

            // The dead member comes back, finds out what it has missed, and is fit to be followed again.
            members[leader] = MemberProcess.start(dir, MEMBERS, basePort, leader);
            final long endCursor = client.endCursor();
            try (ClusterEngineClient another = connect(basePort, List.of(members[leader].aeronDirectoryName())))
            {
                assertTrue(another.endCursor() >= endCursor);
                final RecordingListener again = TestEngine.collect(
                    another, 0, (listener) -> listener.cursor() >= endCursor);
                assertEquals(seen.transactions(), again.transactions().subList(0, seen.transactions().size()));
            }
        }
        for (final MemberProcess member : members)
        {
            assertEquals(0, member.stop());
        }
        final List<StoredFrames.Frame> frames = frames(0);
        assertSame(frames, frames(1));
        assertSame(frames, frames(2));
    }

    /** It sends nothing that would not be answered. */
    @Tag("drill")
    @Test
    void shouldLeaveAKilledMemberWhenAClientOnAnotherMachineOnlyReads() throws Exception
    {
        final int basePort = TestPorts.reserveRow(4 * MEMBERS);
        for (int i = 0; i < MEMBERS; i++)
        {
            members[i] = MemberProcess.start(dir, MEMBERS, basePort, i);
        }
        awaitLeader();
        final List<String> archives = MemberEndpoints.loopback(MEMBERS, basePort).stream()
            .map((member) -> member.host() + ":" + member.archivePort()).toList();
        try (MediaDriver driver = MediaDriver.launch(new MediaDriver.Context()
            .aeronDirectoryName(dir.resolve("driver").toString())
            .threadingMode(ThreadingMode.SHARED)
            .imageLivenessTimeoutNs(TimeUnit.SECONDS.toNanos(1))
            .dirDeleteOnShutdown(true));
            ClusterEngineClient client = ClusterEngineClient.connect(ClusterClientOptions.builder()
                .aeronDirectoryNames(List.of(driver.aeronDirectoryName()))
                .archiveEndpoints(archives)
                .credentials(CredentialStore.in(dir))
                .ingressEndpoints(MemberEndpoints.ingressEndpoints(MemberEndpoints.loopback(MEMBERS, basePort)))
                .build()))
        {
            final String first = client.aeronDirectoryName();
            // As long as the archive needs to say that it lives.
            final long sinceNs = System.nanoTime();
            TestEngine.await("it has been linked for a while", () -> System.nanoTime() - sinceNs > UNREAD_NS);
            members[archives.indexOf(first)].kill();
            final long killNs = System.nanoTime();
            TestEngine.await("it has left the member",
                () -> null != client.aeronDirectoryName() && !first.equals(client.aeronDirectoryName()));
            assertTrue(System.nanoTime() - killNs < LEAVE_NS, () -> "ns=" + (System.nanoTime() - killNs));
        }
    }

    @Test
    void shouldGiveUpADeadMemberBeforeAnotherOneIsElected()
    {
        final long memberTimeoutNs = ClusterClientOptions.builder().memberTimeoutNs();
        final long heartbeatTimeoutNs = ClusterOptions.builder().leaderHeartbeatTimeoutNs();
        assertTrue(memberTimeoutNs <= heartbeatTimeoutNs, "memberTimeoutNs=" + memberTimeoutNs);
    }

    private void driveAndKill(final ClusterEngineClient client, final RecordingListener seen, final int leader)
        throws Exception
    {
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        final Thread sender = Thread.ofPlatform().daemon().start(() ->
        {
            try
            {
                ClusterOrders.send(client, ORDERS);
            }
            catch (final Throwable ex)
            {
                failure.set(ex);
            }
        });
        try (EventFollower follower = client.follow(0, seen))
        {
            TestEngine.pollUntil(follower, () -> seen.transactions().size() >= ORDERS / 4);
            members[leader].kill();
            assertTrue(seen.transactions().size() < ORDERS);
            TestEngine.pollUntil(follower, () -> null != failure.get() || seen.count("ACCEPTED") >= ORDERS);
        }
        sender.join();
        assertNull(failure.get());
        assertTrue(client.resentCommands() < ORDERS / 2, "resent=" + client.resentCommands());
    }

    private int awaitLeader()
    {
        final int[] leader = {-1};
        TestEngine.await("a leader is elected", () ->
        {
            for (int i = 0; i < MEMBERS; i++)
            {
                leader[0] = members[i].isLeader() ? i : leader[0];
            }
            return leader[0] >= 0;
        });
        return leader[0];
    }

    /** Follows the given member first: that it is killed is the client's affair too. */
    private ClusterEngineClient connect(final int basePort, final int memberId)
    {
        final List<String> directories = new ArrayList<>();
        for (int i = 0; i < MEMBERS; i++)
        {
            directories.add(members[(memberId + i) % MEMBERS].aeronDirectoryName());
        }
        return connect(basePort, directories);
    }

    private ClusterEngineClient connect(final int basePort, final List<String> directories)
    {
        return ClusterEngineClient.connect(ClusterClientOptions.builder()
            .aeronDirectoryNames(directories)
            .credentials(CredentialStore.in(dir))
            .windowSize(TestCluster.WINDOW_SIZE)
            .ingressEndpoints(MemberEndpoints.ingressEndpoints(MemberEndpoints.loopback(MEMBERS, basePort)))
            .build());
    }

    private List<StoredFrames.Frame> frames(final int memberId)
    {
        return StoredFrames.read(EngineDirectories.archiveDir(TestCluster.memberDir(dir, memberId)));
    }

    private static void assertSame(
        final List<StoredFrames.Frame> frames, final List<StoredFrames.Frame> others)
    {
        assertTrue(frames.size() >= ORDERS);
        assertEquals(frames.size(), others.size());
        for (int i = 0; i < frames.size(); i++)
        {
            assertEquals(frames.get(i).position(), others.get(i).position());
            assertArrayEquals(frames.get(i).bytes(), others.get(i).bytes(), "frame " + i);
        }
    }
}
