// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.OperatorClient;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.host.RecordedFrames;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.RecordingListener;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWAA1_LOGIN_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWBB1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

class ThreeMembersTest
{
    private static final long PRICE = 90_000_00000L;
    private static final long TICK = 100_000L;
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
                assertEveryOrderExecutedOnce(seen);
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
                assertEveryOrderExecutedOnce(driveAndStop(cluster, client, leader));
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
            cluster.stopMember(memberId);
            final int atStop = seen.transactions().size();
            TestEngine.pollUntil(follower, () -> null != failure.get() || seen.count("ACCEPTED") >= ORDERS);
            System.out.println("atStop=" + atStop + " resent=" + client.resentCommands() + " leader=" + cluster.awaitLeader());
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
            final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(7);
            final OrderSender seller = new OrderSender(client, 1, TWAA1_LOGIN_ID, "AA01001");
            final OrderSender buyer = new OrderSender(client, 1, TWBB1_LOGIN_ID, "BB01001");
            for (int i = 0; i < ORDERS / 2; i++)
            {
                seller.newOrder(SI_ID, Side.SELL, PRICE + random.nextInt(20) * TICK, 1 + random.nextInt(9));
                buyer.newOrder(SI_ID, Side.BUY, PRICE + (random.nextInt(12) - 10) * TICK, 1 + random.nextInt(9));
            }
        }
        catch (final Throwable ex)
        {
            failure.set(ex);
        }
    }

    /** Every order exactly once and in the order it was sent: the core would refuse one that comes after a later one. */
    private static void assertEveryOrderExecutedOnce(final RecordingListener all)
    {
        final Set<String> accepted = new HashSet<>();
        for (final String line : all.transactions())
        {
            if (line.contains("[ACCEPTED"))
            {
                assertTrue(accepted.add(line.substring(line.indexOf('('), line.indexOf(')'))), line);
            }
        }
        assertEquals(ORDERS, accepted.size());
    }

    private List<RecordedFrames.Frame> frames(final int memberId)
    {
        return RecordedFrames.read(MemberMedia.archiveDir(TestCluster.memberDir(dir, memberId)));
    }

    private void assertSameFrames(final int memberId, final int otherId)
    {
        assertEquals(frames(memberId).size(), frames(otherId).size());
        assertPrefix(memberId, otherId);
    }

    private void assertPrefix(final int memberId, final int otherId)
    {
        final List<RecordedFrames.Frame> frames = frames(memberId);
        final List<RecordedFrames.Frame> others = frames(otherId);
        assertTrue(frames.size() > ORDERS / 4 && frames.size() <= others.size());
        for (int i = 0; i < frames.size(); i++)
        {
            assertEquals(frames.get(i).position(), others.get(i).position());
            assertArrayEquals(frames.get(i).bytes(), others.get(i).bytes(), "frame " + i);
        }
    }
}
