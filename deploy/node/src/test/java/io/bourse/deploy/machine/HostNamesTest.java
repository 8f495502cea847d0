// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.machine;

import io.bourse.deploy.config.ConfigurationException;
import io.bourse.deploy.config.VenueConfig;
import org.junit.jupiter.api.Test;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Names and addresses that a process refuses before it opens anything. 198.51.100.0/24 and the domain invalid
 * are for documents.
 */
class HostNamesTest
{
    private static final String OTHER_MACHINE = "198.51.100.7";
    private static final String NO_NAME = "bourse.invalid";

    @Test
    void shouldTakeItsOwnAddress() throws SocketException
    {
        assertDoesNotThrow(() -> HostNames.requireMember(host(List.of("localhost", "127.0.0.2"), NO_NAME, "")));
        assertDoesNotThrow(() -> HostNames.requireBackup(host(List.of("127.0.0.1"), "127.0.0.1", "")));
        final String own = NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses)
            .filter((address) -> address instanceof Inet4Address && !address.isLoopbackAddress())
            .map(InetAddress::getHostAddress).findAny().orElse(null);
        assumeTrue(null != own, "this machine has no address but loopback");
        assertDoesNotThrow(() -> HostNames.requireMember(host(List.of(own, OTHER_MACHINE), NO_NAME, "")));
        assertDoesNotThrow(() -> HostNames.requireBackup(host(List.of(OTHER_MACHINE), own, "")));
        assertDoesNotThrow(() -> HostNames.requireComponent(host(List.of(OTHER_MACHINE), NO_NAME, own)));
    }

    @Test
    void shouldRefuseAnAddressOfAnotherMachine()
    {
        assertRefused("key=venue.cluster.hosts value=" + OTHER_MACHINE, "no such address",
            () -> HostNames.requireMember(host(List.of(OTHER_MACHINE, "198.51.100.8"), "127.0.0.1", "")));
        assertRefused("key=venue.cluster.backup-host value=" + OTHER_MACHINE, "no such address",
            () -> HostNames.requireBackup(host(List.of("127.0.0.1"), OTHER_MACHINE, "")));
        assertRefused("key=venue.cluster.component-host value=" + OTHER_MACHINE, "no such address",
            () -> HostNames.requireComponent(host(List.of("127.0.0.1"), "127.0.0.1", OTHER_MACHINE)));
    }

    /** As when a system gives its own name an address of loopback. */
    @Test
    void shouldRefuseLoopbackThatOthersCannotReach()
    {
        assertRefused("key=venue.cluster.backup-host value=localhost", "/etc/hosts",
            () -> HostNames.requireBackup(host(List.of(OTHER_MACHINE), "localhost", "")));
        assertRefused("key=venue.cluster.component-host value=127.0.1.1", "/etc/hosts",
            () -> HostNames.requireComponent(host(List.of(OTHER_MACHINE), "127.0.0.1", "127.0.1.1")));
    }

    @Test
    void shouldRefuseANameThatDoesNotResolve()
    {
        assertRefused("key=venue.cluster.hosts value=" + NO_NAME, "can resolve",
            () -> HostNames.requireMember(host(List.of(NO_NAME, OTHER_MACHINE), "127.0.0.1", "")));
        assertRefused("key=venue.cluster.component-host value=" + NO_NAME, "can resolve",
            () -> HostNames.requireComponent(host(List.of(OTHER_MACHINE), "127.0.0.1", NO_NAME)));
    }

    private static void assertRefused(final String value, final String reason, final Runnable check)
    {
        final String message = assertThrows(ConfigurationException.class, check::run).getMessage();
        assertTrue(message.contains(value) && message.contains(reason), message);
    }

    private static VenueConfig.Host host(final List<String> hosts, final String backupHost, final String componentHost)
    {
        return new VenueConfig.Host(
            VenueConfig.Host.CLUSTER, hosts.size(), 0, hosts, 9100, false, backupHost, componentHost);
    }
}
