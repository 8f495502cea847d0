// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.PurgedEventsException;
import io.bourse.engine.client.StreamHistory;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.host.LogCapture;
import io.bourse.engine.host.history.ArchivedSegment;
import io.bourse.engine.host.history.HistoryArchive;
import io.bourse.engine.host.recording.HistoryClient;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.retention.ConsumerRegistry;
import io.bourse.engine.host.solo.SoloSnapshotTest;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import io.bourse.testing.RecordingListener;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A component that was away reads what it has missed from archives of members that have purged differently far, while
 * it is linked to another one.
 */
@Tag("venue")
class MemberArchivesTest
{
    private static final int ORDERS = 3_000;

    @TempDir
    private Path dir;

    @Test
    void shouldReadOnWhereTheArchiveOfAMemberEndsOrCannotBeRead() throws IOException
    {
        try (TestCluster cluster = TestCluster.start(dir, 3, MemberHistoryTest::archiving))
        {
            final int leader = cluster.awaitLeader();
            final int holding = (leader + 1) % 3;
            final List<Path> dataDirs = List.of(cluster.memberDir(holding), cluster.memberDir(leader));
            final RecordingListener expected = new RecordingListener();
            final long away;
            try (ClusterEngineClient client = cluster.connect(leader))
            {
                DemoReferenceData.define(TestCluster.operator(client));
                ClusterOrders.send(client, ORDERS);
                away = cursorAfterAll(client);
                ClusterOrders.sendFrom(client, ORDERS, ORDERS / 2);
                new ConsumerRegistry(cluster.memberDir(holding)).hold("console", cursorAfterAll(client));
                ClusterOrders.sendFrom(client, ORDERS, ORDERS);
                TestCluster.operator(client).reportState();
                StreamHistory.readFrom(client, away, expected);
            }
            loseMember(cluster, leader, holding, dataDirs, expected, away);
            // It is linked to the leader, and the archive of the other member is asked first.
            try (EngineClient client = new HistoryClient(cluster.connect(leader), dataDirs))
            {
                assertReads(expected, client, away);
                loseArchives(cluster, holding, leader, expected, client, away);
            }
            assertEquals(List.of(), cluster.failures());
        }
    }

    /** What followers read next is live on the member that is lost, and archived on the next one. */
    private void loseMember(
        final TestCluster cluster,
        final int leader,
        final int holding,
        final List<Path> dataDirs,
        final RecordingListener expected,
        final long away)
    {
        final RecordingListener read = new RecordingListener();
        final int lost = 3 - leader - holding;
        try (ClusterEngineClient linked = cluster.connect(lost);
            EventFollower bare = linked.follow(away, new RecordingListener());
            EventFollower follower = new HistoryClient(linked, dataDirs).follow(away, read))
        {
            for (final EventFollower each : List.of(bare, follower))
            {
                TestEngine.await("it follows live events", () -> each.poll(1) > 0);
            }
            // Closed before the purge: its replay would hold events of the leader.
            try (ClusterEngineClient client = cluster.connect(leader))
            {
                TestBackups.snapshot(cluster, leader);
                TestCluster.operator(client).reportState();
            }
            TestEngine.await("purged", () -> start(holding) > away && start(leader) > start(holding));
            cluster.stopMember(lost);
            TestEngine.pollUntil(follower, () -> read.transactions().size() >= expected.transactions().size());
            assertEquals(expected.transactions(), read.transactions().subList(0, expected.transactions().size()));
            final String refused = assertThrows(PurgedEventsException.class,
                () -> TestEngine.pollUntil(bare, () -> false)).getMessage();
            assertTrue(refused.startsWith("the events at this cursor were purged"), refused);
        }
    }

    private static void loseArchives(
        final TestCluster cluster,
        final int holding,
        final int leader,
        final RecordingListener expected,
        final EngineClient client,
        final long away) throws IOException
    {
        final Path damaged = segmentAfter(cluster.memberDir(holding), away);
        SoloSnapshotTest.flip(damaged, Files.size(damaged) / 2);
        try (LogCapture log = new LogCapture())
        {
            assertReads(expected, client, away);
            assertTrue(log.messages().stream().anyMatch((line) -> line.contains("archived events cannot be read on") &&
                line.contains(damaged.getFileName().toString())), log.messages()::toString);
        }
        Files.delete(damaged);
        assertReads(expected, client, away);
        Files.delete(HistoryArchive.find(cluster.memberDir(holding)).directory().resolve("history.manifest"));
        assertReads(expected, client, away);
        Files.delete(segmentAfter(cluster.memberDir(leader), away));
        final RecordingListener none = new RecordingListener();
        final String refused = assertThrows(RuntimeException.class,
            () -> StreamHistory.readFrom(client, away, none)).getMessage();
        assertTrue(refused.startsWith("history was archived and its manifest is not there"), refused);
    }

    private static void assertReads(final RecordingListener expected, final EngineClient client, final long from)
    {
        final RecordingListener read = new RecordingListener();
        StreamHistory.readFrom(client, from, read);
        assertEquals(expected.transactions(), read.transactions().subList(0, expected.transactions().size()));
    }

    private static long cursorAfterAll(final ClusterEngineClient client)
    {
        TestCluster.operator(client).reportState();
        return client.endCursor();
    }

    /** The archived file that begins after a cursor. */
    private static Path segmentAfter(final Path member, final long cursor)
    {
        final HistoryArchive archive = HistoryArchive.find(member);
        return archive.file(archive.segments().stream().filter((segment) ->
            ArchivedSegment.Stream.EVENTS == segment.stream() && segment.from() > cursor).findFirst().orElseThrow());
    }

    private long start(final int member)
    {
        return RecordedStream.find(EngineDirectories.archiveDir(TestCluster.memberDir(dir, member)), "stream",
            EngineStreams.EVENTS_STREAM_ID).startPosition();
    }
}
