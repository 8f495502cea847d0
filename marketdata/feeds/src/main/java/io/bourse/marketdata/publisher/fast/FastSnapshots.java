// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.fast.FastTime;
import io.bourse.marketdata.fast.FastWriter;
import io.bourse.marketdata.net.FeedPair;

import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Cycle after cycle over the items of a feed, evenly over the cycle time. Each item is encoded when its turn comes and
 * says of which message of the incremental line it is the state, so a cycle never stops the market. Messages of a cycle
 * are numbered from 1; SequenceReset ends it.
 */
final class FastSnapshots implements AutoCloseable
{
    private static final int IDLE_LIMIT = 64;
    private static final int BUSY_LIMIT = 4;

    /**
     * What snapshots are of.
     */
    interface Source
    {
        /**
         * Whether everything that the state holds has been sent, so that it is the state after a message.
         *
         * @return true if an item may be encoded.
         */
        boolean isConsistent();

        /**
         * How many items there are now.
         *
         * @return 0 or more; they never get fewer.
         */
        int itemCount();

        /**
         * Writes the messages of an item.
         *
         * @param item from 0.
         * @param packets to write to.
         */
        void encode(int item, FastPacketList packets);
    }

    private final FastPacketList packets = new FastPacketList();
    private final CounterSet<FastFeedCounter> counters;
    private final FeedPair feedPair;
    private final UnsafeBuffer buffer;
    private final Source source;
    private final long cycleNs;
    private long lastSendingNs;
    private long cycleStartNs;
    private long packetNumber;
    private int itemCount;
    private int nextItem;
    private int nextPacket;
    private boolean isEnding;
    private boolean isStarved;
    private boolean isBetweenCycles = true;

    FastSnapshots(
        final FeedPair feedPair, final long cycleNs, final Source source, final CounterSet<FastFeedCounter> counters)
    {
        this.counters = counters;
        this.feedPair = feedPair;
        this.cycleNs = cycleNs;
        this.source = source;
        buffer = feedPair.buffer();
    }

    void goLive(final long nowNs)
    {
        cycleStartNs = nowNs - cycleNs;
    }

    FeedPair feedPair()
    {
        return feedPair;
    }

    int doWork(final long nowNs, final boolean isIdle)
    {
        if (isBetweenCycles)
        {
            if (nowNs - cycleStartNs < cycleNs)
            {
                return 0;
            }
            beginCycle(nowNs);
        }
        final int limit = isIdle ? IDLE_LIMIT : BUSY_LIMIT;
        int sent = 0;
        while (sent < limit && !isBetweenCycles && (nextPacket < packets.count() || encodeNext(nowNs)))
        {
            if (nextPacket < packets.count())
            {
                send(nowNs);
                sent++;
            }
        }
        return sent;
    }

    @Override
    public void close()
    {
        CloseHelper.quietClose(feedPair);
    }

    private void beginCycle(final long nowNs)
    {
        isBetweenCycles = false;
        isEnding = false;
        cycleStartNs = nowNs;
        packetNumber = 0;
        itemCount = source.itemCount();
        nextItem = 0;
        nextPacket = 0;
        packets.clear(0);
    }

    private boolean encodeNext(final long nowNs)
    {
        final long dueNs = cycleNs * nextItem / (itemCount + 1);
        if (nowNs - cycleStartNs < dueNs)
        {
            return false;
        }
        isStarved = !source.isConsistent();
        if (isStarved)
        {
            return false;
        }
        encodeNext();
        return true;
    }

    /**
     * Encodes the item that has not found a moment at which all it holds had been sent: now is one. Under full load
     * there may be none but between two transactions.
     */
    void relieve()
    {
        if (isStarved && source.isConsistent())
        {
            isStarved = false;
            encodeNext();
        }
    }

    private void encodeNext()
    {
        packets.clear(packetNumber);
        nextPacket = 0;
        if (nextItem < itemCount)
        {
            source.encode(nextItem, packets);
            nextItem++;
        }
        else
        {
            packets.begin(FastMessages.SEQUENCE_RESET).putUInt(1);
            packets.end();
            isEnding = true;
        }
    }

    private void send(final long nowNs)
    {
        final int length = packets.length(nextPacket);
        packetNumber++;
        buffer.putInt(0, (int)packetNumber, LITTLE_ENDIAN);
        packets.copyTo(nextPacket, buffer, FastMessages.PREAMBLE_LENGTH);
        lastSendingNs = Math.max(lastSendingNs, feedPair.nextSendingTimeNs());
        if (1 == packetNumber)
        {
            // A number comes again in every cycle: receivers distinguish them by the millisecond.
            lastSendingNs += 1_000_000L;
        }
        FastWriter.putSendingTime(buffer,
            FastMessages.PREAMBLE_LENGTH + packets.sendingTimeOffset(nextPacket), FastTime.timestamp(lastSendingNs));
        feedPair.send(FastMessages.PREAMBLE_LENGTH + length);
        nextPacket++;
        if (isEnding)
        {
            isBetweenCycles = true;
            counters.increment(FastFeedCounter.SNAPSHOT_CYCLES);
            counters.set(FastFeedCounter.LAST_SNAPSHOT_CYCLE_NS, nowNs - cycleStartNs);
        }
    }
}
