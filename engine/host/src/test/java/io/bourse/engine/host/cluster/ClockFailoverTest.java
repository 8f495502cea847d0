// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.client.ClockStatus;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.host.storage.ClockMark;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.testing.ClockEvents;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.SteppingClock;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWBB1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The wall clock of a leader steps by an hour, or a member is started with a clock that is ahead, and the leader is
 * lost.
 */
@Tag("venue")
class ClockFailoverTest
{
    private static final long HOUR = TimeUnit.HOURS.toNanos(1);
    private static final long PRICE = 90_000_00000L;
    private static final int MEMBERS = 3;
    private static final long TOLERANCE_NS = TimeUnit.MINUTES.toNanos(1);

    @TempDir
    private Path dir;

    private final List<SteppingClock> clocks = List.of(new SteppingClock(), new SteppingClock(), new SteppingClock());

    @Test
    void shouldStopOrderEntryAndGoOnFromTheLastStampWhenTheLeaderIsLost()
    {
        try (TestCluster cluster = TestCluster.start(dir, MEMBERS, this::withClock))
        {
            final int leader = cluster.awaitLeader();
            final int other = (leader + 1) % MEMBERS;
            try (ClusterEngineClient client = cluster.connect(other);
                OperatorClient operator = TestCluster.operator(client))
            {
                for (int level = FeatureLevels.BASE + 1; level <= FeatureLevels.GUARDED; level++)
                {
                    new SessionOperator(operator).setFeatureLevel(level);
                }
                DemoReferenceData.define(operator);
                final long dueNs = clocks.get(other).nanoTime() + HOUR / 2;
                final OrderSender sender = new OrderSender(client, 1, TWBB1_LOGIN_ID, "BB01001");
                sender.newOrder(SI_ID, Side.BUY, TimeInForce.GTD, dueNs, PRICE, 5);
                final ClockEvents accepted = ClockEvents.until(client, 0, "accepted 1");

                clocks.get(leader).error(HOUR);
                final ClockEvents stopped = ClockEvents.until(client, accepted.cursor(), "stopped");
                assertEquals(List.of("stopped"), stopped.list());
                final ClockStatus status = ClockStatus.read(cluster.member(leader).aeronDirectoryName(), 0);
                assertEquals(ClockStatus.State.AHEAD, status.state());
                sender.newOrder(SI_ID, Side.BUY, PRICE, 1);
                final ClockEvents rejected = ClockEvents.until(client, stopped.cursor(), "rejected");
                assertEquals(List.of("rejected 2 CLOCK_UNCERTAIN"), rejected.list());
                awaitMarks(cluster, true);

                cluster.stopMember(leader);
                cluster.awaitLeader();
                sender.newOrder(SI_ID, Side.BUY, PRICE, 1);
                final ClockEvents after = ClockEvents.until(client, rejected.cursor(), "rejected");
                assertEquals(List.of("rejected 3 CLOCK_UNCERTAIN"), after.list());
                assertTrue(after.engineTimeNs() >= rejected.engineTimeNs());
                assertTrue(after.engineTimeNs() < dueNs);

                new SessionOperator(operator).confirmTime(clocks.get(other).nanoTime());
                sender.newOrder(SI_ID, Side.BUY, PRICE, 1);
                final ClockEvents confirmed = ClockEvents.until(client, after.cursor(), "accepted");
                assertEquals(List.of("confirmed", "accepted 4"), confirmed.list());
                assertTrue(confirmed.engineTimeNs() < dueNs);
                awaitMarks(cluster, false);
                assertEquals(List.of(), cluster.failures());
            }
        }
    }

    @Test
    void shouldNotStampAheadWhenAMemberLeadsThatWasStartedWithAClockThatIsAhead()
    {
        try (TestCluster cluster = TestCluster.start(dir, MEMBERS, this::withClock))
        {
            final int leader = cluster.awaitLeader();
            final int ahead = (leader + 1) % MEMBERS;
            final int other = (leader + 2) % MEMBERS;
            try (ClusterEngineClient client = cluster.connect(ahead);
                OperatorClient operator = TestCluster.operator(client))
            {
                for (int level = FeatureLevels.BASE + 1; level <= FeatureLevels.GUARDED; level++)
                {
                    new SessionOperator(operator).setFeatureLevel(level);
                }
                DemoReferenceData.define(operator);
            }
            cluster.stopMember(ahead);
            clocks.get(ahead).error(HOUR);
            cluster.startMember(ahead);
            // It asks for the time by itself, while nobody trades.
            TestEngine.await("the member knows that its clock is ahead", () ->
                ClockStatus.State.AHEAD == status(cluster, ahead).state() &&
                Math.abs(HOUR - status(cluster, ahead).offsetNs()) < TOLERANCE_NS);
            cluster.stopMember(other);
            final long dueNs = clocks.get(other).nanoTime() + HOUR / 2;
            final long cursor;
            try (ClusterEngineClient client = cluster.connect(ahead))
            {
                cursor = client.endCursor();
                new OrderSender(client, 1, TWBB1_LOGIN_ID, "BB01001")
                    .newOrder(SI_ID, Side.BUY, TimeInForce.GTD, dueNs, PRICE, 5);
                assertEquals(List.of("accepted 1"), ClockEvents.until(client, cursor, "accepted 1").list());
            }
            // The other one lacks the order, so that it cannot lead.
            cluster.stopMember(leader);
            cluster.startMember(other);
            assertEquals(ahead, cluster.awaitLeader());
            try (ClusterEngineClient client = cluster.connect(ahead);
                OperatorClient operator = TestCluster.operator(client))
            {
                final ClockEvents stopped = ClockEvents.until(client, cursor, "stopped");
                assertEquals(List.of("accepted 1", "stopped"), stopped.list());
                assertTrue(stopped.engineTimeNs() < dueNs);
                final OrderSender sender = new OrderSender(client, 1, TWBB1_LOGIN_ID, "BB01001");
                sender.sequence(10).newOrder(SI_ID, Side.BUY, PRICE, 1);
                final ClockEvents rejected = ClockEvents.until(client, stopped.cursor(), "rejected");
                assertEquals(List.of("rejected 11 CLOCK_UNCERTAIN"), rejected.list());

                clocks.get(ahead).error(0);
                new SessionOperator(operator).confirmTime(clocks.get(ahead).nanoTime());
                sender.sequence(20).newOrder(SI_ID, Side.BUY, PRICE, 1);
                final ClockEvents confirmed = ClockEvents.until(client, rejected.cursor(), "accepted");
                assertEquals(List.of("confirmed", "accepted 21"), confirmed.list());
                assertTrue(confirmed.engineTimeNs() < dueNs);
                assertEquals(List.of(), cluster.failures());
            }
        }
    }

    private static ClockStatus status(final TestCluster cluster, final int memberId)
    {
        return ClockStatus.read(cluster.member(memberId).aeronDirectoryName(), 0);
    }

    private ClusterOptionsBuilder withClock(final ClusterOptionsBuilder options)
    {
        return TestCluster.withHost(options, host -> host.clock(clocks.get(options.memberId()).options()));
    }

    private static void awaitMarks(final TestCluster cluster, final boolean isSet)
    {
        TestEngine.await("all members know whether the time is confirmed: " + isSet, () ->
        {
            boolean areAll = true;
            for (int i = 0; i < MEMBERS; i++)
            {
                areAll &= null == cluster.member(i) || isSet == ClockMark.isSet(cluster.memberDir(i));
            }
            return areAll;
        });
    }
}
