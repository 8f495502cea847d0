// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.feed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.config.LoopbackFeeds;
import io.bourse.deploy.config.MarketDataConfig;
import io.bourse.deploy.config.MarketDataConfig.Feed;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.decode.SamplePackets;
import io.bourse.deploy.record.VenueRecorder;
import io.bourse.marketdata.net.MulticastSender;
import io.bourse.marketdata.pcap.DatagramHeaders;
import io.bourse.marketdata.pcap.PcapReader;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.NetworkInterface;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

class RecordCommandTest
{
    @TempDir
    private Path dir;
    private Map<String, Object> options;
    private MarketDataConfig config;
    private Path configFile;
    private volatile boolean isSending = true;
    private Thread sender;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** Sends a packet to line A and one to line B of the incremental feed, again and again. */
    @BeforeEach
    void send() throws IOException
    {
        options = LoopbackFeeds.options("239.195.14");
        configFile = Files.writeString(dir.resolve("venue.conf"), options.entrySet().stream()
            .map(option -> option.getKey() + " = \"" + option.getValue() + "\"\n").collect(Collectors.joining()));
        config = VenueConfigLoader.load(null, options).marketData();
        final NetworkInterface loopback = NetworkInterface.getByName("lo");
        final MulticastSender a = new MulticastSender(config.ordersLog().incrementalA(), loopback, 0);
        final MulticastSender b = new MulticastSender(config.ordersLog().incrementalB(), loopback, 0);
        sender = Thread.ofPlatform().daemon().start(() ->
        {
            final SamplePackets packets = new SamplePackets();
            for (long number = 1; isSending; number++)
            {
                packets.trade(number);
                final ByteBuffer packet = ByteBuffer.allocateDirect(packets.length());
                packets.buffer().getBytes(0, packet, 0, packets.length());
                a.send(packet);
                b.send(packet);
                LockSupport.parkNanos(1_000_000);
            }
            a.close();
            b.close();
        });
    }

    @AfterEach
    void stop() throws InterruptedException
    {
        isSending = false;
        sender.join();
    }

    @Test
    void shouldRecordWhatIsSentAndSayHowMuchOfEveryFeed() throws IOException
    {
        final Path capture = dir.resolve("out").resolve("day.pcap");
        assertEquals(ExitCode.OK, run("--config", configFile.toString(), "--out", capture.toString(), "--count", "20",
            "--feed", "simba.orders-log"), err::toString);

        final List<Feed> feeds = config.feeds().subList(0, 4);
        final List<String> lines = out.toString().lines().toList();
        assertEquals(5, lines.size());
        for (int i = 0; i < feeds.size(); i++)
        {
            assertTrue(lines.get(i).startsWith(feeds.get(i).name() + " " +
                feeds.get(i).address().getAddress().getHostAddress() + ":"), lines.get(i));
            assertEquals(i >= 2, lines.get(i).endsWith(" packets=0 bytes=0"), lines.get(i));
        }
        assertTrue(lines.getLast().startsWith("recorded packets=20 files=1 "), lines.getLast());
        final SamplePackets packets = new SamplePackets();
        try (PcapReader reader = new PcapReader(capture))
        {
            final Map<Integer, Long> numbers = new HashMap<>();
            while (reader.next())
            {
                final byte[] received = new byte[reader.length()];
                reader.buffer().getBytes(reader.offset(), received);
                final long number = reader.buffer().getInt(reader.offset()) & 0xFFFF_FFFFL;
                final byte[] sent = new byte[packets.trade(number).length()];
                packets.buffer().getBytes(0, sent);
                assertArrayEquals(sent, received);
                final Long previous = numbers.put(reader.destinationAddress(), number);
                assertTrue(null == previous || previous + 1 == number);
                assertEquals("127.0.0.1", DatagramHeaders.text(reader.sourceAddress()));
            }
            assertEquals(2, numbers.size());
            assertEquals(20, reader.datagramCount());
            assertNull(reader.problem());
        }
    }

    @Test
    void shouldGoOnInAnotherFileAndDeleteTheOldest() throws IOException
    {
        final Path capture = dir.resolve("day.pcap");
        assertEquals(ExitCode.OK, run("--out", capture.toString(), "--count", "20", "--file-size", "1KiB", "--files",
            "2", "--feed", config.ordersLog().incrementalA().toString()), err::toString);

        // 24 bytes, then 16 + 42 + 215 for each packet: a fifth one does not begin in a file that has 1 KiB.
        assertEquals(List.of("day-4.pcap", "day-5.pcap"), captures(dir));
        try (PcapReader reader = new PcapReader(dir.resolve("day-5.pcap")))
        {
            while (reader.next())
            {
                assertEquals(215, reader.length());
            }
            assertEquals(4, reader.datagramCount());
        }
    }

    @Test
    void shouldNotWriteOverAFileWhenItGoesOnInAnother() throws IOException
    {
        final Path other = Files.writeString(dir.resolve("day-2.pcap"), "precious");
        assertEquals(ExitCode.IO, run("--config", configFile.toString(), "--out", dir.resolve("day.pcap").toString(),
            "--feed", "simba.orders-log.incremental-a", "--file-size", "1KiB", "--count", "20"));
        assertEquals("precious", Files.readString(other));
        assertTrue(err.toString().contains("day-2.pcap: a recording does not write over"), err::toString);
        try (PcapReader reader = new PcapReader(dir.resolve("day.pcap")))
        {
            while (reader.next())
            {
                assertEquals(215, reader.length());
            }
            assertEquals(4, reader.datagramCount());
        }
    }

    @Test
    void shouldRecordTheFeedsThatAreConfigured() throws IOException
    {
        final Path directory = dir.resolve("capture");
        final Map<String, Object> recording = new HashMap<>(options);
        recording.put("venue.marketdata.record.feeds", List.of("simba.orders-log.incremental"));
        recording.put("venue.marketdata.record.directory", directory.toString());
        recording.put("venue.marketdata.record.files", 1);
        for (int life = 0; life < 2; life++)
        {
            final VenueRecorder recorder = new VenueRecorder(VenueConfigLoader.load(null, recording).marketData());
            final List<Long> counts = new ArrayList<>();
            final IdleStrategy idle = new BackoffIdleStrategy();
            while (recorder.feeds().stream().anyMatch(feed -> feed.packetCount() < 5))
            {
                idle.idle(recorder.doWork());
            }
            recorder.feeds().forEach(feed -> counts.add(feed.packetCount()));
            recorder.onClose();
            final List<String> names = captures(directory);
            assertEquals(2, names.size(), names::toString);
            for (int i = 0; i < 2; i++)
            {
                assertTrue(names.get(i).startsWith("simba.orders-log.incremental-" + (0 == i ? "a-2" : "b-2")));
                try (PcapReader reader = new PcapReader(directory.resolve(names.get(i))))
                {
                    while (reader.next())
                    {
                        assertEquals(215, reader.length());
                    }
                    assertEquals(counts.get(i), reader.datagramCount());
                }
            }
        }
    }

    @Test
    void shouldSayThatNothingCame()
    {
        assertEquals(ExitCode.CHECK_FAILED, run("--config", configFile.toString(), "--out",
            dir.resolve("none.pcap").toString(), "--feed", "simba.fut-info", "--seconds", "1"));
        assertTrue(out.toString().contains("recorded packets=0 files=1 "), out::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "",
        "--out DIR/venue.conf --config DIR/venue.conf",
        "--out DIR/x --config DIR/venue.conf --feed simba.orders",
        "--out DIR/x --feed 10.0.0.1:5",
        "--out DIR/x --feed 239.9.9.9:5 --interface nosuch0",
        "--out DIR/x --count 0",
        "--out DIR/x --file-size 5MB"})
    void shouldExplainWhatIsWrongWhenTheCommandLineIs(final String line)
    {
        assertEquals(ExitCode.USAGE, run(line.isEmpty() ? new String[0] : line.replace("DIR", dir.toString())
            .split(" ")), err::toString);
        assertFalse(err.toString().contains("\tat "), err::toString);
        assertFalse(Files.exists(dir.resolve("x")));
    }

    private static List<String> captures(final Path directory) throws IOException
    {
        try (Stream<Path> files = Files.list(directory))
        {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".pcap")).sorted()
                .toList();
        }
    }

    private int run(final String... args)
    {
        return new CommandLine(new RecordCommand())
            .setExecutionExceptionHandler(ExitCode::explain)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(args);
    }
}
