// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.PublishedWatermark;
import io.bourse.engine.client.PublisherLease;
import io.bourse.engine.client.checkpoint.Checkpoint;
import io.bourse.engine.client.checkpoint.CheckpointException;
import io.bourse.engine.telemetry.CheckpointCounter;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.market.PublicTransaction;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.EpochNanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the market of one engine. It follows the event stream from its last checkpoint or the very beginning,
 * silently up to where the stream ended when it was made, or an earlier process of a feed if that is further, then
 * live: every transaction goes to all feeds in their order, and the published watermark follows the first of them.
 */
public final class MarketDataPublisher implements Agent, AutoCloseable
{
    /** Version of the state in its checkpoints: one more for whatever is added to it. */
    public static final int STATE_VERSION = 1;

    private static final Logger LOGGER = LoggerFactory.getLogger(MarketDataPublisher.class);

    /** A member of a cluster is behind another one by less, unless the end of the stream is lost on all of them. */
    private static final long FORMER_LIFE_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(5);

    private final EpochNanoClock clock;
    private final PublisherCheckpoints checkpoints;
    private final MarketFeed[] feeds;
    private final PublisherLease lease;
    private final PublishedWatermark watermark;
    private final EventFollower follower;
    private PublicMarket market;
    private final long endCursor;
    private final int partition;
    private long silentUntilCursor;
    private long waitingSinceNs;
    private long publishedCursor;
    private volatile boolean hasReadHistory;
    private volatile boolean isLive;

    /**
     * Makes the feeds and starts to follow the engine.
     *
     * @param options of the publisher.
     * @throws java.io.UncheckedIOException when a socket of a feed cannot be opened.
     */
    public MarketDataPublisher(final MarketDataPublisherOptions options)
    {
        clock = options.clock();
        lease = options.lease();
        final EngineClient engineClient = options.engineClient();
        partition = engineClient.partition();
        feeds = new MarketFeed[options.feeds().size()];
        checkpoints = null == options.checkpoints() ? null :
            new PublisherCheckpoints(options.checkpoints(), options.checkpointIntervalBytes());
        try
        {
            final long fromCursor = open(options);
            watermark = options.movesWatermark() ? engineClient.publishedWatermark() : null;
            endCursor = engineClient.endCursor();
            silentUntilCursor = Math.max(endCursor, formerCursor());
            follower = engineClient.follow(fromCursor, market);
        }
        catch (final RuntimeException ex)
        {
            CloseHelper.quietCloseAll(feeds);
            CloseHelper.quietClose(checkpoints);
            throw ex;
        }
    }

    /** Makes market and feeds, as they were at the newest checkpoint that is right. */
    private long open(final MarketDataPublisherOptions options)
    {
        for (final Checkpoint checkpoint : null == checkpoints ?
            List.<Checkpoint>of() : checkpoints.read(options.engineClient()))
        {
            try
            {
                make(options);
                checkpoints.restore(checkpoint, market, feeds);
                return checkpoint.positions().getFirst().cursor();
            }
            catch (final CheckpointException ex)
            {
                checkpoints.refused(checkpoint, ex);
                CloseHelper.quietCloseAll(feeds);
            }
        }
        make(options);
        return EngineClient.FROM_START;
    }

    private void make(final MarketDataPublisherOptions options)
    {
        market = new PublicMarket(this::onTransaction, options.indices());
        int count = 0;
        for (final Function<PublicMarket, ? extends MarketFeed> feed : options.feeds())
        {
            feeds[count] = feed.apply(market);
            if (null != lease)
            {
                feeds[count].guard(this::requireLease);
            }
            count++;
        }
    }

    @Override
    public int doWork()
    {
        if (!isLive && follower.cursor() >= silentUntilCursor)
        {
            hasReadHistory = true;
            if (mayPublish())
            {
                checkpoint(false);
                goLive();
            }
        }
        int workCount = follower.poll(EventFollower.FRAMES_OF_TURN);
        if (!isLive)
        {
            checkFormerLife();
            return workCount + standBy();
        }
        final boolean isIdle = 0 == workCount;
        final long nowNs = clock.nanoTime();
        for (final MarketFeed feed : feeds)
        {
            requireLease();
            workCount += feed.doWork(nowNs, isIdle);
        }
        advanceWatermark();
        if (isIdle)
        {
            checkpoint(!market.session().isSuspended());
        }
        return workCount;
    }

    private void checkpoint(final boolean isTrading)
    {
        if (null != checkpoints && checkpoints.isDue(follower.cursor()))
        {
            checkpoints.write(market, feeds, isTrading);
        }
    }

    @Override
    public String roleName()
    {
        return "market-data-publisher-" + partition;
    }

    @Override
    public void onClose()
    {
        close();
    }

    @Override
    public void close()
    {
        CloseHelper.quietClose(follower);
        CloseHelper.quietCloseAll(feeds);
        CloseHelper.quietClose(checkpoints);
    }

    /**
     * Whether history has been read and packets are being sent.
     *
     * @return true once live; readable from any thread.
     */
    public boolean isLive()
    {
        return isLive;
    }

    /**
     * Whether history has been read: it sends, or will as soon as it has the lease.
     *
     * @return true once ready; readable from any thread.
     */
    public boolean isReady()
    {
        return isLive || null != lease && hasReadHistory;
    }

    /**
     * What it has written for its next process.
     *
     * @return counters, readable from any thread; null when it keeps no checkpoints.
     */
    public CounterSet<CheckpointCounter> checkpointCounters()
    {
        return null == checkpoints ? null : checkpoints.counters();
    }

    private long formerCursor()
    {
        return Arrays.stream(feeds).mapToLong(MarketFeed::formerCursor).max().orElse(0);
    }

    /** The stream ended before where an earlier process ended: its member is behind another one, or the end is lost. */
    private void checkFormerLife()
    {
        if (follower.cursor() < endCursor)
        {
            return;
        }
        final long nowNs = clock.nanoTime();
        if (0 == waitingSinceNs)
        {
            waitingSinceNs = nowNs;
        }
        else if (nowNs - waitingSinceNs > FORMER_LIFE_TIMEOUT_NS && follower.cursor() < silentUntilCursor)
        {
            LOGGER.warn("The event stream does not reach where the feeds ended before: they go on from where it is." +
                " cursor={} formerCursor={} timeoutNs={}", follower.cursor(), silentUntilCursor,
                FORMER_LIFE_TIMEOUT_NS);
            silentUntilCursor = follower.cursor();
        }
    }

    private void onTransaction(final PublicTransaction transaction)
    {
        if (!isLive && transaction.cursor() > silentUntilCursor && mayPublish())
        {
            // One poll may reach beyond history; what is beyond it has not been sent by an earlier process.
            goLive();
        }
        for (final MarketFeed feed : feeds)
        {
            feed.onTransaction(transaction);
            if (feed == feeds[0] && isLive)
            {
                // Answers wait for the first feed, not for those after it.
                advanceWatermark();
            }
        }
    }

    private int standBy()
    {
        int workCount = 0;
        if (hasReadHistory)
        {
            final long nowNs = clock.nanoTime();
            for (final MarketFeed feed : feeds)
            {
                workCount += feed.standBy(nowNs);
            }
        }
        return workCount;
    }

    private boolean mayPublish()
    {
        return null == lease || lease.isHeld();
    }

    /** What is not sent now is sent by the publisher that has the lease, or is asked for again. */
    private void requireLease()
    {
        if (!mayPublish())
        {
            throw new IllegalStateException("the lease of this publisher has ended, another one may publish now;" +
                " start it again, and it waits until that one is gone: partition=" + partition + " cursor=" +
                follower.cursor());
        }
    }

    private void advanceWatermark()
    {
        final long cursor = feeds[0].publishedCursor();
        if (null != watermark && publishedCursor != cursor)
        {
            publishedCursor = cursor;
            watermark.advance(cursor, clock.nanoTime());
        }
    }

    private void goLive()
    {
        final long nowNs = clock.nanoTime();
        for (final MarketFeed feed : feeds)
        {
            feed.goLive(nowNs);
        }
        advanceWatermark();
        // Last: other threads take it for the feeds being sent.
        isLive = true;
    }
}
