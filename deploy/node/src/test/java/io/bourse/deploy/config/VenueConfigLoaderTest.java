// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import io.bourse.clearing.run.operator.ClearingSchedule;
import io.bourse.engine.host.history.HistoryOptions;
import io.bourse.engine.host.retention.RetentionOptions;
import io.bourse.engine.protocol.TradingDates;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class VenueConfigLoaderTest
{
    @TempDir
    private Path dir;

    @Test
    void shouldTakeAValueForAKeyWhoseDefaultRefersToAnother()
    {
        assertEquals(Path.of("/keys"),
            VenueConfigLoader.load(null, Map.of("venue.clearing.keys-dir", "/keys")).clearing().keysDir());
    }

    /** A calendar whose days with trading are counted from today, as the test knows no clock of the loader. */
    @Test
    void shouldBeginOnTheNextTradingDayOfTheMarket() throws IOException
    {
        final LocalDate today = LocalDate.now(ClearingSchedule.ZONE);
        final String all = "MON TUE WED THU FRI SAT SUN,yes,";
        Files.writeString(dir.resolve("trading-days.csv"), "market,day,trades,note\n," + all + "\n" +
            "," + date(today, 0) + ",no,\n," + date(today, 1) + ",no,\ngoods," + all + "\ngoods," + date(today, 0) +
            ",no,\ngoods," + date(today, 1) + ",no,\ngoods," + date(today, 2) + ",no,\n");
        // A day later when it is midnight meanwhile: the first days with trading stay the same.
        assertEquals(date(today, 2), firstDate(Map.of()));
        final Map<String, Object> markets =
            Map.of("venue.markets.fx.partitions", List.of(0), "venue.markets.goods.partitions", List.of(1));
        assertEquals(date(today, 2), firstDate(with(markets, "venue.partition", 0)), "calendar of the whole venue");
        assertEquals(date(today, 3), firstDate(with(markets, "venue.partition", 1)));
        assertEquals(20_261_104, firstDate(Map.of("venue.trading-date", 20_261_104)));
    }

    /** The start reads the table again and names its line. */
    @Test
    void shouldLoadWhatACalendarWithAnErrorDoesNotBelongTo() throws IOException
    {
        Files.writeString(dir.resolve("trading-days.csv"), "market,day,trades,note\n,SOMEDAY,yes,\n");
        final VenueConfig config = VenueConfigLoader.load(null, Map.of("venue.reference-data", dir.toString()));
        assertTrue(TradingDates.isDate(config.tradingDate()));
        assertTrue(assertThrows(ConfigurationException.class, () ->
            ReferenceDataReader.readTradingDays(dir.toString())).getMessage().contains("line 2"));
    }

    private int firstDate(final Map<String, ?> options)
    {
        return VenueConfigLoader.load(null, with(options, "venue.reference-data", dir.toString())).tradingDate();
    }

    private static Map<String, Object> with(final Map<String, ?> options, final String key, final Object value)
    {
        final Map<String, Object> all = new HashMap<>(options);
        all.put(key, value);
        return all;
    }

    private static int date(final LocalDate today, final int days)
    {
        return Integer.parseInt(DateTimeFormatter.BASIC_ISO_DATE.format(today.plusDays(days)));
    }

    @Test
    void shouldLoadDefaultsWhenNothingIsGiven()
    {
        final VenueConfig config = VenueConfigLoader.load(null, Map.of());

        assertTrue(config.twime().bindAddress().getAddress().isLoopbackAddress());
        assertTrue(config.fix().bindAddress().getAddress().isLoopbackAddress());
        assertEquals(9001, config.twime().recoveryAddress().getPort());
        assertEquals(0, config.twime().retransmitDelayNs());
        assertEquals("ram", config.durability());
        assertFalse(config.host().isCluster());
        assertEquals(Path.of("data/keys"), config.clearing().keysDir());
        assertEquals(Duration.ofHours(1), config.snapshots().interval());
        assertEquals(RetentionOptions.DEFAULT, config.snapshots().retention());
        assertEquals(
            new HistoryOptions(Path.of("data/history"), 32L * 1024 * 1024), config.snapshots().history());
        assertNull(VenueConfigLoader.load(null, Map.of("venue.history.directory", "none")).snapshots().history());
    }

    @Test
    void shouldPreferOverrideToFileToDefault() throws IOException
    {
        final Path file = Files.writeString(
            dir.resolve("venue.conf"), "venue { twime.port = 9100, fix.port = 9101, data-dir = \"/tmp/x\" }");

        final VenueConfig config = VenueConfigLoader.load(file, Map.of("venue.fix.port", 9102));

        assertEquals(9100, config.twime().bindAddress().getPort());
        assertEquals(9102, config.fix().bindAddress().getPort());
        assertEquals(Path.of("/tmp/x/keys"), config.clearing().keysDir());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "venue.twime.prot = 9000                   | venue.twime.prot              | 9000          | no such option",
        "venue.twime.port = 70000                  | venue.twime.port              | 70000         | 0 to 65535",
        "venue.twime.port = abc                    | venue.twime.port              | abc           | NUMBER",
        "venue.twime.recovery-port = 70000         | venue.twime.recovery-port     | 70000         | 0 to 65535",
        "venue.twime.retransmit-delay = 2 minutes  | venue.twime.retransmit-delay  | 2 minutes     | 60000 ms",
        "venue.twime = 5                          | venue.twime.bind              | ''            | twime",
        "venue = 5                                | venue.data-dir                | ''            | venue",
        "venue.markets = 5                        | venue.markets                 | 5             | section",
        "venue.twime.max-sessions = null          | venue.twime.max-sessions      | ''            | null",
        "venue.durability = tape                   | venue.durability              | tape          | ram, disk",
        "venue.host = trio                         | venue.host                    | trio          | solo, cluster",
        "venue.cluster.members = 2                 | venue.cluster.members         | 2             | odd number",
        "venue.cluster.members = 3                 | venue.cluster.base-port       | 0             | must be given",
        "'venue.cluster { members = 3, base-port = 9100 }' | venue.credentials | data/credentials | same ones",
        "venue.cluster.member-id = 1               | venue.cluster.member-id       | 1             | 0 to 0",
        "venue.cluster.backup = true               | venue.cluster.backup          | true          | base-port",
        "'venue.cluster { base-port = 9100, hosts = [a, b] }' | venue.cluster.hosts | [a, b] | host of each",
        "venue.cluster.hosts = [a]                 | venue.cluster.hosts           | [a]           | base-port",
        "'venue.cluster { base-port = 9100, hosts = [\"0.0.0.0\"] }' | venue.cluster.hosts | [0.0.0.0] | one machine",
        "'venue.cluster { base-port = 9100, hosts = [\"a:1\"] }' | venue.cluster.hosts | [a:1] | IPv4",
        "'venue { credentials = c, cluster { members = 3, base-port = 9100, hosts = [a, localhost, b] } }' " +
            "| venue.cluster.hosts | [a, localhost, b] | not mix",
        "'venue.cluster { base-port = 9100, hosts = [a], backup = true }' | venue.cluster.hosts | [a] | backup-host",
        "venue.cluster.component-host = a          | venue.cluster.component-host  | a             | base-port",
        "'venue.cluster { base-port = 9100, component-host = a }' | venue.cluster.component-host | a | host = cluster",
        "'venue { host = cluster, cluster { base-port = 9100, component-host = a } }' | venue.cluster.component-host " +
            "| a | watermark",
        "venue.marketdata.watermark = \"10.0.0.1:5\" | venue.marketdata.watermark    | 10.0.0.1:5    | multicast",
        "venue.clock.error-limit = 99 ns           | venue.clock.error-limit       | 99 ns         | 100 ns to 60000",
        "venue.engine.ring-size = 1000             | venue.engine.ring-size        | 1000          | power of two",
        "venue.fix.public-first-timeout = 1 h      | venue.fix.public-first-timeout | 1 h          | 1000 ms",
        "venue.snapshot.interval = 10 ms           | venue.snapshot.interval       | 10 ms         | at least 1 s",
        "venue.retention.snapshots = 1             | venue.retention.snapshots     | 1             | 2 to 1000",
        "venue.history.rate = 1 KiB                | venue.history.rate            | 1 KiB         | faster than",
        "venue.retention.consumers = [\"a b\"]      | venue.retention.consumers     | [a b]         | letters",
        "venue.console.alertmanager = \"http://10.0.0.1:9093\" | venue.console.alertmanager | http://10 | loopback",
        "venue.console.alertmanager = \"http://localhost:1\" | venue.console.alertmanager | http://localhost | literal",
        "venue.console.alertmanager = \"ftp://127.0.0.1\" | venue.console.alertmanager | ftp://127 | https://HOST:PORT",
        "venue.trading-date = 20261301             | venue.trading-date            | 20261301      | YYYYMMDD",
        "venue.data-dir = \"\"                      | venue.data-dir                | ''            | empty"})
    void shouldNameKeyValueAndReasonWhenAValueIsRefused(
        final String line, final String key, final String value, final String reason) throws IOException
    {
        final Path file = Files.writeString(dir.resolve("venue.conf"), line);

        final String message =
            assertThrows(ConfigurationException.class, () -> VenueConfigLoader.load(file, Map.of())).getMessage();

        assertTrue(message.contains("key=" + key + " "), message);
        assertTrue(message.contains("value=" + value), message);
        assertTrue(message.contains(reason), message);
    }

    @Test
    void shouldRefuseAFileThatIsMissingOrNotHocon() throws IOException
    {
        final Path broken = Files.writeString(dir.resolve("venue.conf"), "venue { twime {");

        assertThrows(ConfigurationException.class, () -> VenueConfigLoader.load(dir.resolve("absent"), Map.of()));
        assertThrows(ConfigurationException.class, () -> VenueConfigLoader.load(broken, Map.of()));
    }
}
