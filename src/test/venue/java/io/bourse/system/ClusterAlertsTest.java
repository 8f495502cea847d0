// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.aeron.cluster.ClusterTool;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.node.ComponentKind;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.testing.TestPorts;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;

import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Members that die or stand still, a cluster that is suspended and a backup that is gone make alerts fire in a real
 * Prometheus, and they clear when all are back.
 */
@Tag("drill")
class ClusterAlertsTest extends AlertVenue
{
    private static final int MEMBERS = 3;
    private static final int PORTS_OF_MEMBER = 4;

    private String config;

    @Test
    void shouldFireForTheLossOfMembersAndBackupAndClearWhenTheyAreBack() throws IOException
    {
        dataDirs.clear();
        final List<String> exporter = new ArrayList<>();
        for (int node = 0; node <= MEMBERS; node++)
        {
            dataDirs.add(dir.resolve(Integer.toString(node)));
            exporter.addAll(List.of("--data", dataDirs.get(node).toString()));
        }
        dataDir = dataDirs.getFirst();
        final Map<String, Object> options = options();
        options.put("venue.host", VenueConfig.Host.CLUSTER);
        options.put("venue.cluster.members", MEMBERS);
        options.put("venue.cluster.base-port", TestPorts.reserveRow(MEMBERS * PORTS_OF_MEMBER + 2));
        options.put("venue.cluster.backup", true);
        options.put("venue.credentials", dir.resolve("credentials"));
        config = config(options);
        exporter.addAll(0, List.of("metrics", "--config", config));
        final VenueProcess[] members = {null, launch(1), launch(2)};
        start("engine", "--config", config, "--member-id", "0");
        start("marketdata", "--config", config);
        start("gateway", "twime", "--config", config);
        final VenueProcess backup = backup();
        start(exporter.toArray(String[]::new));
        watch(options);
        prometheus.mayFire("Election", "ElectionStuck", "NoLeader", "ClusterErrors", "DriverErrors",
            "ClusterNotActive", "SnapshotOld", "BackupStale", "BackupBehind", "ComponentNotReady", "FollowerLate");
        prometheus.await(() -> MEMBERS == prometheus.samples("aeron_cluster_election_state == 17"),
            () -> "not all members are there: " + prometheus.firing());
        crowd(address(ComponentKind.TWIME));
        prometheus.awaitCleared();

        proveABackupThatIsGone(backup);
        proveASuspendedCluster();
        proveAFollowerThatStandsStill(members);
        proveTheLossOfMembers(members);
    }

    /** Ended in an orderly way. */
    private void proveABackupThatIsGone(final VenueProcess backup) throws IOException
    {
        // Archives of members warn of connections that are gone, seconds later.
        prometheus.mayFire("DriverErrors", "SnapshotOld");
        backup.stop();
        prometheus.awaitFiring("BackupStale", "BackupBehind");
        backup();
        prometheus.awaitCleared();
    }

    private void proveASuspendedCluster()
    {
        prometheus.mayFire("ComponentNotReady", "SnapshotOld", "DriverErrors", "BackupStale", "BackupBehind");
        toggle(ClusterTool::suspend);
        prometheus.awaitFiring("ClusterNotActive");
        toggle(ClusterTool::resume);
        prometheus.awaitCleared();
    }

    /** Of the leader alone. */
    private void toggle(final BiPredicate<File, PrintStream> tool)
    {
        final PrintStream silent = new PrintStream(PrintStream.nullOutputStream());
        assertTrue(dataDirs.subList(0, MEMBERS).stream().anyMatch(
            (dataDir) -> tool.test(EngineDirectories.clusterDir(dataDir).toFile(), silent)));
    }

    /** Longer than its media driver lets it: it has to be started again. */
    private void proveAFollowerThatStandsStill(final VenueProcess[] members) throws IOException
    {
        final int follower = prometheus.samples("aeron_cluster_role{node=\"1\"} == 2") > 0 ? 2 : 1;
        prometheus.mayFire("MemberMissing", "DriverStale", "DriverErrors", "ComponentStale", "ClusterErrors",
            "BackupStale", "BackupBehind", "ClientTimeouts", "BackPressure", "ConsumerLag", "PacketLoss");
        run("kill", "-STOP", Long.toString(members[follower].pid()));
        flood("max(aeron_cluster_commit_position) - min(aeron_cluster_commit_position) > " + MIB);
        prometheus.awaitFiring("FollowerLag", "FollowerLate");
        members[follower].kill();
        prometheus.mayFire("ComponentRestarts", "Election", "ElectionStuck", "ComponentNotReady", "ClusterNotActive",
            "SnapshotOld", "SnapshotFailed");
        members[follower] = launch(follower);
        prometheus.awaitCleared();
    }

    private void proveTheLossOfMembers(final VenueProcess[] members) throws IOException
    {
        prometheus.mayFire("Election", "ElectionStuck", "NoLeader", "ClusterErrors", "DriverErrors", "SnapshotFailed",
            "SnapshotOld", "BackPressure", "FollowerLate", "ComponentRestarts", "ClientTimeouts", "ClusterNotActive",
            "ComponentNotReady", "BackupStale", "BackupBehind");
        members[1].kill();
        prometheus.awaitFiring("MemberMissing", "DriverStale", "ComponentStale");
        members[2].kill();
        pulse(1);
        prometheus.awaitFiring("NoLeader", "ElectionStuck", "ClusterErrors", "CommitStalled", "EngineUnavailable");
        launch(1);
        launch(2);
        prometheus.awaitFiring("Election");
        prometheus.awaitCleared();
    }

    private VenueProcess backup() throws IOException
    {
        return start("backup", "--config", config, "--data", dataDirs.get(MEMBERS).toString());
    }

    private VenueProcess launch(final int member) throws IOException
    {
        return opened(VenueProcess.launch("member", "--config", config, "--member-id", Integer.toString(member),
            "--data", dataDirs.get(member).toString()));
    }
}
