// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.host.StoredFrames;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import io.bourse.testing.RecordingListener;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Tag("venue")
class ThreeMembersTest
{
    private static final int ORDERS = 6_000;

    @TempDir
    private Path dir;

    @Test
    void shouldLoseAndDoubleNothingWhenLeaderIsLostUnderLoad() throws Exception
    {
        try (TestCluster cluster = TestCluster.start(dir, 3))
        {
            final int leader = cluster.awaitLeader();
            final int survivor = (leader + 1) % 3;
            try (ClusterEngineClient client = cluster.connect(survivor))
            {
                DemoReferenceData.define(TestCluster.operator(client));
                final RecordingListener seen = driveAndStop(cluster, client, leader);
                ClusterOrders.assertEachExecutedOnce(seen, ORDERS);
                assertEquals(List.of(), cluster.failures());
                TestEngine.await("the survivors are equally far", () ->
                    cluster.member(survivor).eventPosition() == cluster.member((leader + 2) % 3).eventPosition());
            }
            cluster.stopMember(survivor);
            cluster.stopMember((leader + 2) % 3);
            assertSameFrames(survivor, (leader + 2) % 3);
            assertPrefix(leader, survivor);
        }
    }

    @Test
    void shouldGoOnWithAnotherMemberWhenTheOneFollowedIsLost() throws Exception
    {
        try (TestCluster cluster = TestCluster.start(dir, 3))
        {
            final int leader = cluster.awaitLeader();
            try (ClusterEngineClient client = cluster.connect(leader))
            {
                DemoReferenceData.define(TestCluster.operator(client));
                ClusterOrders.assertEachExecutedOnce(driveAndStop(cluster, client, leader), ORDERS);
                assertEquals(List.of(), cluster.failures());
            }
            cluster.startMember(leader);
            TestEngine.await("the member has caught up", () ->
                cluster.member(leader).eventPosition() == cluster.member((leader + 1) % 3).eventPosition() &&
                cluster.member(leader).isLive());
            for (int i = 0; i < 3; i++)
            {
                cluster.stopMember(i);
            }
            assertSameFrames(leader, (leader + 1) % 3);
            assertSameFrames(leader, (leader + 2) % 3);
        }
    }

    /** Sends orders, stops a member in the middle of them, and follows until all of them are executed. */
    private static RecordingListener driveAndStop(
        final TestCluster cluster, final ClusterEngineClient client, final int memberId) throws Exception
    {
        final RecordingListener seen = new RecordingListener();
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        final Thread sender = Thread.ofPlatform().daemon().start(() -> sendOrders(client, failure));
        try (EventFollower follower = client.follow(0, seen))
        {
            TestEngine.pollUntil(follower, () -> seen.transactions().size() >= ORDERS / 4);
            TestEngine.await("the member to be stopped is as far as the one followed", () ->
                cluster.member(memberId).eventPosition() >= follower.cursor());
            cluster.stopMember(memberId);
            final int atStop = seen.transactions().size();
            TestEngine.pollUntil(follower, () -> null != failure.get() || seen.count("ACCEPTED") >= ORDERS);
            assertTrue(atStop < ORDERS / 2, "atStop=" + atStop);
        }
        sender.join();
        assertNull(failure.get());
        return seen;
    }

    private static void sendOrders(final EngineClient client, final AtomicReference<Throwable> failure)
    {
        try
        {
            ClusterOrders.send(client, ORDERS);
        }
        catch (final Throwable ex)
        {
            failure.set(ex);
        }
    }

    private List<StoredFrames.Frame> frames(final int memberId)
    {
        return StoredFrames.read(EngineDirectories.archiveDir(TestCluster.memberDir(dir, memberId)));
    }

    private void assertSameFrames(final int memberId, final int otherId)
    {
        assertEquals(frames(memberId).size(), frames(otherId).size());
        assertPrefix(memberId, otherId);
    }

    private void assertPrefix(final int memberId, final int otherId)
    {
        final List<StoredFrames.Frame> frames = frames(memberId);
        final List<StoredFrames.Frame> others = frames(otherId);
        assertTrue(frames.size() > ORDERS / 4 && frames.size() <= others.size(),
            () -> "frames=" + frames.size() + " others=" + others.size());
        for (int i = 0; i < frames.size(); i++)
        {
            assertEquals(frames.get(i).position(), others.get(i).position());
            assertArrayEquals(frames.get(i).bytes(), others.get(i).bytes(), "frame " + i);
        }
    }
}
