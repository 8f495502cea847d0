// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.metrics;

import io.bourse.engine.telemetry.ClockReading;
import io.prometheus.metrics.model.snapshots.Labels;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Tables of the system as they look while a client does not confirm and a socket is full.
 */
class HostSourceTest
{
    private static final String HEAD = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt " +
        "  uid  timeout inode ref pointer drops\n";
    private static final String TCP =
        "   %d: 0100007F:%s 0100007F:%s %s 00000000:00000000 00:00000000 %s  0  0 %d 1 0 100 0 0 10 0\n";
    private static final String UDP =
        "   %d: 0100007F:2710 00000000:0000 07 00000000:00000000 00:00000000 00000000  0  0 %d 2 0 %d\n";
    private static final ComponentState COMPONENT = new ComponentState("data", "twime", 42, 0, true, false);

    @TempDir
    private Path proc;

    private Path process;

    @BeforeEach
    void open() throws IOException
    {
        process = proc.resolve("42");
        Files.createDirectories(process.resolve("net"));
        Files.createDirectories(process.resolve("fd"));
        for (int socket = 1; socket <= 6; socket++)
        {
            Files.createSymbolicLink(
                process.resolve("fd").resolve(Integer.toString(socket)), Path.of("socket:[" + socket + "]"));
        }
        Files.createSymbolicLink(process.resolve("fd").resolve("7"), process.resolve("net"));
    }

    @Test
    void shouldCountConnectionsThatSendAgainByThePortThatTheyCameTo() throws IOException
    {
        // 9000 and 9001 listen; of 9000 two send again, and one of another process; 5000 is a connection to elsewhere.
        Files.writeString(process.resolve("net/tcp"), HEAD +
            TCP.formatted(0, "2328", "0000", "0A", "00000000", 1) +
            TCP.formatted(1, "2329", "0000", "0A", "00000000", 2) +
            TCP.formatted(2, "2328", "C350", "01", "00000003", 3) +
            TCP.formatted(3, "2328", "C351", "01", "00000000", 4) +
            TCP.formatted(4, "2328", "C352", "01", "00000001", 99) +
            TCP.formatted(5, "1388", "C353", "01", "00000002", 5));
        Files.writeString(process.resolve("net/tcp6"), HEAD + TCP.formatted(0, "2328", "C354", "01", "0000000A", 6));
        assertEquals(Map.of(port(9000), 2.0, port(9001), 0.0), sampled("bourse_tcp_retransmitting_connections"));
    }

    @Test
    void shouldShowWhatTheKernelSaysOfTheClock()
    {
        final Samples samples = new Samples();
        HostSource.addClock(ClockReading.UNKNOWN, samples);
        assertEquals(Map.of(), samples.of("bourse_host_clock_synchronised"));
        HostSource.addClock(
            new ClockReading(ClockReading.State.SYNCHRONISED, -1_500, 35_000, 20_000_000, -12_345), samples);
        assertEquals(Map.of(Labels.EMPTY, 1.0), samples.of("bourse_host_clock_synchronised"));
        assertEquals(Map.of(Labels.EMPTY, -1.5e-6), samples.of("bourse_host_clock_adjustment_seconds"));
        assertEquals(Map.of(Labels.EMPTY, 35e-6), samples.of("bourse_host_clock_error_seconds"));
        assertEquals(Map.of(Labels.EMPTY, 0.02), samples.of("bourse_host_clock_max_error_seconds"));
        assertEquals(Map.of(Labels.EMPTY, -12_345e-9), samples.of("bourse_host_clock_frequency_ratio"));
    }

    @Test
    void shouldAddUpWhatTheSocketsOfAPortHaveDropped() throws IOException
    {
        Files.writeString(process.resolve("net/udp"),
            HEAD + UDP.formatted(0, 1, 7) + UDP.formatted(1, 99, 100) + UDP.formatted(2, 2, 5));
        assertEquals(Map.of(port(10_000), 12.0), sampled("bourse_udp_socket_drops"));
    }

    private Map<Labels, Double> sampled(final String metric) throws IOException
    {
        final Samples samples = new Samples();
        new HostSource(proc).addSockets(COMPONENT, samples);
        return samples.of(metric);
    }

    private static Labels port(final int port)
    {
        return Labels.of("node", "data", "component", "twime", "port", Integer.toString(port));
    }
}
