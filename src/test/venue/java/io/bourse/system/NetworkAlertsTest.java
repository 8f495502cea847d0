// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.config.VenueConfig;
import io.bourse.engine.testing.TestPorts;
import io.bourse.testing.SmallDisk;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * A cluster on a network of its own: packets that are lost, and a gateway that finds no leader, make alerts fire in a
 * real Prometheus, and they clear.
 */
@Tag("drill")
class NetworkAlertsTest extends AlertVenue
{
    private static final int MEMBERS = 3;
    private static final int PORTS_OF_MEMBER = 4;
    private static final String LOSS = "table ip loss { chain in { type filter hook input priority 0; " +
        "meta l4proto udp numgen random mod 100 < 30 drop; }; }";

    /** What members do that find no leader, or another one. */
    private static final String[] COMPANIONS = {"Election", "ElectionStuck", "NoLeader", "ClusterErrors",
        "ClusterNotActive", "DriverErrors", "SnapshotOld", "ComponentRestarts", "BackPressure", "FollowerLate",
        "ClientTimeouts", "SnapshotFailed"};

    private String config;
    private List<String> within;

    @Test
    void shouldFireForMembersThatDoNotReachEachOtherAndClearWhenTheyDo() throws Exception
    {
        assumeTrue(SmallDisk.isPossible(), "this machine does not let a test have a network of its own");
        Prometheus.assumeInstalled("nft", "nftables");
        final Process network = new ProcessBuilder("unshare", "--map-current-user", "--keep-caps", "-n", "sh", "-c",
            "ip link set lo up && echo up && read line").redirectError(ProcessBuilder.Redirect.INHERIT).start();
        opened((AutoCloseable)network::destroyForcibly);
        network.inputReader().readLine();
        within = List.of("nsenter", "--preserve-credentials", "-U", "-n", "-t", Long.toString(network.pid()));
        final Map<String, Object> options = cluster();
        final VenueProcess first = member(1);
        final VenueProcess second = member(2);
        opened(VenueProcess.launch(within, VenueProcess.startOptions(), "engine", "--config", config,
            "--member-id", "0")).awaitReady();
        final List<String> exporter = new ArrayList<>(List.of("metrics", "--config", config));
        dataDirs.forEach((data) -> exporter.addAll(List.of("--data", data.toString())));
        start(exporter.toArray(String[]::new));
        watch(options);
        prometheus.mayFire(COMPANIONS);
        prometheus.await(() -> MEMBERS == prometheus.samples("aeron_cluster_election_state == 17"),
            () -> "not all members are there: " + prometheus.firing());
        prometheus.awaitCleared();

        prometheus.mayFire(COMPANIONS);
        nft("add " + LOSS);
        prometheus.awaitFiring("PacketLoss");
        nft("delete table ip loss");
        prometheus.awaitCleared();

        prometheus.mayFire(COMPANIONS);
        prometheus.mayFire("ComponentGone", "MemberMissing");
        first.stop();
        second.stop();
        prometheus.awaitFiring("NoLeader");
        final VenueProcess gateway = opened(VenueProcess.launch(
            within, VenueProcess.startOptions(), "gateway", "twime", "--config", config));
        prometheus.awaitFiring("ComponentNotReady");
        member(1);
        member(2);
        gateway.awaitReady();
        prometheus.awaitCleared("ComponentNotReady");
    }

    private Map<String, Object> cluster() throws IOException
    {
        dataDirs.clear();
        for (int member = 0; member < MEMBERS; member++)
        {
            dataDirs.add(dir.resolve(Integer.toString(member)));
        }
        dataDir = dataDirs.getFirst();
        final Map<String, Object> options = options();
        options.put("venue.host", VenueConfig.Host.CLUSTER);
        options.put("venue.cluster.members", MEMBERS);
        options.put("venue.cluster.base-port", TestPorts.reserveRow(MEMBERS * PORTS_OF_MEMBER));
        options.put("venue.credentials", dir.resolve("credentials"));
        config = config(options);
        return options;
    }

    private VenueProcess member(final int member) throws IOException
    {
        return opened(VenueProcess.launch(within, VenueProcess.startOptions(), "member", "--config", config,
            "--member-id", Integer.toString(member), "--data", dataDirs.get(member).toString()));
    }

    private void nft(final String command) throws IOException
    {
        final List<String> all = new ArrayList<>(within);
        all.addAll(List.of("nft", command));
        run(all.toArray(String[]::new));
    }
}
