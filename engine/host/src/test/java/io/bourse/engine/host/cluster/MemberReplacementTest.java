// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.host.StoredFrames;
import io.bourse.engine.host.backup.PeerCopy;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import org.agrona.IoUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A member gets from the others what it has lost.
 */
@Tag("drill")
class MemberReplacementTest
{
    private static final int ORDERS = 1_000;
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);

    @TempDir
    private Path dir;

    private final List<Throwable> failures = new CopyOnWriteArrayList<>();

    @Test
    void shouldComeBackWhenDirectoryIsLost()
    {
        try (TestCluster cluster = TestCluster.start(dir, 3))
        {
            final int leader = cluster.awaitLeader();
            final int lost = (leader + 1) % 3;
            try (ClusterEngineClient client = cluster.connect(leader))
            {
                tradeAndSnapshot(cluster, client, leader, lost);
                cluster.stopMember(lost);
                IoUtil.delete(TestCluster.memberDir(dir, lost).toFile(), false);
                ClusterOrders.sendFrom(client, ORDERS, ORDERS / 2);
                assertEquals(PeerCopy.Outcome.ALL_COPIED, complete(cluster, lost));
                ClusterOrders.sendFrom(client, ORDERS, ORDERS);
                TestCluster.operator(client).reportState();
                awaitBack(cluster, leader, lost);
                // It did not execute what was before the snapshot.
                assertTrue(cluster.member(lost).counters().get(EngineCounter.COMMANDS_EXECUTED) < 2 * ORDERS + 100);
            }
            assertEquals(PeerCopy.Outcome.NOTHING_MISSING, stopAndComplete(cluster, lost));
            cluster.startMember(lost);
            lead(cluster, leader, lost);
        }
        assertStreamsEqual();
    }

    @Test
    void shouldComeBackWhenEventsEndBeforeSnapshot() throws IOException
    {
        try (TestCluster cluster = TestCluster.start(dir, 3))
        {
            final int leader = cluster.awaitLeader();
            final int damaged = (leader + 1) % 3;
            try (ClusterEngineClient client = cluster.connect(leader))
            {
                tradeAndSnapshot(cluster, client, leader, damaged);
                cluster.stopMember(damaged);
                StoredFrames.keepFirst(EngineDirectories.archiveDir(TestCluster.memberDir(dir, damaged)), ORDERS / 2);
                ClusterOrders.sendFrom(client, ORDERS, ORDERS / 2);
                TestCluster.operator(client).reportState();
                assertEquals(PeerCopy.Outcome.EVENTS_COPIED, complete(cluster, damaged));
                awaitBack(cluster, leader, damaged);
            }
            assertEquals(List.of(), cluster.failures());
        }
        assertStreamsEqual();
    }

    @Test
    void shouldRefuseWhenNobodyGivesTheLogAndGoOnWhenSomebodyDoes()
    {
        try (TestCluster cluster = TestCluster.unstarted(dir, 3))
        {
            final String message = assertThrows(IllegalStateException.class, () -> PeerCopy.complete(
                TestBackups.options(cluster, TestCluster.memberDir(dir, 1), failures).ownMember(1).build(),
                TimeUnit.SECONDS.toNanos(2))).getMessage();
            assertTrue(message.startsWith("no leader gives its log"), message);
            // What was begun is not taken for a member.
            final String refusal =
                assertThrows(IllegalStateException.class, () -> cluster.startMember(1)).getMessage();
            assertTrue(refusal.contains("a member that was not copied to the end"), refusal);
            // It is taken up again once the others are there, although they have next to nothing yet.
            cluster.startMember(0);
            cluster.startMember(2);
            final int leader = cluster.awaitLeader();
            assertEquals(PeerCopy.Outcome.ALL_COPIED, complete(cluster, 1));
            awaitBack(cluster, leader, 1);
            try (ClusterEngineClient client = cluster.connect(1))
            {
                DemoReferenceData.define(TestCluster.operator(client));
            }
            assertEquals(List.of(), cluster.failures());
        }
    }

    @Test
    void shouldRefuseWhenMemberWasStartedOnAnEmptyDirectoryByMistake()
    {
        try (TestCluster cluster = TestCluster.unstarted(dir, 3))
        {
            // Alone it has nobody to get a log from.
            cluster.startMember(1);
            cluster.stopMember(1);
            cluster.startMember(0);
            cluster.startMember(2);
            cluster.awaitLeader();
            final String refusal = assertThrows(IllegalStateException.class, () -> complete(cluster, 1)).getMessage();
            assertTrue(refusal.startsWith("this directory holds no log"), refusal);
            assertEquals(List.of(), cluster.failures());
        }
    }

    private static void tradeAndSnapshot(
        final TestCluster cluster, final ClusterEngineClient client, final int leader, final int follower)
    {
        final OperatorClient operator = TestCluster.operator(client);
        DemoReferenceData.define(operator);
        ClusterOrders.send(client, ORDERS);
        operator.reportState();
        TestBackups.snapshot(cluster, leader);
        TestEngine.await("the follower has its snapshot", () -> 1 == cluster.member(follower).snapshotCount());
    }

    private PeerCopy.Outcome stopAndComplete(final TestCluster cluster, final int memberId)
    {
        cluster.stopMember(memberId);
        return complete(cluster, memberId);
    }

    private PeerCopy.Outcome complete(final TestCluster cluster, final int memberId)
    {
        return PeerCopy.complete(TestBackups.options(cluster, TestCluster.memberDir(dir, memberId), failures)
            .ownMember(memberId).build(), TIMEOUT_NS);
    }

    private static void awaitBack(final TestCluster cluster, final int leader, final int memberId)
    {
        cluster.startMember(memberId);
        TestEngine.await("the member has caught up " + cluster.failures(), () -> cluster.member(memberId).isLive() &&
            cluster.member(memberId).eventPosition() == cluster.member(leader).eventPosition());
    }

    /** The member is as good as the others: with the former leader away the cluster takes orders. */
    private static void lead(final TestCluster cluster, final int leader, final int memberId)
    {
        TestEngine.await("the member is back " + cluster.failures(), () -> cluster.member(memberId).isLive());
        cluster.stopMember(leader);
        cluster.awaitLeader();
        try (ClusterEngineClient client = cluster.connect(memberId))
        {
            ClusterOrders.sendFrom(client, 100, 3 * ORDERS / 2);
            TestCluster.operator(client).reportState();
        }
        cluster.startMember(leader);
        TestEngine.await("all are equal " + cluster.failures(), () -> cluster.member(leader).isLive() &&
            cluster.member(leader).eventPosition() == cluster.member(memberId).eventPosition());
        final int third = 3 - leader - memberId;
        TestEngine.await("all are equal " + cluster.failures(),
            () -> cluster.member(third).eventPosition() == cluster.member(memberId).eventPosition());
        assertEquals(List.of(), cluster.failures());
    }

    private void assertStreamsEqual()
    {
        final List<StoredFrames.Frame> frames = TestBackups.frames(TestCluster.memberDir(dir, 0));
        for (int i = 1; i < 3; i++)
        {
            final List<StoredFrames.Frame> others = TestBackups.frames(TestCluster.memberDir(dir, i));
            assertEquals(frames.size(), others.size());
            TestBackups.assertPrefix(frames, others);
        }
        assertEquals(List.of(), failures);
    }
}
