// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.client.OperatorClient;
import io.bourse.engine.client.StateReport;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.host.backup.BackupRestore;
import io.bourse.engine.host.backup.BackupSite;
import io.bourse.engine.host.backup.RestoredVenue;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The drill: a venue is made from the backup of a cluster of which nothing is left.
 */
class BackupDrillTest
{
    private static final int ORDERS = 2_000;

    @TempDir
    private Path dir;

    private final List<Throwable> failures = new ArrayList<>();

    @Test
    void shouldStartVenueFromBackupWhenAllMembersAreGone()
    {
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
                operator.reportState();
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
            assertEquals(List.of(), cluster.failures());
        }
        final RestoredVenue venue = BackupRestore.restore(TestBackups.dir(dir), dir.resolve("restored/member0"));
        assertTrue(venue.snapshotPosition() > 0, venue.toString());
        assertEquals(0, venue.eventsCutOff(), venue.toString());
        TestBackups.assertSame(dir, 0, dir.resolve("restored"), failures, last, ORDERS);
        assertEquals(List.of(), failures);
    }
}
