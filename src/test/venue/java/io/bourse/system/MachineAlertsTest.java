// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.aeron.Aeron;
import io.aeron.exceptions.RegistrationException;
import io.bourse.deploy.node.ComponentKind;
import io.bourse.testing.SmallDisk;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Disks, networks and clocks that are not as they should be make alerts fire in a real Prometheus, and they clear when
 * the machine is well again.
 */
@Tag("drill")
class MachineAlertsTest extends AlertVenue
{
    private static final Path CORE = Path.of("engine/core/src/main/java/io/bourse/engine/core/MatchingEngine.java");
    private static final String WRITES = "        snapshot.write(sink, commandPosition());\n";
    private static final String WRITES_SLOWLY = """
                    if (new java.io.File("%s").exists())
                    {
                        java.util.concurrent.locks.LockSupport.parkNanos(1_300_000_000L);
                    }
            """;
    /** A wall clock that is as many milliseconds ahead as a file has bytes. */
    private static final String CLOCK = """
            package org.agrona.concurrent;

            public final class SystemEpochNanoClock implements EpochNanoClock
            {
                public static final SystemEpochNanoClock INSTANCE = new SystemEpochNanoClock();
                private static final java.io.File AHEAD = new java.io.File("%s");

                public long nanoTime()
                {
                    final java.time.Instant now = java.time.Instant.now();
                    return now.getEpochSecond() * 1_000_000_000L + now.getNano() + AHEAD.length() * 1_000_000L;
                }
            }
            """;

    private static final Path KERNEL =
        Path.of("engine/telemetry/src/main/java/io/bourse/engine/telemetry/KernelClock.java");
    private static final String READS = "        if (null == ADJTIMEX)\n";
    /** A clock that is disciplined, and off by a microsecond for each byte of a file. */
    private static final String SAYS = """
                    if (true)
                    {
                        return new ClockReading(ClockReading.State.SYNCHRONISED,
                            1_000 * new java.io.File("%s").length(), 0, 0, 0);
                    }
            """;

    private String config;

    /** A file that is in the way, and a network of its own for market data. */
    @Test
    void shouldFireForFaultsOfProcessesAndClearWhenTheyAreRepaired() throws IOException
    {
        assumeTrue(SmallDisk.isPossible(), "this machine does not let a test have a network of its own");
        final Map<String, Object> options = options();
        config = config(options);
        start("engine", "--config", config);
        // No records of time stamps can be written there.
        final Path timestamps = Files.createFile(dataDir.resolve("timestamps"));
        start("gateway", "twime", "--config", config);
        final VenueProcess marketData = opened(VenueProcess.launch(
            List.of("unshare", "--map-current-user", "--keep-caps", "-n", "sh", "-c",
                "ip link set lo up && exec \"$0\" \"$@\""),
            VenueProcess.startOptions(), "marketdata", "--config", config));
        marketData.awaitReady();
        start("metrics", "--config", config);
        watch(options);
        crowd(address(ComponentKind.TWIME));
        prometheus.awaitCleared();

        pulse(1);
        prometheus.awaitFiring("TimestampsLost");
        pulse(0);
        Files.delete(timestamps);
        prometheus.awaitCleared();

        proveWhatTheNetworkCauses(marketData);
    }

    @Test
    void shouldFireForClocksAndSnapshotsAndClearWhenTheyAreRight() throws IOException
    {
        final Path ahead = dir.resolve("ahead");
        final Path slow = dir.resolve("slow");
        final Path off = dir.resolve("off");
        final List<String> classes = PoisonedClasses.options(dir.resolve("machine"), Map.of(
            "SystemEpochNanoClock.java", CLOCK.formatted(ahead),
            "KernelClock.java", PoisonedClasses.replaced(KERNEL, READS, SAYS.formatted(off) + READS),
            "MatchingEngine.java", PoisonedClasses.replaced(CORE, WRITES, WRITES_SLOWLY.formatted(slow) + WRITES)));
        final Map<String, Object> options = options();
        options.put("venue.clock.error-limit", "1 ms");
        config = config(options);
        opened(VenueProcess.launch(classes, "start", "--config", config)).awaitReady();
        start("metrics", "--config", config);
        watch(options);
        prometheus.awaitCleared();

        Files.write(ahead, new byte[40]);
        prometheus.awaitFiring("ClockOff");
        Files.delete(ahead);
        prometheus.awaitCleared();
        Files.write(off, new byte[2_000]);
        prometheus.awaitFiring("ClockInaccurate");
        Files.delete(off);
        prometheus.awaitCleared();
        Files.createFile(slow);
        prometheus.awaitFiring("SnapshotSlow");
        Files.delete(slow);
        prometheus.awaitCleared();
    }

    /** Of its own: shared memory too. */
    @Test
    void shouldFireForDisksThatAreNearlyFullAndClearWhenThereIsSpace() throws Exception
    {
        assumeTrue(SmallDisk.isPossible(), "this machine does not let a test mount a disk of its own");
        final Map<String, Object> options = options();
        options.put("venue.min-free", "64 MiB");
        config = config(options);
        Files.createDirectories(dataDir);
        final Process disks = new ProcessBuilder("unshare", "-rm", "sh", "-c",
            "umask 077 && mount --bind \"$0\" /mnt && mount -t tmpfs -o size=1100m,mode=1777 disk /dev/shm && " +
            "mkdir -p \"$0\" && mount --bind /mnt \"$0\" && " +
            "mount -t tmpfs -o size=1024m,mode=700 disk \"$0/data\" && echo mounted && read line",
            dir.toString()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        opened((AutoCloseable)disks::destroyForcibly);
        disks.inputReader().readLine();
        final List<String> within = List.of(
            "nsenter", "--preserve-credentials", "-U", "-m", "-t", Long.toString(disks.pid()));
        opened(VenueProcess.launch(within, VenueProcess.startOptions(), "start", "--config", config)).awaitReady();
        opened(VenueProcess.launch(within, VenueProcess.startOptions(), "metrics", "--config", config)).awaitReady();
        watch(options);
        prometheus.awaitCleared();

        final Path filler = dataDir.resolve("filler");
        fill(within, filler, prometheus.value("min(bourse_disk_free_bytes)") - 110 * MIB);
        prometheus.awaitFiring("DiskNearMinFree", "DiskFilling");
        within(within, "rm", filler.toString());
        // Of the media driver, which warns.
        prometheus.mayFire("DriverErrors");
        final Path shared = Path.of("/dev/shm/filler");
        fill(within, shared, prometheus.value("min(bourse_buffers_free_bytes)") - 60 * MIB);
        prometheus.awaitFiring("BuffersLow");
        within(within, "rm", shared.toString());
        prometheus.awaitCleared();
    }

    private void proveWhatTheNetworkCauses(final VenueProcess marketData) throws IOException
    {
        try (DatagramSocket taken = new DatagramSocket(0, InetAddress.getLoopbackAddress());
            Aeron aeron = Aeron.connect(new Aeron.Context()
                .aeronDirectoryName(VenueProcess.driverDirectory(dataDir).toString())))
        {
            final String channel = "aeron:udp?endpoint=127.0.0.1:" + taken.getLocalPort();
            assertThrows(RegistrationException.class, () -> aeron.addSubscription(channel, 1));
        }
        prometheus.awaitFiring("DriverErrors");
        final String[] network = {"nsenter", "--preserve-credentials", "-U", "-n", "-t",
            Long.toString(marketData.pid()), "ip", "link", "set", "lo", "down"};
        run(network);
        prometheus.awaitFiring("FeedSendFailures");
        network[network.length - 1] = "up";
        run(network);
        prometheus.awaitCleared();
    }

    private static void fill(final List<String> within, final Path file, final double bytes) throws IOException
    {
        within(within, "fallocate", "-l", Long.toString((long)bytes), file.toString());
    }

    private static void within(final List<String> within, final String... command) throws IOException
    {
        final List<String> all = new ArrayList<>(within);
        all.addAll(List.of(command));
        run(all.toArray(String[]::new));
    }
}
