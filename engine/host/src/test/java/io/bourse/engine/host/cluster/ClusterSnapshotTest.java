// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.SnapshotStatus;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.PhaseOperator;
import io.bourse.engine.client.operator.PriceControlsSpec;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.client.operator.VenueLimitsSpec;
import io.bourse.engine.host.CapacityCheck;
import io.bourse.engine.host.StoredFrames;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import io.bourse.testing.FlightEvents;
import io.bourse.testing.RecordingListener;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static io.bourse.engine.testing.DemoReferenceData.RI_ID;
import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWAA1_LOGIN_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWBB1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Tag("venue")
class ClusterSnapshotTest
{
    private static final int ORDERS = 3_000;
    private static final long PRICE = 110_000_00000L;

    @TempDir
    private Path dir;

    @Test
    void shouldGoOnFromSnapshotWhenRestarted()
    {
        final List<String> before;
        final StateReport reportBefore;
        try (TestCluster cluster = TestCluster.start(dir, 1); ClusterEngineClient client = cluster.connect(0))
        {
            final OperatorClient operator = TestCluster.operator(client);
            DemoReferenceData.define(operator);
            ClusterOrders.send(client, ORDERS);
            operator.reportState();
            snapshot(cluster, 0);
            // The tail behind the snapshot.
            new OrderSender(client, 2, TWAA1_LOGIN_ID, "AA01002").newOrder(RI_ID, Side.SELL, PRICE, 5);
            reportBefore = operator.reportState();
            before = collectToEnd(client).transactions();
            assertEquals(1, cluster.member(0).counters().get(EngineCounter.SNAPSHOTS_TAKEN));
            assertEquals(0, cluster.member(0).counters().get(EngineCounter.SNAPSHOTS_FAILED));
            assertEquals(List.of(), cluster.failures());
        }
        try (TestCluster cluster = TestCluster.start(dir, 1); ClusterEngineClient client = cluster.connect(0))
        {
            final StateReport report = TestCluster.operator(client).reportState();
            assertEquals(reportBefore.orders(), report.orders());
            assertEquals(reportBefore.positions(), report.positions());
            assertEquals(reportBefore.tradeCount(), report.tradeCount());
            // The order and the two reports, and nothing of what was before the snapshot.
            assertEquals(3, cluster.member(0).counters().get(EngineCounter.COMMANDS_EXECUTED));
            final List<String> after = collectToEnd(client).transactions();
            assertEquals(before, after.subList(0, before.size()));
            assertEquals(before.size() + 1, after.size());
            assertEquals(List.of(), cluster.failures());
        }
    }

    @Test
    void shouldAskWhetherTheHeapSufficesBeforeASnapshotIsLoaded()
    {
        try (TestCluster cluster = TestCluster.start(dir, 1); ClusterEngineClient client = cluster.connect(0))
        {
            DemoReferenceData.define(TestCluster.operator(client));
            snapshot(cluster, 0);
        }
        final List<String> asked = new CopyOnWriteArrayList<>();
        final CapacityCheck check = new CapacityCheck()
        {
            @Override
            public void requireLimits(final VenueLimitsSpec limits)
            {
                asked.add("limits " + limits);
            }

            @Override
            public void requireHeld(final VenueLimitsSpec held)
            {
                asked.add("held " + held);
            }
        };
        try (TestCluster cluster = TestCluster.start(
            dir, 1, options -> TestCluster.withHost(options, host -> host.capacityCheck(check))))
        {
            cluster.awaitLeader();
            assertEquals(List.of(
                "held " + new VenueLimitsSpec(0, 0, DemoReferenceData.ACCOUNTS.size(), 2, 4, 0),
                "limits " + VenueLimitsSpec.NONE), asked);
        }
    }

    @Test
    void shouldGiveTheSameEventsWhenFollowerComesBackFromItsSnapshot()
    {
        try (FlightEvents events =
            new FlightEvents("bourse.RoleChange", "bourse.LeadershipTerm", "bourse.Snapshot");
            TestCluster cluster = TestCluster.start(dir, 3))
        {
            final int leader = cluster.awaitLeader();
            final int follower = (leader + 1) % 3;
            try (ClusterEngineClient client = cluster.connect(leader))
            {
                DemoReferenceData.define(TestCluster.operator(client));
                ClusterOrders.send(client, ORDERS);
                TestCluster.operator(client).reportState();
                snapshot(cluster, leader);
                TestEngine.await("the follower has its snapshot", () -> 1 == cluster.member(follower).snapshotCount());
                cluster.stopMember(follower);
                ClusterOrders.sendFrom(client, ORDERS, ORDERS / 2);
                TestCluster.operator(client).reportState();
                cluster.startMember(follower);
                TestEngine.await("the member has caught up", () -> cluster.member(follower).isLive() &&
                    cluster.member(follower).eventPosition() == cluster.member(leader).eventPosition());
                assertTrue(cluster.member(follower).counters().get(EngineCounter.COMMANDS_EXECUTED) < ORDERS + 10);
                assertEquals(List.of(), cluster.failures());
            }
            for (int i = 0; i < 3; i++)
            {
                cluster.stopMember(i);
            }
            final List<StoredFrames.Frame> frames = frames(leader);
            final List<StoredFrames.Frame> others = frames(follower);
            assertEquals(frames.size(), others.size());
            for (int i = 0; i < frames.size(); i++)
            {
                assertEquals(frames.get(i).position(), others.get(i).position());
                assertArrayEquals(frames.get(i).bytes(), others.get(i).bytes(), "frame " + i);
            }
            assertRecorded(events.stop(), leader, follower);
        }
    }

    private static void assertRecorded(final List<RecordedEvent> events, final int leader, final int follower)
    {
        final List<String> changes = of(events, "bourse.RoleChange").map((event) -> event.getInt("memberId") + " " +
            event.getString("formerRole") + " " + event.getString("role")).toList();
        assertTrue(changes.contains(leader + " FOLLOWER LEADER"), changes::toString);
        final Set<String> terms = of(events, "bourse.LeadershipTerm").map((event) -> event.getInt("memberId") + " " +
            event.getInt("leaderMemberId")).collect(Collectors.toSet());
        assertTrue(terms.containsAll(Set.of(leader + " " + leader, follower + " " + leader)), terms::toString);
        final List<RecordedEvent> snapshots = of(events, "bourse.Snapshot").toList();
        assertTrue(2 <= snapshots.size() && snapshots.stream().allMatch((event) -> event.getBoolean("isComplete") &&
            event.getDuration("pause").isPositive()), events::toString);
        assertEquals(1, snapshots.stream().map((event) -> event.getLong("journalPosition")).distinct().count(),
            events::toString);
    }

    private static Stream<RecordedEvent> of(final List<RecordedEvent> events, final String name)
    {
        return events.stream().filter((event) -> name.equals(event.getEventType().getName()));
    }

    private List<StoredFrames.Frame> frames(final int memberId)
    {
        return StoredFrames.read(EngineDirectories.archiveDir(TestCluster.memberDir(dir, memberId)));
    }

    @Test
    void shouldKeepDeadlineAcrossSnapshot()
    {
        try (TestCluster cluster = TestCluster.start(dir, 1); ClusterEngineClient client = cluster.connect(0))
        {
            final OperatorClient operator = TestCluster.operator(client);
            DemoReferenceData.define(operator);
            new PhaseOperator(operator).setPriceControls(
                PriceControlsSpec.off(SI_ID).withPassiveDelay(TimeUnit.MILLISECONDS.toNanos(1_500)));
            final long price = 90_000_00000L;
            new OrderSender(client, 1, TWAA1_LOGIN_ID, "AA01001").newOrder(SI_ID, Side.SELL, price, 5);
            new OrderSender(client, 1, TWBB1_LOGIN_ID, "BB01001").newOrder(SI_ID, Side.BUY, price, 3);
            TestEngine.collect(client, 0, (listener) -> 2 == listener.count("ACCEPTED"));
            snapshot(cluster, 0);
        }
        try (TestCluster cluster = TestCluster.start(dir, 1); ClusterEngineClient client = cluster.connect(0))
        {
            TestEngine.collect(client, 0, (listener) -> listener.contains("TRADE"));
            assertEquals(1, TestCluster.operator(client).reportState().tradeCount());
            assertEquals(List.of(), cluster.failures());
        }
    }

    @Test
    void shouldRefuseStartWhenRecordingEndsBeforeSnapshot() throws IOException
    {
        try (TestCluster cluster = TestCluster.start(dir, 1); ClusterEngineClient client = cluster.connect(0))
        {
            DemoReferenceData.define(TestCluster.operator(client));
            snapshot(cluster, 0);
        }
        StoredFrames.cutOffLast(EngineDirectories.archiveDir(TestCluster.memberDir(dir, 0)));
        try (TestCluster cluster = TestCluster.unstarted(dir, 1))
        {
            cluster.startMember(0);
            TestEngine.await("fail stop", () -> !cluster.failures().isEmpty());
            assertTrue(cluster.failures().getFirst().getMessage().startsWith(
                "the event recording ends before the snapshot"), cluster.failures().getFirst().getMessage());
            assertFalse(cluster.member(0).isRunning());
        }
    }

    /** The same command as on the solo host: it stands in the log, and the leader asks the cluster for it. */
    @Test
    void shouldTakeSnapshotOnAllMembersWhenOperatorAsksForOne()
    {
        try (TestCluster cluster = TestCluster.start(dir, 3))
        {
            final int leader = cluster.awaitLeader();
            try (ClusterEngineClient client = cluster.connect(leader))
            {
                DemoReferenceData.define(TestCluster.operator(client));
                ClusterOrders.send(client, ORDERS);
                final long due = TestCluster.operator(client).takeSnapshot().commandPosition();
                for (int i = 0; i < 3; i++)
                {
                    try (SnapshotStatus status = SnapshotStatus.connect(cluster.member(i).aeronDirectoryName(), 0))
                    {
                        TestEngine.await("snapshot of a member", () -> status.position() >= due);
                        assertEquals(0, status.failedPosition());
                        assertTrue(status.pauseNs() > 0);
                    }
                    assertEquals(1, cluster.member(i).snapshotCount());
                }
                assertEquals(List.of(), cluster.failures());
            }
        }
    }

    private static void snapshot(final TestCluster cluster, final int leader)
    {
        final long count = cluster.member(leader).snapshotCount();
        TestEngine.await("a snapshot is asked for", cluster.member(leader)::requestSnapshot);
        TestEngine.await("a snapshot is taken", () -> cluster.member(leader).snapshotCount() > count);
    }

    private static RecordingListener collectToEnd(final EngineClient client)
    {
        final long endCursor = client.endCursor();
        return TestEngine.collect(client, 0, (listener) -> listener.cursor() >= endCursor);
    }
}
