// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * What keeps a venue from writing, removing or taking makes alerts fire in a real Prometheus, and they clear when it is
 * over.
 */
@Tag("drill")
class StorageAlertsTest extends AlertVenue
{
    private static final int SMALL_RING = 64;
    private static final int BURST = 1_000;
    private static final long WRITE_US = 1_500_000;

    @Test
    void shouldFireForWhatIsNotWrittenOrRemovedAndClearAfterIt() throws Exception
    {
        Prometheus.assumeInstalled("strace", "strace");
        final Map<String, Object> options = options();
        options.put("venue.layout", "dedicated");
        options.put("venue.engine.ring-size", SMALL_RING);
        final String config = config(options);
        final VenueProcess venue = start("start", "--config", config);
        start("metrics", "--config", config);
        watch(options);
        crowd(VenueProcess.address(VenueProcess.descriptor(dataDir).twime()));
        prometheus.awaitCleared();

        final Path consumer = Files.createDirectories(dataDir.resolve("consumers/other"));
        prometheus.awaitFiring("PurgeFailed");
        Files.delete(consumer);
        prometheus.awaitCleared();

        // An archive that is late counts requests of clients that have gone meanwhile.
        prometheus.mayFire("EngineUnavailable", "DriverErrors");
        pulse(BURST);
        prometheus.awaitFiring("BackPressure");
        pulse(0);
        prometheus.awaitCleared();

        // The answers that have waited come all at once.
        prometheus.mayFire("EngineUnavailable", "BackPressure", "PublicBeforePrivateMissed", "SnapshotFailed",
            "DriverErrors", "SlowClients");
        try (AutoCloseable ignored = slowDisk(venue))
        {
            pulse(BURST);
            prometheus.awaitFiring("DiskSlow", "RecordingLag");
            pulse(0);
        }
        prometheus.awaitCleared();
    }

    /** Each write of the archive's thread takes longer, until it is closed. */
    private static AutoCloseable slowDisk(final VenueProcess venue) throws IOException
    {
        final Process tracer = new ProcessBuilder("strace", "-q", "-o", "/dev/null", "-p", archiveThread(venue),
            "-e", "trace=pwrite64", "-e", "inject=pwrite64:delay_exit=" + WRITE_US).inheritIO().start();
        return () -> tracer.destroyForcibly().onExit().join();
    }

    private static String archiveThread(final VenueProcess venue) throws IOException
    {
        final List<String> threads;
        try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(venue.pid()), "task")))
        {
            threads = tasks.filter(StorageAlertsTest::isArchive).map((task) -> task.getFileName().toString()).toList();
        }
        assertEquals(1, threads.size(), threads::toString);
        return threads.getFirst();
    }

    private static boolean isArchive(final Path task)
    {
        try
        {
            return Files.readString(task.resolve("comm")).startsWith("archive");
        }
        catch (final IOException ignored)
        {
            // The thread has ended.
            return false;
        }
    }
}
