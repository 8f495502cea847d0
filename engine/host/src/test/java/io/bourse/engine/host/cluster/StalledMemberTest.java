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
 * A member lives, its media driver answers, but it executes nothing: whoever reads from it goes to another one.
 */
@Tag("venue")
class StalledMemberTest
{
    private static final int MEMBERS = 3;
    private static final int STANDING = 2;
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
            cluster.startMember(STANDING, cluster.context(STANDING).idleStrategySupplier(service)
                .livenessTimeoutNs(TimeUnit.MINUTES.toNanos(5)));
            TestEngine.await("it follows", cluster.member(STANDING)::isLive);
            final RecordingListener seen = new RecordingListener();
            try (ClusterEngineClient client = ClusterEngineClient.connect(
                cluster.clientContext(STANDING).messageTimeoutNs(TimeUnit.MILLISECONDS.toNanos(500)));
                EventFollower follower = client.follow(0, seen))
            {
                DemoReferenceData.define(TestCluster.operator(client));
                TestEngine.pollUntil(follower, () -> seen.contains("SESSION_OPENED"));
                final long standingAt = cluster.member(STANDING).eventPosition();
                service.stall();
                ClusterOrders.send(client, ORDERS);
                TestEngine.pollUntil(follower, () -> ORDERS == seen.count("ACCEPTED"));
                ClusterOrders.assertEachExecutedOnce(seen, ORDERS);
                assertEquals(standingAt, cluster.member(STANDING).eventPosition());
                assertFalse(client.endCursor() <= standingAt, "the client still listens to it");
                // And it goes on there.
                ClusterOrders.sendFrom(client, ORDERS, ORDERS / 2);
                TestEngine.pollUntil(follower, () -> 2 * ORDERS == seen.count("ACCEPTED"));
                service.goOn();
                final long endCursor = client.endCursor();
                TestEngine.await("it catches up", () -> cluster.member(STANDING).eventPosition() >= endCursor);
            }
            finally
            {
                service.goOn();
            }
            assertEquals(List.of(), cluster.failures());
        }
    }
}
