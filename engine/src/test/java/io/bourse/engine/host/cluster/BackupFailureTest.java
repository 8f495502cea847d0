// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.StateReport;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.host.RecordedFrames;
import io.bourse.engine.host.backup.BackupRestore;
import io.bourse.engine.host.backup.BackupStatus;
import io.bourse.engine.host.backup.RestoredVenue;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.RecordingListener;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Members and the backup are killed in mid-flow, at last all of them; what the backup has is enough for a venue.
 */
class BackupFailureTest
{
    private static final int MEMBERS = 3;
    private static final int ORDERS = 9_000;

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
    }

    @Test
    void shouldGoOnFromBackupWhenEverythingWasKilled() throws Exception
    {
        final int basePort = MemberProcess.freeBasePort(MEMBERS);
        for (int i = 0; i < MEMBERS; i++)
        {
            members[i] = MemberProcess.start(dir, MEMBERS, basePort, i);
        }
        backup = BackupProcess.start(TestBackups.dir(dir), MEMBERS, basePort);
        final int leader = awaitLeader();
        final StateReport last;
        try (ClusterEngineClient client = connect(basePort, leader))
        {
            DemoReferenceData.define(TestCluster.operator(client));
            driveAndKill(client, basePort);
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
        TestBackups.assertGoesOn(dir.resolve("restored"), last, ORDERS);
        final List<RecordedFrames.Frame> restored =
            TestBackups.frames(TestCluster.memberDir(dir.resolve("restored"), 0));
        for (int i = 0; i < MEMBERS; i++)
        {
            TestBackups.assertPrefix(TestBackups.frames(TestCluster.memberDir(dir, i)).stream()
                .filter((frame) -> frame.position() <= last.cursor()).toList(), restored);
        }
    }

    /** Orders flow all the time; first the backup dies, then the member that its events come from. */
    private void driveAndKill(final ClusterEngineClient client, final int basePort) throws Exception
    {
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
        final RecordingListener seen = new RecordingListener();
        try (EventFollower follower = client.follow(0, seen))
        {
            TestEngine.pollUntil(follower, () -> seen.count("ACCEPTED") >= ORDERS / 6);
            backup.kill();
            TestEngine.pollUntil(follower, () -> seen.count("ACCEPTED") >= ORDERS / 3);
            backup = BackupProcess.start(TestBackups.dir(dir), MEMBERS, basePort);
            TestEngine.pollUntil(follower, () -> status().eventSource() >= 0 && status().logSource() >= 0 &&
                "BACKING_UP".equals(status().state()));
            final int source = status().eventSource();
            members[source].kill();
            TestEngine.pollUntil(follower, () -> status().eventSource() >= 0 && status().eventSource() != source);
            members[source] = MemberProcess.start(dir, MEMBERS, basePort, source);
            TestEngine.pollUntil(follower, () -> null != failure.get() || seen.count("ACCEPTED") >= ORDERS);
        }
        sender.join();
        assertNull(failure.get());
        ClusterOrders.assertEachExecutedOnce(seen, ORDERS);
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
        return ClusterEngineClient.connect(new ClusterEngineClient.Context()
            .aeronDirectoryNames(directories)
            .windowSize(TestCluster.WINDOW_SIZE)
            .ingressEndpoints(MemberEndpoints.ingressEndpoints(MemberEndpoints.loopback(MEMBERS, basePort))));
    }
}
