// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.feed;

import io.bourse.deploy.config.FeedNames;
import io.bourse.deploy.config.MarketDataConfig;
import io.bourse.deploy.config.MarketDataConfig.Feed;
import io.bourse.deploy.config.MarketDataConfig.Protocol;
import io.bourse.deploy.config.Markets;
import io.bourse.deploy.config.PartitionInstruments;
import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.marketdata.net.MulticastEndpoint;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Where the feeds of a venue are: as its running process says, or as its file says, which is all that a machine without
 * the venue has.
 */
final class FeedOptions
{
    @Option(names = "--data", paramLabel = "DIR",
        description = "Data directory of a running venue, which says where its feeds are (default: data).")
    private Path dataDir;

    @Option(names = "--config", paramLabel = "FILE",
        description = "Venue file (HOCON) that says where the feeds are, in place of --data.")
    private Path configFile;

    /**
     * Feeds and where they are received.
     *
     * @param networkInterface to join on.
     * @param feeds that the venue sends.
     * @param services name of everything over TCP to its host:port.
     */
    record Feeds(String networkInterface, List<Feed> feeds, Map<String, String> services)
    {
        /** Where a feed is received: group:port. */
        String address(final String name)
        {
            return FeedNames.address(feeds.stream().filter(feed -> feed.name().equals(name)).findFirst().orElseThrow(
                () -> new IllegalArgumentException("the venue does not send this feed: feed=" + name)));
        }
    }

    /** What the venue sends, all its partitions; it must run unless a file was given. */
    Feeds running() throws IOException
    {
        final List<Feeds> partitions = new ArrayList<>();
        if (null != configFile)
        {
            configs().forEach(config -> partitions.add(configured(config.marketData())));
        }
        else
        {
            for (final Path partition : Partitions.directories(venueDir()))
            {
                partitions.add(described(partition));
            }
        }
        return 1 == partitions.size() ? partitions.getFirst() : new Feeds(partitions.getFirst().networkInterface(),
            partitions.stream().flatMap(each -> each.feeds().stream()).toList(), Map.of());
    }

    /**
     * What the partition sends that has an instrument; it must run unless a file was given.
     *
     * @param symbol of the instrument, or its number.
     */
    Feeds running(final String symbol) throws IOException
    {
        if (null != configFile)
        {
            final List<VenueConfig> configs = configs();
            return configured((1 == configs.size() ? configs.getFirst() : configs.stream()
                .filter(config -> ReferenceDataReader.read(config).instruments().stream()
                    .anyMatch(each -> isNamed(symbol, each.symbol(), each.instrumentId())))
                .findFirst().orElseThrow(() -> unknown(symbol))).marketData());
        }
        final Map<String, Path> markets = Markets.in(venueDir());
        for (final Path venueDir : markets.isEmpty() ? List.of(venueDir()) : markets.values())
        {
            if (Partitions.in(venueDir).isEmpty())
            {
                return described(venueDir);
            }
            final List<Integer> having = PartitionInstruments.read(venueDir)
                .partitions(place -> isNamed(symbol, place.symbol(), place.instrumentId()));
            if (!having.isEmpty())
            {
                return described(Partitions.directory(venueDir, having.getFirst()));
            }
        }
        throw unknown(symbol);
    }

    private static boolean isNamed(final String text, final String symbol, final int instrumentId)
    {
        return symbol.equals(text) || Integer.toString(instrumentId).equals(text);
    }

    private static IllegalArgumentException unknown(final String symbol)
    {
        return new IllegalArgumentException("no partition has this instrument in its reference data; of one that was " +
            "defined since, name the partition with --data DIR/partition-N: symbol=" + symbol);
    }

    private List<VenueConfig> configs()
    {
        return VenueConfigLoader.loadAll(configFile, Map.of());
    }

    private Path venueDir()
    {
        return null == dataDir ? Path.of("data") : dataDir;
    }

    private static Feeds described(final Path partition) throws IOException
    {
        final VenueDescriptor venue = VenueDescriptor.read(partition);
        return new Feeds(venue.networkInterface(), feeds(venue), venue.services());
    }

    private static List<Feed> feeds(final VenueDescriptor venue)
    {
        final List<Feed> feeds = new ArrayList<>();
        venue.feeds().forEach((name, address) -> feeds.add(
            new Feed(name, protocol(name), MulticastEndpoint.parse(address).socketAddress())));
        return feeds;
    }

    /**
     * What a capture may hold: feeds of the venue that was named, all its partitions, or of the one that is described
     * beside the capture or up to two directories above it, or those that a venue has by default.
     */
    List<Feed> known(final Path capture) throws IOException
    {
        if (null != configFile)
        {
            return configs().stream().flatMap(config -> config.marketData().allFeeds().stream()).toList();
        }
        if (null == dataDir)
        {
            final Path directory = capture.toAbsolutePath().normalize().getParent();
            for (Path place = directory; null != place && 3 > directory.getNameCount() - place.getNameCount();
                place = place.getParent())
            {
                if (Files.isReadable(place.resolve(VenueDescriptor.FILE_NAME)))
                {
                    return feeds(VenueDescriptor.readLast(place));
                }
            }
        }
        if (null != dataDir || !Partitions.directories(venueDir()).equals(List.of(venueDir())) ||
            Files.isReadable(venueDir().resolve(VenueDescriptor.FILE_NAME)))
        {
            return running().feeds();
        }
        return VenueConfigLoader.load(null, Map.of()).marketData().allFeeds();
    }

    private static Feeds configured(final MarketDataConfig config)
    {
        final InetSocketAddress replay = config.replay().bindAddress();
        return new Feeds(config.networkInterface(), config.feeds(), 0 == replay.getPort() ? Map.of() :
            Map.of("simba.replay", replay.getAddress().getHostAddress() + ":" + replay.getPort()));
    }

    private static Protocol protocol(final String name)
    {
        return Protocol.valueOf(name.substring(0, name.indexOf('.')).toUpperCase(Locale.ROOT));
    }
}
