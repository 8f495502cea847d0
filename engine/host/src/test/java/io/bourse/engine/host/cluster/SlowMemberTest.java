// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.cluster.ClusterClientOptions;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.StallingIdleStrategy;
import io.bourse.engine.testing.TestEngine;
import io.bourse.testing.RecordingListener;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWAA1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The disk of a member stands still for a while, or for good.
 */
@Tag("venue")
class SlowMemberTest
{
    private static final long PRICE = 90_000_00000L;
    private static final int POLLS = 1_000;

    private final StallingIdleStrategy disk = new StallingIdleStrategy("archive");

    @TempDir
    private Path dir;

    @Test
    void shouldAnswerNobodyBeforeTheDiskHasWhenThereIsOneMember()
    {
        try (TestCluster cluster = TestCluster.unstarted(dir, 1))
        {
            cluster.startMember(0, cluster.options(0, (host) -> host.idleStrategySupplier(disk)));
            cluster.awaitLeader();
            try (ClusterEngineClient client = cluster.connect(0))
            {
                DemoReferenceData.define(TestCluster.operator(client));
                disk.stall();
                final long endCursor = client.endCursor();
                new OrderSender(client, 1, TWAA1_LOGIN_ID, "AA01001").newOrder(SI_ID, Side.BUY, PRICE, 1);
                for (int i = 0; i < POLLS; i++)
                {
                    assertEquals(endCursor, client.endCursor());
                    Thread.yield();
                }
                disk.goOn();
                TestEngine.collect(client, 0, (listener) -> listener.contains("ACCEPTED"));
                assertEquals(List.of(), cluster.failures());
            }
        }
    }

    @Test
    void shouldStopThatMemberOnlyWhenItsDiskNoLongerAnswers()
    {
        try (TestCluster cluster = TestCluster.unstarted(dir, 3))
        {
            // Alone with one other it leads or follows; either way the third takes its place.
            for (int i = 0; i < 2; i++)
            {
                cluster.startMember(i, (0 == i ? cluster.options(i, (host) -> host.idleStrategySupplier(disk)) :
                    cluster.options(i)).livenessTimeoutNs(TimeUnit.SECONDS.toNanos(2)));
            }
            cluster.startMember(2);
            cluster.awaitLeader();
            try (ClusterEngineClient client = cluster.connect(1))
            {
                DemoReferenceData.define(TestCluster.operator(client));
                disk.stall();
                final OrderSender sender = new OrderSender(client, 1, TWAA1_LOGIN_ID, "AA01001");
                for (int i = 0; i < 100; i++)
                {
                    sender.newOrder(SI_ID, Side.BUY, PRICE, 1);
                }
                TestEngine.await("the member stops", () -> !cluster.failures().isEmpty());
                assertFalse(cluster.member(0).isRunning());
                assertTrue(cluster.failures().getFirst().getMessage().contains("does the disk still answer?"),
                    cluster.failures().toString());
                TestEngine.collect(client, 0, (listener) -> 100 == listener.count("ACCEPTED"));
                assertEquals(1, cluster.failures().size());
                disk.goOn();
                cluster.stopMember(0);
                cluster.startMember(0);
                final long endCursor = client.endCursor();
                TestEngine.await("it has caught up", () -> cluster.member(0).eventPosition() >= endCursor);
            }
        }
    }

    @Tag("drill")
    @Test
    void shouldLeaveOneMemberAfterTheOtherThoughAFollowerIsNotPolled()
    {
        final List<StallingIdleStrategy> disks = new ArrayList<>();
        try (TestCluster cluster = TestCluster.unstarted(dir, 5))
        {
            for (int i = 0; i < 5; i++)
            {
                final StallingIdleStrategy own = new StallingIdleStrategy("archive");
                disks.add(own);
                cluster.startMember(i, cluster.options(i, (host) -> host.idleStrategySupplier(own))
                    .livenessTimeoutNs(TestEngine.TIMEOUT_NS));
            }
            final int leader = cluster.awaitLeader();
            final int first = (leader + 1) % 5;
            final int second = (leader + 2) % 5;
            final List<String> directories = Stream.of(first, second, leader)
                .map((memberId) -> cluster.member(memberId).aeronDirectoryName()).toList();
            // Returns when the first member takes clients.
            ClusterEngineClient.connect(
                cluster.clientOptions(leader).aeronDirectoryNames(directories.subList(0, 1)).build()).close();
            try (ClusterEngineClient client = ClusterEngineClient.connect(
                cluster.clientOptions(leader).aeronDirectoryNames(directories).build()))
            {
                DemoReferenceData.define(TestCluster.operator(client));
                assertEquals(directories.getFirst(), client.aeronDirectoryName());
                final RecordingListener seen = new RecordingListener();
                final EventFollower unpolled = client.follow(0, seen);
                unpolled.poll(1);
                disks.get(first).stall();
                disks.get(second).stall();
                new OrderSender(client, 1, TWAA1_LOGIN_ID, "AA01001").newOrder(SI_ID, Side.BUY, PRICE, 1);
                TestEngine.await("the client is on the leader",
                    () -> directories.getLast().equals(client.aeronDirectoryName()));
                TestEngine.pollUntil(unpolled, () -> 1 == seen.count("ACCEPTED"));
            }
            finally
            {
                disks.forEach(StallingIdleStrategy::goOn);
            }
        }
    }

    @Test
    void shouldTakeNoClientsBeforeItHasCaughtUp() throws Exception
    {
        try (TestCluster cluster = TestCluster.start(dir, 3))
        {
            // Files of a member are where they were before: a client can wait for it.
            final ClusterClientOptions toMember0 = cluster.clientOptions(0)
                .aeronDirectoryNames(List.of(cluster.member(0).aeronDirectoryName()))
                .build();
            try (ClusterEngineClient client = cluster.connect(1))
            {
                DemoReferenceData.define(TestCluster.operator(client));
                cluster.stopMember(0);
                final OrderSender sender = new OrderSender(client, 1, TWAA1_LOGIN_ID, "AA01001");
                for (int i = 0; i < 2_000; i++)
                {
                    sender.newOrder(SI_ID, Side.BUY, PRICE, 1);
                }
                TestEngine.collect(client, 0, (listener) -> 2_000 == listener.count("ACCEPTED"));
                final long endCursor = client.endCursor();
                final CompletableFuture<Long> found = new CompletableFuture<>();
                final Thread waiting = Thread.ofPlatform().start(() ->
                {
                    try (ClusterEngineClient late = ClusterEngineClient.connect(toMember0))
                    {
                        found.complete(late.endCursor());
                    }
                    catch (final RuntimeException ex)
                    {
                        found.completeExceptionally(ex);
                    }
                });
                cluster.startMember(0);
                assertEquals(endCursor, found.get(30, TimeUnit.SECONDS));
                waiting.join();
                assertEquals(List.of(), cluster.failures());
            }
        }
    }
}
