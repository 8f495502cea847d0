// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.feed;

import io.bourse.deploy.config.FeedNames;
import io.bourse.deploy.config.MarketDataConfig;
import io.bourse.deploy.config.MarketDataConfig.Feed;
import io.bourse.deploy.config.MarketDataConfig.Protocol;
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

    /** What the venue sends; it must run unless a file was given. */
    Feeds running() throws IOException
    {
        if (null != configFile)
        {
            return configured(VenueConfigLoader.load(configFile, Map.of()).marketData());
        }
        final VenueDescriptor venue = VenueDescriptor.read(null == dataDir ? Path.of("data") : dataDir);
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
     * What a capture may hold: feeds of the venue that was named, or of the one that is described beside the capture or
     * up to two directories above it, or those that a venue has by default.
     */
    List<Feed> known(final Path capture) throws IOException
    {
        if (null != configFile)
        {
            return VenueConfigLoader.load(configFile, Map.of()).marketData().allFeeds();
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
        if (null != dataDir || Files.isReadable(Path.of("data", VenueDescriptor.FILE_NAME)))
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
