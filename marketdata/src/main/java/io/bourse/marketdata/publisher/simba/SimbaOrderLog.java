// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import io.bourse.engine.timestamps.SendStamps;
import io.bourse.engine.timestamps.StampKind;
import io.bourse.engine.timestamps.TimestampLog;
import io.bourse.marketdata.FeedCounter;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.market.PublicTransaction;
import io.bourse.marketdata.net.FeedPair;
import io.bourse.marketdata.net.FeedPairOptions;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.publisher.MarketFeed;
import org.agrona.CloseHelper;

/**
 * ORDERS-LOG: every transaction on the incremental feeds A and B, and all books again and again on the snapshot feeds.
 */
public final class SimbaOrderLog implements MarketFeed
{
    private static final int IDLE_SNAPSHOT_LIMIT = 8;
    private static final int BUSY_SNAPSHOT_LIMIT = 1;

    private final FeedCounter snapshotCycles = new FeedCounter();
    private final FeedCounter messages = new FeedCounter();
    private final FeedCounter transactions = new FeedCounter();
    private final FeedCounter msgSeqNum = new FeedCounter();
    private final FeedCounter timestampsLost = new FeedCounter();
    private final SimbaOrderLogContext context;
    private final PublicMarket market;
    private final FeedPair incremental;
    private final FeedPair snapshots;
    private final OrderLogEncoder encoder;
    private final IncrementalFeed incrementalFeed;
    private final SnapshotFeed snapshotFeed;
    private final TimestampLog log;
    private long publishedCursor;
    private boolean isLive;

    /**
     * Opens the sockets.
     *
     * @param context options; concluded here.
     * @param market whose transactions it will be told.
     * @throws IllegalArgumentException when an option is wrong.
     * @throws java.io.UncheckedIOException when a socket cannot be opened.
     */
    public SimbaOrderLog(final SimbaOrderLogContext context, final PublicMarket market)
    {
        context.conclude();
        this.context = context;
        this.market = market;
        final int maxPacketLength = context.maxPacketLength();
        incremental = newPair(context.incrementalA(), context.incrementalB(), null != context.timestamps());
        try
        {
            snapshots = newPair(context.snapshotA(), context.snapshotB(), false);
            log = null == context.timestamps() ? null : new TimestampLog(
                context.timestamps(), StampKind.SENDS, "simba-" + context.partition(), 0, context.partition());
        }
        catch (final RuntimeException ex)
        {
            close();
            throw ex;
        }
        encoder = new OrderLogEncoder(maxPacketLength);
        incrementalFeed = new IncrementalFeed(incremental, maxPacketLength, context.heartbeatIntervalNs());
        snapshotFeed = new SnapshotFeed(snapshots, maxPacketLength, context.snapshotCycleNs(), snapshotCycles);
    }

    private FeedPair newPair(
        final MulticastEndpoint endpointA, final MulticastEndpoint endpointB, final boolean isStamped)
    {
        return new FeedPair(new FeedPairOptions(endpointA, endpointB, context.networkInterface(),
            context.timeToLive(), context.maxPacketLength(), true, isStamped, context.clock()));
    }

    @Override
    public void onTransaction(final PublicTransaction transaction)
    {
        final int messageCount = encoder.encode(transaction);
        if (0 < messageCount)
        {
            incrementalFeed.publish(encoder, transaction.engineTimeNs(), transaction.session().sessionId());
            msgSeqNum.set(incrementalFeed.msgSeqNum());
        }
        publishedCursor = transaction.cursor();
        if (isLive && 0 < messageCount)
        {
            messages.add(messageCount);
            transactions.increment();
            if (null != log)
            {
                record(transaction);
            }
        }
    }

    private void record(final PublicTransaction transaction)
    {
        log.tradingDate(transaction.session().tradingDate());
        final int offset = log.claim();
        if (TimestampLog.NONE != offset)
        {
            SendStamps.put(
                log.buffer(), offset, transaction.cursor(), incremental.sentANs(), incremental.sentBNs());
            log.commit();
        }
        timestampsLost.set(log.lost());
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
        if (snapshotFeed.isCycleOver() && snapshotFeed.isDue(nowNs))
        {
            snapshotFeed.beginCycle(
                market.instruments(), incrementalFeed.msgSeqNum(), market.session().sessionId(), nowNs);
        }
        return snapshotFeed.doWork(nowNs, isIdle ? IDLE_SNAPSHOT_LIMIT : BUSY_SNAPSHOT_LIMIT) +
            incrementalFeed.checkHeartbeat(nowNs);
    }

    @Override
    public long publishedCursor()
    {
        return publishedCursor;
    }

    @Override
    public void close()
    {
        CloseHelper.quietClose(incremental);
        CloseHelper.quietClose(snapshots);
        CloseHelper.quietClose(log);
    }

    /**
     * Number of the last incremental packet, sent or counted.
     *
     * @return MsgSeqNum, 0 before the first one.
     */
    public long msgSeqNum()
    {
        return msgSeqNum.get();
    }

    /**
     * Incremental packets sent, heartbeats included; a packet to A and B counts once.
     *
     * @return count.
     */
    public long incrementalPacketsSent()
    {
        return incremental.packets();
    }

    /**
     * Snapshot packets sent; a packet to A and B counts once.
     *
     * @return count.
     */
    public long snapshotPacketsSent()
    {
        return snapshots.packets();
    }

    /**
     * Snapshot cycles completed.
     *
     * @return count.
     */
    public long snapshotCycles()
    {
        return snapshotCycles.get();
    }

    /**
     * Messages of live transactions sent.
     *
     * @return count.
     */
    public long messagesSent()
    {
        return messages.get();
    }

    /**
     * Live transactions that were market data.
     *
     * @return count.
     */
    public long transactionsSent()
    {
        return transactions.get();
    }

    /**
     * Datagrams that a socket did not take.
     *
     * @return count, over all four feeds.
     */
    public long sendFailures()
    {
        return incremental.failures() + snapshots.failures();
    }

    /**
     * Records of time stamps that could not be written.
     *
     * @return count since the start.
     */
    public long timestampsLost()
    {
        return timestampsLost.get();
    }
}
