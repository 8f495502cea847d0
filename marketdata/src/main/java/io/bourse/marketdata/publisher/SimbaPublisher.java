// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.EventGroup;
import io.bourse.engine.client.PublishedWatermark;
import io.bourse.engine.timestamps.SendStamps;
import io.bourse.engine.timestamps.StampKind;
import io.bourse.engine.timestamps.TimestampLog;
import io.bourse.marketdata.FeedCounter;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.MulticastSender;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;

import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.EpochNanoClock;

/**
 * Publishes the order log of one engine as SIMBA by multicast. It follows the event stream from the very beginning,
 * silently up to where the stream ended when it was made, then live: packets of a transaction to feed A and B, then
 * the published watermark. Snapshots go out on the same duty cycle, between transactions.
 */
public final class SimbaPublisher implements Agent, AutoCloseable
{
    /** As many as the matcher executes in one turn: on its thread, feeds then keep up with it. */
    private static final int FRAME_LIMIT = 128;
    private static final int IDLE_SNAPSHOT_LIMIT = 8;
    private static final int BUSY_SNAPSHOT_LIMIT = 1;

    private final ArrayList<MulticastSender> senders = new ArrayList<>();
    private final FeedCounter incrementalPackets = new FeedCounter();
    private final FeedCounter snapshotPackets = new FeedCounter();
    private final FeedCounter sendFailures = new FeedCounter();
    private final FeedCounter snapshotCycles = new FeedCounter();
    private final FeedCounter messages = new FeedCounter();
    private final FeedCounter transactions = new FeedCounter();
    private final FeedCounter msgSeqNum = new FeedCounter();
    private final FeedCounter live = new FeedCounter();
    private final FeedCounter timestampsLost = new FeedCounter();
    private final SimbaPublisherContext context;
    private final EpochNanoClock clock;
    private final BookBuilder bookBuilder;
    private final FeedPair incremental;
    private final IncrementalFeed incrementalFeed;
    private final SnapshotFeed snapshotFeed;
    private final PublishedWatermark watermark;
    private final EventFollower follower;
    private final TimestampLog log;
    private final long silentUntilCursor;
    private boolean isLive;

    /**
     * Opens the sockets and starts to follow the engine.
     *
     * @param context options; concluded here.
     * @throws IllegalArgumentException when an option is wrong.
     * @throws UncheckedIOException when a socket cannot be opened.
     */
    public SimbaPublisher(final SimbaPublisherContext context)
    {
        context.conclude();
        this.context = context;
        clock = context.clock();
        final int maxPacketLength = context.maxPacketLength();
        final EngineClient engineClient = context.engineClient();
        try
        {
            incremental = newPair(
                context.incrementalA(), context.incrementalB(), incrementalPackets, null != context.timestamps());
            final FeedPair snapshots = newPair(context.snapshotA(), context.snapshotB(), snapshotPackets, false);
            incrementalFeed = new IncrementalFeed(incremental, maxPacketLength, context.heartbeatIntervalNs());
            snapshotFeed = new SnapshotFeed(snapshots, maxPacketLength, context.snapshotCycleNs(), snapshotCycles);
            bookBuilder = new BookBuilder(maxPacketLength, this::onTransaction);
            watermark = engineClient.publishedWatermark();
            silentUntilCursor = engineClient.endCursor();
            follower = engineClient.follow(EngineClient.FROM_START, bookBuilder);
            log = openLog(context, follower);
        }
        catch (final RuntimeException ex)
        {
            CloseHelper.quietCloseAll(senders);
            throw ex;
        }
    }

    @Override
    public int doWork()
    {
        if (!isLive && follower.cursor() >= silentUntilCursor)
        {
            goLive();
            watermark.advance(follower.cursor());
        }
        int workCount = follower.poll(FRAME_LIMIT);
        if (!isLive)
        {
            return workCount;
        }

        final long nowNs = clock.nanoTime();
        if (snapshotFeed.isCycleOver() && snapshotFeed.isDue(nowNs))
        {
            snapshotFeed.beginCycle(
                bookBuilder.instruments(), incrementalFeed.msgSeqNum(), bookBuilder.sessionId(), nowNs);
        }
        workCount += snapshotFeed.doWork(nowNs, 0 == workCount ? IDLE_SNAPSHOT_LIMIT : BUSY_SNAPSHOT_LIMIT);
        return workCount + incrementalFeed.checkHeartbeat(nowNs);
    }

    @Override
    public String roleName()
    {
        return "simba-publisher-" + context.partition();
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
        CloseHelper.quietCloseAll(senders);
        CloseHelper.quietClose(log);
    }

    /**
     * Whether history has been read and packets are being sent.
     *
     * @return true once live.
     */
    public boolean isLive()
    {
        return 0 != live.get();
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
        return incrementalPackets.get();
    }

    /**
     * Snapshot packets sent; a packet to A and B counts once.
     *
     * @return count.
     */
    public long snapshotPacketsSent()
    {
        return snapshotPackets.get();
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
        return sendFailures.get();
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

    private FeedPair newPair(final MulticastEndpoint endpointA, final MulticastEndpoint endpointB,
        final FeedCounter packets, final boolean isStamped)
    {
        return new FeedPair(context.maxPacketLength(), newSender(endpointA), newSender(endpointB), clock, packets,
            sendFailures, isStamped);
    }

    private static TimestampLog openLog(final SimbaPublisherContext context, final EventFollower follower)
    {
        try
        {
            return null == context.timestamps() ? null : new TimestampLog(
                context.timestamps(), StampKind.SENDS, "simba-" + context.partition(), 0, context.partition());
        }
        catch (final RuntimeException ex)
        {
            CloseHelper.quietClose(follower);
            throw ex;
        }
    }

    private MulticastSender newSender(final MulticastEndpoint endpoint)
    {
        try
        {
            final MulticastSender sender =
                new MulticastSender(endpoint, context.networkInterface(), context.timeToLive());
            senders.add(sender);
            return sender;
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("Cannot open a multicast feed: endpoint=" + endpoint + " interface=" +
                context.networkInterface().getName(), ex);
        }
    }

    private void onTransaction(final TransactionEncoder encoder, final long sessionId, final EventGroup group)
    {
        if (!isLive && group.cursor() > silentUntilCursor)
        {
            // One poll may reach beyond history; what is beyond it has not been sent by a former life.
            goLive();
        }
        final int messageCount = encoder.messageCount();
        if (0 < messageCount)
        {
            incrementalFeed.publish(encoder, group.engineTimeNs(), sessionId);
            msgSeqNum.set(incrementalFeed.msgSeqNum());
        }
        if (isLive)
        {
            if (0 < messageCount)
            {
                messages.add(messageCount);
                transactions.increment();
            }
            watermark.advance(group.cursor());
            // Behind the watermark: answers wait for it, and not for the record.
            if (0 < messageCount && null != log)
            {
                record(group.cursor());
            }
        }
    }

    private void record(final long cursor)
    {
        log.tradingDate(bookBuilder.tradingDate());
        final int offset = log.claim();
        if (TimestampLog.NONE != offset)
        {
            SendStamps.put(log.buffer(), offset, cursor, incremental.sentANs(), incremental.sentBNs());
            log.commit();
        }
        timestampsLost.set(log.lost());
    }

    private void goLive()
    {
        isLive = true;
        incrementalFeed.goLive();
        live.set(1);
    }
}
