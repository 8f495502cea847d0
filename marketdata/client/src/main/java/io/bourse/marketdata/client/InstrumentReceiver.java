// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.MulticastReceiver;
import io.bourse.marketdata.simba.SimbaMessages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.Map;

import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.Agent;

/**
 * Receives FUT-INFO and OPT-INFO and keeps the directory of instruments: what they are, their limits and margins, and
 * whether they may be traded. Everything happens on its duty cycle; only counters are for other threads.
 */
public final class InstrumentReceiver implements Agent, AutoCloseable
{
    private static final int PACKET_LIMIT = 64;
    private static final InstrumentFeed[] FEEDS = InstrumentFeed.values();

    private final EnumMap<InstrumentFeed, MulticastReceiver> sockets = new EnumMap<>(InstrumentFeed.class);
    private final CounterSet<InstrumentCounter> counters = new CounterSet<>(InstrumentCounter.class);
    private final InstrumentDirectory directory = new InstrumentDirectory();
    private final InstrumentListener listener;
    private final InstrumentTracker futures;
    private final InstrumentTracker options;

    /**
     * Opens the sockets and joins the groups: the incremental ones first, so that no change between is lost.
     *
     * @param context options; concluded here.
     * @throws IllegalArgumentException when an option is wrong.
     * @throws UncheckedIOException when a group cannot be joined.
     */
    public InstrumentReceiver(final InstrumentReceiverContext context)
    {
        context.conclude();
        listener = context.listener();
        final Map<InstrumentFeed, MulticastEndpoint> endpoints = context.endpoints();
        futures = endpoints.containsKey(InstrumentFeed.FUTURES_REPLAY_A) ?
            new InstrumentTracker(false, directory, listener, counters) : null;
        options = endpoints.containsKey(InstrumentFeed.OPTIONS_REPLAY_A) ?
            new InstrumentTracker(true, directory, listener, counters) : null;
        try
        {
            for (final Map.Entry<InstrumentFeed, MulticastEndpoint> endpoint : endpoints.entrySet())
            {
                sockets.put(endpoint.getKey(), new MulticastReceiver(
                    endpoint.getValue(), context.networkInterface(), context.receiveBufferLength()));
            }
        }
        catch (final IOException ex)
        {
            close();
            throw new UncheckedIOException("Cannot join a multicast feed: " + context, ex);
        }
    }

    @Override
    public int doWork()
    {
        int workCount = 0;
        for (final InstrumentFeed feed : FEEDS)
        {
            final MulticastReceiver socket = sockets.get(feed);
            if (null != socket)
            {
                workCount += poll(socket, feed);
            }
        }
        return workCount;
    }

    /**
     * Takes one datagram; called by the duty cycle for its sockets, and by whoever has captured packets.
     *
     * @param feed the datagram came from.
     * @param buffer that holds it.
     * @param offset where it begins.
     * @param length of it in bytes.
     */
    public void onPacket(final InstrumentFeed feed, final DirectBuffer buffer, final int offset, final int length)
    {
        final InstrumentTracker tracker = feed.isOptions() ? options : futures;
        if (null == tracker || !SimbaMessages.isWellFormed(buffer, offset, length))
        {
            counters.increment(InstrumentCounter.MALFORMED_PACKETS);
            return;
        }
        counters.increment(InstrumentCounter.PACKETS);
        if (feed.isReplay())
        {
            tracker.onReplay(feed.side(), buffer, offset);
            checkComplete();
        }
        else
        {
            tracker.onIncremental(feed.side(), buffer, offset, length);
        }
    }

    /**
     * All instruments known; read it on the duty cycle only, or after it has ended.
     *
     * @return directory.
     */
    public InstrumentDirectory directory()
    {
        return directory;
    }

    /**
     * Whether all instruments are known: a full cycle of each replay has been heard.
     *
     * @return true from then on.
     */
    public boolean isComplete()
    {
        return 0 != counters.get(InstrumentCounter.COMPLETE);
    }

    /**
     * What was counted so far.
     *
     * @return counters, readable from any thread.
     */
    public CounterSet<InstrumentCounter> counters()
    {
        return counters;
    }

    @Override
    public String roleName()
    {
        return "instrument-receiver";
    }

    @Override
    public void onClose()
    {
        close();
    }

    @Override
    public void close()
    {
        CloseHelper.quietCloseAll(sockets.values());
    }

    private void checkComplete()
    {
        if (0 == counters.get(InstrumentCounter.COMPLETE) && (null == futures || futures.isComplete()) &&
            (null == options || options.isComplete()))
        {
            counters.set(InstrumentCounter.COMPLETE, 1);
            listener.onComplete(directory);
        }
    }

    private int poll(final MulticastReceiver socket, final InstrumentFeed feed)
    {
        int received = 0;
        while (received < PACKET_LIMIT)
        {
            final int length = socket.receive();
            if (0 == length)
            {
                break;
            }
            onPacket(feed, socket.buffer(), 0, length);
            received++;
        }
        return received;
    }
}
