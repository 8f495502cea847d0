// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import io.bourse.deploy.config.LoopbackFeeds;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.engine.host.cluster.MemberEndpoints;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.protocol.LoginProtocol;
import org.agrona.CloseHelper;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The processes of a drill: the engine or three members, both gateways, the publisher, and the clients of each
 * protocol. Everything is on loopback, on ports that were free at the start and are kept over all lives.
 */
final class DrillVenue implements AutoCloseable
{
    private static final int MEMBERS = 3;
    private static final int PORTS_PER_MEMBER = 4;
    /** FIX logins of the demo's reference data. */
    private static final List<String> FIX_TRADERS = List.of("FIXAA02", "FIXBB01");

    private final List<DrillProcess> engines = new ArrayList<>();
    private final List<DrillProcess> components = new ArrayList<>();
    private final List<DrillProcess> clients = new ArrayList<>();
    private final List<Path> engineDirs = new ArrayList<>();
    private final VenueConfig config;
    private final Path journals;

    private DrillVenue(final DrillOptions options) throws IOException
    {
        final Path out = options.out();
        final Path logs = Files.createDirectories(out.resolve("logs"));
        journals = Files.createDirectories(out.resolve("clients"));
        final boolean isCluster = VenueConfig.Host.CLUSTER.equals(options.host());
        final Path file = writeConfig(out, isCluster);
        config = VenueConfigLoader.load(file, Map.of());
        final String configFile = file.toString();
        for (int i = 0; i < (isCluster ? MEMBERS : 1); i++)
        {
            final int memberId = i;
            final Path dir = isCluster ? out.resolve("member-" + i) : config.dataDir();
            engineDirs.add(dir);
            // The first member founds the venue in its first life; later any majority goes on without it.
            engines.add(new DrillProcess(isCluster ? "member-" + i : "engine", null, logs, life ->
                !isCluster ? List.of("engine", "--config", configFile) :
                    List.of(0 == memberId && 1 == life ? "engine" : "member", "--config", configFile,
                        "--member-id", Integer.toString(memberId), "--data", dir.toString())));
        }
        final List<String> where = new ArrayList<>();
        engineDirs.forEach(dir -> where.addAll(List.of("--engine", dir.toString())));
        components.add(new DrillProcess("gateway-twime", LoginProtocol.TWIME, logs,
            life -> arguments(List.of("gateway", "twime", "--config", configFile), where)));
        components.add(new DrillProcess("gateway-fix", LoginProtocol.FIX, logs,
            life -> arguments(List.of("gateway", "fix", "--config", configFile), where)));
        components.add(new DrillProcess("marketdata", null, logs,
            life -> arguments(List.of("marketdata", "--config", configFile), where)));
        for (final LoginProtocol protocol : List.of(LoginProtocol.TWIME, LoginProtocol.FIX))
        {
            clients.add(new DrillProcess("clients-" + protocol.name().toLowerCase(Locale.ROOT), protocol, logs, life ->
                List.of("drill", "clients", "--config", configFile, "--protocol", protocol.name(), "--journals",
                    journals.toString(), "--seed", Long.toString(options.seed() * 1_000_003 + life))));
        }
    }

    static DrillVenue create(final DrillOptions options) throws IOException
    {
        return new DrillVenue(options);
    }

    private static List<String> arguments(final List<String> first, final List<String> second)
    {
        final List<String> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    private static Path writeConfig(final Path out, final boolean isCluster) throws IOException
    {
        final Map<String, Object> options = new LinkedHashMap<>();
        options.put("venue.data-dir", out.resolve("data"));
        options.put("venue.twime.flow.policy", "none");
        options.put("venue.fix.defaults.max-messages-per-second", 0);
        // The configuration knows only logins of the reference data, and the one that watches is none of them.
        options.put("venue.fix.defaults.roles", List.of("drop-copy"));
        FIX_TRADERS.forEach(name -> options.put("venue.fix.sessions." + name + ".roles", List.of("order-entry")));
        // A drill has no person who could approve the prices of contracts that end today.
        options.put("venue.clearing.approvals", "none");
        options.put("venue.host", isCluster ? VenueConfig.Host.CLUSTER : VenueConfig.Host.SOLO);
        final InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocket twime = new ServerSocket(0, 1, loopback);
            ServerSocket recovery = new ServerSocket(0, 1, loopback);
            ServerSocket fix = new ServerSocket(0, 1, loopback))
        {
            options.put("venue.twime.port", twime.getLocalPort());
            options.put("venue.twime.recovery-port", recovery.getLocalPort());
            options.put("venue.fix.port", fix.getLocalPort());
        }
        options.putAll(LoopbackFeeds.options("239.195.13"));
        if (isCluster)
        {
            options.put("venue.cluster.members", MEMBERS);
            options.put("venue.credentials", out.resolve("credentials"));
            options.put("venue.cluster.base-port", MemberEndpoints.freeRow(MEMBERS * PORTS_PER_MEMBER));
        }
        return Files.writeString(out.resolve("venue.conf"), options.entrySet().stream()
            .map(option -> option.getKey() + " = " + text(option.getValue()) + "\n").collect(Collectors.joining()));
    }

    private static String text(final Object value)
    {
        return value instanceof List ? value.toString() : "\"" + value + "\"";
    }

    VenueConfig config()
    {
        return config;
    }

    Path journals()
    {
        return journals;
    }

    /** The engine, or the members of the cluster. */
    List<DrillProcess> engines()
    {
        return engines;
    }

    /** Data directories of the engine, or of the members. */
    List<Path> engineDirs()
    {
        return engineDirs;
    }

    /** Gateways and publisher. */
    List<DrillProcess> components()
    {
        return components;
    }

    List<DrillProcess> clients()
    {
        return clients;
    }

    List<DrillProcess> all()
    {
        final List<DrillProcess> all = new ArrayList<>(engines);
        all.addAll(components);
        all.addAll(clients);
        return all;
    }

    @Override
    public void close()
    {
        CloseHelper.quietCloseAll(all());
        engineDirs.forEach(EngineDirectories::deleteShared);
        EngineDirectories.deleteShared(config.dataDir());
    }
}
