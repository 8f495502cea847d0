// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import static io.bourse.marketdata.net.FeedPairCounter.FAILURES;
import static io.bourse.marketdata.net.FeedPairCounter.PACKETS;
import static io.bourse.marketdata.publisher.simba.OrderLogCounter.MSG_SEQ_NUM;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.StampKind;
import io.bourse.engine.telemetry.TimestampLog;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.market.PublicTransaction;
import io.bourse.marketdata.net.FeedPair;
import io.bourse.marketdata.net.FeedPairOptions;
import io.bourse.marketdata.publisher.CheckpointedFeed;
import org.agrona.CloseHelper;

/**
 * ORDERS-LOG: every transaction on the incremental feeds A and B, and all books again and again on the snapshot feeds.
 */
public final class SimbaOrderLog implements CheckpointedFeed
{
    private static final int IDLE_SNAPSHOT_LIMIT = 8;
    private static final int BUSY_SNAPSHOT_LIMIT = 2;

    private final CounterSet<OrderLogCounter> counters = new CounterSet<>(OrderLogCounter.class);
    private final SimbaOrderLogOptions options;
    private final PublicMarket market;
    private final FeedPair incremental;
    private final FeedPair snapshots;
    private final SentTransactions sent;
    private final PacketOutlet outlet;
    private final IncrementalFeed incrementalFeed;
    private final SnapshotFeed snapshotFeed;
    private final long formerCursor;
    private boolean isLive;
    private long resets;

    /**
     * Opens the sockets.
     *
     * @param options of the feed.
     * @param market whose transactions it gets.
     * @throws java.io.UncheckedIOException when a socket cannot be opened.
     */
    public SimbaOrderLog(final SimbaOrderLogOptions options, final PublicMarket market)
    {
        this.options = options;
        this.market = market;
        final int maxPacketLength = options.maxPacketLength();
        final RptSeqs rptSeqs = new RptSeqs();
        FeedPair openedSnapshots = null;
        SentTransactions openedSent = null;
        final FeedPairOptions pairOptions = new FeedPairOptions(
            options.interfaceName(), options.timeToLive(), isAFirst(options.partition()), options.secondLine(),
            options.clock());
        // Messages are written in the second half, what comes before them in the first.
        incremental = new FeedPair(
            pairOptions, options.incrementalA(), options.incrementalB(), 2 * maxPacketLength, true);
        try
        {
            openedSnapshots = new FeedPair(
                pairOptions, options.snapshotA(), options.snapshotB(), maxPacketLength, false);
            openedSent = new SentTransactions(null == options.timestamps() ? null : new TimestampLog(
                options.timestamps(), StampKind.SENDS, "simba-" + options.partition(), 0, options.partition()),
                    counters);
            outlet = new PacketOutlet(options, incremental, counters);
            formerCursor = outlet.markedCursor();
        }
        catch (final RuntimeException ex)
        {
            CloseHelper.quietCloseAll(openedSent, openedSnapshots, incremental);
            throw ex;
        }
        snapshots = openedSnapshots;
        sent = openedSent;
        incrementalFeed = new IncrementalFeed(options, outlet, rptSeqs, market.instruments(), sent);
        snapshotFeed = new SnapshotFeed(options, snapshots, rptSeqs, market.instruments(), counters);
        market.watch(snapshotFeed);
    }

    /** A comes first in odd partitions, B in even ones, so that none of both is always the later one. */
    static boolean isAFirst(final int partition)
    {
        return 0 != (partition & 1);
    }

    @Override
    public void onTransaction(final PublicTransaction transaction)
    {
        incrementalFeed.onTransaction(transaction);
        if (resets != incrementalFeed.resets())
        {
            resets = incrementalFeed.resets();
            // Snapshots of the old numbers would name packets that will not come.
            snapshotFeed.abort();
        }
        beginSnapshots();
    }

    private void beginSnapshots()
    {
        if (isLive && snapshotFeed.isWanted() && !incrementalFeed.isPacketOpen())
        {
            snapshotFeed.begin(outlet.msgSeqNum(), market.session().sessionId());
        }
    }

    @Override
    public void guard(final Runnable guard)
    {
        incremental.guard(guard);
        snapshots.guard(guard);
    }

    @Override
    public void goLive(final long nowNs)
    {
        isLive = true;
        incrementalFeed.goLive();
    }

    @Override
    public int doWork(final long nowNs, final boolean isIdle)
    {
        final int workCount = incrementalFeed.doWork(nowNs);
        snapshotFeed.time(nowNs);
        beginSnapshots();
        return workCount + snapshotFeed.doWork(isIdle ? IDLE_SNAPSHOT_LIMIT : BUSY_SNAPSHOT_LIMIT);
    }

    @Override
    public boolean isAtRest()
    {
        return incrementalFeed.isAtRest();
    }

    @Override
    public void state(final CheckpointState state, final PublicMarket itsMarket)
    {
        incrementalFeed.state(state);
        resets = incrementalFeed.resets();
    }

    @Override
    public long publishedCursor()
    {
        return incrementalFeed.publishedCursor();
    }

    @Override
    public long formerCursor()
    {
        return formerCursor;
    }

    @Override
    public void close()
    {
        CloseHelper.quietCloseAll(incrementalFeed, incremental, snapshots, sent);
    }

    /**
     * What it has sent and kept.
     *
     * @return counters, readable from any thread.
     */
    public CounterSet<OrderLogCounter> counters()
    {
        return counters;
    }

    /**
     * Number of the last incremental packet, sent or counted.
     *
     * @return MsgSeqNum, 0 before the first one.
     */
    public long msgSeqNum()
    {
        return counters.get(MSG_SEQ_NUM);
    }

    /**
     * Incremental packets sent, heartbeats included; a packet to A and B counts once.
     *
     * @return count.
     */
    public long incrementalPacketsSent()
    {
        return incremental.counters().get(PACKETS);
    }

    /**
     * Snapshot packets sent; a packet to A and B counts once.
     *
     * @return count.
     */
    public long snapshotPacketsSent()
    {
        return snapshots.counters().get(PACKETS);
    }

    /**
     * Datagrams that a socket did not take.
     *
     * @return count, over all four feeds.
     */
    public long sendFailures()
    {
        return incremental.counters().get(FAILURES) +
            snapshots.counters().get(FAILURES);
    }
}
