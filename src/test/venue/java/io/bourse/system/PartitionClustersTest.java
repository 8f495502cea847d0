// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import io.bourse.engine.testing.TestPorts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Two partitions, each a cluster of three members, by one {@code bourse start}.
 */
@Tag("drill")
class PartitionClustersTest
{
    private static final int GATEWAY_ID = 77;
    private static final int PARTITIONS = 2;
    private static final int MEMBERS = 3;
    /** Four of each member, two of the backup. */
    private static final int PORTS = 14;
    private static final int[] INSTRUMENTS = {1001, 1007};
    private static final long[] PRICES_E5 = {92_345_00000L, 30_120_00000L};
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(60);

    @TempDir
    private Path dir;

    private final List<VenueProcess> processes = new ArrayList<>();
    private Path data;

    @AfterEach
    void close()
    {
        processes.reversed().forEach(VenueProcess::close);
        for (int partition = 0; partition < PARTITIONS; partition++)
        {
            for (int member = 0; member < MEMBERS; member++)
            {
                VenueProcess.clean(member(partition, member));
            }
        }
    }

    private Path member(final int partition, final int member)
    {
        return (0 == member ? data : data.resolve("member-" + member)).resolve("partition-" + partition);
    }

    @Test
    @Timeout(600)
    void shouldGoOnInBothPartitionsWhenTheLeaderOfOneIsKilled() throws IOException
    {
        data = dir.resolve("data");
        final Path credentials = dir.resolve("credentials");
        final Map<String, Object> options = TestVenue.options(data);
        options.put("venue.partitions.count", PARTITIONS);
        options.put("venue.trading-date", 20261120);
        options.put("venue.host", VenueConfig.Host.CLUSTER);
        options.put("venue.credentials", credentials.toString());
        options.put("venue.cluster.members", MEMBERS);
        options.put("venue.cluster.backup", true);
        options.put("venue.cluster.base-port", TestPorts.reserveRow(PORTS));
        // By rule they would be those of the other one plus 100, which may be taken.
        options.put("venue.partitions.1.cluster.base-port", TestPorts.reserveRow(PORTS));
        final String config = VenueProcess.writeConfig(dir.resolve("venue.conf"), options).toString();
        CredentialStore.at(credentials).createMissing().add(Principal.gateway(GATEWAY_ID));
        final VenueProcess venue = start("start", "--config", config);
        start("backup", "--config", config, "--partition", "1", "--data", dir.resolve("copy").toString());

        final List<Long> pids = new ArrayList<>();
        for (int member = 0; member < MEMBERS; member++)
        {
            pids.add(VenueProcess.descriptor(member(0, member)).pid());
        }
        order(0, 0, 1);
        order(1, 0, 1);
        final int leader = leader();
        ProcessHandle.of(VenueProcess.descriptor(member(1, leader)).pid()).orElseThrow().destroyForcibly();
        final String name = 0 == leader ? "partition 1" : "partition 1 member " + leader;
        TestEngine.await("the end is said", () -> venue.out().stream().anyMatch(
            line -> line.startsWith(name + "  has ended") && line.contains("partitions that go on: 0, 0 member 1")));
        order(1, (leader + 1) % MEMBERS, 2);
        order(0, 0, 2);
        for (int member = 0; member < MEMBERS; member++)
        {
            assertEquals(pids.get(member), VenueProcess.descriptor(member(0, member)).pid());
        }
        TestEngine.await("the copy has what the new leader has", () -> VenueProcess.execute("backup", "--status",
            "--partition", "1", "--data", dir.resolve("copy").toString()).out().contains(", 0 bytes behind"));

        // Another start has only what is missing to do.
        final VenueProcess again = start("start", "--config", config);
        assertEquals(PARTITIONS * MEMBERS - 1,
            again.out().stream().filter(line -> line.contains("runs already")).count(), again::describe);
        again.stop();
        assertTrue(pids.stream().allMatch(pid -> ProcessHandle.of(pid).isEmpty()), pids::toString);
    }

    private VenueProcess start(final String... arguments) throws IOException
    {
        final VenueProcess process = VenueProcess.launch(arguments);
        processes.add(process);
        process.awaitReady();
        return process;
    }

    private int leader() throws IOException
    {
        try (EngineClient client = VenueProcess.connect(member(1, 0));
            OperatorClient operator = DemoOperators.client(client, TIMEOUT_NS))
        {
            operator.reportState();
            return ((ClusterEngineClient)client).leaderMemberId();
        }
    }

    private void order(final int partition, final int member, final int life) throws IOException
    {
        final boolean[] isAccepted = new boolean[1];
        final EventListener listener = new EventListener()
        {
            @Override
            public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
            {
                isAccepted[0] |= GATEWAY_ID == group.gatewayId();
            }
        };
        try (EngineClient client = VenueProcess.connect(member(partition, member));
            EventFollower follower = client.follow(client.endCursor(), listener))
        {
            new OrderSender(client, GATEWAY_ID, 1, "AA01000").sequence(1000L * life).newOrder(
                INSTRUMENTS[partition], Side.BUY, TimeInForce.DAY, PRICES_E5[partition], 1);
            TestEngine.pollUntil(follower, () -> isAccepted[0]);
        }
    }
}
