// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.config.VenueConfig;
import io.bourse.engine.testing.TestPorts;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Members that die make alerts fire in a real Prometheus, and they clear when all are back.
 */
@Tag("drill")
class ClusterAlertsTest extends AlertVenue
{
    private static final int MEMBERS = 3;
    private static final int PORTS_OF_MEMBER = 4;

    private String config;

    @Test
    void shouldFireForTheLossOfMembersAndClearWhenTheyAreBack() throws IOException
    {
        dataDirs.clear();
        final List<String> exporter = new ArrayList<>();
        for (int member = 0; member < MEMBERS; member++)
        {
            dataDirs.add(dir.resolve(Integer.toString(member)));
            exporter.addAll(List.of("--data", dataDirs.get(member).toString()));
        }
        dataDir = dataDirs.getFirst();
        final Map<String, Object> options = options();
        options.put("venue.host", VenueConfig.Host.CLUSTER);
        options.put("venue.cluster.members", MEMBERS);
        options.put("venue.cluster.base-port", TestPorts.reserveRow(MEMBERS * PORTS_OF_MEMBER));
        options.put("venue.credentials", dir.resolve("credentials"));
        config = config(options);
        exporter.addAll(0, List.of("metrics", "--config", config));
        final VenueProcess first = launch(1);
        final VenueProcess second = launch(2);
        start("engine", "--config", config, "--member-id", "0");
        start(exporter.toArray(String[]::new));
        watch(options);
        prometheus.mayFire("Election", "ElectionStuck", "NoLeader", "ClusterErrors", "DriverErrors",
            "ClusterNotActive", "SnapshotOld");
        prometheus.await(() -> MEMBERS == prometheus.samples("aeron_cluster_election_state == 17"),
            () -> "not all members are there: " + prometheus.firing());
        prometheus.awaitCleared();

        prometheus.mayFire("Election", "ElectionStuck", "NoLeader", "ClusterErrors", "DriverErrors", "SnapshotFailed",
            "SnapshotOld", "BackPressure", "FollowerLate", "ComponentRestarts", "ClientTimeouts", "ClusterNotActive",
            "ComponentNotReady");
        first.kill();
        prometheus.awaitFiring("MemberMissing", "DriverStale", "ComponentStale");
        second.kill();
        prometheus.awaitFiring("NoLeader", "ElectionStuck");
        launch(1);
        launch(2);
        prometheus.awaitFiring("Election");
        prometheus.awaitCleared();
    }

    private VenueProcess launch(final int member) throws IOException
    {
        return opened(VenueProcess.launch("member", "--config", config, "--member-id", Integer.toString(member),
            "--data", dataDirs.get(member).toString()));
    }
}
