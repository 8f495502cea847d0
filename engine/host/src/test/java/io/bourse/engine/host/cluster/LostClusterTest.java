// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.client.operator.CommandTimeoutException;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.testing.DemoReferenceData;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What clients and operators are answered when the cluster does not take them, or does not answer.
 */
@Tag("venue")
class LostClusterTest
{
    private static final long SHORT_NS = TimeUnit.SECONDS.toNanos(3);

    @TempDir
    private Path dir;

    @Test
    void shouldSayWhyWhenThereAreTooManySessions()
    {
        try (TestCluster cluster = TestCluster.unstarted(dir, 1))
        {
            cluster.startMember(0, cluster.options(0).maxSessions(1));
            cluster.awaitLeader();
            try (ClusterEngineClient client = cluster.connect(0);
                ClusterEngineClient other =
                    ClusterEngineClient.connect(cluster.clientOptions(0).connectTimeoutNs(SHORT_NS).build()))
            {
                DemoReferenceData.define(TestCluster.operator(client));
                final IllegalStateException refusal =
                    assertThrows(IllegalStateException.class, () -> TestCluster.operator(other));
                assertTrue(refusal.getMessage().contains("concurrent session limit"), refusal.getMessage());
            }
            // The place of a client that has left is free again.
            try (ClusterEngineClient client = cluster.connect(0))
            {
                TestCluster.operator(client).reportState();
            }
        }
    }

    @Test
    void shouldAskOperatorToLookWhenMajorityIsLost()
    {
        try (TestCluster cluster = TestCluster.start(dir, 3))
        {
            final int leader = cluster.awaitLeader();
            try (ClusterEngineClient client = cluster.connect(leader);
                OperatorClient operator = new OperatorClient(client, SHORT_NS))
            {
                operator.defineClearingFirm("AA");
                for (int i = 0; i < 3; i++)
                {
                    if (i != leader)
                    {
                        cluster.stopMember(i);
                    }
                }
                final CommandTimeoutException silence =
                    assertThrows(CommandTimeoutException.class, () -> operator.defineClearingFirm("BB"));
                assertTrue(silence.getMessage().contains(silence.isTaken() ?
                    "not known whether the command was executed; look before you send it again" :
                    "nothing was done"), silence.getMessage());
                assertTrue(cluster.member(leader).isRunning());

                cluster.startMember((leader + 1) % 3);
                cluster.awaitLeader();
                try (OperatorClient again = TestCluster.operator(client))
                {
                    again.defineClearingFirm("CC");
                }
                assertEquals(List.of(), cluster.failures());
            }
        }
    }
}
