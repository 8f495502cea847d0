// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.PhaseOperator;
import io.bourse.engine.client.operator.PriceControlsSpec;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import io.bourse.testing.RecordingListener;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static io.bourse.engine.host.execution.EngineCounter.COMMANDS_EXECUTED;
import static io.bourse.engine.host.execution.EngineCounter.EVENT_FRAMES_PUBLISHED;
import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWAA1_LOGIN_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWBB1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Deadlines of the core as timers of the cluster. A member that starts again compares every frame with the recorded
 * one, so it has fired the same deadlines between the same commands.
 */
@Tag("venue")
class ClusterDeadlineTest
{
    private static final long PRICE = 90_000_00000L;
    private static final String BY_ENGINE = "(0/0/0)";

    @TempDir
    private Path dir;

    @Test
    void shouldFireDeadlineOnceWhenNoOtherCommandComesAndTheMemberStartsAgain()
    {
        final List<String> before;
        try (TestCluster cluster = TestCluster.start(dir, 1); ClusterEngineClient client = cluster.connect(0))
        {
            DemoReferenceData.define(TestCluster.operator(client));
            delay(client, TimeUnit.MILLISECONDS.toNanos(5));
            sendCrossing(client);
            final RecordingListener seen = TestEngine.collect(client, 0, (listener) -> listener.contains("TRADE"));
            before = seen.transactions();
            assertTrue(before.getLast().contains(BY_ENGINE), before.getLast());
        }
        try (TestCluster cluster = TestCluster.start(dir, 1); ClusterEngineClient client = cluster.connect(0))
        {
            final OperatorClient operator = TestCluster.operator(client);
            assertEquals(1, operator.reportState().tradeCount());
            final List<String> after = collectToEnd(client).transactions();
            assertEquals(before, after.subList(0, before.size()));
            assertEquals(before.size() + 1, after.size());
            assertEquals(1, cluster.member(0).counters().get(EVENT_FRAMES_PUBLISHED));
            assertEquals(List.of(), cluster.failures());
        }
    }

    @Test
    void shouldFireOnceWhenDeadlineComesWhileTheMemberIsDown()
    {
        try (TestCluster cluster = TestCluster.start(dir, 1); ClusterEngineClient client = cluster.connect(0))
        {
            DemoReferenceData.define(TestCluster.operator(client));
            delay(client, TimeUnit.MILLISECONDS.toNanos(300));
            sendCrossing(client);
            TestEngine.collect(client, 0, (listener) -> 2 == listener.count("ACCEPTED"));
        }
        try (TestCluster cluster = TestCluster.start(dir, 1); ClusterEngineClient client = cluster.connect(0))
        {
            TestEngine.collect(client, 0, (listener) -> listener.contains("TRADE"));
            TestCluster.operator(client).reportState();
            assertEquals(1, collectToEnd(client).count("TRADE"));
            assertEquals(List.of(), cluster.failures());
        }
    }

    @Test
    void shouldFireOnNewLeaderWhenTheOldOneIsLostBeforeTheDeadline()
    {
        try (TestCluster cluster = TestCluster.start(dir, 3))
        {
            final int leader = cluster.awaitLeader();
            try (ClusterEngineClient client = cluster.connect((leader + 1) % 3))
            {
                DemoReferenceData.define(TestCluster.operator(client));
                delay(client, TimeUnit.MILLISECONDS.toNanos(2_500));
                sendCrossing(client);
                TestEngine.collect(client, 0, (listener) -> 2 == listener.count("ACCEPTED"));
                cluster.stopMember(leader);
                cluster.awaitLeader();
                final RecordingListener seen =
                    TestEngine.collect(client, 0, (listener) -> listener.contains("TRADE"));
                assertTrue(seen.transactions().getLast().contains(BY_ENGINE), seen.transactions().getLast());
                assertEquals(1, TestCluster.operator(client).reportState().tradeCount());
                assertEquals(List.of(), cluster.failures());
            }
        }
    }

    @Test
    void shouldTradeEverythingWhenDeadlinesComeThickAndFast()
    {
        final int orders = 2_000;
        try (TestCluster cluster = TestCluster.start(dir, 1); ClusterEngineClient client = cluster.connect(0))
        {
            final OperatorClient operator = TestCluster.operator(client);
            DemoReferenceData.define(operator);
            delay(client, TimeUnit.MICROSECONDS.toNanos(300));
            final OrderSender buyer = new OrderSender(client, 1, TWBB1_LOGIN_ID, "BB01001");
            new OrderSender(client, 1, TWAA1_LOGIN_ID, "AA01001").newOrder(SI_ID, Side.SELL, PRICE, orders);
            for (int i = 0; i < orders; i++)
            {
                buyer.newOrder(SI_ID, Side.BUY, PRICE, 1);
            }
            TestEngine.collect(client, 0, (listener) -> listener.count("TRADE") == orders);
            assertEquals(0, operator.reportState().orderCount());
            assertEquals(List.of(), cluster.failures());
        }
        try (TestCluster cluster = TestCluster.start(dir, 1))
        {
            TestEngine.await("all is replayed", () -> cluster.member(0).counters().get(COMMANDS_EXECUTED) > orders);
            assertEquals(0, cluster.member(0).counters().get(EVENT_FRAMES_PUBLISHED));
            assertEquals(List.of(), cluster.failures());
        }
    }

    private static void delay(final EngineClient client, final long delayNs)
    {
        try (OperatorClient operator = new OperatorClient(client, TestEngine.TIMEOUT_NS))
        {
            new PhaseOperator(operator).setPriceControls(PriceControlsSpec.off(SI_ID).withPassiveDelay(delayNs));
        }
    }

    private static void sendCrossing(final EngineClient client)
    {
        new OrderSender(client, 1, TWAA1_LOGIN_ID, "AA01001").newOrder(SI_ID, Side.SELL, PRICE, 5);
        new OrderSender(client, 1, TWBB1_LOGIN_ID, "BB01001").newOrder(SI_ID, Side.BUY, PRICE, 3);
    }

    private static RecordingListener collectToEnd(final EngineClient client)
    {
        final long endCursor = client.endCursor();
        return TestEngine.collect(client, 0, (listener) -> listener.cursor() >= endCursor);
    }
}
