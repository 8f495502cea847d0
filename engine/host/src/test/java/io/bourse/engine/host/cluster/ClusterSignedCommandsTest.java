// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;

import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.testing.SignedVenue;
import io.bourse.engine.testing.TestEngine;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster with a register of operators: the same as a solo engine.
 */
@Tag("venue")
class ClusterSignedCommandsTest
{
    @TempDir
    private Path dir;

    @Test
    void shouldTakeOperatorsCommandsWithTheSignatureOfAPersonOnly()
    {
        try (TestCluster cluster = TestCluster.start(dir, 1); ClusterEngineClient client = cluster.connect(0))
        {
            final SignedVenue venue = new SignedVenue(client);
            venue.found();
            venue.requireSignatures("CC");
            venue.moveDateByTwoPersons();
            venue.takeSnapshot();
            TestEngine.await("snapshot", () -> 1 == cluster.member(0).snapshotCount());
            assertEquals(List.of(), cluster.failures());
        }
        try (TestCluster cluster = TestCluster.start(dir, 1); ClusterEngineClient client = cluster.connect(0))
        {
            new SignedVenue(client).requireSignatures("DD");
            assertEquals(List.of(), cluster.failures());
        }
        SignedVenue.verify(TestCluster.memberDir(dir, 0), 4, 2);
    }
}
