// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import io.bourse.clearing.cashmarket.DeliveryParameters;
import io.bourse.clearing.funds.FundsParameters;
import io.bourse.deploy.node.VenueClearing;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The files of docs/examples, which an operator begins with.
 */
class ExamplesTest
{
    private static final Path EXAMPLES =
        Path.of(System.getProperty("bourse.root", "../..")).resolve("docs/examples");
    /** The interface that they name need not be on the machine of the test. */
    private static final Map<String, Object> HERE = Map.of("venue.marketdata.interface", "lo");

    @Test
    void shouldLoadEachOfThem() throws IOException
    {
        try (Stream<Path> files = Files.list(EXAMPLES))
        {
            final List<Path> all = files.filter(Files::isRegularFile).toList();
            assertEquals(9, all.size(), all::toString);
            all.forEach((file) -> VenueConfigLoader.loadAll(file, HERE));
        }
    }

    /** What is traded on 25 November 2026 for the next day: banks of the United States are closed then. */
    @Test
    void shouldGiveEachMarketDeliveriesOfItsOwn() throws IOException
    {
        final Path markets = EXAMPLES.resolve("three-markets");
        assertEquals(Set.of("derivatives", "currencies", "securities"),
            Set.copyOf(VenueConfigLoader.loadAll(EXAMPLES.resolve("three-markets.conf"), HERE).stream()
                .map(VenueConfig::market).toList()));
        final DeliveryParameters currencies = FundsParameters.read(Files.readAllBytes(
            markets.resolve("currencies").resolve(VenueClearing.FUNDS_PARAMETERS))).delivery();
        assertEquals(List.of(20261127, 20261127, 20261126), Stream.of(
            currencies.days("USD", "CNY"), currencies.days("USD", ""), currencies.days("CNY", ""))
            .map(days -> days.plus(20261125, 1)).toList());
        final DeliveryParameters securities = FundsParameters.read(Files.readAllBytes(
            markets.resolve("securities").resolve(VenueClearing.FUNDS_PARAMETERS))).delivery();
        assertEquals(20261126, securities.days("SBER", "").plus(20261125, 1));
        assertEquals(20261105, securities.days("SBER", "").plus(20261103, 1), "Unity Day");
    }

    @Test
    void shouldSayWhereEverythingIs()
    {
        final VenueConfig.Host members = host("three-hosts.conf");
        assertEquals(List.of("venue-a", "venue-b", "venue-c"), members.hosts());
        assertEquals(List.of(20_110, 20_114, 20_118),
            members.endpoints().stream().map((member) -> member.ingressPort()).toList());
        assertFalse(members.isWithoutMember() || members.hasBackup() || members.isOnLoopback());
        assertFalse(host("one-host.conf").isCluster());
        assertTrue(host("gateways.conf").isWithoutMember() && host("feeds.conf").isWithoutMember());
        assertEquals(members.endpoints(), host("gateways.conf").endpoints());
        final VenueConfig.Host withBackup = host("three-hosts-backup.conf");
        assertTrue(withBackup.hasBackup());
        assertEquals("venue-f", withBackup.backupHost());
        assertEquals(members.endpoints(), withBackup.endpoints());
    }

    @Test
    void shouldHaveAStandbyOnPortsAndWithStoresOfItsOwn()
    {
        final VenueConfig active = VenueConfigLoader.load(EXAMPLES.resolve("one-host.conf"),
            Map.of("venue.marketdata.interface", "lo", "venue.data-dir", "/var/lib/bourse"));
        final VenueConfig standby = VenueConfigLoader.load(EXAMPLES.resolve("standby.conf"), HERE);
        assertTrue(standby.standby().isEnabled() && !active.standby().isEnabled());
        assertNotEquals(active.fix().storeDirectory(), standby.fix().storeDirectory());
        assertEquals(active.fixPasswords().file(), standby.fixPasswords().file());
        assertEquals(active.access().file(), standby.access().file());
        assertEquals(6, Stream.of(active, standby).flatMap((venue) -> Stream.of(venue.twime().bindAddress(),
            venue.twime().recoveryAddress(), venue.fix().bindAddress())).distinct().count());
    }

    @Test
    void shouldHaveTwoSitesThatAskEachOther()
    {
        final VenueConfig first = VenueConfigLoader.load(EXAMPLES.resolve("first-site.conf"), HERE);
        final VenueConfig second = VenueConfigLoader.load(EXAMPLES.resolve("second-site.conf"), HERE);
        assertEquals(first.site().peer(), second.site().address());
        assertEquals(second.site().peer(), first.site().address());
        assertEquals(first.credentials(), second.credentials());
        assertEquals(first.host().backupHost(), second.host().hosts().getFirst());
        assertEquals(second.host().backupHost(), first.host().hosts().getFirst());
        final ConfigurationException solo = assertThrows(ConfigurationException.class, () ->
            VenueConfigLoader.load(EXAMPLES.resolve("one-host.conf"),
                Map.of("venue.marketdata.interface", "lo", "venue.site.port", 20_130)));
        assertEquals("venue.site.port", solo.key());
        final ConfigurationException peer = assertThrows(ConfigurationException.class, () ->
            VenueConfigLoader.load(null, Map.of("venue.host", "cluster", "venue.site.peer", "venue-a",
                "venue.credentials", "/etc/bourse/credentials")));
        assertEquals("venue.site.peer", peer.key());
        final ConfigurationException credentials = assertThrows(ConfigurationException.class, () ->
            VenueConfigLoader.load(null, Map.of("venue.host", "cluster", "venue.site.peer", "venue-a:20130")));
        assertEquals("venue.credentials", credentials.key());
        // A lease holds for all members or for none, and needs where to hear of the backup.
        for (final Map<String, Object> other : List.<Map<String, Object>>of(
            Map.of("venue.cluster.members", 3, "venue.cluster.hosts", List.of("a", "b", "c")),
            Map.of("venue.site.port", 0), Map.of("venue.site.lease", "4 s")))
        {
            final Map<String, Object> options = new HashMap<>(HERE);
            options.put("venue.site.lease", "30 s");
            options.putAll(other);
            assertEquals("venue.site.lease", assertThrows(ConfigurationException.class, () ->
                VenueConfigLoader.load(EXAMPLES.resolve("first-site.conf"), options)).key());
        }
    }

    @Test
    void shouldGiveFilesAtThePlaceOfEachMemberAndGateway()
    {
        final Map<String, Object> options = new HashMap<>(HERE);
        options.putAll(Map.of("venue.cluster.members", 3, "venue.cluster.hosts", List.of("a", "b", "c"),
            "venue.site.gateways", List.of("gw-a:20140", "gw-b:20140"), "venue.site.gateway", "gw-b:20140"));
        final VenueConfig config = VenueConfigLoader.load(EXAMPLES.resolve("first-site.conf"), options);
        assertEquals(List.of("venue-a:20130", "b:20131", "c:20132"), IntStream.range(0, 3)
            .mapToObj((memberId) -> config.siteAddress(memberId).getHostString() + ":" +
                config.siteAddress(memberId).getPort()).toList());
        assertEquals(config.site().gateways().get(1), config.site().gateway());
        for (final Map.Entry<String, Object> wrong : Map.<String, Object>of("venue.site.gateway", "gw-c:20140",
            "venue.site.gateways", List.of("gw-a"), "venue.site.port", 65_534).entrySet())
        {
            final Map<String, Object> changed = new HashMap<>(options);
            changed.put(wrong.getKey(), wrong.getValue());
            assertEquals(wrong.getKey(), assertThrows(ConfigurationException.class, () ->
                VenueConfigLoader.load(EXAMPLES.resolve("first-site.conf"), changed)).key());
        }
    }

    private static VenueConfig.Host host(final String file)
    {
        return VenueConfigLoader.load(EXAMPLES.resolve(file), HERE).host();
    }
}
