// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.Aeron;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.client.ArchiveException;
import io.bourse.engine.client.ArchiveAccess;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.core.snapshot.SnapshotException;
import io.bourse.engine.host.DataDirs;
import io.bourse.engine.host.StoredFrames;
import io.bourse.engine.host.backup.BackupRestore;
import io.bourse.engine.host.backup.BackupSite;
import io.bourse.engine.host.backup.PeerCopy;
import io.bourse.engine.host.backup.RestoredVenue;
import io.bourse.engine.host.offline.OfflineVenue;
import io.bourse.engine.host.offline.ReplayTarget;
import io.bourse.engine.host.offline.VenueState;
import io.bourse.engine.host.offline.Verification;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.recording.RecordedOperators;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.SignedVenue;
import io.bourse.engine.testing.TestEngine;
import org.agrona.IoUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What is deleted of the log, and who can still go on afterwards.
 */
@Tag("drill")
class LogRetentionTest
{
    static final int TERM_LENGTH = 256 * 1024;
    private static final int ORDERS = 3_000;
    static final UnaryOperator<ClusterOptionsBuilder> SMALL = (options) -> TestCluster.withHost(
        options.commandTermLength(TERM_LENGTH).eventTermLength(TERM_LENGTH),
        (host) -> host.segmentFileLength(TERM_LENGTH));

    @TempDir
    private Path dir;

    private final List<Throwable> failures = new CopyOnWriteArrayList<>();

    @Test
    void shouldLetBackupAndNewMemberBeginWhenLogAndEventsWerePurged()
    {
        final StateReport last;
        try (TestCluster cluster = TestCluster.start(dir, 3, (options) -> SMALL.apply(options).snapshotsKept(1)))
        {
            final int leader = cluster.awaitLeader();
            final int replaced = (leader + 1) % 3;
            try (ClusterEngineClient client = cluster.connect(leader))
            {
                // Closed before the purge: a tool that stands still in its replay would hold the events.
                try (OperatorClient operator = TestCluster.operator(client))
                {
                    DemoReferenceData.define(operator);
                    ClusterOrders.send(client, ORDERS);
                    operator.reportState();
                }
                TestBackups.snapshot(cluster, leader);
                for (int i = 0; i < 3; i++)
                {
                    final int member = i;
                    TestEngine.await("the log is purged", () -> startOf(cluster, member, PeerLog.STREAM_ID) > 0);
                    purgeEvents(cluster.member(i));
                }
                cluster.stopMember(replaced);
                IoUtil.delete(TestCluster.memberDir(dir, replaced).toFile(), false);
                ClusterOrders.sendFrom(client, ORDERS, ORDERS / 2);
                assertEquals(PeerCopy.Outcome.ALL_COPIED, PeerCopy.complete(
                    TestBackups.options(cluster, TestCluster.memberDir(dir, replaced), failures)
                        .ownMember(replaced).build(), TestEngine.TIMEOUT_NS));
                cluster.startMember(replaced);
                last = TestCluster.operator(client).reportState();
            }
            try (BackupSite backup = TestBackups.start(cluster, dir, failures))
            {
                TestBackups.awaitCaughtUp(cluster, backup, leader);
                TestEngine.await("the snapshot is copied", () -> backup.status().snapshotPosition() > 0);
            }
            TestEngine.await("the member has caught up", () ->
                cluster.member(replaced).eventPosition() == cluster.member(leader).eventPosition());
            assertEquals(List.of(), cluster.failures());
        }
        final RestoredVenue venue = BackupRestore.restore(TestBackups.dir(dir), dir.resolve("restored/member0"));
        assertTrue(venue.snapshotPosition() > 0, venue.toString());
        TestBackups.assertGoesOn(dir.resolve("restored"), 1, last, ORDERS, SMALL);
        final List<StoredFrames.Frame> restored =
            TestBackups.frames(TestCluster.memberDir(dir.resolve("restored"), 0));
        for (int i = 0; i < 3; i++)
        {
            TestBackups.assertPrefix(TestBackups.frames(TestCluster.memberDir(dir, i)), restored);
        }
        assertEquals(List.of(), failures);
    }

    @Test
    void shouldFindTheOperatorsWhenEventsOfAMemberWerePurged()
    {
        try (TestCluster cluster = TestCluster.start(dir, 1, (options) -> SMALL.apply(options).snapshotsKept(1)))
        {
            final int leader = cluster.awaitLeader();
            final Path member = TestCluster.memberDir(dir, leader);
            final RecordedOperators whole;
            try (ClusterEngineClient client = cluster.connect(leader))
            {
                final SignedVenue venue = new SignedVenue(client);
                venue.found();
                whole = RecordedOperators.read(member);
                ClusterOrders.send(client, ORDERS);
                TestBackups.snapshot(cluster, leader);
                venue.revokeBoris();
            }
            purgeEvents(cluster.member(leader));
            final RecordedOperators found = RecordedOperators.read(member);
            assertEquals(List.of("anna true", "boris true", "clara true", "boris false"), found.changes().stream()
                .map((change) -> change.operator().name() + " " + change.operator().isActive()).toList());
            assertArrayEquals(whole.venueId(), found.venueId());
            assertTrue(found.knownSinceNs() > whole.changes().getLast().timeNs());
            assertEquals(List.of(), cluster.failures());
        }
    }

    @Test
    void shouldKeepLogWhileAnotherMemberIsAway()
    {
        try (TestCluster cluster = TestCluster.start(dir, 3, (options) -> SMALL.apply(options).snapshotsKept(1)))
        {
            final int leader = cluster.awaitLeader();
            final int away = (leader + 1) % 3;
            final int other = 3 - leader - away;
            try (ClusterEngineClient client = cluster.connect(leader))
            {
                DemoReferenceData.define(TestCluster.operator(client));
                cluster.stopMember(away);
                ClusterOrders.send(client, ORDERS);
                TestCluster.operator(client).reportState();
                TestBackups.snapshot(cluster, leader);
                TestEngine.await("the rule has been refused", () -> cluster.member(leader).purgesPostponed() > 0 &&
                    cluster.member(other).purgesPostponed() > 0);
                assertEquals(0, startOf(cluster, leader, PeerLog.STREAM_ID));
                assertEquals(0, startOf(cluster, other, PeerLog.STREAM_ID));
                cluster.startMember(away);
                TestEngine.await("the log is purged", () -> startOf(cluster, leader, PeerLog.STREAM_ID) > 0 &&
                    startOf(cluster, other, PeerLog.STREAM_ID) > 0);
                TestEngine.await("the member has caught up", () -> cluster.member(away).isLive() &&
                    cluster.member(away).eventPosition() == cluster.member(leader).eventPosition());
            }
            assertEquals(List.of(), cluster.failures());
        }
    }

    @Test
    void shouldKeepLogUntilEnoughSnapshotsMakeCore() throws IOException
    {
        try (TestCluster cluster = TestCluster.start(dir, 1, (options) -> SMALL.apply(options).snapshotsKept(2)))
        {
            final Path member = TestCluster.memberDir(dir, 0);
            final ClusterMember running = cluster.member(cluster.awaitLeader());
            try (ClusterEngineClient client = cluster.connect(0))
            {
                DemoReferenceData.define(TestCluster.operator(client));
                ClusterOrders.send(client, ORDERS);
                TestCluster.operator(client).reportState();
                TestBackups.snapshot(cluster, 0);
                final LogPlan.Snapshot bad = LogPlan.of(member, 1, List.of()).base();
                changeLastBytes(bad.recording());
                awaitPurgeAfterSnapshot(cluster, running);
                assertEquals(0, startOf(cluster, 0, PeerLog.STREAM_ID));
                assertTrue(LogPlan.of(member, 2, List.of()).logStart() > 0, "the log reaches no other file");

                awaitPurgeAfterSnapshot(cluster, running);
                assertTrue(startOf(cluster, 0, PeerLog.STREAM_ID) > 0);
                assertEquals(2, LogPlan.of(member, 2, List.of()).snapshots().size());
                assertEquals(0, running.counters().get(EngineCounter.PURGES_FAILED));
            }
            assertEquals(List.of(), cluster.failures());
        }
    }

    @Test
    void shouldPassOverTheNewestSnapshotOnceTheCoreHasRefusedIt() throws IOException
    {
        final TestCluster cluster = TestCluster.start(dir, 1);
        final Path member = TestCluster.memberDir(dir, 0);
        final StateReport last;
        try (cluster; ClusterEngineClient client = cluster.connect(cluster.awaitLeader()))
        {
            DemoReferenceData.define(TestCluster.operator(client));
            ClusterOrders.send(client, ORDERS / 2);
            TestBackups.snapshot(cluster, 0);
            ClusterOrders.sendFrom(client, ORDERS / 2, ORDERS / 2);
            TestBackups.snapshot(cluster, 0);
            last = TestCluster.operator(client).reportState();
        }
        final List<LogPlan.Snapshot> snapshots = LogPlan.of(member, 1, List.of()).snapshots();
        final RecordedStream newest = snapshots.getFirst().recording();
        forgeLastRecord(newest);
        final List<StoredFrames.Frame> before = TestBackups.frames(member);

        try (TestCluster refused = TestCluster.unstarted(dir, 1))
        {
            refused.startMember(0);
            TestEngine.await("the core refuses the snapshot", () -> !refused.failures().isEmpty());
            assertInstanceOf(SnapshotException.class, refused.failures().getFirst());
        }
        TestBackups.assertGoesOn(dir, last, ORDERS);
        // The log says where it was taken: the member takes it again as it comes there.
        final LogPlan.Snapshot taken = LogPlan.of(member, 1, List.of()).snapshots().getFirst();
        assertEquals(snapshots.getFirst().logPosition(), taken.logPosition());
        assertNotEquals(newest.recordingId(), taken.recording().recordingId());
        TestBackups.assertPrefix(before, TestBackups.frames(member));
    }

    @Test
    void shouldKeepTheCopiedLogUntilEnoughSnapshotsOfTheCopyMakeCore() throws IOException
    {
        final Path copy = TestBackups.dir(dir);
        final StateReport last;
        try (TestCluster cluster = TestCluster.start(dir, 1, SMALL);
            BackupSite backup = BackupSite.launch(TestBackups.options(cluster.endpoints(), copy, (host) -> host
                .credentials(cluster.credentials())
                .failStop((where, cause) -> failures.add(cause))
                .segmentFileLength(TERM_LENGTH)).build());
            ClusterEngineClient client = cluster.connect(cluster.awaitLeader()))
        {
            DemoReferenceData.define(TestCluster.operator(client));
            copySnapshotBehindOrders(cluster, backup, client, 0);
            changeLastBytes(LogPlan.of(copy, 1, List.of()).base().recording());
            copySnapshotBehindOrders(cluster, backup, client, 1);
            TestEngine.await("the copy says what is wrong: " + backup.status(),
                () -> backup.status().problem().contains("not enough good snapshots"));
            assertEquals(0, LogPlan.of(copy, 2, List.of()).log().startPosition());
            assertTrue(LogPlan.of(copy, 2, List.of()).logStart() > 0, "the log reaches no other file");

            last = copySnapshotBehindOrders(cluster, backup, client, 2);
            TestEngine.await("the copied log is purged", () ->
                backup.status().problem().isEmpty() && LogPlan.of(copy, 2, List.of()).log().startPosition() > 0);
            TestEngine.await("the bad snapshot is gone", () -> 2 == LogPlan.of(copy, 2, List.of()).snapshots().size());
            TestBackups.awaitCaughtUp(cluster, backup, 0);
            assertEquals(List.of(), cluster.failures());
        }
        BackupRestore.restore(copy, dir.resolve("restored/member0"));
        TestBackups.assertGoesOn(dir.resolve("restored"), 1, last, 3 * ORDERS / 2, SMALL);

        final List<LogPlan.Snapshot> kept = LogPlan.of(copy, 2, List.of()).snapshots();
        forgeLastRecord(kept.getFirst().recording());
        final RestoredVenue older = BackupRestore.restore(copy, dir.resolve("older/member0"));
        assertEquals(kept.getLast().logPosition(), older.snapshotPosition(), older.toString());
        TestBackups.assertGoesOn(dir.resolve("older"), 1, last, 3 * ORDERS / 2, SMALL);
        assertEquals(List.of(), failures);
    }

    private static StateReport copySnapshotBehindOrders(
        final TestCluster cluster, final BackupSite backup, final ClusterEngineClient client, final int times)
    {
        final long former = backup.status().snapshotPosition();
        ClusterOrders.sendFrom(client, ORDERS, times * ORDERS / 2);
        final StateReport report = TestCluster.operator(client).reportState();
        TestBackups.snapshot(cluster, 0);
        TestEngine.await("a snapshot is copied", () -> backup.status().snapshotPosition() > former);
        return report;
    }

    private static void awaitPurgeAfterSnapshot(final TestCluster cluster, final ClusterMember member)
    {
        final long purges = member.counters().get(EngineCounter.PURGES_RUN);
        TestBackups.snapshot(cluster, 0);
        TestEngine.await("a purge has run", () -> member.counters().get(EngineCounter.PURGES_RUN) > purges);
    }

    /** Its frames are whole, and no core can be made of it. */
    private static void forgeLastRecord(final RecordedStream snapshot) throws IOException
    {
        final List<Long> frames = DataDirs.framePositions(snapshot);
        DataDirs.forge(snapshot, frames.get(frames.size() - 2), 20);
    }

    /** Those of its last record, as a disk does that loses what it has written. */
    private static void changeLastBytes(final RecordedStream snapshot) throws IOException
    {
        try (FileChannel channel = FileChannel.open(snapshot.segmentFile(0), StandardOpenOption.WRITE))
        {
            channel.write(ByteBuffer.allocate(Long.BYTES * 16), snapshot.stopPosition() - Long.BYTES * 16);
        }
    }

    @Test
    void shouldReplayWhatIsLeftOfTheLogWhenItsMemberHasStopped()
    {
        final StateReport last;
        try (TestCluster cluster = TestCluster.start(dir, 1, (options) -> SMALL.apply(options).snapshotsKept(1)))
        {
            try (ClusterEngineClient client = cluster.connect(0);
                OperatorClient operator = TestCluster.operator(client))
            {
                DemoReferenceData.define(operator);
                ClusterOrders.send(client, ORDERS);
                operator.reportState();
                TestBackups.snapshot(cluster, 0);
                TestEngine.await("the log is purged", () -> startOf(cluster, 0, PeerLog.STREAM_ID) > 0);
                ClusterOrders.sendFrom(client, ORDERS, ORDERS / 2);
                last = operator.reportState();
            }
            assertEquals(List.of(), cluster.failures());
        }
        try (OfflineVenue venue = OfflineVenue.open(TestCluster.memberDir(dir, 0), OfflineVenue.ANY_PARTITION))
        {
            final Verification found = venue.verify();
            assertEquals(List.of(), found.findings());
            assertTrue(found.replay().fromPosition() > 0);
            assertTrue(found.replay().framesIdentical() >= ORDERS / 2, () -> found.replay().toString());
            assertEquals(0, found.replay().framesMissing());
            assertEquals(last.stateHash(), found.replay().stateHash());
            final VenueState state = venue.replay(ReplayTarget.end());
            assertEquals(last.orders(), state.report().orders());
            assertEquals(found.events().rollingHash(), state.point().rollingHash());
        }
    }

    private static long startOf(final TestCluster cluster, final int memberId, final int streamId)
    {
        return recording(cluster.member(memberId), streamId)[1];
    }

    /** Id and start of the last recording of a stream. */
    private static long[] recording(final ClusterMember member, final int streamId)
    {
        final long[] found = new long[2];
        try (Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(member.aeronDirectoryName()));
            AeronArchive archive = AeronArchive.connect(ArchiveAccess.context(aeron, TestEngine.TIMEOUT_NS,
                TestEngine.owner(member.credentials()))))
        {
            archive.listRecordings(0, 1_000,
                (controlSessionId, correlationId, recordingId, startTimestamp, stopTimestamp, startPosition,
                stopPosition, initialTermId, segmentFileLength, termBufferLength, mtuLength, sessionId,
                recordedStreamId, strippedChannel, originalChannel, sourceIdentity) ->
                {
                    if (streamId == recordedStreamId)
                    {
                        found[0] = recordingId;
                        found[1] = startPosition;
                    }
                });
        }
        return found;
    }

    /** A follower that has just joined the live stream may still have its replay. */
    private static boolean isPurged(final AeronArchive archive, final long recordingId)
    {
        try
        {
            archive.purgeSegments(recordingId, TERM_LENGTH);
            return true;
        }
        catch (final ArchiveException ex)
        {
            return false;
        }
    }

    /** As a rule for the events would, once no consumer needs their beginning. */
    private static void purgeEvents(final ClusterMember member)
    {
        final long recordingId = recording(member, EngineStreams.EVENTS_STREAM_ID)[0];
        try (Aeron aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(member.aeronDirectoryName()));
            AeronArchive archive = AeronArchive.connect(ArchiveAccess.context(aeron, TestEngine.TIMEOUT_NS,
                TestEngine.owner(member.credentials()))))
        {
            TestEngine.await("no replay of the recording", () -> isPurged(archive, recordingId));
        }
        assertEquals(TERM_LENGTH, recording(member, EngineStreams.EVENTS_STREAM_ID)[1]);
    }
}
