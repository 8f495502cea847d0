// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_LAST_FRAGMENT;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.PACKET_HEADER_LENGTH;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.market.BookWatch;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.net.FeedPair;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The snapshot feed: cycle after cycle over all instruments, spread over the cycle time. All snapshots of a cycle are
 * of the point where it began (SIMBA B.5), yet no turn has to encode them all: each book is encoded when its packets
 * are due, and one that is about to change before that is encoded then and kept until its packets are due.
 */
final class SnapshotFeed implements BookWatch
{
    private static final int INITIAL_STORE_LENGTH = 256 * 1024;

    private final CounterSet<OrderLogCounter> counters;
    private final FeedPair feedPair;
    private final UnsafeBuffer buffer;
    private final List<PublicInstrument> instruments;
    private final long cycleNs;
    private final BookWalk sendWalk;
    private final BookWalk storeWalk;
    private final ControlMessages messages;

    /** Packets of books that changed before they were due, and where they are: by place of the instrument. */
    private final ExpandableArrayBuffer store = new ExpandableArrayBuffer(INITIAL_STORE_LENGTH);
    private long[] storedCycles = new long[64];
    private int[] storedOffsets = new int[64];
    private int[] storedEnds = new int[64];

    /** Packets of every book as they were counted last, by place of the instrument, and the sum of them. */
    private int[] bookPacketsOf = new int[64];
    private int countedInstruments;
    private int storeLength;

    private boolean isRunning;
    private long cycle;
    private int instrumentCount;
    private int next;
    private int packets;
    private int expectedPackets;
    private long lastMsgSeqNum;
    private long sessionId;
    private long nowNs;
    private long startNs;
    private long dueNs;
    private long nextStartNs;

    SnapshotFeed(
        final SimbaOrderLogOptions options,
        final FeedPair feedPair,
        final RptSeqs rptSeqs,
        final List<PublicInstrument> instruments,
        final CounterSet<OrderLogCounter> counters)
    {
        this.counters = counters;
        this.feedPair = feedPair;
        buffer = feedPair.buffer();
        this.instruments = instruments;
        messages = new ControlMessages(options.version());
        cycleNs = options.snapshotCycleNs();
        sendWalk = new BookWalk(options.version(), options.maxPacketLength(), rptSeqs);
        storeWalk = new BookWalk(options.version(), options.maxPacketLength(), rptSeqs);
    }

    /**
     * Sets the time; cycles begin from the first call on.
     */
    void time(final long timeNs)
    {
        if (0 == nowNs)
        {
            nextStartNs = timeNs;
        }
        nowNs = timeNs;
    }

    /**
     * Whether a cycle is to begin at the next point where the books are what subscribers of the incremental feed have.
     */
    boolean isWanted()
    {
        return !isRunning && 0 != nowNs && nowNs - nextStartNs >= 0;
    }

    /**
     * Begins a cycle: all its snapshots will be of this point.
     */
    void begin(final long lastMsgSeqNumProcessed, final long exchangeTradingSessionId)
    {
        isRunning = true;
        cycle++;
        lastMsgSeqNum = lastMsgSeqNumProcessed;
        sessionId = exchangeTradingSessionId;
        instrumentCount = instruments.size();
        if (instrumentCount > storedCycles.length)
        {
            final int length = Math.max(instrumentCount, storedCycles.length * 2);
            storedCycles = Arrays.copyOf(storedCycles, length);
            storedOffsets = Arrays.copyOf(storedOffsets, length);
            storedEnds = Arrays.copyOf(storedEnds, length);
            bookPacketsOf = Arrays.copyOf(bookPacketsOf, length);
        }
        storeLength = 0;
        sendWalk.abandon();
        next = 0;
        packets = 0;
        startNs = nowNs;
        dueNs = nowNs;
        for (; countedInstruments < instrumentCount; countedInstruments++)
        {
            expect(countedInstruments);
        }
    }

    /** A book has as many packets as it has now: the cycle's pace follows the books, one that grows is not late. */
    private void expect(final int index)
    {
        final int bookPackets = sendWalk.packets(instruments.get(index));
        expectedPackets += bookPackets - bookPacketsOf[index];
        bookPacketsOf[index] = bookPackets;
    }

    /**
     * Gives the running cycle up; the next one may begin at once.
     */
    void abort()
    {
        if (isRunning)
        {
            isRunning = false;
            counters.increment(OrderLogCounter.SNAPSHOT_CYCLES_ABORTED);
        }
        nextStartNs = nowNs;
    }

    @Override
    public void beforeChange(final PublicInstrument instrument)
    {
        final int index = instrument.index();
        if (isRunning && index >= next && index < instrumentCount && storedCycles[index] != cycle)
        {
            keep(instrument, index);
        }
    }

    @Override
    public void beforeAllCleared()
    {
        abort();
    }

    /**
     * Sends what is due.
     *
     * @return number of packets sent.
     */
    int doWork(final int limit)
    {
        int sent = 0;
        while (sent < limit && isRunning && nowNs - dueNs >= 0)
        {
            sendNext();
            sent++;
            dueNs += cycleNs / (expectedPackets + 1);
        }
        return sent;
    }

    private void keep(final PublicInstrument instrument, final int index)
    {
        storedCycles[index] = cycle;
        expect(index);
        storedOffsets[index] = storeLength;
        BookWalk walk = sendWalk;
        if (index != next || sendWalk.isOver())
        {
            walk = storeWalk;
            walk.begin(instrument);
        }
        while (!walk.isOver())
        {
            storeLength += walk.encode(store, storeLength, lastMsgSeqNum, sessionId);
        }
        storedEnds[index] = storeLength;
        counters.increment(OrderLogCounter.SNAPSHOT_BOOKS_COPIED);
    }

    private void sendNext()
    {
        packets++;
        if (next == instrumentCount)
        {
            sendSequenceReset();
        }
        else if (storedCycles[next] == cycle)
        {
            sendStored();
        }
        else
        {
            if (sendWalk.isOver())
            {
                expect(next);
                sendWalk.begin(instruments.get(next));
            }
            send(sendWalk.encode(buffer, 0, lastMsgSeqNum, sessionId));
            if (sendWalk.isOver())
            {
                next++;
            }
        }
    }

    private void sendStored()
    {
        final int offset = storedOffsets[next];
        final int length = SimbaPacketDescriptor.msgSize(store, offset);
        buffer.putBytes(0, store, offset, length);
        send(length);
        storedOffsets[next] = offset + length;
        if (storedOffsets[next] == storedEnds[next])
        {
            next++;
        }
    }

    private void sendSequenceReset()
    {
        final int length = PACKET_HEADER_LENGTH + messages.putSequenceReset(buffer, PACKET_HEADER_LENGTH);
        SimbaPacketDescriptor.putPacketHeader(buffer, 0, 0, length, FLAG_LAST_FRAGMENT, 0);
        send(length);
        isRunning = false;
        nextStartNs = startNs + cycleNs;
        counters.set(OrderLogCounter.LAST_SNAPSHOT_CYCLE_NS, nowNs - startNs);
        counters.increment(OrderLogCounter.SNAPSHOT_CYCLES);
    }

    private void send(final int length)
    {
        buffer.putInt(SimbaPacketDescriptor.MSG_SEQ_NUM_OFFSET, packets, ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(
            SimbaPacketDescriptor.SENDING_TIME_OFFSET, feedPair.nextSendingTimeNs(), ByteOrder.LITTLE_ENDIAN);
        feedPair.send(length);
    }
}
