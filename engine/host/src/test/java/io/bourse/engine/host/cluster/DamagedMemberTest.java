// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.archive.CatalogView;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.host.recording.JournalDamagedException;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The files of one member of three are damaged while it is down: its next start is refused by the name of the file,
 * and the other two never notice. Put back, the file is good for a start. One cluster serves all tests; those that
 * leave the member with other files than its own log and events come last.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("venue")
class DamagedMemberTest
{
    private static final int LOG_STREAM_ID = 100;
    private static final int EVENTS_STREAM_ID = 1002;
    private static final int HIT = 2;

    private static final int BEFORE_LAST = Integer.MAX_VALUE - 1;
    private static final int LAST = Integer.MAX_VALUE;

    @TempDir
    private static Path dir;
    private static TestCluster cluster;

    /** What is done to a file. */
    private interface Damage
    {
        void to(Path file) throws IOException;
    }

    @Test
    void shouldRefuseMemberWhenItsLogHasHole() throws Exception
    {
        final RuntimeException refusal = refuse(LOG_STREAM_ID, (file) -> flip(file, 2_000));
        assertInstanceOf(JournalDamagedException.class, refusal);
        assertTrue(refusal.getMessage().startsWith("the replicated log is damaged"), refusal.getMessage());
    }

    @Test
    void shouldRefuseMemberWhenSegmentOfItsLogIsGone() throws Exception
    {
        final RuntimeException refusal = refuse(LOG_STREAM_ID, Files::delete);
        assertInstanceOf(JournalDamagedException.class, refusal);
        assertTrue(refusal.getMessage().startsWith("the replicated log is damaged"), refusal.getMessage());
    }

    @Test
    void shouldRefuseMemberWhenSegmentOfItsLogIsCutShort() throws Exception
    {
        final RuntimeException refusal = refuse(LOG_STREAM_ID, (file) -> truncate(file, 2_000));
        assertInstanceOf(JournalDamagedException.class, refusal);
    }

    @Test
    void shouldRefuseMemberWhenSegmentOfItsLogCannotBeRead() throws Exception
    {
        final RuntimeException refusal = refuse(LOG_STREAM_ID, DamagedMemberTest::directoryInstead);
        assertInstanceOf(UncheckedIOException.class, refusal);
        assertTrue(refusal.getMessage().startsWith("cannot read segment file"), refusal.getMessage());
    }

    @Test
    void shouldRefuseMemberWhenItsEventsHaveHole() throws Exception
    {
        final RuntimeException refusal = refuse(EVENTS_STREAM_ID, (file) -> flip(file, 2_000));
        assertInstanceOf(JournalDamagedException.class, refusal);
        assertTrue(refusal.getMessage().startsWith("the event stream is damaged"), refusal.getMessage());
    }

    @Test
    void shouldRefuseMemberWhenItsListOfTermsIsGarbage() throws Exception
    {
        final RuntimeException refusal =
            refuseFile("cluster/recording.log", (file) -> Files.write(file, new byte[]{1}));
        assertTrue(refusal.getMessage().contains("recording.log"), refusal.getMessage());
    }

    @Test
    void shouldRefuseMemberWhenItsListOfTermsIsGone() throws Exception
    {
        final RuntimeException refusal = refuseFile("cluster/recording.log", Files::delete);
        assertTrue(refusal.getMessage().contains("recording.log"), refusal.getMessage());
    }

    @Test
    void shouldRefuseMemberWhenItsCatalogIsGarbage() throws Exception
    {
        final RuntimeException refusal =
            refuseFile("archive/archive.catalog", (file) -> Files.write(file, new byte[64]));
        assertTrue(refusal.getMessage().contains("catalog"), refusal.getMessage());
    }

    @Test
    void shouldRefuseMemberWhenItsVoteIsGarbage() throws Exception
    {
        final RuntimeException refusal =
            refuseFile("cluster/node-state.dat", (file) -> Files.write(file, new byte[]{7, 7, 7, 7, 7, 7, 7, 7}));
        assertTrue(refusal.getMessage().contains("memberId=2"), refusal.getMessage());
    }

    @Test
    void shouldRefuseMemberWhenItsVoteIsGone() throws Exception
    {
        final RuntimeException refusal = refuseFile("cluster/node-state.dat", Files::delete);
        assertTrue(refusal.getMessage().contains("node-state.dat"), refusal.getMessage());
    }

    @Test
    @Order(BEFORE_LAST)
    void shouldRefuseMemberWhenItsSnapshotHasHole() throws Exception
    {
        final int leader = cluster.awaitLeader();
        TestEngine.await("a snapshot is asked for", cluster.member(leader)::requestSnapshot);
        TestEngine.await("a snapshot is taken", () -> 1 == cluster.member(HIT).snapshotCount());
        cluster.stopMember(HIT);
        // Recordings are numbered: the events, the log, then the snapshots of the consensus module and of the core.
        final List<Path> segments = segments(-1);
        final RuntimeException refusal = assertRefusedUntilMended(segments.getLast(), (file) -> flip(file, 100));
        assertInstanceOf(JournalDamagedException.class, refusal);
        assertTrue(refusal.getMessage().startsWith("the snapshot at logPosition="), refusal.getMessage());
    }

    @Test
    @Order(LAST)
    void shouldCopyEverythingWhenMemberStartsOnEmptyDirectory() throws Exception
    {
        cluster.stopMember(HIT);
        try (Stream<Path> files = Files.walk(cluster.memberDir(HIT)))
        {
            for (final Path file : files.sorted(Comparator.reverseOrder()).toList())
            {
                Files.delete(file);
            }
        }
        cluster.startMember(HIT);
        final long eventPosition = cluster.member(0).eventPosition();
        TestEngine.await("it has caught up", () -> cluster.member(HIT).eventPosition() >= eventPosition);
        assertEquals(List.of(), cluster.failures());
    }

    private static RuntimeException refuse(final int streamId, final Damage damage) throws Exception
    {
        cluster.stopMember(HIT);
        return assertRefusedUntilMended(segments(streamId).getFirst(), damage);
    }

    private static RuntimeException refuseFile(final String file, final Damage damage) throws Exception
    {
        cluster.stopMember(HIT);
        return assertRefusedUntilMended(cluster.memberDir(HIT).resolve(file), damage);
    }

    @BeforeAll
    static void start()
    {
        cluster = TestCluster.start(dir, 3);
        try (ClusterEngineClient client = cluster.connect(0))
        {
            DemoReferenceData.define(TestCluster.operator(client));
            final long endCursor = client.endCursor();
            TestEngine.await("the third has all", () -> cluster.member(HIT).eventPosition() >= endCursor);
        }
    }

    @AfterAll
    static void stop()
    {
        cluster.close();
    }

    private static RuntimeException assertRefusedUntilMended(final Path file, final Damage damage) throws IOException
    {
        final Path copy = Files.copy(file, dir.resolve("copy"), StandardCopyOption.REPLACE_EXISTING);
        final RuntimeException refusal;
        try
        {
            damage.to(file);
            refusal = assertThrows(RuntimeException.class, () -> cluster.startMember(HIT));
            assertFalse(refusal.getMessage().contains("\n"), refusal.getMessage());
            try (ClusterEngineClient client = cluster.connect(0))
            {
                TestCluster.operator(client).reportState();
            }
            assertTrue(cluster.member(0).isRunning() && cluster.member(1).isRunning());
        }
        finally
        {
            Files.deleteIfExists(file);
            Files.copy(copy, file);
            cluster.startMember(HIT);
        }
        final long eventPosition = cluster.member(0).eventPosition();
        TestEngine.await("it has caught up", () -> cluster.member(HIT).eventPosition() >= eventPosition);
        assertEquals(List.of(), cluster.failures());
        return refusal;
    }

    /** Segment files of a stream, or of all with -1, in order of recording ids. */
    private static List<Path> segments(final int streamId)
    {
        final Path archiveDir = cluster.memberDir(HIT).resolve("archive");
        final List<Path> files = new ArrayList<>();
        CatalogView.listRecordings(archiveDir.toFile(),
            (controlSessionId, correlationId, recordingId, startTimestamp, stopTimestamp, startPosition, stopPosition,
            initialTermId, segmentFileLength, termLength, mtuLength, sessionId, recordedStreamId, strippedChannel,
            originalChannel, sourceIdentity) ->
            {
                if (-1 == streamId || streamId == recordedStreamId)
                {
                    files.add(archiveDir.resolve(recordingId + "-0.rec"));
                }
            });
        return files;
    }

    private static void flip(final Path path, final long position) throws IOException
    {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw"))
        {
            file.seek(position);
            // Wide enough to be more than a part of a header that nobody reads.
            for (int i = 0; i < 64; i++)
            {
                final int value = file.read();
                file.seek(position + i);
                file.write(value ^ 0xFF);
            }
        }
    }

    private static void truncate(final Path path, final long length) throws IOException
    {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw"))
        {
            file.setLength(length);
        }
    }

    private static void directoryInstead(final Path path) throws IOException
    {
        Files.delete(path);
        Files.createDirectory(path);
    }
}
