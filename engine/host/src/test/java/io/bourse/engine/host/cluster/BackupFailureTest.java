// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.cluster.ClusterClientOptions;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.host.StoredFrames;
import io.bourse.engine.host.backup.BackupRestore;
import io.bourse.engine.host.backup.BackupStatus;
import io.bourse.engine.host.backup.RestoredVenue;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import io.bourse.engine.testing.TestPorts;
import io.bourse.testing.RecordingListener;
import org.agrona.IoUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Members and the backup are killed in mid-flow, at last all of them; what the backup has is enough for a venue.
 */
@Tag("drill")
class BackupFailureTest
{
    private static final int MEMBERS = 3;
    private static final int CHUNK = 50;
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final MemberProcess[] members = new MemberProcess[MEMBERS];
    private BackupProcess backup;

    @TempDir
    private Path dir;

    @AfterEach
    void end() throws InterruptedException
    {
        if (null != backup)
        {
            backup.kill();
        }
        for (final MemberProcess member : members)
        {
            if (null != member)
            {
                member.kill();
            }
        }
        // Who was killed has left the files of his media driver in shared memory.
        deleteDriver(TestBackups.dir(dir));
        for (int i = 0; i < MEMBERS; i++)
        {
            deleteDriver(TestCluster.memberDir(dir, i));
        }
    }

    private static void deleteDriver(final Path dataDir)
    {
        IoUtil.delete(new File(EngineDirectories.aeronDirectoryName(dataDir)), true);
    }

    @Test
    @Timeout(300)
    void shouldGoOnFromBackupWhenEverythingWasKilled() throws Exception
    {
        final int basePort = TestPorts.reserveRow(4 * MEMBERS);
        for (int i = 0; i < MEMBERS; i++)
        {
            members[i] = MemberProcess.start(dir, MEMBERS, basePort, i);
        }
        backup = BackupProcess.start(TestBackups.dir(dir), MEMBERS, basePort);
        final int leader = awaitLeader();
        final StateReport last;
        final int orders;
        try (ClusterEngineClient client = connect(basePort, leader))
        {
            DemoReferenceData.define(TestCluster.operator(client));
            orders = driveAndKill(client, basePort);
            last = TestCluster.operator(client).reportState();
            final long endCursor = client.endCursor();
            TestEngine.await("the backup has everything " + status(), () -> status().eventPosition() >= endCursor &&
                status().logPosition() >= last.commandPosition());
        }
        backup.kill();
        for (final MemberProcess member : members)
        {
            member.kill();
        }
        final RestoredVenue venue = BackupRestore.restore(TestBackups.dir(dir), dir.resolve("restored/member0"));
        assertTrue(venue.logPosition() >= last.commandPosition(), venue.toString());
        TestBackups.assertGoesOn(dir.resolve("restored"), last, orders);
        final List<StoredFrames.Frame> restored =
            TestBackups.frames(TestCluster.memberDir(dir.resolve("restored"), 0));
        TestBackups.assertStateHash(last, restored);
        for (int i = 0; i < MEMBERS; i++)
        {
            TestBackups.assertPrefix(TestBackups.frames(TestCluster.memberDir(dir, i)).stream()
                .filter((frame) -> frame.position() <= last.cursor()).toList(), restored);
        }
    }

    /** Orders flow all the time; first the backup dies, then the members that log and events come from. */
    private int driveAndKill(final ClusterEngineClient client, final int basePort) throws Exception
    {
        final OrderFlow flow = new OrderFlow(client);
        final RecordingListener seen = new RecordingListener();
        try (EventFollower follower = client.follow(0, seen))
        {
            pollUntil(follower, () -> seen.count("ACCEPTED") >= 10 * CHUNK);
            backup.kill();
            final long atKill = seen.count("ACCEPTED");
            pollUntil(follower, () -> seen.count("ACCEPTED") >= atKill + 10 * CHUNK);
            backup = BackupProcess.start(TestBackups.dir(dir), MEMBERS, basePort);
            killAndRestart(follower, basePort, awaitCopying(follower).logSource());
            killAndRestart(follower, basePort, awaitCopying(follower).eventSource());
            flow.end();
            pollUntil(follower, () -> flow.hasFailed() || seen.count("ACCEPTED") >= flow.orders());
        }
        flow.join();
        ClusterOrders.assertEachExecutedOnce(seen, flow.orders());
        return flow.orders();
    }

    private void killAndRestart(final EventFollower follower, final int basePort, final int memberId) throws Exception
    {
        final BackupStatus before = status();
        members[memberId].kill();
        pollUntil(follower, () ->
        {
            final BackupStatus now = status();
            return isCopying(now) && now.eventSource() != memberId && now.logSource() != memberId &&
                now.logPosition() > before.logPosition() && now.eventPosition() > before.eventPosition();
        });
        members[memberId] = MemberProcess.start(dir, MEMBERS, basePort, memberId);
        awaitLeader();
    }

    private static void pollUntil(final EventFollower follower, final BooleanSupplier condition)
    {
        TestEngine.await("the events come: " + follower, () ->
        {
            for (int i = 0; i < 500 && follower.poll(10) > 0; i++)
            {
                Thread.onSpinWait();
            }
            return condition.getAsBoolean();
        });
    }

    /** A backup that changes its source has none for a moment. */
    private BackupStatus awaitCopying(final EventFollower follower)
    {
        final BackupStatus[] copying = new BackupStatus[1];
        pollUntil(follower, () ->
        {
            copying[0] = status();
            return isCopying(copying[0]);
        });
        return copying[0];
    }

    private static boolean isCopying(final BackupStatus status)
    {
        return status.eventSource() >= 0 && status.logSource() >= 0 && "BACKING_UP".equals(status.state());
    }

    private BackupStatus status()
    {
        return BackupStatus.read(TestBackups.dir(dir));
    }

    private int awaitLeader()
    {
        final int[] leader = {-1};
        TestEngine.await("a leader is elected", () ->
        {
            for (int i = 0; i < MEMBERS; i++)
            {
                leader[0] = members[i].isLeader() ? i : leader[0];
            }
            return leader[0] >= 0;
        });
        return leader[0];
    }

    private ClusterEngineClient connect(final int basePort, final int memberId)
    {
        final List<String> directories = new ArrayList<>();
        for (int i = 0; i < MEMBERS; i++)
        {
            directories.add(members[(memberId + i) % MEMBERS].aeronDirectoryName());
        }
        return ClusterEngineClient.connect(ClusterClientOptions.builder()
            .aeronDirectoryNames(directories)
            .credentials(CredentialStore.in(dir))
            .windowSize(TestCluster.WINDOW_SIZE)
            .ingressEndpoints(MemberEndpoints.ingressEndpoints(MemberEndpoints.loopback(MEMBERS, basePort)))
            .build());
    }

    /** Orders of two logins, until it is asked to end. */
    private static final class OrderFlow
    {
        private final AtomicReference<Throwable> failure = new AtomicReference<>();
        private final AtomicInteger orders = new AtomicInteger();
        private final Thread sender;
        private volatile boolean isEnding;

        private OrderFlow(final ClusterEngineClient client)
        {
            sender = Thread.ofPlatform().daemon().start(() -> send(client));
        }

        private void send(final ClusterEngineClient client)
        {
            try
            {
                while (!isEnding)
                {
                    ClusterOrders.sendFrom(client, CHUNK, orders.get() / 2);
                    orders.addAndGet(CHUNK);
                    // A steady flow, not as much as goes.
                    LockSupport.parkNanos(PAUSE_NS);
                }
            }
            catch (final Throwable ex)
            {
                failure.set(ex);
            }
        }

        private void end()
        {
            isEnding = true;
        }

        private boolean hasFailed()
        {
            return null != failure.get();
        }

        private int orders()
        {
            return sender.isAlive() ? Integer.MAX_VALUE : orders.get();
        }

        private void join() throws InterruptedException
        {
            sender.join();
            assertNull(failure.get());
        }
    }
}
