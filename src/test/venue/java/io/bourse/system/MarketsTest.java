// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.config.MarketDataConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.MulticastReceiver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A venue of three markets: each has a session, a clearing and an end of its own.
 */
@Tag("venue")
class MarketsTest
{
    private static final int GATEWAY_ID = 77;
    private static final int RECEIVE_BUFFER = 1024 * 1024;
    private static final int DOLLARS = 5002;
    private static final long PRICE_E5 = 9_234_000;
    private static final List<String> PLACES =
        List.of("market-currencies/partition-1", "market-derivatives/partition-0", "market-securities/partition-2");

    @TempDir
    private Path dir;

    private VenueProcess venue;

    @AfterEach
    void closeAll()
    {
        if (null != venue)
        {
            venue.close();
        }
        PLACES.forEach(place -> VenueProcess.clean(dir.resolve("data").resolve(place)));
    }

    @Test
    void shouldTradeAndClearEachMarketByItselfAndGoOnWithoutOne() throws Exception
    {
        final Path data = dir.resolve("data");
        final Map<String, Object> options = TestVenue.options(data);
        options.put("venue.trading-date", 20261103);
        options.put("venue.markets.derivatives.partitions", List.of(0));
        options.put("venue.markets.currencies.partitions", List.of(1));
        options.put("venue.markets.currencies.marketdata.second-line.enabled", true);
        options.put("venue.markets.securities.partitions", List.of(2));
        final Path config = dir.resolve("venue.conf");
        VenueProcess.writeConfig(config, options);
        final Path currencies = data.resolve(PLACES.getFirst());
        CredentialStore.in(currencies).createMissing().add(Principal.gateway(GATEWAY_ID));
        venue = VenueProcess.startReady("start", "--config", config.toString());

        assertEquals(List.of("market currencies", "market derivatives", "market securities"),
            done("session", "show", "--data", data.toString()).lines()
                .filter(line -> line.startsWith("market")).toList());
        assertTrue(Files.readString(currencies.resolve("instruments.csv")).lines().count() <
            Files.readString(data.resolve(PLACES.get(1)).resolve("instruments.csv")).lines().count());
        assertPublishedTwice(VenueConfigLoader.load(config, Map.of("venue.partition", 1)).marketData(),
            () ->
            {
                trade(currencies, 0);
                return null;
            });

        done("phase", "--all", "HALTED", "--market", "securities", "--data", data.toString());
        assertEquals(List.of("open", "open", "halted"), states(data));

        done("clearing", "intraday", "--market", "currencies", "--data", data.toString());
        done("clearing", "evening", "--market", "currencies", "--data", data.toString());
        done("clearing", "intraday", "--market", "derivatives", "--data", data.toString());
        assertEquals(List.of("20261103/1-I", "20261103/2-E"), runs(data.resolve("market-currencies")));
        assertEquals(List.of("20261103/1-I"), runs(data.resolve("market-derivatives")));
        assertEquals(List.of(), runs(data.resolve("market-securities")));
        final String proved =
            done("clearing", "verify", "20261103/2-E", "--market", "currencies", "--data", data.toString());
        assertFalse(proved.contains("BREAK"), proved);
        assertTrue(Files.exists(data.resolve(
            "market-currencies/clearing/20261103/2-E/reports/w1/AA_mon_E_20261103_000000002_currencies_r1.csv.zst")));
        assertTrue(done("sql", "20261103/2-E", "select units from obligations", "--csv", "--market",
            "currencies", "--data", data.toString()).contains("-3000"));
        assertEquals(List.of("closed", "open", "halted"), states(data));

        // The next day is a holiday, on which derivatives alone are traded.
        assertEquals(
            List.of("market currencies", "date 20261104  no trading day, the next one is 20261105",
                "market derivatives", "date 20261104", " 1  I  14:00  to be done", " 2  E  18:50  to be done",
                "market securities", "date 20261104  no trading day, the next one is 20261105"),
            done("clearing", "plan", "--date", "20261104", "--data", data.toString()).lines()
                .map(line -> line.replaceAll("(DUE|LATER) +", "to be done")).toList());
        assertTrue(Files.readString(data.resolve("market-currencies/clearing/20261103/2-E/report.html"))
            .contains("<dt>Next trading day</dt><dd>20261105</dd>"));
        done("session", "open", "--next", "--market", "currencies", "--data", data.toString());
        assertEquals(List.of("20261105", "20261103", "20261103"),
            done("session", "show", "--data", data.toString()).lines().filter(line -> line.startsWith("session "))
                .map(line -> line.replaceAll(".*date (\\d+).*", "$1")).toList());

        ProcessHandle.of(VenueProcess.descriptor(data.resolve(PLACES.get(2))).pid()).orElseThrow().destroyForcibly();
        TestEngine.await("the end is said", () -> venue.out().stream().anyMatch(line ->
            line.startsWith("partition 2  has ended") && line.contains("partitions that go on: 0, 1;")));
        trade(currencies, 1);
        done("clearing", "intraday", "--market", "currencies", "--data", data.toString());
        done("clearing", "evening", "--market", "derivatives", "--data", data.toString());
        done("session", "open", "--next", "--market", "derivatives", "--data", data.toString());
        assertTrue(done("session", "show", "--market", "derivatives", "--data", data.toString())
            .contains("date 20261104  open"));
        assertEquals(3, VenueProcess.execute("session", "show", "--data", data.toString()).exitCode());
    }

    /** The packets of trading come by the second line, too, byte for byte. */
    private static void assertPublishedTwice(final MarketDataConfig feeds, final Callable<Void> trading)
        throws Exception
    {
        final InetSocketAddress group = feeds.address("simba.orders-log.incremental-a");
        final MulticastEndpoint first = new MulticastEndpoint(group.getAddress(), group.getPort());
        final List<String> sent = new ArrayList<>();
        final List<String> repeated = new ArrayList<>();
        final NetworkInterface loopback = NetworkInterface.getByName("lo");
        try (MulticastReceiver ofFirst = new MulticastReceiver(first, loopback, RECEIVE_BUFFER);
            MulticastReceiver ofSecond =
                new MulticastReceiver(feeds.secondLine().endpoint(first), loopback, RECEIVE_BUFFER))
        {
            trading.call();
            TestEngine.await("two orders by both lines", () ->
            {
                receive(ofFirst, sent);
                receive(ofSecond, repeated);
                return sent.size() >= 2 && sent.equals(repeated);
            });
        }
    }

    private static void receive(final MulticastReceiver receiver, final List<String> packets)
    {
        for (int length = receiver.receive(); length > 0; length = receiver.receive())
        {
            final byte[] bytes = new byte[length];
            receiver.buffer().getBytes(0, bytes);
            packets.add(HexFormat.of().formatHex(bytes));
        }
    }

    /** Three thousand dollars that no register has. */
    private static void trade(final Path partition, final long sent) throws Exception
    {
        try (EngineClient client = VenueProcess.connect(partition))
        {
            send(client, new OrderSender(client, GATEWAY_ID, 1, "AA01000").sequence(sent), Side.BUY);
            send(client, new OrderSender(client, GATEWAY_ID, 2, "BB01000").sequence(sent), Side.SELL);
        }
    }

    private static void send(final EngineClient client, final OrderSender sender, final Side side)
    {
        final long before = client.endCursor();
        sender.newOrder(DOLLARS, side, TimeInForce.DAY, PRICE_E5, 3);
        TestEngine.await("the order", () -> client.endCursor() > before);
    }

    /** Of the sessions, in the order of the codes of their markets. */
    private static List<String> states(final Path data)
    {
        return done("session", "show", "--data", data.toString()).lines().filter(line -> line.startsWith("session "))
            .map(line -> line.substring(line.lastIndexOf(' ') + 1)).toList();
    }

    private static List<String> runs(final Path market) throws IOException
    {
        final Path date = market.resolve("clearing/20261103");
        if (!Files.isDirectory(date))
        {
            return List.of();
        }
        try (Stream<Path> files = Files.list(date))
        {
            return files.map(file -> "20261103/" + file.getFileName()).sorted().toList();
        }
    }

    private static String done(final String... arguments)
    {
        final VenueProcess.Result result = VenueProcess.execute(arguments);
        assertEquals(0, result.exitCode(), result::toString);
        return result.out();
    }
}
