// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.deploy.config.MarketDataConfig.Feed;
import io.bourse.marketdata.net.SecondLine;
import io.bourse.marketdata.pitch.PitchLogin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

class MarketDataLoaderTest
{
    private static final Map<String, Object> ALL = Map.of(
        "venue.marketdata.fast.enabled", true,
        "venue.marketdata.pitch.enabled", true,
        "venue.marketdata.index.enabled", true);

    @TempDir
    private Path dir;

    @Test
    void shouldTakeNoShortPasswordOfALogin() throws IOException
    {
        final Path password = Files.writeString(dir.resolve("short"), "secret7\n");
        final ConfigurationException ex = assertThrows(ConfigurationException.class, () -> VenueConfigLoader.load(null,
            Map.of("venue.marketdata.pitch.enabled", true, "venue.marketdata.pitch.logins",
                List.of(Map.of("session", "0001", "user", "AA01", "password-file", password.toString())))));
        assertTrue(ex.getMessage().contains("at least 8 characters: user=AA01"), ex.getMessage());
        assertFalse(ex.getMessage().contains("secret7"), ex.getMessage());
    }

    @Test
    void shouldSendSimbaOnlyOnLoopbackWhenNothingIsGiven()
    {
        final MarketDataConfig config = marketData(Map.of());

        assertEquals("lo", config.networkInterface());
        assertEquals(0, config.ordersLog().timeToLive());
        assertNotNull(config.ordersLog().incrementalA());
        assertNotNull(config.ordersLog().incrementalB());
        assertEquals(8, config.ordersLog().version());
        assertEquals(List.of(), config.recording().feeds());
        assertEquals(Path.of("data/capture"), config.recording().directory());
        assertTrue(config.replay().bindAddress().getAddress().isLoopbackAddress());
        assertEquals(
            List.of(
                "simba.orders-log.incremental-a 239.195.1.1:20081",
                "simba.orders-log.incremental-b 239.195.1.129:20081",
                "simba.orders-log.snapshot-a 239.195.1.2:20082",
                "simba.orders-log.snapshot-b 239.195.1.130:20082",
                "simba.fut-info.replay-a 239.195.1.3:20083",
                "simba.fut-info.replay-b 239.195.1.131:20083",
                "simba.fut-info.incremental-a 239.195.1.4:20084",
                "simba.fut-info.incremental-b 239.195.1.132:20084",
                "simba.opt-info.replay-a 239.195.1.5:20085",
                "simba.opt-info.replay-b 239.195.1.133:20085",
                "simba.opt-info.incremental-a 239.195.1.6:20086",
                "simba.opt-info.incremental-b 239.195.1.134:20086"),
            config.feeds().stream().map(feed -> feed.name() + " " + FeedNames.address(feed)).toList());
    }

    @Test
    void shouldHaveALeaseOnlyWithANumber()
    {
        assertNull(marketData(Map.of()).lease());
        assertEquals(new MarketDataConfig.Lease(77, Duration.ofSeconds(2)), marketData(Map.of(
            "venue.marketdata.lease.gateway-id", 77, "venue.marketdata.lease.duration", "2 s")).lease());
    }

    @Test
    void shouldHaveAnAddressOfItsOwnForEveryFeedWhenAllAreSent()
    {
        final MarketDataConfig config = marketData(ALL);

        assertEquals(config.allFeeds(), config.feeds());
        assertEquals(12 + 36 + 3, config.feeds().size());
        assertEquals(51, Set.copyOf(config.feeds().stream().map(Feed::address).toList()).size());
        assertEquals(51, Set.copyOf(config.feeds().stream().map(Feed::name).toList()).size());
        assertEquals(Set.of(1, 5, 20, 50), config.fast().books().keySet());
        assertEquals(
            List.of("fast.fut-info.replay-a", "fast.fut-info.replay-b", "fast.fut-info.incremental-a",
                "fast.fut-info.incremental-b"),
            config.feeds().stream().map(Feed::name).filter(name -> name.startsWith("fast.fut-info")).toList());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "simba                             | 12",
        "fast                              | 36",
        "pitch                             | 3",
        "simba.orders-log                  | 4",
        "simba.orders-log.incremental      | 2",
        "simba.orders-log.incremental-b    | 1",
        "fast.fo-book-5                    | 4",
        "pitch.unit                        | 2",
        "pitch.gap-response                | 1",
        "239.195.1.129:20081               | 1",
        "239.195.1.129:20082               | 0",
        "fast.fo-book                      | 0",
        "simba.                            | 0",
        "''                                | 0"})
    void shouldFindFeedsByTheirNames(final String name, final int count)
    {
        assertEquals(count, FeedNames.select(marketData(ALL).feeds(), List.of(name)).size());
    }

    @Test
    void shouldShareNothingWithAnotherVenueWhenAllOnesOwnIsAskedFor() throws IOException
    {
        final Path password = Files.writeString(dir.resolve("password"), "secret-8\n");
        final Map<String, Object> options = LoopbackFeeds.options("239.195.99");
        options.putAll(ALL);
        options.put("venue.marketdata.pitch.logins",
            List.of(Map.of("session", "0001", "user", "AA01", "password-file", password.toString())));
        final MarketDataConfig config = marketData(options);

        final Set<String> networks = new TreeSet<>();
        final Set<Integer> ports = new TreeSet<>();
        config.feeds().forEach(feed ->
        {
            networks.add(feed.address().getAddress().getHostAddress().replaceAll("\\.[0-9]+$", ""));
            ports.add(feed.address().getPort());
        });
        assertEquals(Set.of("239.195.99"), networks);
        assertEquals(1, ports.size());
        assertEquals(List.of(0, 0, 0, 0, 0, 0, 0), List.of(
            config.replay().bindAddress().getPort(),
            config.fast().ordersLogReplay().getPort(),
            config.fast().tradesReplay().getPort(),
            config.fast().indexReplay().getPort(),
            config.pitch().recovery().gapServer().getPort(),
            config.pitch().recovery().spinServer().getPort(),
            config.obligations().http().getPort()));
    }

    @Test
    void shouldBoundTheHistoryOfPitchWhichIsInMemory()
    {
        assertEquals(1 << 14, MarketDataLoader.pitchHistory(1 << 20));
        assertEquals(1 << 20, MarketDataLoader.pitchHistory(1 << 26));
        assertEquals(1 << 20, MarketDataLoader.pitchHistory(1 << 30));
    }

    @Test
    void shouldTakeWhatIsGiven() throws IOException
    {
        final Path password = Files.writeString(dir.resolve("password"), "secret-8\n");
        final Path file = Files.writeString(dir.resolve("venue.conf"), """
            venue.marketdata {
              sides = B, simba.version = 9, simba.snapshot-cycle = 300 ms, history = 2 MiB, bind = "127.0.0.2"
              fast { enabled = true, conflation = 0 ms, fo-book-20.snapshot-b = "239.9.9.9:9999" }
              pitch { enabled = true, quota.messages = 7
                logins = [{ session = "0001", user = AA01, password-file = "PASSWORD" }] }
              record { feeds = [simba.orders-log, "239.9.9.9:9999"], file-size = 1 MiB, files = 0 }
            }
            """.replace("PASSWORD", password.toString()));
        final MarketDataConfig config = VenueConfigLoader.load(file, Map.of()).marketData();

        assertNull(config.ordersLog().incrementalA());
        assertEquals(config.address("simba.orders-log.incremental-b"),
            config.ordersLog().incrementalB().socketAddress());
        assertEquals(9, config.ordersLog().version());
        assertEquals(300_000_000, config.ordersLog().snapshotCycleNs());
        assertEquals(2 << 20, config.historyBytes());
        assertEquals(0, config.fast().conflationNs());
        assertEquals(9999, config.fast().books().get(20).snapshotB().port());
        assertEquals(InetAddress.getByName("127.0.0.2"), config.pitch().recovery().spinServer().getAddress());
        assertEquals(7, config.pitch().recovery().maxGapMessages());
        assertEquals(List.of(new PitchLogin("0001", "AA01", "secret-8")), config.pitch().recovery().logins());
        assertFalse(config.toString().contains("secret"));
        assertEquals(5, FeedNames.select(config.feeds(), config.recording().feeds()).size());
        assertEquals(new MarketDataConfig.Recording(
            List.of("simba.orders-log", "239.9.9.9:9999"), Path.of("data/capture"), 1 << 20, 0), config.recording());

        Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-r-----"));
        final UncheckedIOException open =
            assertThrows(UncheckedIOException.class, () -> VenueConfigLoader.load(file, Map.of()));
        assertTrue(open.getCause().getMessage().contains("chmod go= " + password), open.getCause().getMessage());
    }

    @Test
    void shouldSendASecondLineOfAllFeedsOrNone() throws IOException
    {
        final Path file = Files.writeString(dir.resolve("venue.conf"), """
            venue.marketdata { fast.enabled = true, pitch.enabled = true,
              second-line { enabled = true, network-step = 7 } }
            """);
        final MarketDataConfig config = VenueConfigLoader.load(file, Map.of()).marketData();

        assertEquals(new SecondLine("lo", 7), config.ordersLog().secondLine());
        for (final SecondLine each : List.of(config.futInfo().secondLine(), config.optInfo().secondLine(),
            config.fast().secondLine(), config.pitch().secondLine()))
        {
            assertEquals(config.secondLine(), each);
        }
        assertEquals(config.feeds().size(), config.secondAddresses().size());
        assertEquals("239.195.8.1", config.secondAddresses().getFirst().getAddress().getHostAddress());

        Files.writeString(file, """
            venue.marketdata { second-line { enabled = true, network-step = 1 },
              simba.orders-log.snapshot-a = "239.195.2.1:20081" }
            """);
        final ConfigurationException refused =
            assertThrows(ConfigurationException.class, () -> VenueConfigLoader.load(file, Map.of()));
        assertTrue(refused.getMessage().contains("would send to a group of the first: 239.195.2.1:20081"),
            refused::getMessage);
        Files.writeString(file, "venue { marketdata.second-line.enabled = true, partitions { count = 2, " +
            "1.marketdata.simba.orders-log.incremental-a = \"239.195.6.1:20081\" } }");
        assertTrue(assertThrows(ConfigurationException.class, () -> VenueConfigLoader.loadAll(file, Map.of()))
            .getMessage().contains("partition 1 and partition 0 would send there"));
        assertNull(VenueConfigLoader.load(null, Map.of()).marketData().ordersLog().secondLine());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "interface = nosuch0 | interface                      | nosuch0    | no such network",
        "time-to-live = 256                              | time-to-live                   | 256        | 0 to 255",
        "sides = a                                       | sides                          | a          | A, B, both",
        "second-line.network-step = 0                    | second-line.network-step       | 0          | at least 1",
        "second-line { enabled = true, network-step = 255 } | second-line.network-step     | 255        | beyond 255",
        "second-line.interface = nosuch0                 | second-line.interface          | nosuch0    | no such",
        "heartbeat = 10 ms                               | heartbeat                      | 10 ms      | 100 ms",
        "history = 1000                                  | history                        | 1000       | 1048576",
        "simba.version = 7                               | simba.version                  | 7          | at least 8",
        "simba.version = 10                              | simba.version                  | 10         | 8 to 9",
        "simba.snapshot-cycle = 0 s                      | simba.snapshot-cycle           | 0 s        | 1 ms",
        "simba.replay-port = 65536                       | simba.replay-port              | 65536      | 0 to 65535",
        "simba.incremental-a = \"239.1.1.1:1\" | simba.incremental-a            | 239.1.1.1  | no such option",
        "simba.fut-info.replay-a = \"10.0.0.1:5\"        | simba.fut-info.replay-a        | 10.0.0.1:5 | multicast",
        "fast.index.snapshot-b = \"239.1.1.1\"           | fast.index.snapshot-b          | 239.1.1.1  | group:port",
        "fast.fo-trades.snapshot-b = \"239.1.1.1:0\"     | fast.fo-trades.snapshot-b      | 239.1.1.1:0 | 1 to 65535",
        "fast.fo-book-1.snapshot-a = \"239.195.1.1:20081\" | fast.fo-book-1.snapshot-a | 239.195.1.1 | incremental-a",
        "fast.conflation = 11 s                          | fast.conflation                | 11 s       | 10000 ms",
        "pitch.quota.messages = 0                        | pitch.quota.messages           | 0          | at least 1",
        "pitch.logins = [{session = 1, user = AA01}]     | pitch.logins                   | session    | four letters",
        "pitch.logins = [{name = AA01}] | pitch.logins                   | name       | no such option",
        "pitch.logins = [{session = AA01, user = AA01}]  | pitch.logins.password-file     | ''         | give either",
        "index.enabled = true                            | index.enabled                  | true       | fast.enabled",
        "obligations.bind = \"0.0.0.0\"                  | obligations.bind               | 0.0.0.0    | loopback",
        "record.feeds = [fast]                           | record.feeds                   | [fast]     | no feed",
        "record.file-size = 10                           | record.file-size               | 10         | 1048576",
        "record.directory = \"\"                         | record.directory               | ''         | empty"})
    void shouldNameKeyValueAndReasonWhenAValueIsRefused(
        final String line, final String key, final String value, final String reason) throws IOException
    {
        final Path file = Files.writeString(dir.resolve("venue.conf"), "venue.marketdata { " + line + " }");

        final String message =
            assertThrows(ConfigurationException.class, () -> VenueConfigLoader.load(file, Map.of())).getMessage();

        assertTrue(message.contains("key=venue.marketdata." + key + " "), message);
        assertTrue(message.contains("value=") && message.contains(value), message);
        assertTrue(message.contains(reason), message);
    }

    private static MarketDataConfig marketData(final Map<String, Object> options)
    {
        return VenueConfigLoader.load(null, new HashMap<>(options)).marketData();
    }
}
