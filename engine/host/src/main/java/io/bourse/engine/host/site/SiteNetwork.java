// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Which way leads from this machine to one of the other site. Aeron's archives and ClusterBackup copy log and events
 * between sites, and send them in clear; so what is beneath them has to encrypt.
 */
public final class SiteNetwork
{
    private static final Path INTERFACES = Path.of("/sys/class/net");
    private static final Path SOCKETS = Path.of("/var/run/wireguard");
    private static final int ANY_PORT = 9;

    private SiteNetwork()
    {
    }

    /**
     * Looks whether what is sent to a host goes through WireGuard, of the kernel or of a process, or stays on this
     * machine.
     *
     * @param host name or address.
     * @return why not, as facts; empty when it does.
     */
    public static String inClear(final String host)
    {
        return inClear(host, INTERFACES, SOCKETS);
    }

    static String inClear(final String host, final Path interfaces, final Path sockets)
    {
        // A connected socket of UDP sends nothing, and knows by which address it would.
        try (DatagramSocket socket = new DatagramSocket())
        {
            final InetAddress remote = InetAddress.getByName(host);
            if (null != NetworkInterface.getByInetAddress(remote))
            {
                return "";
            }
            socket.connect(new InetSocketAddress(remote, ANY_PORT));
            final NetworkInterface way = NetworkInterface.getByInetAddress(socket.getLocalAddress());
            final String name = null == way ? "none" : way.getName();
            return isWireGuard(name, interfaces, sockets) ? "" : "host=" + host + " interface=" + name;
        }
        catch (final IOException | UncheckedIOException ex)
        {
            return "host=" + host + " reason=\"" + ex.getMessage() + '"';
        }
    }

    private static boolean isWireGuard(final String name, final Path interfaces, final Path sockets) throws IOException
    {
        final Path own = interfaces.resolve(name);
        final Path facts = own.resolve("uevent");
        return Files.exists(facts) && Files.readAllLines(facts).contains("DEVTYPE=wireguard") ||
            Files.exists(own.resolve("tun_flags")) && Files.exists(sockets.resolve(name + ".sock"));
    }
}
