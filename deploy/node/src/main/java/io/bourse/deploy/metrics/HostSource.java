// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.metrics;

import io.bourse.engine.telemetry.ClockReading;
import io.prometheus.metrics.model.snapshots.Labels;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * What the machine says: space of the data directories, what its network has lost, and its clock.
 */
final class HostSource
{
    private static final long GROWTH_WINDOW_MS = TimeUnit.HOURS.toMillis(1);
    /** With less, one burst would be a forecast. */
    private static final long GROWTH_LEAST_MS = TimeUnit.SECONDS.toMillis(10);
    private static final double MS_PER_SECOND = 1e3;
    private static final double PPB = 1e9;
    private static final String SOCKET = "socket:[";
    /** Columns of /proc/net/udp and udp6, tcp and tcp6. */
    private static final int ADDRESS_COLUMN = 1;
    private static final int STATE_COLUMN = 3;
    private static final int RETRANSMITS_COLUMN = 6;
    private static final int INODE_COLUMN = 9;
    private static final int DROPS_COLUMN = 12;
    private static final int HEXADECIMAL = 16;
    private static final String LISTENING = "0A";

    /** How much the recordings had grown at a scrape. */
    private record Growth(long timeMs, long bytes)
    {
    }

    private final Map<Path, Deque<Growth>> growth = new HashMap<>();
    private final Path proc;

    HostSource(final Path proc)
    {
        this.proc = proc;
    }

    /** Adds nothing where the system does not say. */
    static void addClock(final ClockReading reading, final Samples samples)
    {
        if (ClockReading.State.UNKNOWN != reading.state())
        {
            samples.add("CLOCK_SYNCHRONISED", Labels.EMPTY, reading.isSynchronised() ? 1 : 0);
            samples.add("CLOCK_MAX_ERROR", Labels.EMPTY, reading.maxErrorNs());
            samples.add("CLOCK_ADJUSTMENT", Labels.EMPTY, reading.offsetNs());
            samples.add("CLOCK_ERROR", Labels.EMPTY, reading.errorNs());
            samples.add("CLOCK_FREQUENCY", Labels.EMPTY, reading.frequencyPpb() / PPB);
        }
    }

    /** Returns the free space. */
    long addDisk(final DataDirectory directory, final long writtenBytes, final long nowMs, final Samples samples)
        throws IOException
    {
        final FileStore store = Files.getFileStore(directory.path());
        final long free = store.getUsableSpace();
        samples.add("DISK_FREE", directory.labels(), free);
        samples.add("DISK_SIZE", directory.labels(), store.getTotalSpace());
        // Beside the directory of the media driver, and there before it.
        final FileStore buffers = Files.getFileStore(directory.counters().getParent());
        samples.add("BUFFERS_FREE", directory.labels(), buffers.getUsableSpace());
        samples.add("BUFFERS_SIZE", directory.labels(), buffers.getTotalSpace());
        final double perSecond = bytesPerSecond(directory.path(), new Growth(nowMs, writtenBytes));
        if (perSecond > 0)
        {
            samples.add("DISK_UNTIL_FULL", directory.labels(), free / perSecond);
        }
        return free;
    }

    private double bytesPerSecond(final Path directory, final Growth now)
    {
        final Deque<Growth> past = growth.computeIfAbsent(directory, (path) -> new ArrayDeque<>());
        if (!past.isEmpty() && (past.getLast().bytes() > now.bytes() || past.getLast().timeMs() > now.timeMs()))
        {
            // Another archive counts from zero, or the clock was set.
            past.clear();
        }
        while (!past.isEmpty() && now.timeMs() - past.getFirst().timeMs() > GROWTH_WINDOW_MS)
        {
            past.removeFirst();
        }
        past.addLast(now);
        final long elapsedMs = now.timeMs() - past.getFirst().timeMs();
        return elapsedMs < GROWTH_LEAST_MS ? 0 :
            (now.bytes() - past.getFirst().bytes()) / (elapsedMs / MS_PER_SECOND);
    }

    void addNetwork(final Samples samples) throws IOException
    {
        final Map<String, Long> values = new HashMap<>();
        final List<String> lines = Files.readAllLines(proc.resolve("net/snmp"));
        // Two lines of a protocol: names, values.
        for (int i = 0; i + 1 < lines.size(); i += 2)
        {
            final String[] names = lines.get(i).split(" ");
            final String[] numbers = lines.get(i + 1).split(" ");
            for (int column = 1; column < Math.min(names.length, numbers.length); column++)
            {
                values.put(names[0] + names[column], Long.parseLong(numbers[column]));
            }
        }
        add(samples, "UDP_RECEIVE_BUFFER_ERRORS", values.get("Udp:RcvbufErrors"));
        add(samples, "UDP_SEND_BUFFER_ERRORS", values.get("Udp:SndbufErrors"));
        add(samples, "UDP_IN_ERRORS", values.get("Udp:InErrors"));
        add(samples, "TCP_RETRANSMITS", values.get("Tcp:RetransSegs"));
    }

    private static void add(final Samples samples, final String constant, final Long value)
    {
        if (null != value)
        {
            samples.add(constant, Labels.EMPTY, value);
        }
    }

    /** Datagrams that the sockets of a process have dropped, and connections of its listeners that send again. */
    void addSockets(final ComponentState component, final Samples samples) throws IOException
    {
        final Path process = proc.resolve(Long.toString(component.pid()));
        final Set<String> inodes = new HashSet<>();
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(process.resolve("fd")))
        {
            for (final Path descriptor : descriptors)
            {
                final String target = target(descriptor);
                if (target.startsWith(SOCKET))
                {
                    inodes.add(target.substring(SOCKET.length(), target.length() - 1));
                }
            }
        }
        for (final String[] cells : sockets(process, "udp", inodes))
        {
            samples.add("SOCKET_DROPS", labels(component, port(cells)), Long.parseLong(cells[DROPS_COLUMN]));
        }
        final Map<Integer, Integer> retransmitting = new HashMap<>();
        final List<String[]> connections = sockets(process, "tcp", inodes);
        connections.stream().filter((cells) -> LISTENING.equals(cells[STATE_COLUMN]))
            .forEach((cells) -> retransmitting.put(port(cells), 0));
        connections.stream().filter((cells) -> 0 != Integer.parseInt(cells[RETRANSMITS_COLUMN], HEXADECIMAL))
            .forEach((cells) -> retransmitting.computeIfPresent(port(cells), (port, count) -> count + 1));
        retransmitting.forEach(
            (port, count) -> samples.add("TCP_RETRANSMITTING", labels(component, port), count));
    }

    /** Rows of a table and its like for IPv6 that are sockets of a process. */
    private static List<String[]> sockets(final Path process, final String table, final Set<String> inodes)
        throws IOException
    {
        final List<String[]> sockets = new ArrayList<>();
        for (final Path file : List.of(process.resolve("net/" + table), process.resolve("net/" + table + '6')))
        {
            for (final String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of())
            {
                final String[] cells = line.trim().split("\\s+");
                if (cells.length > INODE_COLUMN && inodes.contains(cells[INODE_COLUMN]))
                {
                    sockets.add(cells);
                }
            }
        }
        return sockets;
    }

    private static int port(final String[] cells)
    {
        final String address = cells[ADDRESS_COLUMN];
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1), HEXADECIMAL);
    }

    private static Labels labels(final ComponentState component, final int port)
    {
        return Labels.of("node", component.node(), "component", component.component(),
            "port", Integer.toString(port));
    }

    private static String target(final Path descriptor)
    {
        try
        {
            return Files.readSymbolicLink(descriptor).toString();
        }
        catch (final IOException ignored)
        {
            // It was closed meanwhile.
            return "";
        }
    }
}
