// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import io.bourse.engine.net.TlsOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class PartitionOptionsTest
{
    @TempDir
    private Path dir;

    @Test
    void shouldGiveEachPartitionADirectoryPortsAndGroupsOfItsOwn() throws IOException
    {
        final List<VenueConfig> partitions = load("partitions.count = 3, twime.recovery-port = 0");

        assertEquals(List.of(0, 1, 2), partitions.stream().map(VenueConfig::partition).toList());
        final VenueConfig first = partitions.get(0);
        assertEquals(dir.resolve("partition-0"), first.dataDir());
        assertEquals(9000, first.twime().bindAddress().getPort());
        assertEquals("239.195.1.1:20081", group(first, "simba.orders-log.incremental-a"));
        final VenueConfig last = partitions.get(2);
        assertEquals(3, last.partitions());
        assertEquals(dir.resolve("partition-2"), last.dataDir());
        assertEquals(9200, last.twime().bindAddress().getPort());
        assertEquals(0, last.twime().recoveryAddress().getPort());
        assertEquals(10_078, last.fix().bindAddress().getPort());
        assertEquals(20_290, last.marketData().replay().bindAddress().getPort());
        assertEquals("239.195.21.1:20281", group(last, "simba.orders-log.incremental-a"));
        assertEquals("239.195.21.129:20281", group(last, "simba.orders-log.incremental-b"));
        assertEquals(dir.resolve("partition-2/credentials"), last.credentials());
        assertEquals(dir.resolve("partition-2/fix"), last.fix().storeDirectory());
        assertEquals(dir.resolve("partition-2/history"), last.snapshots().history().directory());
    }

    @Test
    void shouldFindEachPartitionOfTheOtherSiteAtPortsByRule() throws IOException
    {
        final VenueConfig.Site site = load("partitions { count = 3, 1.site.peer = \"venue-g:7\" }, host = cluster, " +
            "credentials = \"/credentials\", site { port = 20130, peer = \"venue-f:20130\", " +
            "gateways = [\"a:20140\", \"b:20150\"], gateway = \"b:20150\" }").get(2).site();

        assertEquals("venue-f:20330", text(site.peer()));
        assertEquals(20_330, site.address().getPort());
        assertEquals(List.of("a:20340", "b:20350"), site.gateways().stream().map(PartitionOptionsTest::text).toList());
        assertEquals("b:20350", text(site.gateway()));
    }

    private static String text(final InetSocketAddress address)
    {
        return address.getHostString() + ":" + address.getPort();
    }

    @Test
    void shouldShareWhoMembersAre() throws IOException
    {
        for (final VenueConfig partition : load("partitions.count = 2"))
        {
            assertEquals(dir.resolve("access.conf"), partition.access().file());
            assertEquals(dir.resolve("fix-passwords"), partition.fixPasswords().file());
            assertEquals(dir.resolve("keys"), partition.clearing().keysDir());
        }
    }

    @Test
    void shouldNotLetPartitionsWriteIntoOneDirectory() throws IOException
    {
        final List<VenueConfig> partitions = load("partitions.count = 2, fix.stores = \"/stores\", " +
            "history.directory = none, partitions.1.marketdata.record.directory = \"/captures\"");

        assertEquals(Path.of("/stores/partition-0"), partitions.get(0).fix().storeDirectory());
        assertEquals(Path.of("/stores/partition-1"), partitions.get(1).fix().storeDirectory());
        assertEquals(null, partitions.get(1).snapshots().history());
        assertEquals(Path.of("/captures"), partitions.get(1).marketData().recording().directory());
    }

    @Test
    void shouldGiveTheFixGatewayOfAllItsOwnStores() throws IOException
    {
        final String gateway = "low-frequency-fix";
        final String enabled = "low-frequency.fix.enabled = true, partitions { count = 2, 0.fix.stores = \"/first\" }";
        final VenueConfig config = VenueConfigLoader.loadLowFrequency(write(enabled), Map.of(), gateway);

        assertEquals(dir.resolve(gateway), config.dataDir());
        assertEquals(dir.resolve(gateway).resolve("fix"), config.fix().storeDirectory());
        assertEquals(9880, config.lowFrequency().fixAddress().getPort());
        assertNull(config.lowFrequency().fixTls());
        assertEquals(dir.resolve("fix-passwords"), config.fixPasswords().file());
        assertTrue(config.snapshots().retention().consumers().contains(gateway));
        assertTrue(load(enabled + ", host = cluster").getFirst().lowFrequency().isFixEnabled());
        assertEquals(Path.of("/stores").resolve(gateway), VenueConfigLoader.loadLowFrequency(
            write(enabled + ", fix.stores = \"/stores\""), Map.of(), gateway).fix().storeDirectory());
        assertEquals(Path.of("/own"), VenueConfigLoader.loadLowFrequency(write(enabled +
            ", low-frequency.fix.stores = \"/own\""), Map.of(), gateway).fix().storeDirectory());
        // The engine of the first partition gives them to the second site.
        assertEquals(Path.of("/stores").resolve(gateway),
            load(enabled + ", fix.stores = \"/stores\"").getFirst().lowFrequency().fixStores());
        assertEquals("venue.low-frequency.enabled", assertThrows(ConfigurationException.class, () ->
            VenueConfigLoader.loadLowFrequency(write(enabled), Map.of(), "low-frequency")).key());
    }

    /** A session is bound to a certificate in each gateway, also in that of TWIME, where it cannot log on. */
    @Test
    void shouldGiveTheFixGatewayOfAllTheTlsOfTheOthersOnAPortOfItsOwn() throws IOException
    {
        final Path store = Files.writeString(dir.resolve("venue.p12"), "keys");
        final String tls = "tls { enabled = true, bind = \"127.0.0.2\", client-certificates = required, " +
            "key-store = \"" + store + "\", trust-store = \"" + store + "\", password-file = \"" + store + "\" }";
        final Path file = write("partitions.count = 2, low-frequency { enabled = true, fix.enabled = true }, " +
            "fix { sessions.A.certificate = \"CN=a\", " + tls + " }, " +
            "twime { access.logins.B.certificate = \"CN=b\", " + tls + " }");
        for (final String gateway : VenueConfig.LowFrequency.NAMES)
        {
            final TlsOptions made =
                VenueConfigLoader.loadLowFrequency(file, Map.of(), gateway).lowFrequency().fixTls();
            assertEquals(new InetSocketAddress("127.0.0.2", 9881), made.address());
            assertEquals(store, made.keyStore());
            assertTrue(made.isClientCertificateRequired());
        }
    }

    @Test
    void shouldPreferWhatThePartitionSaysToTheRule() throws IOException
    {
        final List<VenueConfig> partitions = load("partitions { count = 2, 1 { twime.port = 9500, " +
            "marketdata.simba.orders-log.incremental-a = \"239.9.9.9:20001\", durability = disk } }");

        assertEquals("ram", partitions.get(0).durability());
        assertEquals("disk", partitions.get(1).durability());
        assertEquals(9000, partitions.get(0).twime().bindAddress().getPort());
        assertEquals(9500, partitions.get(1).twime().bindAddress().getPort());
        assertEquals("239.9.9.9:20001", group(partitions.get(1), "simba.orders-log.incremental-a"));
        assertEquals("239.195.11.129:20181", group(partitions.get(1), "simba.orders-log.incremental-b"));
    }

    @Test
    void shouldLoadTheOneThatIsNamed() throws IOException
    {
        final Path file = write("partitions.count = 2");

        final VenueConfig one = VenueConfigLoader.load(file, Map.of("venue.partition", 1));
        assertEquals(dir.resolve("partition-1"), one.dataDir());
        assertTrue(assertThrows(ConfigurationException.class, () -> VenueConfigLoader.load(file, Map.of()))
            .getMessage().contains("the venue has 2 partitions"));
        assertTrue(assertThrows(
            ConfigurationException.class, () -> VenueConfigLoader.load(file, Map.of("venue.partition", 2)))
            .getMessage().contains("must be from 0 to 1"));
    }

    @Test
    void shouldGiveEachMarketADirectoryAndWhatItSays() throws IOException
    {
        final List<VenueConfig> partitions = load("markets { securities { partitions = [2, 0] }, currencies { " +
            "partitions = [1], twime.port = 9500, durability = disk, clearing.approvals = all } }, " +
            "partitions.1.clearing.approvals = none");

        assertEquals(List.of("securities", "currencies", "securities"),
            partitions.stream().map(VenueConfig::market).toList());
        assertEquals(List.of(List.of(0, 2), List.of(1), List.of(0, 2)),
            partitions.stream().map(VenueConfig::together).toList());
        final VenueConfig currencies = partitions.get(1);
        assertEquals(3, currencies.partitions());
        assertEquals(dir.resolve("market-currencies/partition-1"), currencies.dataDir());
        assertEquals(dir.resolve("keys"), currencies.clearing().keysDir());
        assertEquals(9500, currencies.twime().bindAddress().getPort());
        assertEquals(9978, currencies.fix().bindAddress().getPort());
        assertEquals("disk", currencies.durability());
        assertEquals("none", currencies.clearing().approvals());
        assertEquals(dir.resolve("market-securities/partition-2"), partitions.get(2).dataDir());
        assertEquals("exceptions", partitions.get(2).clearing().approvals());
        assertEquals("ram", partitions.get(2).durability());
    }

    @Test
    void shouldLeaveAVenueOfOnePartitionAsItIs() throws IOException
    {
        final VenueConfig only = load("partition = 7").getFirst();

        assertEquals(1, only.partitions());
        assertEquals(7, only.partition());
        assertEquals(dir, only.dataDir());
        assertEquals(9000, only.twime().bindAddress().getPort());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "partitions.count = 11|venue.partitions.count|must be from 1 to 10",
        "partitions.1.twime.prot = 1|venue.partitions.1.twime.prot|there is no such option",
        "partitions.1.data-dir = x|venue.partitions.1.data-dir|there is no such option",
        "partitions.1.partition = 0|venue.partitions.1.partition|there is no such option",
        "partitions.1.partitions.count = 3|venue.partitions.1.partitions.count|there is no such option",
        "markets { a { partitions = [0] }, b { partitions = [2] } }|venue.markets|missing=1",
        "markets { a { partitions = [0] }, b { partitions = [0, 1] } }|venue.markets.b.partitions|of another market",
        "markets { a { partitions = [0] } }|venue.markets|two at least",
        "markets { a { partitions = [0] }, b { partitions = [] } }|venue.markets.b.partitions|one partition",
        "markets { a { partitions = [0] }, b { twime.port = 1 } }|venue.markets.b.partitions|such as [0]",
        "markets { a { partitions = [0] }, bonds-and-more { partitions = [1] } }" +
            "|venue.markets.bonds-and-more.partitions|small letters",
        "markets { a { partitions = [0] }, b { partitions = [1], data-dir = x } }|venue.markets.b.data-dir|no such",
        "partitions.count = 3, markets { a { partitions = [0] }, b { partitions = [1] } }|venue.markets|count=3",
        "low-frequency.enabled = true, markets { a { partitions = [0] }, b { partitions = [1] } }" +
            "|venue.low-frequency.enabled|not for a venue with venue.markets",
        "low-frequency.fix.enabled = true, markets { a { partitions = [0] }, b { partitions = [1] } }" +
            "|venue.low-frequency.fix.enabled|not for a venue with venue.markets",
        "low-frequency.fix.enabled = true|venue.low-frequency.fix.enabled|the gateway of one partition is venue.fix",
        "low-frequency.enabled = true, partitions.count = 2, host = cluster, " +
            "cluster { members = 3, base-port = 9000 }, credentials = \"/c\"" +
            "|venue.low-frequency.enabled|or a cluster of one member",
        "partitions.count = 2, fix.port = 65500|venue.fix.port|give it in venue.partitions.1",
        "partitions.count = 2, marketdata.simba.orders-log.snapshot-a = \"239.195.250.1:1000\"" +
            "|venue.marketdata.simba.orders-log.snapshot-a|would be 260, beyond 255",
        "partitions { count = 2, 1.marketdata.simba.orders-log.snapshot-a = \"239.195.1.1:20081\" }" +
            "|venue.marketdata.simba.orders-log.snapshot-a|partition 1 and partition 0 would send there"})
    void shouldNameWhatIsRefused(final String options, final String key, final String reason)
    {
        final ConfigurationException refused =
            assertThrows(ConfigurationException.class, () -> load(options));

        assertEquals(key, refused.key());
        assertTrue(refused.getMessage().contains(reason), refused::getMessage);
    }

    private List<VenueConfig> load(final String options) throws IOException
    {
        return VenueConfigLoader.loadAll(write(options), Map.of());
    }

    private Path write(final String options) throws IOException
    {
        return Files.writeString(
            dir.resolve("venue.conf"), "venue { data-dir = \"" + dir + "\", " + options + " }");
    }

    private static String group(final VenueConfig config, final String name)
    {
        return config.marketData().feeds().stream().filter(feed -> feed.name().equals(name)).map(FeedNames::address)
            .findFirst().orElseThrow();
    }
}
