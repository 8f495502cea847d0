// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.files.OwnDirectory;
import io.bourse.engine.host.DataDirs;
import io.bourse.engine.host.HostOptionsBuilder;
import io.bourse.engine.host.LogCapture;
import io.bourse.engine.host.backup.BackupOptionsBuilder;
import io.bourse.engine.host.backup.BackupRestore;
import io.bourse.engine.host.backup.BackupSite;
import io.bourse.engine.host.backup.PeerCopy;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.history.ArchivedSegment;
import io.bourse.engine.host.history.HistoryArchive;
import io.bourse.engine.host.history.HistoryOptions;
import io.bourse.engine.host.offline.FindingKind;
import io.bourse.engine.host.offline.HistoryRestore;
import io.bourse.engine.host.offline.OfflineVenue;
import io.bourse.engine.host.offline.ReplayTarget;
import io.bourse.engine.host.offline.VenueState;
import io.bourse.engine.host.offline.Verification;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.retention.ConsumerRegistry;
import io.bourse.engine.host.site.FileCopy;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import org.agrona.IoUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Members of a cluster archive their logs and event streams before they delete them, and a member's directory is read
 * as if all of it were live.
 */
@Tag("venue")
class MemberHistoryTest
{
    private static final int ORDERS = 3_000;
    private static final long FAST = 1L << 30;

    @TempDir
    private Path dir;

    @Test
    void shouldArchiveAndPurgeOnEveryMemberWhenOneThatWasAwayIsBack()
    {
        final StateReport last;
        final int holding;
        try (TestCluster cluster = TestCluster.start(dir, 3, MemberHistoryTest::archiving))
        {
            final int leader = cluster.awaitLeader();
            final int away = (leader + 1) % 3;
            holding = 3 - leader - away;
            new ConsumerRegistry(cluster.memberDir(holding)).hold("gateway", 1);
            try (ClusterEngineClient client = cluster.connect(leader))
            {
                DemoReferenceData.define(TestCluster.operator(client));
                cluster.stopMember(away);
                ClusterOrders.send(client, ORDERS);
                TestCluster.operator(client).reportState();
                TestBackups.snapshot(cluster, leader);
                TestEngine.await("the rule has been refused", () -> cluster.member(leader).purgesPostponed() > 0 &&
                    cluster.member(holding).purgesPostponed() > 0);
                assertEquals(0, start(leader, PeerLog.STREAM_ID));
                cluster.startMember(away);
                TestEngine.await("the log is purged", () -> start(leader, PeerLog.STREAM_ID) > 0);
                final long first = start(leader, PeerLog.STREAM_ID);
                ClusterOrders.sendFrom(client, ORDERS, ORDERS / 2);
                TestBackups.snapshot(cluster, leader);
                for (int i = 0; i < 3; i++)
                {
                    final int member = i;
                    TestEngine.await("purged up to the second snapshot", () ->
                        start(member, PeerLog.STREAM_ID) > first &&
                        (holding == member || start(member, EngineStreams.EVENTS_STREAM_ID) > 0));
                }
                last = TestCluster.operator(client).reportState();
                TestEngine.await("all are at the same point", () -> 1 == List.of(0, 1, 2).stream()
                    .map((member) -> cluster.member(member).eventPosition()).distinct().count());
                assertEquals(0, start(holding, EngineStreams.EVENTS_STREAM_ID));
                for (int i = 0; i < 3; i++)
                {
                    assertEquals(0, cluster.member(i).counters().get(EngineCounter.PURGES_FAILED));
                }
            }
            assertEquals(List.of(), cluster.failures());
        }
        for (int i = 0; i < 3; i++)
        {
            final Path member = TestCluster.memberDir(dir, i);
            assertEquals(holding == i ? Set.of(ArchivedSegment.Stream.LOG) :
                Set.of(ArchivedSegment.Stream.LOG, ArchivedSegment.Stream.EVENTS),
                HistoryArchive.find(member).segments().stream().map(ArchivedSegment::stream)
                .collect(Collectors.toSet()));
            final Verification found = verify(member);
            assertEquals(List.of(), found.findings());
            assertEquals(0, found.replay().fromPosition());
            assertEquals(0, found.eventStream().startPosition());
            assertEquals(found.events().lastFrameSequence(), found.replay().framesIdentical());
            assertEquals(last.stateHash(), found.replay().stateHash());
            // A point before everything that is live.
            final VenueState early = replay(member, start(i, PeerLog.STREAM_ID) / 2);
            assertTrue(early.report().orderCount() > 0, early::toString);
        }
        nameWhatIsLost(TestCluster.memberDir(dir, 0));
        // And a member starts on what was put back.
        final Path restored = TestCluster.memberDir(dir, (holding + 1) % 3);
        assertEquals(0, HistoryRestore.of(restored, 0).oldestCursor());
        assertEquals(List.of(), verify(restored).findings());
        try (TestCluster cluster = TestCluster.start(dir, 3, MemberHistoryTest::archiving);
            ClusterEngineClient client = cluster.connect(cluster.awaitLeader()))
        {
            assertEquals(last.orderCount(), TestCluster.operator(client).reportState().orderCount());
            assertEquals(List.of(), cluster.failures());
        }
    }

    /** Each member lacks a part of what was archived before the copy was begun. */
    @Tag("drill")
    @Test
    void shouldReadArchivesOfFormerMembersInAVenueThatIsMadeOfACopy() throws IOException
    {
        final int members = 3;
        final List<Throwable> failures = new ArrayList<>();
        final StateReport last;
        try (TestCluster cluster = TestCluster.start(dir, members, MemberHistoryTest::archiving))
        {
            final int leader = cluster.awaitLeader();
            try (ClusterEngineClient client = cluster.connect(leader))
            {
                DemoReferenceData.define(TestCluster.operator(client));
                ClusterOrders.send(client, ORDERS);
                TestCluster.operator(client).reportState();
                TestBackups.snapshot(cluster, leader);
                for (int i = 0; i < members; i++)
                {
                    final int member = i;
                    TestEngine.await("purged", () -> start(member, PeerLog.STREAM_ID) > 0 &&
                        start(member, EngineStreams.EVENTS_STREAM_ID) > 0);
                }
                final BackupOptionsBuilder options = TestBackups.options(cluster, TestBackups.dir(dir), failures);
                try (BackupSite backup = BackupSite.launch(options.host(HostOptionsBuilder.builder(options.host())
                    .segmentFileLength(LogRetentionTest.TERM_LENGTH).build()).build()))
                {
                    TestEngine.await("the log is copied", () -> backup.status().logPosition() > 0);
                    final long begin = start(leader, PeerLog.STREAM_ID);
                    ClusterOrders.sendFrom(client, ORDERS, ORDERS / 2);
                    TestCluster.operator(client).reportState();
                    // What is archived by now goes beyond the beginning of the copied log.
                    TestBackups.snapshot(cluster, leader);
                    TestEngine.await("purged again", () -> IntStream.range(0, members).allMatch(
                        (member) -> start(member, PeerLog.STREAM_ID) > begin));
                    last = TestCluster.operator(client).reportState();
                    TestBackups.awaitCaughtUp(cluster, backup, leader);
                }
            }
            assertEquals(List.of(), cluster.failures());
        }
        final Path venue = dir.resolve("venue");
        BackupRestore.failOver(TestBackups.dir(dir), venue, (unfinished) ->
        {
            final SequencedMap<String, String> keys = new LinkedHashMap<>();
            for (int i = 0; i < members; i++)
            {
                keys.put("member-" + i, copyWithout(i, TestCluster.memberDir(dir, i), unfinished));
            }
            HistoryArchive.handOn(unfinished, keys);
        });
        final Verification found = verify(venue);
        assertEquals(List.of(), found.findings());
        assertEquals(0, found.replay().fromPosition());
        assertEquals(0, found.eventStream().startPosition());
        assertEquals(found.events().lastFrameSequence(), found.replay().framesIdentical());
        assertEquals(last.stateHash(), found.replay().stateHash());
        assertEquals(List.of(), failures);
    }

    /** The archive of a member without a segment of events, another one of each; returns its public key. */
    private static String copyWithout(final int index, final Path member, final Path venue)
    {
        try
        {
            final HistoryArchive archive = HistoryArchive.find(member);
            final Path copy = venue.resolve(HistoryArchive.NAME).resolve("member-" + index);
            OwnDirectory.make(copy.getParent());
            FileCopy.copyTree(archive.directory(), copy);
            final List<ArchivedSegment> events = archive.segments().stream()
                .filter((segment) -> ArchivedSegment.Stream.EVENTS == segment.stream()).toList();
            assertTrue(events.size() > 1, events::toString);
            Files.delete(copy.resolve(events.get(index).fileName()));
            return archive.publicKey();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    @Tag("drill")
    @Test
    void shouldRefuseMemberByNameWhenOthersHavePurgedWhatComesNextForIt() throws IOException
    {
        final List<Throwable> failures = new CopyOnWriteArrayList<>();
        final long begin;
        final Path filled;
        try (TestCluster cluster = TestCluster.start(dir, 3, MemberHistoryTest::archiving))
        {
            final int leader = cluster.awaitLeader();
            final int old = (leader + 1) % 3;
            final Path copy = dir.resolve("copy");
            try (ClusterEngineClient client = cluster.connect(leader))
            {
                DemoReferenceData.define(TestCluster.operator(client));
                cluster.stopMember(old);
                DataDirs.crashCopy(cluster.memberDir(old), copy);
                cluster.startMember(old);
                ClusterOrders.send(client, ORDERS);
                TestCluster.operator(client).reportState();
                TestBackups.snapshot(cluster, leader);
                TestEngine.await("purged", () -> start(leader, PeerLog.STREAM_ID) > 0);
            }
            cluster.stopMember(old);
            IoUtil.delete(cluster.memberDir(old).toFile(), false);
            // Empty, as after the loss of a disk, then as it once was.
            assertForgotten(cluster, old, "logEndPosition=0");
            IoUtil.delete(cluster.memberDir(old).toFile(), false);
            Files.move(copy, cluster.memberDir(old));
            assertForgotten(cluster, old, "otherMemberId=");
            // Filled from the leader its log begins with a snapshot, somewhere in a file: it is archived from there.
            IoUtil.delete(cluster.memberDir(old).toFile(), false);
            final BackupOptionsBuilder own = TestBackups.options(cluster, cluster.memberDir(old), failures);
            assertEquals(PeerCopy.Outcome.ALL_COPIED, PeerCopy.complete(own.ownMember(old)
                .host(HostOptionsBuilder.builder(own.host()).segmentFileLength(LogRetentionTest.TERM_LENGTH).build())
                .build(), TestEngine.TIMEOUT_NS));
            begin = start(old, PeerLog.STREAM_ID);
            assertTrue(begin % LogRetentionTest.TERM_LENGTH > 0, () -> "begin=" + begin);
            cluster.startMember(old);
            try (ClusterEngineClient client = cluster.connect(leader))
            {
                ClusterOrders.sendFrom(client, ORDERS, ORDERS / 2);
                TestCluster.operator(client).reportState();
                TestBackups.snapshot(cluster, leader);
                TestEngine.await("purged", () -> start(old, PeerLog.STREAM_ID) > begin);
            }
            filled = cluster.memberDir(old);
            assertEquals(List.of(), cluster.failures());
        }
        assertEquals(List.of(), failures);
        assertEquals(begin, HistoryArchive.find(filled).segments().getFirst().from());
        final Verification found = verify(filled);
        assertEquals(List.of(), found.findings());
        assertEquals(begin, found.journal().startPosition());
    }

    @Test
    void shouldKeepLiveFilesAndTradeWhenTheyCannotBeArchived() throws IOException
    {
        try (LogCapture log = new LogCapture();
            TestCluster cluster = TestCluster.start(dir, 1, MemberHistoryTest::archiving);
            ClusterEngineClient client = cluster.connect(0))
        {
            Files.createFile(cluster.memberDir(0).resolve(HistoryArchive.NAME));
            DemoReferenceData.define(TestCluster.operator(client));
            ClusterOrders.send(client, ORDERS);
            TestCluster.operator(client).reportState();
            TestBackups.snapshot(cluster, 0);
            TestEngine.await("failed", () -> cluster.member(0).counters().get(EngineCounter.PURGES_FAILED) > 0);
            ClusterOrders.sendFrom(client, 2, ORDERS / 2);
            TestCluster.operator(client).reportState();
            assertEquals(0, start(0, PeerLog.STREAM_ID));
            assertEquals(0, start(0, EngineStreams.EVENTS_STREAM_ID));
            assertTrue(log.messages().stream().anyMatch((line) ->
                line.startsWith("ERROR what is no longer needed was not removed")), log.messages()::toString);
            assertEquals(List.of(), cluster.failures());
        }
    }

    private static void nameWhatIsLost(final Path member)
    {
        final HistoryArchive archive = HistoryArchive.find(member);
        final ArchivedSegment lost = archive.segments().stream()
            .filter((segment) -> ArchivedSegment.Stream.LOG == segment.stream()).findFirst().orElseThrow();
        final Path kept = member.resolve("kept");
        assertTrue(archive.file(lost).toFile().renameTo(kept.toFile()));
        final Verification found = verify(member);
        assertEquals(FindingKind.HISTORY_DAMAGED, found.findings().getFirst().kind(), found.findings()::toString);
        assertEquals(archive.file(lost), found.findings().getFirst().file());
        assertTrue(kept.toFile().renameTo(archive.file(lost).toFile()));
    }

    private static void assertForgotten(final TestCluster cluster, final int member, final String fact)
    {
        final String reason =
            assertThrows(IllegalStateException.class, () -> cluster.startMember(member)).getMessage();
        assertTrue(reason.startsWith("the other members have purged the log that comes next"), reason);
        assertTrue(reason.contains(fact), reason);
    }

    static ClusterOptionsBuilder archiving(final ClusterOptionsBuilder options)
    {
        final ClusterOptionsBuilder small = LogRetentionTest.SMALL.apply(options);
        return small.snapshotsKept(1).consumers(List.of())
            .history(new HistoryOptions(small.host().dataDir().resolve(HistoryArchive.NAME), FAST));
    }

    private long start(final int member, final int streamId)
    {
        return RecordedStream.find(
            EngineDirectories.archiveDir(TestCluster.memberDir(dir, member)), "stream", streamId).startPosition();
    }

    private static VenueState replay(final Path member, final long position)
    {
        try (OfflineVenue venue = OfflineVenue.open(member, OfflineVenue.ANY_PARTITION))
        {
            return venue.replay(new ReplayTarget(ReplayTarget.Unit.JOURNAL_POSITION, position));
        }
    }

    private static Verification verify(final Path member)
    {
        try (OfflineVenue venue = OfflineVenue.open(member, OfflineVenue.ANY_PARTITION))
        {
            return venue.verify();
        }
    }
}
