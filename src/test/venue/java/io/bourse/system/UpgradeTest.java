// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.operators.DemoOperators;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.SnapshotStatus;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.host.snapshot.SnapshotDirectory;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.gateway.sbe.client.TwimeClient;
import io.bourse.gateway.sbe.client.TwimeListener;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * One version of the program takes a venue over from another one: orders rest, and nothing is replayed.
 */
@Tag("venue")
class UpgradeTest
{
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final int KEEPALIVE_MS = 60_000;
    private static final int INSTRUMENT_ID = 1001;
    private static final long PRICE_E5 = 9_300_000_000L;
    private static final int PRECONDITION = 3;
    /** 128 and SIGTERM. */
    private static final int TERMINATED = 143;

    private final List<VenueProcess> processes = new ArrayList<>();
    @TempDir
    private Path dir;
    private Path dataDir;
    private Path config;

    @BeforeEach
    void configure() throws IOException
    {
        dataDir = dir.resolve("data");
        config = VenueProcess.writeConfig(dir.resolve("venue.conf"), TestVenue.options(dataDir));
    }

    @AfterEach
    void stop()
    {
        processes.forEach(VenueProcess::close);
        VenueProcess.clean(dataDir);
    }

    @Test
    void shouldGoOnFromTheLastSnapshotOfTheOtherProgram() throws IOException
    {
        final VenueProcess former = start("start");
        final StateReport before = placeOrder();
        final VenueProcess latter = start("upgrade");

        final VenueProcess.Result stopped = former.awaitExit();
        assertEquals(TERMINATED, stopped.exitCode(), stopped::toString);
        final long position = new SnapshotDirectory(dataDir).newestFirst().getFirst().journalPosition();
        assertTrue(latter.describe().contains("snapshot             at " + position + "  records "), latter::describe);
        assertTrue(latter.describe().contains("nothing is journalled after it"), latter::describe);
        assertFalse(latter.describe().contains("found "), latter::describe);
        assertEquals(1, before.orders().size());
        assertEquals(before.orders(), report().orders());
        try (SnapshotStatus status =
            SnapshotStatus.connect(VenueProcess.descriptor(dataDir).aeronDirectory(), 0))
        {
            assertEquals(position, status.position(), "the venue did not start from the last snapshot");
        }
        // The way back is the same.
        assertEquals(1, start("upgrade").describe().split("nothing is journalled after it", -1).length - 1);
        assertEquals(TERMINATED, latter.awaitExit().exitCode());
        assertEquals(before.orders(), report().orders());
    }

    @Tag("drill")
    @Test
    void shouldSayWhatIsLeftToReplayWhenTheVenueWasKilled() throws IOException
    {
        final VenueProcess killed = start("start");
        placeOrder();
        killed.kill();
        final VenueProcess.Result first = execute("--no-start");
        assertEquals(0, first.exitCode(), first::toString);
        assertTrue(first.out().startsWith("running              no\n"), first::toString);
        assertTrue(first.out().contains("snapshot             none: the start replays and compares the whole journal"),
            first::toString);

        final VenueProcess again = start("start");
        assertEquals(0, VenueProcess.execute("snapshot", "--data", dataDir.toString()).exitCode());
        report();
        again.kill();
        final VenueProcess.Result second = execute("--no-start");
        assertEquals(0, second.exitCode(), second::toString);
        assertTrue(second.out().contains(": the start replays and compares the rest"), second::toString);
    }

    @Test
    void shouldLeaveMembersOfClusterToThemselves() throws IOException
    {
        final VenueProcess member = VenueProcess.launch("start", "--config", config.toString(), "--host", "cluster");
        processes.add(member);
        member.awaitReady();
        // The file of the venue says solo, as one does that is not that of the member.
        for (final VenueProcess.Result refused : List.of(execute(), execute("--host", "cluster")))
        {
            assertEquals(PRECONDITION, refused.exitCode(), refused::toString);
            assertTrue(refused.err().contains("members of a cluster are replaced one by one"), refused::toString);
        }
        assertTrue(member.isAlive(), member::describe);
    }

    private VenueProcess start(final String command) throws IOException
    {
        final VenueProcess process = VenueProcess.launch(command, "--config", config.toString());
        processes.add(process);
        process.awaitReady();
        return process;
    }

    private VenueProcess.Result execute(final String... more)
    {
        final List<String> arguments = new ArrayList<>(List.of("upgrade", "--config", config.toString()));
        arguments.addAll(List.of(more));
        return VenueProcess.execute(arguments.toArray(String[]::new));
    }

    /** An order that rests, of a login that has gone again. */
    private StateReport placeOrder() throws IOException
    {
        final String[] address = VenueProcess.descriptor(dataDir).twime().split(":");
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        final long deadlineNs = System.nanoTime() + TIMEOUT_NS;
        try (TwimeClient client = TwimeClient.connect(
            new InetSocketAddress(address[0], Integer.parseInt(address[1])), "TWAA01", KEEPALIVE_MS))
        {
            boolean isSent = false;
            while (true)
            {
                client.poll(new TwimeListener()
                {
                });
                if (TwimeClient.State.ESTABLISHED == client.state() && !isSent)
                {
                    client.newOrder(1, INSTRUMENT_ID, SideEnum.Buy, PRICE_E5, 1, TimeInForceEnum.Day,
                        AccountCode.pack("AA01001"), TwimeFrames.NULL_INT32);
                    client.flush();
                    isSent = true;
                }
                final StateReport report = isSent ? report() : null;
                if (null != report && 1 == report.orders().size())
                {
                    return report;
                }
                assertTrue(System.nanoTime() < deadlineNs, () -> "no order rests: state=" + client.state());
                idle.idle();
            }
        }
    }

    private StateReport report() throws IOException
    {
        try (EngineClient client = VenueProcess.connect(dataDir);
            OperatorClient operator = DemoOperators.client(client, TIMEOUT_NS))
        {
            return operator.reportState();
        }
    }
}
