// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.host.HostOptions;
import io.bourse.engine.host.HostOptionsBuilder;
import io.bourse.engine.host.StoredFrames;
import io.bourse.engine.host.backup.BackupOptions;
import io.bourse.engine.host.backup.BackupOptionsBuilder;
import io.bourse.engine.host.backup.BackupSite;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.testing.TestEngine;
import io.bourse.testing.RecordingListener;
import org.agrona.concurrent.BackoffIdleStrategy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What tests of backups have in common.
 */
final class TestBackups
{
    private TestBackups()
    {
    }

    /** Directory of the backup. */
    static Path dir(final Path dir)
    {
        return dir.resolve("backup");
    }

    /** Options that suit a test. */
    static BackupOptionsBuilder options(
        final TestCluster cluster, final Path dataDir, final List<Throwable> failures)
    {
        return options(cluster.endpoints(), dataDir, (host) -> host
            .credentials(cluster.credentials())
            .failStop((where, cause) -> failures.add(cause)));
    }

    /** Options that suit a test. */
    static BackupOptionsBuilder options(
        final List<MemberEndpoints> members, final Path dataDir, final UnaryOperator<HostOptionsBuilder> host)
    {
        return BackupOptions.builder()
            .host(host.apply(HostOptions.builder()
                .dataDir(dataDir)
                .segmentFileLength(TestEngine.SEGMENT_FILE_LENGTH)
                .idleStrategySupplier(() -> new BackoffIdleStrategy(1, 1, 200_000, 1_000_000))).build())
            .members(members)
            .queryIntervalNs(TimeUnit.MILLISECONDS.toNanos(300))
            .coolDownNs(TimeUnit.MILLISECONDS.toNanos(300))
            .sourceTimeoutNs(TimeUnit.SECONDS.toNanos(3));
    }

    static BackupSite start(final TestCluster cluster, final Path dir, final List<Throwable> failures)
    {
        return BackupSite.launch(options(cluster, dir(dir), failures).build());
    }

    /** Waits until the backup has everything that a member has; nobody may be trading. */
    static void awaitCaughtUp(final TestCluster cluster, final BackupSite backup, final int memberId)
    {
        TestEngine.await("the backup has caught up with " + cluster.member(memberId).logPosition() + "/" +
            cluster.member(memberId).eventPosition() + ": " + backup,
            () -> backup.status().logPosition() >= cluster.member(memberId).logPosition() &&
                backup.status().eventPosition() >= cluster.member(memberId).eventPosition());
    }

    static void snapshot(final TestCluster cluster, final int leader)
    {
        final long count = cluster.member(leader).snapshotCount();
        TestEngine.await("a snapshot is asked for", cluster.member(leader)::requestSnapshot);
        TestEngine.await("a snapshot is taken", () -> cluster.member(leader).snapshotCount() > count);
    }

    /** Starts the venue, compares its state with what was reported last, and trades. */
    static void assertGoesOn(final Path restored, final StateReport last, final int lastSequence)
    {
        assertGoesOn(restored, 1, last, lastSequence, UnaryOperator.identity());
    }

    /** The same for a venue of several members and with options of its own. */
    static void assertGoesOn(
        final Path restored,
        final int members,
        final StateReport last,
        final int lastSequence,
        final UnaryOperator<ClusterOptionsBuilder> options)
    {
        try (TestCluster venue = TestCluster.start(restored, members, options);
            ClusterEngineClient client = venue.connect(venue.awaitLeader()))
        {
            final StateReport report = TestCluster.operator(client).reportState();
            assertEquals(last.orders(), report.orders());
            assertEquals(last.positions(), report.positions());
            assertEquals(last.tradeCount(), report.tradeCount());
            final RecordingListener seen = new RecordingListener();
            try (EventFollower follower = client.follow(client.endCursor(), seen))
            {
                ClusterOrders.sendFrom(client, 100, lastSequence);
                TestEngine.pollUntil(follower, () -> 100 == seen.count("ACCEPTED"));
            }
            assertEquals(List.of(), venue.failures());
        }
    }

    static List<StoredFrames.Frame> frames(final Path dataDir)
    {
        return StoredFrames.read(EngineDirectories.archiveDir(dataDir));
    }

    static void assertPrefix(final List<StoredFrames.Frame> prefix, final List<StoredFrames.Frame> all)
    {
        for (int i = 0; i < prefix.size(); i++)
        {
            assertEquals(prefix.get(i).position(), all.get(i).position());
            assertArrayEquals(prefix.get(i).bytes(), all.get(i).bytes(), "frame " + i);
        }
    }

    /** The report in an event stream has the hash that the cluster reported: the state was the same to the last bit. */
    static void assertStateHash(final StateReport report, final List<StoredFrames.Frame> frames)
    {
        final byte[] bytes = frames.stream().filter((frame) -> frame.position() == report.cursor())
            .findFirst().orElseThrow().bytes();
        final ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        assertTrue(IntStream.rangeClosed(0, bytes.length - Long.BYTES)
            .anyMatch((offset) -> report.stateHash() == buffer.getLong(offset)), "stateHash=" + report.stateHash());
    }
}
