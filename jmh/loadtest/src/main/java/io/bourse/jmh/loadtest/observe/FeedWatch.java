// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.observe;

import io.bourse.jmh.loadtest.process.Measurements;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.MulticastReceiver;
import org.agrona.CloseHelper;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;

import java.io.IOException;
import java.net.NetworkInterface;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;

/**
 * A subscriber to multicast groups on a thread of its own, which counts what comes and parks when nothing does.
 */
public final class FeedWatch implements AutoCloseable
{
    private static final long REST_NS = TimeUnit.MICROSECONDS.toNanos(500);
    /** Where packets say when they were sent it matters little when they are read: hardly in the way of anybody. */
    private static final long LONG_REST_NS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final int RECEIVE_BUFFER_LENGTH = 4 * 1024 * 1024;
    private static final int BATCH = 256;

    private final EpochNanoClock clock = SystemEpochNanoClock.INSTANCE;
    private final List<FeedTally> tallies = new ArrayList<>();
    private final List<MulticastReceiver> receivers = new ArrayList<>();
    private final long restNs;
    private final Thread thread;
    private volatile RuntimeException failure;
    private volatile boolean isStopping;
    private long beginNs;

    /**
     * Joins the groups and begins.
     *
     * @param networkInterface to join on.
     * @param feeds name to group:port.
     * @throws IOException when a group cannot be joined.
     */
    public FeedWatch(final String networkInterface, final Map<String, String> feeds) throws IOException
    {
        try
        {
            for (final Map.Entry<String, String> feed : feeds.entrySet())
            {
                receivers.add(new MulticastReceiver(MulticastEndpoint.parse(feed.getValue()),
                    NetworkInterface.getByName(networkInterface), RECEIVE_BUFFER_LENGTH));
                tallies.add(new FeedTally(feed.getKey()));
            }
        }
        catch (final IOException | RuntimeException ex)
        {
            CloseHelper.quietCloseAll(receivers);
            throw ex;
        }
        restNs = feeds.keySet().stream().allMatch(FeedTally::saysWhenSent) ? LONG_REST_NS : REST_NS;
        thread = Thread.ofPlatform().name("feed-watch").daemon().start(this::run);
    }

    private void run()
    {
        try
        {
            while (!isStopping)
            {
                if (!pollAll())
                {
                    LockSupport.parkNanos(restNs);
                }
            }
        }
        catch (final RuntimeException ex)
        {
            failure = ex;
        }
        finally
        {
            CloseHelper.quietCloseAll(receivers);
        }
    }

    /**
     * Takes what the sockets hold. A look at an empty socket is a system call too: whoever looks again at once
     * while packets come one by one takes processor time from what is measured.
     *
     * @return true when one of them may hold more.
     */
    private synchronized boolean pollAll()
    {
        boolean hasMore = false;
        for (int i = 0; i < receivers.size(); i++)
        {
            hasMore |= poll(receivers.get(i), tallies.get(i));
        }
        return hasMore;
    }

    private boolean poll(final MulticastReceiver receiver, final FeedTally tally)
    {
        for (int packet = 0; packet < BATCH; packet++)
        {
            final int length = receiver.receive();
            if (length <= 0)
            {
                return false;
            }
            tally.onPacket(receiver.buffer(), length, clock.nanoTime());
        }
        return true;
    }

    /** Forgets what came so far. */
    public synchronized void reset()
    {
        tallies.forEach(FeedTally::reset);
        beginNs = clock.nanoTime();
    }

    /** Notes what came since, and forgets it. */
    public void put(final Measurements figures, final String prefix)
    {
        take((tally, forNs) ->
        {
            tally.put(figures, prefix, forNs);
            return tally;
        });
    }

    /**
     * Reads what came since the last reset, and forgets it.
     *
     * @param reader of what came on a line in so many nanoseconds.
     * @param <T> what it makes of it.
     * @return one for each line, in their order.
     * @throws RuntimeException when a packet could not be read.
     */
    public synchronized <T> List<T> take(final BiFunction<FeedTally, Long, T> reader)
    {
        if (null != failure)
        {
            throw failure;
        }
        final long forNs = clock.nanoTime() - beginNs;
        final List<T> taken = tallies.stream().map((tally) -> reader.apply(tally, forNs)).toList();
        reset();
        return taken;
    }

    /** What the system gives a socket to hold packets that were not read yet. */
    public int receiveBufferLength()
    {
        return receivers.stream().mapToInt(MulticastReceiver::receiveBufferLength).min().orElse(0);
    }

    @Override
    public void close()
    {
        isStopping = true;
        LockSupport.unpark(thread);
    }
}
