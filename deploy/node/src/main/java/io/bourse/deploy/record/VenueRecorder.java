// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.record;

import io.bourse.deploy.config.FeedNames;
import io.bourse.deploy.config.MarketDataConfig;
import io.bourse.deploy.config.MarketDataConfig.Feed;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Stream;

/**
 * Records the feeds that {@code venue.marketdata.record} names, each in files of its own: the feed's name, when the
 * recording began, and a number from the second file on. It receives what subscribers receive. When a file cannot be
 * written, or a feed not be received, it says so and stops; the feeds go on.
 */
public final class VenueRecorder implements Agent
{
    private static final Logger LOGGER = LoggerFactory.getLogger(VenueRecorder.class);
    private static final DateTimeFormatter BEGINNING =
        DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmssSSS'Z'").withZone(ZoneOffset.UTC);

    private final MarketDataConfig config;
    private FeedRecorder recorder;

    /**
     * Joins the feeds.
     *
     * @param config that names them; {@link MarketDataConfig.Recording#feeds()} must not be empty.
     * @throws UncheckedIOException if a group cannot be joined or a file not be made.
     */
    public VenueRecorder(final MarketDataConfig config)
    {
        this.config = config;
        final String beginning = BEGINNING.format(Instant.now());
        try
        {
            recorder = new FeedRecorder(
                FeedNames.select(config.feeds(), config.recording().feeds()),
                NetworkInterface.getByName(config.networkInterface()),
                feed -> files(feed, beginning),
                new SystemEpochNanoClock());
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("Cannot record market data: directory=" + config.recording().directory(),
                ex);
        }
    }

    private CaptureFiles files(final Feed feed, final String beginning)
    {
        final Path directory = config.recording().directory();
        try
        {
            return new CaptureFiles(
                directory.resolve(feed.name() + "-" + beginning + ".pcap"),
                config.recording().fileBytes(),
                config.recording().files(),
                older(directory, feed.name()));
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("Cannot record a feed: feed=" + feed.name() + " directory=" + directory, ex);
        }
    }

    /** Files of the feed that earlier lives have left, oldest first. */
    private static List<Path> older(final Path directory, final String feed) throws IOException
    {
        if (!Files.isDirectory(directory))
        {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory))
        {
            return files
                .filter(file -> file.getFileName().toString().matches(
                    feed.replace(".", "\\.") + "-[0-9]{8}T[0-9]{9}Z(-[0-9]+)?\\.pcap"))
                .sorted((left, right) -> Long.compare(
                    left.toFile().lastModified(), right.toFile().lastModified()))
                .toList();
        }
    }

    @Override
    public int doWork()
    {
        if (null == recorder)
        {
            return 0;
        }
        try
        {
            return recorder.poll(Long.MAX_VALUE);
        }
        catch (final IOException | UncheckedIOException ex)
        {
            LOGGER.error("recording of market data has stopped: directory={} packets={}",
                config.recording().directory(), recorder.packetCount(), ex);
            onClose();
            return 0;
        }
    }

    /**
     * What was recorded of every feed.
     *
     * @return feeds; none when recording has stopped.
     */
    public List<RecordedFeed> feeds()
    {
        return null == recorder ? List.of() : recorder.feeds();
    }

    @Override
    public String roleName()
    {
        return "feed-recorder";
    }

    @Override
    public void onClose()
    {
        final FeedRecorder closing = recorder;
        recorder = null;
        if (null != closing)
        {
            try
            {
                closing.close();
            }
            catch (final IOException ex)
            {
                LOGGER.error("the end of a recording could not be written: directory={}",
                    config.recording().directory(), ex);
            }
        }
    }
}
