// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.operators.DemoOperators;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.SnapshotStatus;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.host.snapshot.SnapshotDirectory;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Snapshots as operators ask for them: by command, by schedule, on both hosts, and what is kept because of them.
 */
@Tag("venue")
class SnapshotCommandsTest
{
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final int PRECONDITION = 3;

    @TempDir
    private Path dir;
    private Path dataDir;
    private VenueProcess venue;

    @AfterEach
    void stop()
    {
        if (null != venue)
        {
            venue.close();
        }
        VenueProcess.clean(dataDir);
    }

    @Test
    void shouldTakeSnapshotByCommandAndStartFromIt() throws IOException
    {
        start("solo", "0");
        final VenueProcess.Result taken = run("snapshot");
        assertEquals(0, taken.exitCode(), taken::toString);
        assertTrue(taken.out().matches(
            "snapshot at [0-9]+  records [0-9]+  bytes [0-9]+  trading stood for [0-9.,]+ ms"), taken::toString);
        final long position = Long.parseLong(taken.out().split(" ")[2]);
        assertEquals(position, new SnapshotDirectory(dataDir).newestFirst().getFirst().journalPosition());
        assertEquals(0, run("snapshot").exitCode());
        assertRetentionIsShown(position);
        final StateReport before = report();
        venue.kill();

        final VenueProcess.Result verified = run("verify-journal");
        assertTrue(verified.out().contains("\n  at " + position + "  cursor "), verified::toString);
        start("solo", "0");
        try (SnapshotStatus status =
            SnapshotStatus.connect(VenueProcess.descriptor(dataDir).aeronDirectory(), 0))
        {
            assertTrue(status.position() > position, "the venue did not start from the second snapshot");
        }
        assertEquals(before.orders(), report().orders());
    }

    private void assertRetentionIsShown(final long position) throws IOException
    {
        final VenueProcess.Result shown = run("retention");
        assertEquals(0, shown.exitCode(), shown::toString);
        assertTrue(shown.out().contains("snapshots       2\n"), shown::toString);
        assertTrue(shown.out().contains("\n  at " + position + "  cursor "), shown::toString);
        assertTrue(shown.out().contains("\n  clearing needs events from 0  (not registered: all of them)"),
            shown::toString);
        for (final String consumer : List.of("twime", "fix", "venue"))
        {
            assertTrue(shown.out().contains("\n  " + consumer + " needs events from 0  since 20"), shown::toString);
        }
        assertTrue(shown.out().contains("\nnext purge      removes nothing: no snapshot after the newest 1 is old"),
            shown::toString);

        assertTrue(shown.out().contains("\n  market-data needs events from 0  since 20"), shown::toString);
        final VenueProcess.Result history = run("history");
        assertEquals(PRECONDITION, history.exitCode(), history::toString);
        assertTrue(history.err().contains("nothing of this venue was archived"), history::toString);

        final Path rule = Files.writeString(dir.resolve("rule.conf"), "venue.retention.min-age = 0 s");
        final VenueProcess.Result young =
            VenueProcess.execute("retention", "--data", dataDir.toString(), "--config", rule.toString());
        assertTrue(young.out().contains("\n  base          the snapshot at " + position), young::toString);
        assertTrue(young.out().contains("\n  events held   by consumer clearing, which is not registered, needs"),
            young::toString);
    }

    @Test
    void shouldTakeSnapshotsBySchedule() throws IOException
    {
        start("solo", "1 s");
        final IdleStrategy idle = new SleepingMillisIdleStrategy(10);
        final long deadlineNs = System.nanoTime() + TIMEOUT_NS;
        while (new SnapshotDirectory(dataDir).newestFirst().size() < 2)
        {
            assertTrue(System.nanoTime() < deadlineNs, () -> "no snapshots came: " + venue.describe());
            idle.idle();
        }
    }

    @Test
    void shouldTakeSnapshotOfCluster() throws IOException
    {
        start("cluster", "0");
        final VenueProcess.Result taken = run("snapshot");

        assertEquals(0, taken.exitCode(), taken::toString);
        assertTrue(taken.out().matches("snapshot at [0-9]+  trading stood for [0-9.,]+ ms"), taken::toString);
        final String position = taken.out().split(" ")[2];
        final VenueProcess.Result young = run("retention");
        assertEquals(0, young.exitCode(), young::toString);
        assertTrue(young.out().contains("snapshots       1\n  at " + position + "  frame "), young::toString);
        assertTrue(young.out().contains("\nlog             from 0, "), young::toString);
        assertTrue(young.out().contains("\nnext purge      removes nothing: there are not enough good snapshots:" +
            " good=1 kept=2"), young::toString);

        assertEquals(0, run("snapshot").exitCode());
        final VenueProcess.Result shown = run("retention");
        assertTrue(shown.out().contains("snapshots       2\n"), shown::toString);
        assertTrue(shown.out().contains("\n  clearing needs events from 0  (not registered: all of them)"),
            shown::toString);
        assertTrue(shown.out().contains("\nnext purge      log before 0 (0 files), events before 0 (0 files), 0" +
            " snapshots\n  base          the snapshot at " + position + "\n"), shown::toString);
        venue.kill();
        final VenueProcess.Result stopped = run("retention");
        assertTrue(stopped.out().contains("\n  base          the snapshot at " + position + "\n"), stopped::toString);
    }

    @Test
    void shouldSayWhenNoVenueRuns() throws IOException
    {
        dataDir = dir.resolve("nowhere");
        final VenueProcess.Result snapshot = run("snapshot");
        assertEquals(PRECONDITION, snapshot.exitCode(), snapshot::toString);
        assertTrue(snapshot.err().contains("no venue runs on this data directory"), snapshot::toString);
        final VenueProcess.Result retention = run("retention");
        assertEquals(PRECONDITION, retention.exitCode(), retention::toString);
        assertTrue(retention.err().contains("no venue was ever started"), retention::toString);
    }

    private void start(final String host, final String interval) throws IOException
    {
        dataDir = dir.resolve("data");
        final Map<String, Object> options = new LinkedHashMap<>(TestVenue.options(dataDir));
        options.put("venue.host", host);
        options.put("venue.snapshot.interval", interval);
        final Path config = VenueProcess.writeConfig(dir.resolve("venue.conf"), options);
        venue = VenueProcess.start(config);
    }

    private StateReport report() throws IOException
    {
        try (EngineClient client = VenueProcess.connect(dataDir);
            OperatorClient operator = DemoOperators.client(client, TIMEOUT_NS))
        {
            return operator.reportState();
        }
    }

    private VenueProcess.Result run(final String command) throws IOException
    {
        return VenueProcess.execute(command, "--data", dataDir.toString());
    }
}
