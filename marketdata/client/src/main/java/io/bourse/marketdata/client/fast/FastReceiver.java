// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.fast;

import io.bourse.marketdata.client.FeedReceiver;
import io.bourse.marketdata.client.PacketReplay;
import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.net.FeedEndpoints;
import io.bourse.marketdata.net.MulticastEndpoint;
import java.io.UncheckedIOException;

import org.agrona.CloseHelper;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Receives one FAST feed, ORDERS-LOG, FO-TRADES, FO-BOOK-n or INDEX, and keeps its books: order from lines A and B,
 * what is missing by TCP or by snapshots.
 */
public final class FastReceiver extends FeedReceiver<FastReceiverCounter>
{
    private static final int RECEIVE_BUFFER_LENGTH = 4 * 1024 * 1024;
    private static final int DATAGRAM_LIMIT = 64;
    private static final int INCREMENTAL = -1;

    private final FastArbiter arbiter;
    private final PacketReplay replay;
    private final NanoClock clock;
    private long nowNs;

    /**
     * Opens the sockets.
     *
     * @param options of the receiver.
     * @param books to keep.
     * @throws UncheckedIOException when a socket cannot be opened.
     */
    public FastReceiver(final FastReceiverOptions options, final FastBooks books)
    {
        super("fast-receiver", FastReceiverCounter.class, options.interfaceName(), RECEIVE_BUFFER_LENGTH);
        clock = options.clock();
        replay = null == options.replay() ? null :
            new FastReplayClient(options.replay(), options.replayTimeoutNs(), clock);
        arbiter = new FastArbiter(options, books, counters, replay);
        final FeedEndpoints endpoints = options.endpoints();
        join(endpoints.incrementalA(), INCREMENTAL);
        join(endpoints.incrementalB(), INCREMENTAL);
        join(endpoints.snapshotA(), 1);
        join(endpoints.snapshotB(), 2);
    }

    @Override
    public int doWork()
    {
        nowNs = clock.nanoTime();
        return poll(DATAGRAM_LIMIT) + arbiter.doWork(nowNs);
    }

    @Override
    public void close()
    {
        super.close();
        CloseHelper.quietClose(replay);
    }

    /**
     * Takes a datagram of the incremental feed from elsewhere, such as a recording.
     *
     * @param buffer that holds it, preamble first.
     */
    public void onIncremental(final UnsafeBuffer buffer, final int offset, final int length)
    {
        nowNs = clock.nanoTime();
        on(buffer, offset, length, INCREMENTAL);
    }

    /**
     * Takes a datagram of the snapshots from elsewhere, such as a recording.
     *
     * @param buffer that holds it, preamble first.
     */
    public void onSnapshot(final UnsafeBuffer buffer, final int offset, final int length)
    {
        nowNs = clock.nanoTime();
        on(buffer, offset, length, 0);
    }

    /**
     * Whether the books are right, as of the last message.
     *
     * @return false before the first join, and from the moment a message is known to be missing until it has come or
     *     the books have joined again.
     */
    public boolean isLive()
    {
        return arbiter.isLive();
    }

    /**
     * Number of the last message applied.
     *
     * @return MsgSeqNum, 0 if not live.
     */
    public long lastMsgSeqNum()
    {
        return arbiter.lastMsgSeqNum();
    }

    private void on(final UnsafeBuffer buffer, final int offset, final int length, final int line)
    {
        final int messageLength = length - FastMessages.PREAMBLE_LENGTH;
        if (messageLength <= 0)
        {
            counters.increment(FastReceiverCounter.MALFORMED);
            return;
        }
        final int messageOffset = offset + FastMessages.PREAMBLE_LENGTH;
        if (INCREMENTAL == line)
        {
            arbiter.onIncremental(buffer, messageOffset, messageLength, nowNs);
        }
        else
        {
            arbiter.onSnapshot(line, buffer, messageOffset, messageLength, nowNs);
        }
    }

    private void join(final MulticastEndpoint endpoint, final int line)
    {
        join(endpoint, (buffer, length) -> on(buffer, 0, length, line));
    }
}
