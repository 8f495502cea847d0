// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.observe;

import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.jmh.loadtest.process.Measurements;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.MulticastReceiver;
import org.agrona.CloseHelper;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;

import java.io.IOException;
import java.net.NetworkInterface;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A subscriber to multicast groups on a thread of its own, which counts what comes and parks when nothing does.
 */
public final class FeedWatch implements AutoCloseable
{
    private static final long REST_NS = TimeUnit.MICROSECONDS.toNanos(500);
    /** Where packets say when they were sent it matters little when they are read: hardly in the way of others. */
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
                tallies.add(new FeedTally(feed.getKey(), 0, clock.nanoTime()));
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

    /**
     * Watches lines of a venue.
     *
     * @param venue that publishes them.
     * @param names beginnings of the names of those that are meant.
     * @return running watch.
     * @throws IOException when a group cannot be joined.
     */
    public static FeedWatch of(final VenueDescriptor venue, final List<String> names) throws IOException
    {
        return of(Map.of("", venue), names);
    }

    /**
     * Watches lines of the partitions of a venue.
     *
     * @param venues that publish them, by what is put behind the names of their lines.
     * @param names beginnings of the names of those that are meant.
     * @return running watch.
     * @throws IOException when a group cannot be joined.
     */
    static FeedWatch of(final Map<String, VenueDescriptor> venues, final List<String> names) throws IOException
    {
        final Map<String, String> watched = new LinkedHashMap<>();
        venues.forEach((suffix, venue) ->
            venue.feeds().forEach((name, address) -> watched.put(name + suffix, address)));
        watched.keySet().removeIf((name) -> names.stream().noneMatch(name::startsWith));
        return new FeedWatch(venues.values().iterator().next().networkInterface(), watched);
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
     * Takes what the sockets hold. A read of an empty socket is a system call too: to read again at once
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
        final long nowNs = clock.nanoTime();
        tallies.replaceAll((tally) -> tally.next(nowNs));
    }

    /** Notes what came since, and forgets it. */
    public void put(final Measurements figures, final String prefix)
    {
        take().forEach((tally) -> tally.put(figures, prefix));
    }

    /**
     * Takes what came since the last reset, and forgets it.
     *
     * @return one for each line, in their order.
     * @throws RuntimeException when a packet could not be read.
     */
    synchronized List<FeedTally> take()
    {
        if (null != failure)
        {
            throw failure;
        }
        final List<FeedTally> taken = List.copyOf(tallies);
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
