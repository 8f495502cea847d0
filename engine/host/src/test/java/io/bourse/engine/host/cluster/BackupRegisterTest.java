// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.host.backup.BackupRestore;
import io.bourse.engine.host.backup.BackupSite;
import io.bourse.engine.host.recording.RecordedOperators;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.testing.SignedVenue;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Tag("venue")
class BackupRegisterTest
{
    /** More than what one checkpoint is written after. */
    private static final long PART = 17L * 1024 * 1024;
    private static final int ORDERS = 10_000;

    @TempDir
    private Path dir;

    private final List<Throwable> failures = new CopyOnWriteArrayList<>();

    @Test
    @Timeout(180)
    void shouldReadTheRegisterOfACopyFromItsCheckpoint() throws IOException
    {
        final Path copy = TestBackups.dir(dir);
        final List<String> expected;
        try (TestCluster cluster = TestCluster.start(dir, 1))
        {
            final int leader = cluster.awaitLeader();
            try (ClusterEngineClient client = cluster.connect(leader))
            {
                final SignedVenue venue = new SignedVenue(client);
                venue.found();
                for (int sent = 0; cluster.member(leader).eventPosition() < PART; sent += ORDERS / 2)
                {
                    ClusterOrders.sendFrom(client, ORDERS, sent);
                }
                venue.revokeBoris();
            }
            expected = texts(RecordedOperators.read(TestCluster.memberDir(dir, leader)));
            try (BackupSite backup = TestBackups.start(cluster, dir, failures))
            {
                TestBackups.awaitCaughtUp(cluster, backup, leader);
            }
            // It looks when it starts, and once a minute.
            try (BackupSite backup = TestBackups.start(cluster, dir, failures))
            {
                TestEngine.await("a checkpoint " + backup.status(), () -> hasCheckpoint(copy));
            }
        }
        final Path restored = dir.resolve("restored");
        BackupRestore.restore(copy, restored);
        assertTrue(hasCheckpoint(restored));
        for (final Path made : List.of(copy, restored))
        {
            assertEquals(expected, texts(RecordedOperators.read(made)));
            spoilTheBeginning(made);
            assertEquals(expected, texts(RecordedOperators.read(made)));
        }
        try (Stream<Path> files = Files.list(RecordedOperators.checkpoints(copy)))
        {
            files.forEach((file) -> file.toFile().delete());
        }
        assertTrue(assertThrows(IllegalStateException.class, () -> RecordedOperators.read(copy)).getMessage()
            .contains("recorded events are damaged"));
        assertEquals(List.of(), failures);
    }

    private static boolean hasCheckpoint(final Path dataDir)
    {
        final String[] names = RecordedOperators.checkpoints(dataDir).toFile().list();
        return null != names && Stream.of(names).anyMatch((name) -> name.matches("recorded-operators.*checkpoint"));
    }

    private static List<String> texts(final RecordedOperators register)
    {
        return register.changes().stream().map((change) -> change.operator().name() + " " +
            change.operator().isActive() + " " + change.timeNs()).toList();
    }

    /** A frame before the checkpoint, of the recording of events. */
    private static void spoilTheBeginning(final Path dataDir) throws IOException
    {
        final Path archive = EngineDirectories.archiveDir(dataDir);
        final long recordingId = RecordedStream.find(
            archive, "event stream", EngineStreams.EVENTS_STREAM_ID).recordingId();
        try (RandomAccessFile file =
            new RandomAccessFile(archive.resolve(recordingId + "-0.rec").toFile(), "rw"))
        {
            file.seek(8_192);
            file.write(new byte[4_096]);
        }
    }
}
