// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.StallingIdleStrategy;
import io.bourse.engine.testing.TestEngine;
import io.bourse.testing.RecordingListener;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

/**
 * A member lives, its media driver answers, but it executes nothing: its readers go to another one.
 */
@Tag("venue")
class StalledMemberTest
{
    private static final int MEMBERS = 3;
    private static final int STALLED = 2;
    private static final int ORDERS = 100;

    private final StallingIdleStrategy service = new StallingIdleStrategy("bourse-engine");

    @TempDir
    private Path dir;

    @Test
    void shouldTakeNextMemberWhenOneLivesButStandsStill()
    {
        try (TestCluster cluster = TestCluster.unstarted(dir, MEMBERS))
        {
            cluster.startMember(0);
            cluster.startMember(1);
            cluster.awaitLeader();
            cluster.startMember(STALLED, cluster.options(STALLED, (host) -> host.idleStrategySupplier(service))
                .livenessTimeoutNs(TimeUnit.MINUTES.toNanos(5)));
            TestEngine.await("it follows", cluster.member(STALLED)::isLive);
            final RecordingListener seen = new RecordingListener();
            try (ClusterEngineClient client = ClusterEngineClient.connect(
                cluster.clientOptions(STALLED).messageTimeoutNs(TimeUnit.MILLISECONDS.toNanos(500)).build());
                EventFollower follower = client.follow(0, seen))
            {
                DemoReferenceData.define(TestCluster.operator(client));
                TestEngine.pollUntil(follower, () -> seen.contains("SESSION_OPENED"));
                final long stalledAt = cluster.member(STALLED).eventPosition();
                service.stall();
                ClusterOrders.send(client, ORDERS);
                TestEngine.pollUntil(follower, () -> ORDERS == seen.count("ACCEPTED"));
                ClusterOrders.assertEachExecutedOnce(seen, ORDERS);
                assertEquals(stalledAt, cluster.member(STALLED).eventPosition());
                assertFalse(client.endCursor() <= stalledAt, "the client still listens to it");
                // And it goes on there.
                ClusterOrders.sendFrom(client, ORDERS, ORDERS / 2);
                TestEngine.pollUntil(follower, () -> 2 * ORDERS == seen.count("ACCEPTED"));
                service.goOn();
                final long endCursor = client.endCursor();
                TestEngine.await("it catches up", () -> cluster.member(STALLED).eventPosition() >= endCursor);
            }
            finally
            {
                service.goOn();
            }
            assertEquals(List.of(), cluster.failures());
        }
    }
}
