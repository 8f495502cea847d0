// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.feed;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.cli.support.PositiveConverter;
import io.bourse.deploy.config.FeedNames;
import io.bourse.deploy.config.MarketDataConfig.Feed;
import io.bourse.deploy.text.Times;
import io.bourse.deploy.record.CaptureFiles;
import io.bourse.deploy.record.FeedRecorder;
import io.bourse.deploy.record.RecordedFeed;
import io.bourse.marketdata.net.MulticastEndpoint;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SystemEpochNanoClock;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Records feeds to a capture file.
 */
@Command(
    name = "record",
    sortOptions = false,
    description = {
        "Joins feeds of market data and records them to a capture file that `bourse decode`, Wireshark and tcpdump " +
            "read.",
        "Ends with Ctrl-C, after a time or after a number of packets, and says what it has of every feed."},
    footer = {
        "",
        "Exit status: 0 done, 2 the command line is wrong, 3 a group cannot be joined, 4 nothing came, 7 no venue " +
            "runs there, or a file cannot be written.",
        "",
        "Examples:",
        "  bourse record --out day.pcap",
        "  bourse record --out log.pcap --feed simba.orders-log.incremental --seconds 60",
        "  bourse record --out other.pcap --feed 239.195.1.1:20081 --interface eth0 --file-size 100MiB --files 10"})
public final class RecordCommand extends CliCommand
{
    private static final int KIB = 1_024;

    @Option(names = "--out", paramLabel = "FILE", required = true,
        description = "File to write; it must not be there yet.")
    private Path target;

    @Option(names = "--feed", paramLabel = "NAME",
        description = "Records this feed: a name such as simba.orders-log.incremental-a, the beginning of names up " +
            "to a dot, or group:port; may be repeated. Default: all feeds of the venue.")
    private List<String> names = new ArrayList<>();

    @Option(names = "--interface", paramLabel = "NAME",
        description = "Network interface to join on. Default: the venue's.")
    private String interfaceName;

    @Option(names = "--seconds", paramLabel = "N", converter = PositiveConverter.OfInt.class,
        description = "Ends after so many seconds.")
    private Integer seconds;

    @Option(names = "--count", paramLabel = "N", converter = PositiveConverter.OfLong.class,
        description = "Ends after so many packets.")
    private Long count;

    @Option(names = "--file-size", paramLabel = "SIZE", converter = SizeConverter.class, defaultValue = "1GiB",
        description = "Goes on in FILE-2.pcap, FILE-3.pcap and so on when a file is that long (default: " +
            "${DEFAULT-VALUE}).")
    private Long fileSize;

    @Option(names = "--files", paramLabel = "N", converter = PositiveConverter.OfInt.class,
        description = "Deletes the oldest file of more than so many. Default: all are kept.")
    private Integer files;

    @Mixin private FeedOptions where;

    @Override
    protected int execute(final PrintWriter out) throws IOException
    {
        if (Files.exists(target))
        {
            throw new IllegalArgumentException("the file is there already, give another name: out=" + target);
        }
        final FeedOptions.Feeds venue = isVenueNeeded() ? where.running() : null;
        final List<Feed> feeds = feeds(venue);
        final NetworkInterface networkInterface =
            networkInterface(null != interfaceName ? interfaceName : null != venue ? venue.networkInterface() : "lo");
        try (UntilStopped until = new UntilStopped(null == seconds ? null : Duration.ofSeconds(seconds)))
        {
            final CaptureFiles capture =
                new CaptureFiles(target, fileSize, null == files ? 0 : files, List.of());
            try (FeedRecorder recorder =
                new FeedRecorder(feeds, networkInterface, feed -> capture, new SystemEpochNanoClock()))
            {
                err().println("recording feeds=" + feeds.size() + " interface=" +
                    networkInterface.getName() + " out=" + target);
                record(recorder, until);
                return say(recorder, capture);
            }
        }
    }

    private void record(final FeedRecorder recorder, final UntilStopped until) throws IOException
    {
        final long limit = null == count ? Long.MAX_VALUE : count;
        final IdleStrategy idle = new BackoffIdleStrategy(20, 10, 1_000, 1_000_000);
        while (until.isRunning() && recorder.packetCount() < limit)
        {
            idle.idle(recorder.poll(limit - recorder.packetCount()));
        }
    }

    private int say(final FeedRecorder recorder, final CaptureFiles capture)
    {
        final PrintWriter console = out();
        for (final RecordedFeed feed : recorder.feeds())
        {
            final boolean isNamed = !feed.name().equals(feed.endpoint().toString());
            console.println(feed.name() + (isNamed ? " " + feed.endpoint() : "") + " packets=" + feed.packetCount() +
                " bytes=" + feed.byteCount() + (0 == feed.packetCount() ? "" :
                " first=" + Times.text(feed.firstTimeNs()) + " last=" + Times.text(feed.lastTimeNs())));
        }
        console.println("recorded packets=" + recorder.packetCount() + " files=" + capture.fileCount() + " KiB=" +
            (capture.length() + KIB - 1) / KIB + " last=" + capture.file());
        return 0 == recorder.packetCount() ? ExitCode.CHECK_FAILED : ExitCode.OK;
    }

    private boolean isVenueNeeded()
    {
        return names.isEmpty() || names.stream().anyMatch(name -> name.indexOf(':') < 0);
    }

    private List<Feed> feeds(final FeedOptions.Feeds venue)
    {
        if (names.isEmpty())
        {
            return venue.feeds();
        }
        final List<Feed> feeds = new ArrayList<>();
        for (final String name : names)
        {
            final List<Feed> found = null == venue ? List.of() : FeedNames.select(venue.feeds(), List.of(name));
            if (found.isEmpty() && name.indexOf(':') < 0)
            {
                throw new IllegalArgumentException("the venue does not send this feed: feed=" + name + " feeds=" +
                    String.join(",", venue.feeds().stream().map(Feed::name).toList()));
            }
            final List<Feed> wanted = found.isEmpty() ?
                List.of(new Feed(name, null, MulticastEndpoint.parse(name).socketAddress())) : found;
            wanted.stream().filter(feed -> !feeds.contains(feed)).forEach(feeds::add);
        }
        return feeds;
    }

    private static NetworkInterface networkInterface(final String name) throws IOException
    {
        final NetworkInterface networkInterface = NetworkInterface.getByName(name);
        if (null == networkInterface)
        {
            throw new IllegalArgumentException(
                "there is no such network interface on this machine: interface=" + name);
        }
        return networkInterface;
    }
}
