// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.site;

import io.bourse.testing.VenueNetwork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** A tunnel of the kernel is made of files here, as not every kernel has it; SecondSiteTest has one of a process. */
class SiteNetworkTest
{
    @TempDir
    private Path dir;

    @Test
    void shouldLetStayOnThisMachineWhatDoes()
    {
        assertEquals("", SiteNetwork.inClear("127.0.0.1"));
        assertEquals("", SiteNetwork.inClear("localhost"));
    }

    @Test
    void shouldKnowATunnelByItsInterface() throws IOException
    {
        assumeTrue(VenueNetwork.isPossible(), "only root can make network namespaces, and python3 is needed");
        try (VenueNetwork network = VenueNetwork.open(1, 0))
        {
            final String host = network.address(0);
            final String way = network.testInterface();
            assertEquals("host=" + host + " interface=" + way, SiteNetwork.inClear(host));
            final Path facts = Files.createDirectories(dir.resolve(way));
            Files.writeString(facts.resolve("uevent"), "INTERFACE=" + way + "\nIFINDEX=4\n");
            assertFalse(SiteNetwork.inClear(host, dir, dir).isEmpty());
            Files.writeString(facts.resolve("uevent"), "DEVTYPE=wireguard\nINTERFACE=" + way + "\n");
            assertEquals("", SiteNetwork.inClear(host, dir, dir));
            // Another program may have a tun device, too.
            Files.delete(facts.resolve("uevent"));
            Files.writeString(facts.resolve("tun_flags"), "0x1001\n");
            assertFalse(SiteNetwork.inClear(host, dir, dir).isEmpty());
            Files.createFile(dir.resolve(way + ".sock"));
            assertEquals("", SiteNetwork.inClear(host, dir, dir));
        }
    }

    @Test
    void shouldNotTrustANameThatNothingIsKnownOf()
    {
        assertTrue(SiteNetwork.inClear("no-such-host.invalid").contains("host=no-such-host.invalid reason="));
    }
}
