// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.cluster.ClusterClientOptions;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.host.FailStop;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import io.bourse.engine.testing.TestPorts;
import io.bourse.testing.RecordingListener;
import io.bourse.testing.SmallDisk;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Three members as processes, one of them on a disk of a few megabytes. When it is full that member stops and says so,
 * the others go on without it, and on a larger disk it takes up where it was.
 */
@Tag("drill")
class FullMemberTest
{
    private static final int MEMBERS = 3;
    private static final int FULL = 0;
    private static final int SMALL_MIB = 10;
    private static final int LARGE_MIB = 512;
    private static final int RESERVE = 4 * 1024 * 1024;
    private static final int ORDERS = 26_000;
    private static final int FRAMES = 500;

    @TempDir
    private Path dir;

    @BeforeEach
    void requireMounts()
    {
        assumeTrue(SmallDisk.isPossible(), "this machine does not let a test mount a disk of its own");
    }

    @ParameterizedTest
    @Timeout(300)
    @ValueSource(ints = {RESERVE, 0})
    void shouldStopThatMemberOnlyWhenItsDiskBecomesFull(final int minFreeBytes) throws Exception
    {
        final int basePort = TestPorts.reserveRow(4 * MEMBERS);
        Files.createDirectories(TestCluster.memberDir(dir, FULL));
        // The one on the small disk is started first and leads as often as not.
        try (SmallDisk disk = SmallDisk.mount(TestCluster.memberDir(dir, FULL), SMALL_MIB, LARGE_MIB,
            MemberProcess.class, dir.toString(), "127.0.0.1,127.0.0.1,127.0.0.1", Integer.toString(basePort), "0",
            Integer.toString(minFreeBytes));
            MemberProcess first = MemberProcess.start(dir, MEMBERS, basePort, 1);
            MemberProcess second = MemberProcess.start(dir, MEMBERS, basePort, 2))
        {
            final List<String> directories = List.of(first.aeronDirectoryName(), second.aeronDirectoryName());
            final String fullDirectory = disk.awaitLine("READY ");
            try (ClusterEngineClient client = connect(basePort, directories))
            {
                DemoReferenceData.define(TestCluster.operator(client));
                final RecordingListener seen = drive(client);
                assertEquals(FailStop.EXIT_STATUS, disk.awaitExit(), disk.errors());
                assertTrue(disk.errors().contains(0 == minFreeBytes ? "bourse: halted" : "the disk is nearly full"),
                    disk.errors());
                ClusterOrders.assertEachExecutedOnce(seen, ORDERS);

                assertEquals(fullDirectory, disk.awaitLine("READY "));
                try (ClusterEngineClient another = connect(basePort, List.of(fullDirectory)))
                {
                    final long endCursor = client.endCursor();
                    TestEngine.awaitProgress("the member catches up to " + endCursor, another::endCursor,
                        () -> another.endCursor() >= endCursor);
                }
            }
        }
    }

    private static RecordingListener drive(final ClusterEngineClient client) throws InterruptedException
    {
        final RecordingListener seen = new RecordingListener();
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        final Thread sender = Thread.ofPlatform().daemon().start(() ->
        {
            try
            {
                ClusterOrders.send(client, ORDERS);
            }
            catch (final Throwable ex)
            {
                failure.set(ex);
            }
        });
        try (EventFollower follower = client.follow(0, seen))
        {
            // A member that dies takes the others some seconds; however slow the machine is, orders come in.
            TestEngine.awaitProgress("orders are accepted: follower=" + follower, () ->
            {
                for (int i = 0; i < FRAMES && follower.poll(1) > 0; i++)
                {
                    Thread.onSpinWait();
                }
                return seen.count("ACCEPTED");
            }, () -> null != failure.get() || seen.count("ACCEPTED") >= ORDERS);
        }
        sender.join();
        assertNull(failure.get());
        return seen;
    }

    private ClusterEngineClient connect(final int basePort, final List<String> directories)
    {
        return ClusterEngineClient.connect(ClusterClientOptions.builder()
            .aeronDirectoryNames(directories)
            .credentials(CredentialStore.in(dir))
            .windowSize(TestCluster.WINDOW_SIZE)
            .ingressEndpoints(MemberEndpoints.ingressEndpoints(MemberEndpoints.loopback(MEMBERS, basePort)))
            .build());
    }
}
