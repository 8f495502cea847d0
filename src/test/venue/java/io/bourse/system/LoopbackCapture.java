// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * What crosses the loopback interface, captured by dumpcap and taken apart by tshark with the dissectors of the venue.
 * Tests are skipped where these programs are not, or may not capture.
 */
final class LoopbackCapture implements AutoCloseable
{
    private static final Path DISSECTORS =
        Path.of(System.getProperty("bourse.root", "../../..")).resolve("docs/wireshark");
    private static final long TIMEOUT_S = 60;
    private static final int NS_DIGITS = 9;

    private static final byte[] MARK = "captured up to here".getBytes(UTF_8);

    private final Process dumpcap;
    private final Path file;
    private final DatagramSocket mark;

    private LoopbackCapture(final Process dumpcap, final Path file, final DatagramSocket mark)
    {
        this.dumpcap = dumpcap;
        this.file = file;
        this.mark = mark;
    }

    /** Returns when it captures. */
    static LoopbackCapture start(final Path file, final String filter) throws IOException
    {
        assumeTrue(isInPath("dumpcap") && isInPath("tshark"), "dumpcap or tshark is not installed");
        assumeTrue("root".equals(System.getProperty("user.name")), "only root may capture");
        final DatagramSocket mark = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        final Process process = new ProcessBuilder("dumpcap", "-P", "-i", "lo", "-f",
            filter + " or udp port " + mark.getLocalPort(), "-w", file.toString()).redirectErrorStream(true).start();
        final BufferedReader said = process.inputReader(UTF_8);
        final StringBuilder all = new StringBuilder();
        // It says so when it has opened the interface and made the file.
        for (String line = said.readLine(); null != line; line = said.readLine())
        {
            all.append(line).append('\n');
            if (line.startsWith("File: "))
            {
                return new LoopbackCapture(process, file, mark);
            }
        }
        mark.close();
        throw new IOException("dumpcap does not capture: " + all);
    }

    /** Ends when all that was captured is in the file. */
    @Override
    public void close() throws IOException
    {
        try (mark)
        {
            mark.send(new DatagramPacket(MARK, MARK.length, mark.getLocalSocketAddress()));
            final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_S);
            while (!Files.readString(file, ISO_8859_1).contains(new String(MARK, UTF_8)))
            {
                assertTrue(System.nanoTime() < deadlineNs, "the last packet was not captured");
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            }
        }
        finally
        {
            dumpcap.destroy();
        }
        await(dumpcap, "dumpcap");
    }

    /**
     * The requests of TWIME in a capture, each as request, whether it was refused, time of its last byte, time of that
     * of its answer, and line and time of the first packet that shows it; one for each line that does. Sorted.
     */
    static List<String> requests(final Path capture, final Map<String, String> feeds) throws IOException
    {
        final Map<String, String> names = Map.of("NewOrderSingle", "order", "OrderCancelRequest", "cancel");
        final Map<String, String[]> requests = new HashMap<>();
        final Map<String, Map<String, TreeSet<Long>>> shown = shown(capture, feeds);
        final List<String> rows = new ArrayList<>();
        for (final String[] packet : tshark(capture, "twime.message", "frame.time_epoch", "tcp.stream",
            "twime.message", "twime.ClOrdID", "twime.OrderID"))
        {
            final String timeNs = ns(packet[0]);
            final String[] clOrdIds = packet[3].split(",");
            final String[] orderIds = packet[4].split(",");
            int clOrdId = 0;
            int orderId = 0;
            for (final String message : packet[2].split(","))
            {
                final String request = names.get(message);
                if (null != request)
                {
                    requests.put(packet[1] + "/" + clOrdIds[clOrdId], new String[]{request, timeNs});
                }
                final boolean isRefused = "BusinessMessageReject".equals(message);
                if (isRefused || "NewOrderSingleResponse".equals(message) || "OrderCancelResponse".equals(message))
                {
                    final String[] asked = requests.get(packet[1] + "/" + clOrdIds[clOrdId]);
                    final String row = asked[0] + " " + isRefused + " " + asked[1] + " " + timeNs;
                    rows.addAll(isRefused ? List.of(row) :
                        lines(row, asked, shown.get(orderIds[orderId])));
                }
                clOrdId += null != request || isRefused || message.endsWith("Response") ||
                    message.startsWith("Execution") ? 1 : 0;
                orderId += "OrderCancelRequest".equals(message) || message.endsWith("Response") ||
                    message.startsWith("Execution") ? 1 : 0;
            }
        }
        return rows.stream().sorted().toList();
    }

    /** An order is shown by the first packet after its request, and an order that is cancelled for the last time. */
    private static List<String> lines(
        final String row, final String[] asked, final Map<String, TreeSet<Long>> shown)
    {
        return shown.entrySet().stream().map(line -> row + " " + line.getKey() + " " +
            ("cancel".equals(asked[0]) ? line.getValue().last() : line.getValue().ceiling(Long.valueOf(asked[1]))))
            .toList();
    }

    /** When each line showed an order, by the id of the order. */
    private static Map<String, Map<String, TreeSet<Long>>> shown(final Path capture, final Map<String, String> feeds)
        throws IOException
    {
        final Map<String, String> lines = new HashMap<>();
        feeds.forEach((name, address) -> lines.put(address.substring(0, address.indexOf(':')), name));
        final Map<String, Map<String, TreeSet<Long>>> shown = new HashMap<>();
        for (final String[] packet : tshark(capture, "simba.MDEntryID && simba.MsgFlags.IncrementalPacket == 1",
            "frame.time_epoch", "ip.dst", "simba.MDEntryID"))
        {
            for (final String orderId : packet[2].split(","))
            {
                shown.computeIfAbsent(orderId, ignored -> new HashMap<>())
                    .computeIfAbsent(lines.get(packet[1]), ignored -> new TreeSet<>()).add(Long.valueOf(ns(packet[0])));
            }
        }
        return shown;
    }

    private static String ns(final String seconds)
    {
        return new BigDecimal(seconds).movePointRight(NS_DIGITS).toBigIntegerExact().toString();
    }

    /** Fields of the packets that a filter takes. */
    private static List<String[]> tshark(final Path capture, final String filter, final String... fields)
        throws IOException
    {
        final List<String> command = new ArrayList<>(List.of("tshark", "-n", "-r", capture.toString(), "-Y", filter,
            "-T", "fields", "-E", "separator=;"));
        for (final String dissector : List.of("twime", "simba"))
        {
            command.addAll(List.of("-X", "lua_script:" + DISSECTORS.resolve(dissector + ".lua")));
        }
        for (final String field : fields)
        {
            command.addAll(List.of("-e", field));
        }
        final Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        final List<String[]> lines = new String(process.getInputStream().readAllBytes(), UTF_8).lines()
            .map(line -> line.split(";", -1)).toList();
        await(process, "tshark");
        return lines;
    }

    private static void await(final Process process, final String name)
    {
        try
        {
            assertTrue(process.waitFor(TIMEOUT_S, TimeUnit.SECONDS), name + " does not end");
        }
        catch (final InterruptedException ex)
        {
            process.destroyForcibly();
            throw new IllegalStateException("interrupted while " + name + " ends", ex);
        }
        assertEquals(0, process.exitValue(), name);
    }

    private static boolean isInPath(final String program)
    {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }
}
