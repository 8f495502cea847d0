// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import io.bourse.marketdata.net.FeedEndpoints;
import io.bourse.marketdata.simba.SimbaMessages;
import java.io.UncheckedIOException;

import org.agrona.DirectBuffer;

/**
 * Receives FUT-INFO and OPT-INFO and keeps the directory of instruments: what they are, their limits and margins, and
 * whether they may be traded. Everything happens on its duty cycle; only counters are for other threads.
 */
public final class InstrumentReceiver extends FeedReceiver<InstrumentCounter>
{
    private static final int PACKET_LIMIT = 64;

    private final InstrumentDirectory directory = new InstrumentDirectory();
    private final InstrumentListener listener;
    private final InstrumentTracker futures;
    private final InstrumentTracker options;

    /**
     * Opens the sockets and joins the groups: the incremental ones first, so that no change between is lost.
     *
     * @param options of the receiver.
     * @throws UncheckedIOException when a group cannot be joined.
     */
    public InstrumentReceiver(final InstrumentReceiverOptions options)
    {
        super(
            "instrument-receiver",
            InstrumentCounter.class,
            options.interfaceName(),
            options.receiveBufferLength());
        listener = options.listener();
        futures = null == options.futures() ? null : new InstrumentTracker(false, directory, listener, counters);
        this.options = null == options.options() ? null : new InstrumentTracker(true, directory, listener, counters);
        for (final InstrumentFeed feed : InstrumentFeed.values())
        {
            final FeedEndpoints endpoints = feed.isOptions() ? options.options() : options.futures();
            if (null != endpoints)
            {
                join(feed.endpoint(endpoints), (buffer, length) -> onPacket(feed, buffer, 0, length));
            }
        }
    }

    @Override
    public int doWork()
    {
        return poll(PACKET_LIMIT);
    }

    /**
     * Takes one datagram; called by the duty cycle for its sockets, and for captured packets.
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

    private void checkComplete()
    {
        if (0 == counters.get(InstrumentCounter.COMPLETE) && (null == futures || futures.isComplete()) &&
            (null == options || options.isComplete()))
        {
            counters.set(InstrumentCounter.COMPLETE, 1);
            listener.onComplete(directory);
        }
    }
}
