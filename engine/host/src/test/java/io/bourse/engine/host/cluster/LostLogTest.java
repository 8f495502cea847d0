// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.host.StoredFrames;
import io.bourse.engine.host.backup.BackupRestore;
import io.bourse.engine.host.backup.RestoredVenue;
import io.bourse.engine.host.storage.BackupMark;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The power took the end of the log, but not the events that had come of it: somebody may know of them.
 */
@Tag("venue")
class LostLogTest
{
    private static final int ORDERS = 200;

    @TempDir
    private Path dir;

    @Test
    void shouldRefuseToLeadWhenEventsAreRecordedBeyondTheLog() throws IOException
    {
        final StateReport last;
        try (TestCluster cluster = TestCluster.start(dir, 1); ClusterEngineClient client = cluster.connect(0))
        {
            DemoReferenceData.define(TestCluster.operator(client));
            ClusterOrders.send(client, ORDERS);
            last = TestCluster.operator(client).reportState();
            ClusterOrders.sendFrom(client, 10, ORDERS / 2);
            TestCluster.operator(client).reportState();
        }
        final Path dataDir = TestCluster.memberDir(dir, 0);
        final Path archiveDir = EngineDirectories.archiveDir(dataDir);
        final int frames = StoredFrames.read(archiveDir).size();
        StoredFrames.cutOffLog(archiveDir, PeerLog.STREAM_ID, last.commandPosition());
        // The second time the log goes on a little: the first refusal may have come when the office was taken.
        for (int i = 0; i < 2; i++)
        {
            try (TestCluster cluster = TestCluster.unstarted(dir, 1))
            {
                cluster.startMember(0);
                TestEngine.await("it refuses to lead", () -> !cluster.failures().isEmpty());
                final String reason = cluster.failures().getFirst().getMessage();
                assertTrue(reason.startsWith("events are recorded of commands that the log lacks"), reason);
                assertTrue(1 == i || reason.contains(" logPosition=" + last.commandPosition()), reason);
                assertFalse(cluster.member(0).isLeader());
            }
        }
        assertEquals(frames, StoredFrames.read(archiveDir).size());

        // The loss is accepted: the directory is taken for a backup, and a venue is made from it.
        BackupMark.set(dataDir);
        final RestoredVenue venue = BackupRestore.restore(dataDir, dir.resolve("restored/member0"));
        assertEquals(last.cursor(), venue.eventPosition());
        assertTrue(venue.eventsCutOff() > 0, venue.toString());
        TestBackups.assertGoesOn(dir.resolve("restored"), last, ORDERS);
    }

    @Test
    void shouldRefuseToLeadOnlyWhereEventsAreBeyondTheLog() throws IOException
    {
        final StateReport last;
        try (TestCluster cluster = TestCluster.start(dir, 3))
        {
            try (ClusterEngineClient client = cluster.connect(cluster.awaitLeader()))
            {
                DemoReferenceData.define(TestCluster.operator(client));
                ClusterOrders.send(client, ORDERS);
                last = TestCluster.operator(client).reportState();
                ClusterOrders.sendFrom(client, 10, ORDERS / 2);
                final StateReport lost = TestCluster.operator(client).reportState();
                for (int i = 0; i < 3; i++)
                {
                    final int member = i;
                    TestEngine.await("all have all",
                        () -> cluster.member(member).eventPosition() >= lost.cursor());
                }
            }
        }
        for (int i = 0; i < 3; i++)
        {
            final Path archiveDir = EngineDirectories.archiveDir(TestCluster.memberDir(dir, i));
            StoredFrames.cutOffLog(archiveDir, PeerLog.STREAM_ID, last.commandPosition());
            if (i > 0)
            {
                StoredFrames.keepFirst(archiveDir, (int)StoredFrames.read(archiveDir).stream()
                    .filter((frame) -> frame.position() <= last.cursor()).count());
            }
        }
        // Two whose events end with the log go on; the third one must not make them.
        try (TestCluster cluster = TestCluster.unstarted(dir, 3))
        {
            cluster.startMember(1);
            cluster.startMember(2);
            final int leader = cluster.awaitLeader();
            assertEquals(List.of(), cluster.failures());
            cluster.startMember(0);
            try (ClusterEngineClient client = cluster.connect(leader))
            {
                assertEquals(last.orders(), TestCluster.operator(client).reportState().orders());
                TestEngine.await("it diverges", () -> !cluster.failures().isEmpty());
                assertTrue(cluster.failures().getFirst().getMessage().startsWith("divergence"),
                    cluster.failures().toString());
                assertEquals(1, cluster.failures().size());
                assertTrue(cluster.member(leader).isLeader());
            }
        }
    }
}
