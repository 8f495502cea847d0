// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.record;

import io.bourse.deploy.config.MarketDataConfig.Feed;
import org.agrona.CloseHelper;
import org.agrona.concurrent.EpochNanoClock;

import java.io.IOException;
import java.net.NetworkInterface;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Joins feeds and records what comes. What was recorded is in the file a second later at the latest. For one thread.
 */
public final class FeedRecorder implements AutoCloseable
{
    private static final long FLUSH_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final List<RecordedFeed> feeds = new ArrayList<>();
    private final Set<CaptureFiles> files = new LinkedHashSet<>();
    private final EpochNanoClock clock;
    private long nextFlushNs;
    private long packetCount;

    /**
     * Joins the feeds.
     *
     * @param feeds to record.
     * @param networkInterface to join on.
     * @param filesOf feed to the files that it goes to; several may go to the same. Closed by this recorder.
     * @param clock for the time stamps.
     * @throws IOException if a group cannot be joined.
     */
    public FeedRecorder(
        final List<Feed> feeds,
        final NetworkInterface networkInterface,
        final Function<Feed, CaptureFiles> filesOf,
        final EpochNanoClock clock)
        throws IOException
    {
        this.clock = clock;
        boolean isJoined = false;
        try
        {
            for (final Feed feed : feeds)
            {
                final CaptureFiles captureFiles = filesOf.apply(feed);
                files.add(captureFiles);
                this.feeds.add(new RecordedFeed(feed.name(), feed.address(), networkInterface, captureFiles, clock));
            }
            isJoined = true;
        }
        finally
        {
            if (!isJoined)
            {
                CloseHelper.quietCloseAll(this.feeds);
                CloseHelper.quietCloseAll(files);
            }
        }
    }

    /**
     * Takes what has come.
     *
     * @param limit most packets.
     * @return packets taken.
     * @throws IOException if a file cannot be written.
     */
    public int poll(final long limit) throws IOException
    {
        int received = 0;
        for (int i = 0, size = feeds.size(); i < size && received < limit; i++)
        {
            received += feeds.get(i).poll(limit - received);
        }
        packetCount += received;
        final long nowNs = clock.nanoTime();
        if (nowNs >= nextFlushNs)
        {
            nextFlushNs = nowNs + FLUSH_INTERVAL_NS;
            for (final CaptureFiles captureFiles : files)
            {
                captureFiles.flush();
            }
        }
        return received;
    }

    /**
     * Packets recorded.
     *
     * @return count.
     */
    public long packetCount()
    {
        return packetCount;
    }

    /**
     * What was recorded of every feed.
     *
     * @return feeds in their order.
     */
    public List<RecordedFeed> feeds()
    {
        return Collections.unmodifiableList(feeds);
    }

    @Override
    public void close() throws IOException
    {
        CloseHelper.quietCloseAll(feeds);
        IOException failure = null;
        for (final CaptureFiles captureFiles : files)
        {
            try
            {
                captureFiles.close();
            }
            catch (final IOException ex)
            {
                failure = ex;
            }
        }
        if (null != failure)
        {
            throw failure;
        }
    }
}
