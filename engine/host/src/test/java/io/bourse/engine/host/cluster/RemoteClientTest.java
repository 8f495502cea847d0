// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.cluster.ClusterClientOptionsBuilder;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.StallingIdleStrategy;
import io.bourse.engine.testing.TestEngine;
import io.bourse.testing.RecordingListener;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWAA1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A client with a media driver of its own, as on a machine without a member: everything goes over the network.
 */
@Tag("venue")
class RemoteClientTest
{
    private static final long PRICE = 90_000_00000L;
    private static final int ORDERS = 50;
    private static final int MEMBERS = 3;
    /** Longer than a member that is not heard counts as alive, shorter than connections live. */
    private static final long STILL_NS = TimeUnit.SECONDS.toNanos(2);

    @TempDir
    private Path dir;

    private final List<StallingIdleStrategy> disks = new ArrayList<>();
    private TestCluster cluster;
    private int leader;
    private MediaDriver driver;

    @BeforeEach
    void start()
    {
        driver = MediaDriver.launch(new MediaDriver.Context()
            .aeronDirectoryName(dir.resolve("driver").toString())
            .threadingMode(ThreadingMode.SHARED)
            .imageLivenessTimeoutNs(TimeUnit.SECONDS.toNanos(1))
            .dirDeleteOnShutdown(true));
        cluster = TestCluster.unstarted(dir.resolve("cluster"), MEMBERS);
        for (int i = 0; i < MEMBERS; i++)
        {
            final StallingIdleStrategy disk = new StallingIdleStrategy("archive");
            disks.add(disk);
            cluster.startMember(i, cluster.options(i, (host) -> host.idleStrategySupplier(disk))
                .livenessTimeoutNs(TestEngine.TIMEOUT_NS));
        }
        leader = cluster.awaitLeader();
    }

    @AfterEach
    void close()
    {
        CloseHelper.closeAll(cluster, driver);
    }

    @Test
    void shouldSendAndFollowWithoutGapWhenTheMemberItFollowsIsLost()
    {
        try (ClusterEngineClient client = ClusterEngineClient.connect(options().build()))
        {
            DemoReferenceData.define(TestCluster.operator(client));
            final OrderSender sender = new OrderSender(client, 1, TWAA1_LOGIN_ID, "AA01001");
            final RecordingListener seen = new RecordingListener();
            final EventFollower follower = client.follow(0, seen);
            order(sender);
            TestEngine.pollUntil(follower, () -> ORDERS == seen.count("ACCEPTED"));

            final int lost = endpoints().indexOf(client.aeronDirectoryName());
            assertTrue(lost >= 0, client::aeronDirectoryName);
            cluster.stopMember(lost);
            order(sender);
            TestEngine.pollUntil(follower, () -> 2 * ORDERS == seen.count("ACCEPTED"));
            final long endCursor = client.endCursor();
            TestEngine.pollUntil(follower, () -> follower.cursor() >= endCursor);

            try (ClusterEngineClient local = cluster.connect((lost + 1) % MEMBERS))
            {
                final RecordingListener there =
                    TestEngine.collect(local, 0, (listener) -> listener.cursor() >= seen.cursor());
                assertEquals(seen.lines(), there.lines().subList(0, seen.lines().size()));
            }
        }
    }

    @Test
    void shouldAskTheNextMemberWhenAnArchiveDoesNotAnswer()
    {
        final int silent = (leader + 1) % MEMBERS;
        final List<String> order = inOrderFrom(silent);
        try (ClusterEngineClient client = ClusterEngineClient.connect(options().archiveEndpoints(order).build()))
        {
            DemoReferenceData.define(TestCluster.operator(client));
            final long endCursor = client.endCursor();
            assertEquals(order.getFirst(), client.aeronDirectoryName());

            // Its media driver goes on, so that nothing but the missing answer shows it.
            disks.get(silent).stall();
            assertTrue(client.endCursor() >= endCursor);
            assertNotEquals(order.getFirst(), client.aeronDirectoryName());
            disks.get(silent).goOn();
        }
    }

    /** A client that only reads asks nothing else that could fail. */
    @Test
    void shouldFollowTheNextMemberWhenItsOwnSpeaksOnAndDoesNothing()
    {
        final int silent = (leader + 1) % MEMBERS;
        final List<String> order = inOrderFrom(silent);
        try (ClusterEngineClient client = ClusterEngineClient.connect(options().archiveEndpoints(order).build());
            ClusterEngineClient other = cluster.connect(leader))
        {
            DemoReferenceData.define(TestCluster.operator(other));
            final OrderSender sender = new OrderSender(other, 1, TWAA1_LOGIN_ID, "AA01001");
            final RecordingListener seen = new RecordingListener();
            final EventFollower follower = client.follow(0, seen);
            order(sender);
            TestEngine.pollUntil(follower, () -> ORDERS == seen.count("ACCEPTED"));
            assertEquals(order.getFirst(), client.aeronDirectoryName());

            disks.get(silent).stall();
            order(sender);
            TestEngine.pollUntil(follower, () -> 2 * ORDERS == seen.count("ACCEPTED"));
            assertNotEquals(order.getFirst(), client.aeronDirectoryName());
            disks.get(silent).goOn();
        }
    }

    /** What a busy machine does to it says nothing of the members and of the session. */
    @Test
    void shouldKeepItsSessionWhenItsOwnMediaDriverStandsStill()
    {
        final StallingIdleStrategy still = new StallingIdleStrategy("sender");
        try (MediaDriver own = MediaDriver.launch(new MediaDriver.Context()
            .aeronDirectoryName(dir.resolve("own").toString())
            .threadingMode(ThreadingMode.SHARED)
            .sharedIdleStrategy(still.get())
            .dirDeleteOnShutdown(true));
            ClusterEngineClient client = ClusterEngineClient.connect(
                options().aeronDirectoryNames(List.of(own.aeronDirectoryName())).build()))
        {
            DemoReferenceData.define(TestCluster.operator(client));
            final OrderSender sender = new OrderSender(client, 1, TWAA1_LOGIN_ID, "AA01001");
            final long sessionId = client.sessionId();
            still.stall();
            final long stalledNs = System.nanoTime();
            TestEngine.await("it has stood still", () -> System.nanoTime() - stalledNs > STILL_NS);
            still.goOn();
            order(sender);
            assertTrue(client.endCursor() > 0);
            assertEquals(sessionId, client.sessionId());
        }
    }

    @Test
    void shouldFollowNothingWithAnotherSecret() throws Exception
    {
        final Path strangers = Files.createDirectory(dir.resolve("strangers"));
        final CredentialStore others = CredentialStore.in(strangers).createMissing();
        final IllegalStateException refusal = assertThrows(IllegalStateException.class, () ->
            ClusterEngineClient.connect(options().credentials(others)
                .connectTimeoutNs(TimeUnit.SECONDS.toNanos(2)).build()));
        assertTrue(refusal.getMessage().contains(Principal.READER.text()) ||
            refusal.getMessage().contains("authentication"), refusal.getMessage());
    }

    private ClusterClientOptionsBuilder options()
    {
        return cluster.clientOptions(0)
            .aeronDirectoryNames(List.of(driver.aeronDirectoryName()))
            .archiveEndpoints(endpoints());
    }

    private List<String> endpoints()
    {
        return cluster.endpoints().stream().map((member) -> member.host() + ":" + member.archivePort()).toList();
    }

    /** Returns when the first one takes clients. */
    private List<String> inOrderFrom(final int first)
    {
        final List<String> order = IntStream.range(0, MEMBERS)
            .mapToObj((i) -> endpoints().get((first + i) % MEMBERS)).toList();
        ClusterEngineClient.connect(options().archiveEndpoints(order.subList(0, 1)).build()).close();
        return order;
    }

    private static void order(final OrderSender sender)
    {
        for (int i = 0; i < ORDERS; i++)
        {
            sender.newOrder(SI_ID, Side.BUY, PRICE, 1);
        }
    }
}
