// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.config.LoopbackFeeds;
import io.bourse.deploy.config.MarketDataConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.decode.SamplePackets;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.MulticastSender;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
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
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

@Tag("venue")
class WatchCommandTest
{
    private static final String TIME = "2026-11-22T04:00:00.00000000";

    @TempDir
    private Path dir;
    private Path configFile;
    private volatile boolean isSending = true;
    private Thread sender;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /** Sends the same packets again and again to those who have joined: a receiver takes each of them once. */
    @BeforeEach
    void send() throws IOException
    {
        final Map<String, Object> options = LoopbackFeeds.options("239.195.15");
        configFile = Files.writeString(dir.resolve("venue.conf"), options.entrySet().stream()
            .map(option -> option.getKey() + " = \"" + option.getValue() + "\"\n").collect(Collectors.joining()));
        final MarketDataConfig config = VenueConfigLoader.load(null, options).marketData();
        final MulticastSender orders = sender(config.ordersLog().incrementalA());
        final MulticastSender definitions = sender(config.futInfo().replayA());
        sender = Thread.ofPlatform().daemon().start(() ->
        {
            final SamplePackets packets = new SamplePackets();
            while (isSending)
            {
                LockSupport.parkNanos(5_000_000);
                if (!out.toString().contains("joining"))
                {
                    // Nobody listens yet, and the first packet must not be missed: there are no snapshots here.
                    continue;
                }
                send(definitions, packets.definition(2));
                send(orders, packets.order(1, 1, 1, false, 15_000_000, 10));
                send(orders, packets.order(2, 2, 2, true, 14_900_000, 5));
                send(orders, packets.fill(3, 3, 3, 1, 15_000_000, 4, 6));
            }
            orders.close();
            definitions.close();
        });
    }

    private static MulticastSender sender(final MulticastEndpoint group) throws IOException
    {
        return new MulticastSender(group, NetworkInterface.getByName("lo"), 0);
    }

    private static void send(final MulticastSender sender, final SamplePackets packets)
    {
        final ByteBuffer packet = ByteBuffer.allocateDirect(packets.length());
        packets.buffer().getBytes(0, packet, 0, packets.length());
        sender.send(packet);
    }

    @AfterEach
    void stop() throws InterruptedException
    {
        isSending = false;
        sender.join();
    }

    @Test
    void shouldWriteALineForEveryChangeWhenItIsNoTerminal()
    {
        assertEquals(ExitCode.OK, run("1001", "--config", configFile.toString(), "--count", "4"), err::toString);
        assertEquals(
            List.of(
                "- state 1001 joining",
                "- state 1001 live securityId=1001",
                TIME + "2Z book 1001 bid ask 10@150",
                TIME + "3Z book 1001 bid 5@149 ask 10@150",
                TIME + "4Z trade 1001 4@150 buy tradeId=77",
                TIME + "4Z book 1001 bid 5@149 ask 6@150"),
            out.toString().lines().map(line -> line.replaceAll(" status=.*", "")).toList());
    }

    @Test
    void shouldFindASymbolInTheDefinitionsAndShowItsTick()
    {
        assertEquals(ExitCode.OK, run("Si-12.26", "--config", configFile.toString(), "--seconds", "2"),
            err::toString);
        final List<String> lines = out.toString().lines().toList();
        assertTrue(lines.contains("- state Si-12.26 joining"), out::toString);
        assertTrue(lines.stream().anyMatch(line -> line.endsWith(
            " state Si-12.26 live securityId=1001 status=ReadyToTrade")), out::toString);
        assertTrue(lines.stream().anyMatch(line -> line.endsWith(" book Si-12.26 bid 5@149 ask 6@150")), out::toString);
    }

    @Test
    void shouldSayThatNoBookCameWhenNothingIsKnownOfTheInstrument()
    {
        assertEquals(ExitCode.CHECK_FAILED, run("RI-12.26", "--config", configFile.toString(), "--seconds", "1"));
        assertEquals("- state RI-12.26 joining\n", out.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "",
        "Si-12.26 --levels 0",
        "Si-12.26 --levels 101 --config DIR/venue.conf",
        "Si-12.26 --seconds 0",
        "Si-12.26 --config DIR/absent",
        "Si-12.26 --config DIR/venue.conf --interface nosuch0"})
    void shouldExplainWhatIsWrongWhenTheCommandLineIs(final String line)
    {
        assertEquals(ExitCode.USAGE, run(line.isEmpty() ? new String[0] : line.replace("DIR", dir.toString())
            .split(" ")), err::toString);
        assertFalse(err.toString().contains("\tat "), err::toString);
    }

    @Test
    void shouldSayThatNoVenueRuns()
    {
        assertEquals(ExitCode.PRECONDITION, run("Si-12.26", "--data", dir.toString()));
        assertTrue(err.toString().contains("no venue runs on this data directory: dataDir=" + dir), err::toString);
    }

    private int run(final String... args)
    {
        return new CommandLine(new WatchCommand())
            .setExecutionExceptionHandler(ExitCode::explain)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(args);
    }
}
