// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.bourse.deploy.config.MarketDataConfig;
import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.config.VenueConfig;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where a running venue is: written into its data directory as {@code venue.json} when it is ready and removed when it
 * stops, so that tools in other processes find it.
 *
 * @param pid of the venue's process.
 * @param partition it serves.
 * @param durability mode in force.
 * @param aeronDirectory of its media driver.
 * @param credentialsDir where the secrets are of those who connect.
 * @param ingressEndpoints where the members of a cluster take commands; empty when the solo host runs.
 * @param memberHost name or address of the member's host, at which its clients hear the others; null, and not written,
 *     for loopback and the solo host: older programs, which know no other, read the file, too.
 * @param twime address of binary order entry, host:port; empty when it has a process of its own.
 * @param twimeRecovery address where binary sessions ask for messages again; empty when it has a process of its own.
 * @param fix address of FIX order entry, host:port; empty when it has a process of its own.
 * @param networkInterface of the multicast groups.
 * @param feeds name of every multicast group, such as {@code simba.orders-log.incremental-a}, to its group:port.
 * @param services name of everything about market data that listens on TCP, such as {@code simba.replay}, to its
 *     host:port; empty when market data has a process of its own.
 * @param keysDir signing keys.
 * @param openingBalanceKopecks of a client register before its first evening run.
 * @param clearingApprovals when another person has to approve what a clearing run does: none, exceptions or all.
 * @param margin file with the parameters of initial margin, {@code embedded}, or {@code none}.
 * @param heap of the venue's process, to compare other limits with; null in what an older program has written.
 */
public record VenueDescriptor(
    long pid,
    int partition,
    String durability,
    String aeronDirectory,
    String credentialsDir,
    String ingressEndpoints,
    @JsonInclude(JsonInclude.Include.NON_NULL)
    String memberHost,
    String twime,
    String twimeRecovery,
    String fix,
    String networkInterface,
    Map<String, String> feeds,
    Map<String, String> services,
    String keysDir,
    long openingBalanceKopecks,
    String clearingApprovals,
    String margin,
    HeapLimits heap)
{
    /** Name of the file in the data directory. */
    public static final String FILE_NAME = "venue.json";

    /**
     * Finds the venue of a data directory.
     *
     * @param dataDir of the venue.
     * @return its description.
     * @throws VenueNotRunningException when no venue runs there, with what to do.
     * @throws IOException when its description cannot be read.
     */
    public static VenueDescriptor read(final Path dataDir) throws IOException
    {
        final List<Integer> partitions = Partitions.in(dataDir);
        if (!partitions.isEmpty())
        {
            throw new VenueNotRunningException("the venue of this data directory has several partitions: dataDir=" +
                dataDir + " partitions=" + partitions + "; name one with --partition, or its directory with --data",
                null);
        }
        if (!Files.isReadable(dataDir.resolve(FILE_NAME)))
        {
            throw new VenueNotRunningException(
                "no venue runs on this data directory: dataDir=" + dataDir + " missing=" + FILE_NAME +
                "; start it with `bourse start` or name another directory with --data", null);
        }
        final VenueDescriptor descriptor = readLast(dataDir);
        if (ProcessHandle.of(descriptor.pid()).isEmpty())
        {
            throw new VenueNotRunningException(
                "the venue of this data directory has died: dataDir=" + dataDir + " pid=" + descriptor.pid() +
                "; start it again with `bourse start`, it recovers by itself", null);
        }
        return descriptor;
    }

    /**
     * What a venue has written of itself, whether it runs or not.
     *
     * @param dataDir of the venue, or where it has left its description.
     * @return its description.
     * @throws IOException when it cannot be read.
     */
    public static VenueDescriptor readLast(final Path dataDir) throws IOException
    {
        // That of a newer program may say more.
        return new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).readValue(
            dataDir.resolve(FILE_NAME).toFile(), VenueDescriptor.class);
    }

    /**
     * Whether a component runs in the venue's own process.
     *
     * @param kind of the component.
     * @return true of all components of an all-in-one node.
     */
    boolean embeds(final ComponentKind kind)
    {
        return switch (kind)
        {
            case TWIME -> !twime.isEmpty();
            case FIX -> !fix.isEmpty();
            case LOW_FREQUENCY, LOW_FREQUENCY_FIX -> false;
            // It has no address of its own: with both gateways there is market data too.
            case MARKET_DATA -> !twime.isEmpty() && !fix.isEmpty();
        };
    }

    /** Describes a running engine; components that are not in its process have no address here. */
    static VenueDescriptor of(
        final VenueConfig config, final VenueEngine engine, final String twime, final String twimeRecovery,
        final String fix, final Map<String, InetSocketAddress> services, final HeapLimits heap)
    {
        return new VenueDescriptor(
            ProcessHandle.current().pid(),
            config.partition(),
            config.durability(),
            engine.aeronDirectoryName(),
            config.credentials().toAbsolutePath().normalize().toString(),
            engine.ingressEndpoints(),
            config.host().isCluster() && !config.host().isOnLoopback() ?
                config.host().hosts().get(config.host().memberId()) : null,
            twime,
            twimeRecovery,
            fix,
            config.marketData().networkInterface(),
            feeds(config.marketData()),
            texts(services),
            config.clearing().keysDir().toString(),
            config.clearing().openingBalanceKopecks(),
            config.clearing().approvals(),
            config.clearing().margin(),
            heap);
    }

    /**
     * Where a feed is.
     *
     * @param name such as {@code simba.orders-log.incremental-a}.
     * @return group:port.
     * @throws IllegalArgumentException when the venue does not send it.
     */
    public String feed(final String name)
    {
        final String address = feeds.get(name);
        if (null == address)
        {
            throw new IllegalArgumentException("the venue does not send this feed: feed=" + name + " feeds=" +
                String.join(",", feeds.keySet()));
        }
        return address;
    }

    private static Map<String, String> feeds(final MarketDataConfig config)
    {
        final Map<String, String> feeds = new LinkedHashMap<>();
        config.feeds().forEach(feed -> feeds.put(feed.name(), Components.text(feed.address())));
        return feeds;
    }

    private static Map<String, String> texts(final Map<String, InetSocketAddress> services)
    {
        final Map<String, String> texts = new LinkedHashMap<>();
        services.forEach((name, address) -> texts.put(name, Components.text(address)));
        return texts;
    }

    /**
     * Writes it.
     *
     * @param dataDir of the venue, or where the description is to stay.
     * @throws IOException when it cannot be written.
     */
    public void write(final Path dataDir) throws IOException
    {
        final Path temporary = dataDir.resolve(FILE_NAME + ".tmp");
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(temporary.toFile(), this);
        Files.move(temporary, dataDir.resolve(FILE_NAME), StandardCopyOption.ATOMIC_MOVE);
    }

    static void remove(final Path dataDir) throws IOException
    {
        Files.deleteIfExists(dataDir.resolve(FILE_NAME));
    }
}
