// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.fast;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.client.PacketReplay;
import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.MulticastReceiver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;

import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Receives one FAST feed, ORDERS-LOG, FO-TRADES, FO-BOOK-n or INDEX, and keeps its books: order from lines A and B,
 * what is missing by TCP or by snapshots.
 */
public final class FastReceiver implements Agent, AutoCloseable
{
    private static final int RECEIVE_BUFFER_LENGTH = 4 * 1024 * 1024;
    private static final int DATAGRAM_LIMIT = 64;
    private static final int INCREMENTAL = -1;

    private final CounterSet<FastReceiverCounter> counters = new CounterSet<>(FastReceiverCounter.class);
    private final ArrayList<MulticastReceiver> incrementals = new ArrayList<>();
    private final ArrayList<MulticastReceiver> snapshots = new ArrayList<>();
    private final FastArbiter arbiter;
    private final PacketReplay replay;
    private final NanoClock clock;

    /**
     * Opens the sockets.
     *
     * @param ctx options; concluded here.
     * @param books to keep.
     * @throws IllegalArgumentException when an option is wrong.
     * @throws UncheckedIOException when a socket cannot be opened.
     */
    public FastReceiver(final FastReceiverContext ctx, final FastBooks books)
    {
        ctx.conclude();
        clock = ctx.clock();
        replay = null == ctx.replay() ? null :
            new FastReplayClient(ctx.replay(), ctx.replayTimeoutNs(), clock);
        arbiter = new FastArbiter(new FastMessage(ctx.withSymbols()), books, ctx.listener(), counters, replay,
            ctx.gapTimeoutNs());
        try
        {
            open(incrementals, ctx.incrementalA(), ctx);
            open(incrementals, ctx.incrementalB(), ctx);
            open(snapshots, ctx.snapshotA(), ctx);
            open(snapshots, ctx.snapshotB(), ctx);
        }
        catch (final RuntimeException ex)
        {
            close();
            throw ex;
        }
    }

    @Override
    public int doWork()
    {
        final long nowNs = clock.nanoTime();
        int workCount = 0;
        for (int i = 0, size = incrementals.size(); i < size; i++)
        {
            workCount += poll(incrementals.get(i), INCREMENTAL, nowNs);
        }
        for (int i = 0, size = snapshots.size(); i < size; i++)
        {
            workCount += poll(snapshots.get(i), 1 + i, nowNs);
        }
        return workCount + arbiter.doWork(nowNs);
    }

    @Override
    public String roleName()
    {
        return "fast-receiver";
    }

    @Override
    public void onClose()
    {
        close();
    }

    @Override
    public void close()
    {
        CloseHelper.quietCloseAll(incrementals);
        CloseHelper.quietCloseAll(snapshots);
        CloseHelper.quietClose(replay);
    }

    /**
     * Takes a datagram of the incremental feed from elsewhere, such as a recording.
     *
     * @param buffer that holds it, preamble first.
     * @param offset of it.
     * @param length of it.
     */
    public void onIncremental(final UnsafeBuffer buffer, final int offset, final int length)
    {
        on(buffer, offset, length, INCREMENTAL, clock.nanoTime());
    }

    /**
     * Takes a datagram of the snapshots from elsewhere, such as a recording.
     *
     * @param buffer that holds it, preamble first.
     * @param offset of it.
     * @param length of it.
     */
    public void onSnapshot(final UnsafeBuffer buffer, final int offset, final int length)
    {
        on(buffer, offset, length, 0, clock.nanoTime());
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

    /**
     * What the receiver has been through.
     *
     * @return counters, the same object always.
     */
    public CounterSet<FastReceiverCounter> counters()
    {
        return counters;
    }

    private int poll(final MulticastReceiver receiver, final int line, final long nowNs)
    {
        int count = 0;
        int length = receiver.receive();
        while (0 < length)
        {
            on(receiver.buffer(), 0, length, line, nowNs);
            count++;
            length = count < DATAGRAM_LIMIT ? receiver.receive() : 0;
        }
        return count;
    }

    private void on(
        final UnsafeBuffer buffer, final int offset, final int length, final int line, final long nowNs)
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

    private static void open(
        final ArrayList<MulticastReceiver> receivers, final String endpoint, final FastReceiverContext ctx)
    {
        if (null == endpoint)
        {
            return;
        }
        try
        {
            receivers.add(new MulticastReceiver(
                MulticastEndpoint.parse(endpoint), ctx.networkInterface(), RECEIVE_BUFFER_LENGTH));
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("Cannot open a multicast feed: endpoint=" + endpoint, ex);
        }
    }
}
