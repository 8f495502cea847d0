// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.machine;

import io.bourse.deploy.config.VenueConfig;
import io.bourse.engine.host.site.SiteNetwork;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Whether the operating system keeps other users of the machine, and other machines, from the UDP ports of a cluster.
 * Aeron cannot authenticate votes, the log, replays and frames of open streams, so a firewall or a network namespace
 * has to: {@code config/venue-firewall} sets up either and leaves a record, which is compared here. Root also sees
 * whether the rule is still in force.
 */
public final class NetworkProtection
{
    static final Path RECORDS = Path.of("/run/bourse");

    private static final Logger LOGGER = LoggerFactory.getLogger(NetworkProtection.class);
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path NETWORK = Path.of("/proc/self/ns/net");
    private static final Path SELF = Path.of("/proc/self");
    private static final Set<PosixFilePermission> OTHERS_WRITE =
        Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
    private static final String FIREWALL = "firewall";
    private static final long NFT_TIMEOUT_S = 10;

    private NetworkProtection()
    {
    }

    /**
     * Checks the ports of a cluster and its backup. A demo without protection is warned, any other venue refused.
     *
     * @param config of a member or of a backup.
     * @param backupPort first of the backup's two ports.
     * @throws IllegalStateException with what is missing and what to do.
     */
    public static void require(final VenueConfig config, final int backupPort)
    {
        require(config, backupPort, RECORDS);
    }

    /**
     * Checks the way to the other site, where the venue has one. A demo is warned, any other venue refused.
     *
     * @param config of a member or of a backup.
     * @param hosts of the other site, to which this process sends log and events.
     * @throws IllegalStateException when it would send them in clear.
     */
    public static void requireEncryption(final VenueConfig config, final List<String> hosts)
    {
        if (!config.site().isServed() || !config.site().isNetworkChecked())
        {
            return;
        }
        final List<String> reasons =
            hosts.stream().map(SiteNetwork::inClear).filter((reason) -> !reason.isEmpty()).toList();
        if (!reasons.isEmpty())
        {
            refuse(config, "log and events would go in clear between the sites: the way to this host is not" +
                " WireGuard. Give the addresses of its interfaces to venue.cluster.hosts and backup-host (see" +
                " docs/operations.md), or set venue.site.network = own if the line encrypts by itself: " +
                String.join(", ", reasons));
        }
    }

    private static void refuse(final VenueConfig config, final String message)
    {
        if (!VenueConfig.EMBEDDED.equals(config.referenceData()))
        {
            throw new IllegalStateException(message);
        }
        LOGGER.warn(message);
    }

    static void require(final VenueConfig config, final int backupPort, final Path records)
    {
        final VenueConfig.Host host = config.host();
        final int firstPort = Math.min(host.basePort(), backupPort);
        final int lastPort = 0 == host.basePort() ? 0 : Math.max(host.backupPort(), backupPort) + 1;
        final List<String> reasons = reasons(firstPort, lastPort, host.isOnLoopback(), records);
        if (reasons.isEmpty())
        {
            return;
        }
        refuse(config, "other users of this machine" + (host.isOnLoopback() ? "" : ", or other machines,") +
            " can reach the cluster: votes, log and streams are not" +
            " authenticated; close its ports as root with `config/venue-firewall add " + uid() + " " +
            (0 == lastPort ? "PORTS" : firstPort + "-" + lastPort) + (host.isOnLoopback() ? "" : " ADDRESS...") +
            "`, see docs/security.md: firstPort=" +
            firstPort + " lastPort=" + lastPort + " reasons=" + reasons);
    }

    /** Why no record protects these ports; empty when one does. */
    static List<String> reasons(
        final int firstPort, final int lastPort, final boolean isOnLoopback, final Path records)
    {
        final List<String> reasons = new ArrayList<>();
        if (!Files.isDirectory(records))
        {
            return List.of("nothing was set up since the last boot: missing=" + records);
        }
        try (Stream<Path> files = Files.list(records))
        {
            for (final Path file : files.filter(NetworkProtection::isRecord).sorted().toList())
            {
                final String reason = reason(file, firstPort, lastPort, isOnLoopback);
                if (null == reason)
                {
                    return List.of();
                }
                reasons.add(file.getFileName() + ": " + reason);
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the records of the network cannot be read: directory=" + records, ex);
        }
        return reasons.isEmpty() ? List.of("nothing was set up: directory=" + records) : reasons;
    }

    private static boolean isRecord(final Path file)
    {
        final String name = file.getFileName().toString();
        return name.startsWith("ports-") || name.startsWith("namespace-");
    }

    private static String reason(
        final Path file, final int firstPort, final int lastPort, final boolean isOnLoopback) throws IOException
    {
        final String ofDirectory = requireRoot(file.getParent());
        final String owner = null == ofDirectory ? requireRoot(file) : ofDirectory;
        if (null != owner)
        {
            return owner;
        }
        final Properties record = new Properties();
        try (InputStream in = Files.newInputStream(file))
        {
            record.load(in);
        }
        if (!Files.readString(BOOT_ID).trim().equals(record.getProperty("bootId")))
        {
            return "it is of another boot";
        }
        if (!Files.readSymbolicLink(NETWORK).toString().equals(record.getProperty("netns")))
        {
            return "it is of another network namespace";
        }
        if (!Integer.toString(uid()).equals(record.getProperty("uid")))
        {
            return "it is for another user: uid=" + record.getProperty("uid") + " ownUid=" + uid();
        }
        if (!isOnLoopback && FIREWALL.equals(record.getProperty("kind")) &&
            record.getProperty("addresses", "").isBlank())
        {
            return "it lets every other machine send, give the addresses that may";
        }
        return covers(record.getProperty("ports", ""), firstPort, lastPort) ?
            rule(record.getProperty("kind"), record.getProperty("ports")) :
            "it is for other ports: ports=" + record.getProperty("ports");
    }

    private static boolean covers(final String ports, final int firstPort, final int lastPort)
    {
        if (!ports.matches("[0-9]{1,5}-[0-9]{1,5}"))
        {
            return false;
        }
        final int dash = ports.indexOf('-');
        final int first = Integer.parseInt(ports.substring(0, dash));
        final int last = Integer.parseInt(ports.substring(dash + 1));
        // Ports that are taken as they come are closed by a namespace alone.
        return first <= Math.max(1, firstPort) && last >= (0 == lastPort ? 65_535 : lastPort);
    }

    /** Root looks whether the rule is there; others have the record's word. */
    private static String rule(final String kind, final String ports) throws IOException
    {
        if (!FIREWALL.equals(kind) || 0 != uid())
        {
            return null;
        }
        final String table = "bourse_" + ports.replace('-', '_');
        final Process nft = new ProcessBuilder("nft", "list", "table", "inet", table).redirectErrorStream(true).start();
        nft.getOutputStream().close();
        try
        {
            if (!nft.waitFor(NFT_TIMEOUT_S, TimeUnit.SECONDS))
            {
                nft.destroyForcibly();
                return "the rules cannot be listed: table=" + table;
            }
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            return "interrupted while the rules were listed";
        }
        final String rules = new String(nft.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return 0 == nft.exitValue() && rules.contains("udp dport " + ports + " meta skuid != ") &&
            rules.contains("drop") ? null : "the rule is no longer in force: table=" + table;
    }

    private static String requireRoot(final Path path) throws IOException
    {
        if (Files.isSymbolicLink(path))
        {
            return "it is a link: path=" + path;
        }
        final Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
        final boolean isRoots = 0 == (Integer)Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS) &&
            permissions.stream().noneMatch(OTHERS_WRITE::contains);
        return isRoots ? null : "others than root can write it: path=" + path;
    }

    private static int uid()
    {
        try
        {
            return (Integer)Files.getAttribute(SELF, "unix:uid");
        }
        catch (final IOException | UnsupportedOperationException ex)
        {
            throw new IllegalStateException("the user of this process cannot be found out", ex);
        }
    }
}
