// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.market;

import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.node.VenueNotRunningException;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Follows the event stream of a venue on a thread of its own, from its beginning, and begins again when the venue was
 * started again.
 */
final class MarketFollower implements AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(MarketFollower.class);
    /** Changes go to browsers ten times a second: people read no faster. */
    private static final long PUBLISH_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long CHECK_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long RETRY_S = 1;

    private final Path dataDir;
    private final MarketModel model;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    MarketFollower(final Path dataDir, final MarketModel model)
    {
        this.dataDir = dataDir;
        this.model = model;
        thread = Thread.ofPlatform().daemon().name("console-market").start(this::run);
    }

    private boolean isClosed()
    {
        return 0 == closed.getCount();
    }

    private void run()
    {
        try
        {
            do
            {
                try (VenueClearing venue = VenueClearing.connect(dataDir))
                {
                    follow(venue);
                }
                catch (final IOException | RuntimeException ex)
                {
                    lost(ex);
                }
            }
            while (!closed.await(RETRY_S, TimeUnit.SECONDS));
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
    }

    private void lost(final Exception cause)
    {
        model.lock().lock();
        try
        {
            if (MarketStatus.State.LOST != model.status().state() && !isClosed())
            {
                LOGGER.warn("The market is not followed, the venue is looked for each second: dataDir={} reason=\"{}\"",
                    dataDir, cause.getMessage(), cause instanceof VenueNotRunningException ? null : cause);
                model.state(MarketStatus.State.LOST, cause.getMessage());
            }
        }
        finally
        {
            model.lock().unlock();
        }
    }

    private void follow(final VenueClearing venue) throws IOException
    {
        final EngineClient client = venue.client();
        final long endCursor = client.endCursor();
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        try (EventFollower follower = begin(client))
        {
            boolean isLive = false;
            long publishedNs = System.nanoTime();
            long checkedNs = publishedNs;
            while (!isClosed())
            {
                final long nowNs = System.nanoTime();
                if (nowNs - checkedNs > CHECK_INTERVAL_NS)
                {
                    checkedNs = nowNs;
                    venue.requireRunning();
                }
                final boolean isDue = nowNs - publishedNs > PUBLISH_INTERVAL_NS;
                publishedNs = isDue ? nowNs : publishedNs;
                model.lock().lock();
                final int work;
                try
                {
                    work = follower.poll(EventFollower.FRAMES_OF_TURN);
                    if (!isLive && follower.cursor() >= endCursor)
                    {
                        isLive = true;
                        model.state(MarketStatus.State.LIVE, null);
                    }
                    else if (isLive && isDue)
                    {
                        model.publish();
                    }
                }
                finally
                {
                    model.lock().unlock();
                }
                idle.idle(work);
            }
        }
    }

    private EventFollower begin(final EngineClient client)
    {
        model.lock().lock();
        try
        {
            final EventFollower follower = client.follow(EngineClient.FROM_START, model.restart());
            model.state(MarketStatus.State.READING, null);
            return follower;
        }
        finally
        {
            model.lock().unlock();
        }
    }

    @Override
    public void close()
    {
        closed.countDown();
        try
        {
            thread.join();
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
    }
}
