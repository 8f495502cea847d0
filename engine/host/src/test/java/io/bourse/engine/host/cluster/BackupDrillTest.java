// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.host.StoredFrames;
import io.bourse.engine.host.backup.BackupRestore;
import io.bourse.engine.host.backup.BackupSite;
import io.bourse.engine.host.backup.RestoredVenue;
import io.bourse.engine.host.recording.RecordedEvents;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The drill: a venue is made from the backup of a cluster of which nothing is left.
 */
@Tag("drill")
class BackupDrillTest
{
    private static final int ORDERS = 2_000;
    private static final int LOG_STREAM_ID = 100;

    @TempDir
    private Path dir;

    private final List<Throwable> failures = new CopyOnWriteArrayList<>();

    @Test
    void shouldStartVenueFromBackupWhenAllMembersAreGone()
    {
        final StateReport atSnapshot;
        final StateReport last;
        try (TestCluster cluster = TestCluster.start(dir, 3);
            BackupSite backup = TestBackups.start(cluster, dir, failures))
        {
            final int leader = cluster.awaitLeader();
            try (ClusterEngineClient client = cluster.connect(leader))
            {
                final OperatorClient operator = TestCluster.operator(client);
                DemoReferenceData.define(operator);
                ClusterOrders.send(client, ORDERS);
                atSnapshot = operator.reportState();
                TestBackups.snapshot(cluster, leader);
                ClusterOrders.sendFrom(client, ORDERS, ORDERS / 2);
                last = operator.reportState();
            }
            TestBackups.awaitCaughtUp(cluster, backup, leader);
            TestEngine.await("the snapshot is copied " + backup.status(), () -> backup.status().snapshotPosition() > 0);
            assertTrue(assertThrows(IllegalStateException.class,
                () -> BackupRestore.restore(TestBackups.dir(dir), dir.resolve("taken"))).getMessage()
                .startsWith("another engine runs on this data directory"));
            for (int i = 0; i < 3; i++)
            {
                cluster.stopMember(i);
            }
            TestEngine.await("nobody says how far the copy is behind",
                () -> -1 == backup.status().logBehind() && -1 == backup.status().eventsBehind());
            assertEquals(List.of(), cluster.failures());
        }
        final RestoredVenue venue = BackupRestore.restore(TestBackups.dir(dir), dir.resolve("restored/member0"));
        assertTrue(venue.snapshotPosition() > 0, venue.toString());
        assertEquals(atSnapshot.stateHash(), venue.snapshotHash());
        assertEquals(0, venue.eventsCutOff(), venue.toString());
        TestBackups.assertGoesOn(dir.resolve("restored"), last, ORDERS);
        TestBackups.assertPrefix(TestBackups.frames(TestCluster.memberDir(dir, 0)),
            TestBackups.frames(TestCluster.memberDir(dir.resolve("restored"), 0)));

        // As after a full disk: the catalog ends both recordings too early, the files go on.
        final Path archiveDir = EngineDirectories.archiveDir(TestBackups.dir(dir));
        StoredFrames.closeEarly(archiveDir, LOG_STREAM_ID, atSnapshot.commandPosition());
        StoredFrames.closeEarly(archiveDir, EngineStreams.EVENTS_STREAM_ID, atSnapshot.cursor());

        // The way back: the same copy is given to three members.
        for (int i = 0; i < 3; i++)
        {
            BackupRestore.restore(TestBackups.dir(dir), TestCluster.memberDir(dir.resolve("again"), i));
        }
        TestBackups.assertGoesOn(dir.resolve("again"), 3, last, ORDERS, UnaryOperator.identity());
        assertEquals(List.of(), failures);
    }

    @Test
    void shouldGoByTheLogWhenEventsAreShortOrAhead() throws IOException
    {
        final StateReport atSnapshot;
        final StateReport last;
        try (TestCluster cluster = TestCluster.start(dir, 1);
            BackupSite backup = TestBackups.start(cluster, dir, failures);
            ClusterEngineClient client = cluster.connect(0))
        {
            final OperatorClient operator = TestCluster.operator(client);
            DemoReferenceData.define(operator);
            ClusterOrders.send(client, ORDERS);
            operator.reportState();
            TestBackups.snapshot(cluster, 0);
            atSnapshot = operator.reportState();
            ClusterOrders.sendFrom(client, ORDERS, ORDERS / 2);
            last = operator.reportState();
            ClusterOrders.sendFrom(client, 10, ORDERS);
            operator.reportState();
            TestBackups.awaitCaughtUp(cluster, backup, 0);
            TestEngine.await("the snapshot is copied", () -> backup.status().snapshotPosition() > 0);
        }
        final List<StoredFrames.Frame> all = TestBackups.frames(TestCluster.memberDir(dir, 0));
        final Path archiveDir = EngineDirectories.archiveDir(TestBackups.dir(dir));

        // The log ends where the second report was asked for: the events of what came later must go.
        StoredFrames.cutOffLog(archiveDir, LOG_STREAM_ID, last.commandPosition());
        final RestoredVenue ahead = BackupRestore.restore(TestBackups.dir(dir), dir.resolve("ahead/member0"));
        assertEquals(last.commandPosition(), ahead.logPosition());
        assertEquals(last.cursor(), ahead.eventPosition());
        assertEquals(all.getLast().position() - last.cursor(), ahead.eventsCutOff());
        TestBackups.assertGoesOn(dir.resolve("ahead"), last, ORDERS);

        // The events end right behind the snapshot: the rest is made again, the same bytes.
        final int kept = (int)all.stream().filter((frame) -> frame.position() <= atSnapshot.cursor()).count();
        StoredFrames.keepFirst(archiveDir, kept);
        final RestoredVenue shorter = BackupRestore.restore(TestBackups.dir(dir), dir.resolve("short/member0"));
        assertEquals(atSnapshot.cursor(), shorter.eventPosition());
        TestBackups.assertGoesOn(dir.resolve("short"), last, ORDERS);
        final List<StoredFrames.Frame> again = TestBackups.frames(TestCluster.memberDir(dir.resolve("short"), 0));
        TestBackups.assertStateHash(last, again);
        TestBackups.assertPrefix(
            all.stream().filter((frame) -> frame.position() <= last.cursor()).toList(), again);

        // They end before the snapshot, but the log is there from its beginning: all of it is executed again.
        StoredFrames.keepFirst(archiveDir, ORDERS / 2);
        final RestoredVenue anew = BackupRestore.restore(TestBackups.dir(dir), dir.resolve("anew/member0"));
        assertEquals(-1, anew.snapshotPosition(), anew.toString());
        TestBackups.assertGoesOn(dir.resolve("anew"), last, ORDERS);
        TestBackups.assertPrefix(all.stream().filter((frame) -> frame.position() <= last.cursor()).toList(),
            TestBackups.frames(TestCluster.memberDir(dir.resolve("anew"), 0)));
    }

    @Test
    void shouldFollowAcrossLeaderChangeAndSnapshots() throws IOException
    {
        final StateReport older;
        final StateReport newer;
        final StateReport last;
        try (TestCluster cluster = TestCluster.start(dir, 3, LogRetentionTest.SMALL);
            BackupSite backup = BackupSite.launch(TestBackups.options(
                cluster.endpoints(), TestBackups.dir(dir), (host) -> host
                    .credentials(cluster.credentials())
                    .failStop((where, cause) -> failures.add(cause))
                    .segmentFileLength(LogRetentionTest.TERM_LENGTH)).build()))
        {
            final int first = cluster.awaitLeader();
            try (ClusterEngineClient client = cluster.connect(first))
            {
                DemoReferenceData.define(TestCluster.operator(client));
                ClusterOrders.send(client, ORDERS);
                TestCluster.operator(client).reportState();
            }
            cluster.stopMember(first);
            final int second = cluster.awaitLeader();
            try (ClusterEngineClient client = cluster.connect(second))
            {
                snapshotBehindOrders(cluster, backup, client, second, 1);
                cluster.startMember(first);
                TestEngine.await("the member is back", () -> cluster.member(first).isLive());
                older = snapshotBehindOrders(cluster, backup, client, second, 2);
                newer = snapshotBehindOrders(cluster, backup, client, second, 3);
                ClusterOrders.sendFrom(client, ORDERS, 2 * ORDERS);
                last = TestCluster.operator(client).reportState();
            }
            TestBackups.awaitCaughtUp(cluster, backup, second);
            // One of the first two recordings is the log, the other one the event stream, which is kept.
            final Path archiveDir = EngineDirectories.archiveDir(TestBackups.dir(dir));
            TestEngine.await("the copied log is purged", () ->
                Files.exists(archiveDir.resolve("0-0.rec")) != Files.exists(archiveDir.resolve("1-0.rec")));
            assertEquals(List.of(), cluster.failures());
        }
        final RestoredVenue venue = BackupRestore.restore(TestBackups.dir(dir), dir.resolve("restored/member0"));
        assertTrue(venue.logStartPosition() > 0 && venue.logStartPosition() <= venue.snapshotPosition(),
            venue.toString());
        TestBackups.assertGoesOn(
            dir.resolve("restored"), 1, last, 2 * ORDERS + ORDERS / 2, LogRetentionTest.SMALL);
        TestBackups.assertPrefix(TestBackups.frames(TestCluster.memberDir(dir, 0)),
            TestBackups.frames(TestCluster.memberDir(dir.resolve("restored"), 0)));
        assertGoesOnFromOlderSnapshot(older, newer, last);
        assertEquals(List.of(), failures);
    }

    /** The events end between the last two snapshots, then before both; the log begins at the older one. */
    private void assertGoesOnFromOlderSnapshot(
        final StateReport older, final StateReport newer, final StateReport last) throws IOException
    {
        final Path archiveDir = EngineDirectories.archiveDir(TestBackups.dir(dir));
        final List<StoredFrames.Frame> all = StoredFrames.read(archiveDir);
        for (int count = all.size(); count > 0; count /= 2)
        {
            assertEquals(count, RecordedEvents.lastFrameSequence(archiveDir, all.get(count - 1).position()));
        }
        keepUpTo(archiveDir, all, (older.cursor() + newer.cursor()) / 2);
        final RestoredVenue venue = BackupRestore.restore(TestBackups.dir(dir), dir.resolve("older/member0"));
        assertTrue(venue.snapshotPosition() >= older.commandPosition() &&
            venue.snapshotPosition() < newer.commandPosition(), venue.toString());
        TestBackups.assertGoesOn(dir.resolve("older"), 1, last, 2 * ORDERS + ORDERS / 2, LogRetentionTest.SMALL);
        TestBackups.assertPrefix(TestBackups.frames(TestCluster.memberDir(dir, 0)),
            TestBackups.frames(TestCluster.memberDir(dir.resolve("older"), 0)));

        keepUpTo(archiveDir, all, older.cursor() / 2);
        final Path refused = dir.resolve("refused/member0");
        final String message = assertThrows(IllegalStateException.class,
            () -> BackupRestore.restore(TestBackups.dir(dir), refused)).getMessage();
        assertTrue(message.startsWith("the copied events end before the snapshot"), message);
        assertFalse(Files.exists(refused));
    }

    private static void keepUpTo(
        final Path archiveDir, final List<StoredFrames.Frame> all, final long position) throws IOException
    {
        StoredFrames.keepFirst(
            archiveDir, (int)all.stream().filter((frame) -> frame.position() <= position).count());
    }

    /** The orders that follow so many times as many. */
    private static StateReport snapshotBehindOrders(
        final TestCluster cluster,
        final BackupSite backup,
        final ClusterEngineClient client,
        final int leader,
        final int times)
    {
        final long former = backup.status().snapshotPosition();
        ClusterOrders.sendFrom(client, ORDERS, times * ORDERS / 2);
        final StateReport report = TestCluster.operator(client).reportState();
        TestBackups.snapshot(cluster, leader);
        TestEngine.await("a snapshot is copied", () -> backup.status().snapshotPosition() > former);
        return report;
    }
}
