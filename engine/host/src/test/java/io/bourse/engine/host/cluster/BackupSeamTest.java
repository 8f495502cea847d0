// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.host.StoredFrames;
import io.bourse.engine.host.backup.BackupSite;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A backup is started against another venue than the one that it has copied.
 */
@Tag("venue")
class BackupSeamTest
{
    private static final int ORDERS = 200;

    @TempDir
    private Path dir;

    private final List<Throwable> failures = new CopyOnWriteArrayList<>();

    @Test
    void shouldNotContinueCopyWhenTheVenueIsAnother()
    {
        final List<StoredFrames.Frame> copied;
        try (TestCluster first = TestCluster.start(dir.resolve("first"), 1))
        {
            trade(first, ORDERS);
            try (BackupSite backup = TestBackups.start(first, dir, failures))
            {
                TestBackups.awaitCaughtUp(first, backup, 0);
            }
            copied = TestBackups.frames(TestBackups.dir(dir));
            trade(first, ORDERS, ORDERS / 2);
            // The same venue: it goes on.
            try (BackupSite backup = TestBackups.start(first, dir, failures))
            {
                TestBackups.awaitCaughtUp(first, backup, 0);
            }
        }
        final List<StoredFrames.Frame> more = TestBackups.frames(TestBackups.dir(dir));
        assertTrue(more.size() > copied.size());
        TestBackups.assertPrefix(copied, more);
        try (TestCluster second = TestCluster.start(dir.resolve("second"), 1))
        {
            trade(second, 4 * ORDERS);
            try (BackupSite backup = TestBackups.start(second, dir, failures))
            {
                TestEngine.await("it is refused " + backup.status(),
                    () -> backup.status().problem().contains("of another history"));
                assertEquals(more.getLast().position(), backup.status().eventPosition());
            }
        }
        final List<StoredFrames.Frame> kept = TestBackups.frames(TestBackups.dir(dir));
        assertEquals(more.size(), kept.size());
        TestBackups.assertPrefix(more, kept);
        assertEquals(List.of(), failures);
    }

    private static void trade(final TestCluster cluster, final int orders)
    {
        try (ClusterEngineClient client = cluster.connect(0))
        {
            DemoReferenceData.define(TestCluster.operator(client));
        }
        trade(cluster, orders, 0);
    }

    private static void trade(final TestCluster cluster, final int orders, final int lastSequence)
    {
        try (ClusterEngineClient client = cluster.connect(0))
        {
            ClusterOrders.sendFrom(client, orders, lastSequence);
            TestCluster.operator(client).reportState();
        }
    }
}
