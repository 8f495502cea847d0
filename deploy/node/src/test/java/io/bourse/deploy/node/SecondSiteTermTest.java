// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.engine.host.site.SitePositions;
import io.bourse.engine.host.site.SiteServer;
import io.bourse.engine.host.storage.SiteTerm;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.testing.TestPorts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

class SecondSiteTermTest
{
    private static final int MEMBERS = 3;

    @TempDir
    private Path dir;

    /** Else the backup of the venue would end it, as one of a former term. */
    @Test
    void shouldTakeTheTermOfTheOthersWhenAMemberIsFilledByThem() throws IOException
    {
        final CredentialStore credentials = CredentialStore.at(dir.resolve("credentials")).createMissing();
        final Path empty = directory("member-0");
        final Path other = directory("member-1");
        new SiteTerm(3, SiteTerm.State.VENUE, 64, 128).write(other);
        final VenueConfig config = VenueConfigLoader.load(null, Map.of(
            "venue.host", "cluster", "venue.data-dir", empty.toString(), "venue.cluster.members", MEMBERS,
            "venue.cluster.base-port", TestPorts.reserveRow(4 * MEMBERS), "venue.site.port",
            siteRow(), "venue.credentials", credentials.directory().toString()));
        SecondSite.takeTerm(config);
        assertEquals(SiteTerm.FIRST, SiteTerm.read(empty));
        final InetSocketAddress address = config.siteAddress(1);
        try (SiteServer ignored = SiteServer.open(
            new InetSocketAddress(address.getHostString(), address.getPort()), credentials, other, Map.of(),
            () -> new SitePositions(0, 0, -1), (term) -> fail("ended by term " + term),
            () -> fail("handed over")))
        {
            SecondSite.takeTerm(config);
        }
        assertEquals(3, SiteTerm.read(empty).term());
        assertEquals(SiteTerm.State.VENUE, SiteTerm.read(empty).state());
    }

    /** Once: copies of the same files in all partitions would contradict each other. */
    @Test
    void shouldGiveWhatPartitionsShareWithTheFirstOne() throws IOException
    {
        final Path file = Files.writeString(dir.resolve("venue.conf"), """
            venue.markets { a.partitions = [0], b.partitions = [1, 2] }
            venue.fix.stores = /stores
            """);
        final List<VenueConfig> markets =
            VenueConfigLoader.loadAll(file, Map.of("venue.data-dir", dir.toString()));
        assertEquals(Map.of("access.conf", dir.resolve("access.conf"), "fix-passwords", dir.resolve("fix-passwords"),
            "keys", dir.resolve("keys"), "clearing", dir.resolve("market-a/clearing"),
            "fix", Path.of("/stores/partition-0")), SecondSite.elsewhere(markets.get(0)));
        assertEquals(Map.of("clearing", dir.resolve("market-b/clearing"), "fix", Path.of("/stores/partition-1")),
            SecondSite.elsewhere(markets.get(1)));
        assertEquals(Map.of("fix", Path.of("/stores/partition-2")), SecondSite.elsewhere(markets.get(2)));
        assertEquals(Map.of(), SecondSite.elsewhere(
            VenueConfigLoader.load(null, Map.of("venue.data-dir", dir.toString()))));
    }

    /** They come from the events of all partitions, and only the gateway knows their order. */
    @Test
    void shouldGiveWhatGatewaysOfAllPartitionsKeepWithTheFirstOne() throws IOException
    {
        final Path file = Files.writeString(dir.resolve("venue.conf"), """
            venue.partitions.count = 2
            venue.fix.stores = /stores
            venue.low-frequency.fix.enabled = true
            """);
        final List<VenueConfig> partitions =
            VenueConfigLoader.loadAll(file, Map.of("venue.data-dir", dir.toString()));
        final Map<String, Path> first = new TreeMap<>(SecondSite.elsewhere(partitions.getFirst()));
        first.keySet().retainAll(first.keySet().stream().filter((name) -> name.startsWith("low")).toList());
        assertEquals(Map.of("low-frequency-fix.stores", Path.of("/stores/low-frequency-fix"),
            "low-frequency-fix.merge.log", dir.resolve("low-frequency-fix/merge.log"),
            "low-frequency.merge.log", dir.resolve("low-frequency/merge.log"),
            "low-frequency.checkpoints", dir.resolve("low-frequency/twime/checkpoints")), first);
        assertTrue(SecondSite.elsewhere(partitions.get(1)).keySet().stream().noneMatch(
            (name) -> name.startsWith("low")));
    }

    /** After the first port of a reserved row, which listens and says nothing. */
    private static int siteRow()
    {
        return TestPorts.reserveRow(1 + MEMBERS) + 1;
    }

    private Path directory(final String name) throws IOException
    {
        return Files.createDirectory(
            dir.resolve(name), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
}
