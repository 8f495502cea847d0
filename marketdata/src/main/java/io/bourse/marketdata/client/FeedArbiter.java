// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_INCREMENTAL;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.bourse.marketdata.FeedCounter;
import io.bourse.marketdata.simba.HeartbeatDecoder;
import io.bourse.marketdata.simba.SequenceResetDecoder;
import io.bourse.marketdata.simba.SimbaMessages;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;

/**
 * Makes one gapless stream of A and B (sheet B.7): while the books are right, packets are applied in order of
 * MsgSeqNum and early ones are held for a short time; when a packet is missing on both feeds, and at the start, all
 * packets are held until a complete snapshot cycle meets them.
 */
final class FeedArbiter
{
    private static final long NO_GAP = Long.MIN_VALUE;

    private final MarketBooks books;
    private final MarketListener listener;
    private final ReceiverCounters counters;
    private final NanoClock clock;
    private final PacketWindow window;
    private final SnapshotCollector snapshotCollector = new SnapshotCollector();
    private final SnapshotLoader snapshotLoader;
    private final TransactionApplier applier;
    private final long gapTimeoutNs;
    private final int windowPackets;
    private final int maxHeldPackets;

    private boolean isLive;
    private boolean hasBeenLive;
    private long nextMsgSeqNum = 1;
    private long highestMsgSeqNum;
    private long lastSendingTimeNs = Long.MIN_VALUE;
    private long resetTimeNs = Long.MIN_VALUE;
    private long snapshotTimeNs = Long.MIN_VALUE;
    private long gapSinceNs = NO_GAP;

    FeedArbiter(final SimbaReceiverContext context, final MarketBooks books, final ReceiverCounters counters)
    {
        this.books = books;
        this.counters = counters;
        listener = context.listener();
        clock = context.clock();
        gapTimeoutNs = context.gapTimeoutNs();
        windowPackets = context.windowPackets();
        maxHeldPackets = context.maxHeldPackets();
        window = new PacketWindow(windowPackets);
        snapshotLoader = new SnapshotLoader(books);
        applier = new TransactionApplier(books, listener, counters);
    }

    boolean isLive()
    {
        return isLive;
    }

    void onIncremental(final boolean isFeedA, final DirectBuffer buffer, final int offset, final int length)
    {
        final long sendingTimeNs = SimbaPacketDescriptor.sendingTimeNs(buffer, offset);
        if (sendingTimeNs < resetTimeNs)
        {
            counters.duplicates.increment();
            return;
        }
        final long msgSeqNum = SimbaPacketDescriptor.msgSeqNum(buffer, offset);
        if (0 == (SimbaPacketDescriptor.msgFlags(buffer, offset) & FLAG_INCREMENTAL))
        {
            onControl(msgSeqNum, sendingTimeNs, buffer, offset + SimbaPacketDescriptor.PACKET_HEADER_LENGTH);
            return;
        }
        highestMsgSeqNum = Math.max(highestMsgSeqNum, msgSeqNum);
        lastSendingTimeNs = Math.max(lastSendingTimeNs, sendingTimeNs);
        final FeedCounter first = isFeedA ? counters.firstFromA : counters.firstFromB;
        if (isLive && msgSeqNum == nextMsgSeqNum)
        {
            first.increment();
            process(buffer, offset, length);
            if (NO_GAP != gapSinceNs)
            {
                drain();
            }
            return;
        }
        if (isLive && msgSeqNum < nextMsgSeqNum)
        {
            counters.duplicates.increment();
            return;
        }
        if (isLive && msgSeqNum - nextMsgSeqNum >= windowPackets)
        {
            giveUpGap();
        }
        if (!window.hold(msgSeqNum, buffer, offset, length))
        {
            counters.duplicates.increment();
            return;
        }
        first.increment();
        onHeld(msgSeqNum);
    }

    void onSnapshot(final DirectBuffer buffer, final int offset, final int length)
    {
        counters.snapshotPackets.increment();
        final long sendingTimeNs = SimbaPacketDescriptor.sendingTimeNs(buffer, offset);
        if (sendingTimeNs < resetTimeNs)
        {
            return;
        }
        final long highestBefore = highestMsgSeqNum;
        if (isLive)
        {
            learnHighest(SnapshotCollector.lastMsgSeqNumProcessed(buffer, offset));
        }
        else if (snapshotCollector.onPacket(buffer, offset, length))
        {
            join();
            snapshotCollector.clear();
        }
        if (highestMsgSeqNum > highestBefore)
        {
            snapshotTimeNs = sendingTimeNs;
        }
    }

    /**
     * Gives a gap up that neither feed has filled in time.
     *
     * @return 1 if there was one.
     */
    int checkGap()
    {
        if (!isLive || NO_GAP == gapSinceNs)
        {
            return 0;
        }
        if (window.size() <= maxHeldPackets && clock.nanoTime() - gapSinceNs < gapTimeoutNs)
        {
            return 0;
        }
        giveUpGap();
        return 1;
    }

    /**
     * Whoever tells of a packet that has not come starts the gap, so that the loss of the last packets is noticed too.
     */
    private void learnHighest(final long msgSeqNum)
    {
        highestMsgSeqNum = Math.max(highestMsgSeqNum, msgSeqNum);
        if (msgSeqNum >= nextMsgSeqNum)
        {
            startGap();
        }
    }

    private void onHeld(final long msgSeqNum)
    {
        if (isLive)
        {
            counters.heldPackets.increment();
            startGap();
        }
        else if (!hasBeenLive && 1 == msgSeqNum)
        {
            // Here from the very first packet: nothing is missing that a snapshot could give.
            goLive(1);
            drain();
        }
    }

    private void onControl(
        final long msgSeqNum, final long sendingTimeNs, final DirectBuffer buffer, final int messageOffset)
    {
        final int templateId = SimbaMessages.templateId(buffer, messageOffset);
        if (HeartbeatDecoder.TEMPLATE_ID == templateId)
        {
            onHeartbeat(msgSeqNum, sendingTimeNs);
        }
        else if (SequenceResetDecoder.TEMPLATE_ID == templateId && sendingTimeNs > resetTimeNs)
        {
            final int newSeqNoOffset = messageOffset + SimbaMessages.HEADER_LENGTH;
            restart(sendingTimeNs);
            goLive(buffer.getInt(newSeqNoOffset, LITTLE_ENDIAN) &
                SimbaPacketDescriptor.NULL_UINT32);
        }
    }

    private void onHeartbeat(final long msgSeqNum, final long sendingTimeNs)
    {
        if (sendingTimeNs <= lastSendingTimeNs)
        {
            // The copy of the other feed, or overtaken by data.
            return;
        }
        lastSendingTimeNs = sendingTimeNs;
        if (msgSeqNum < highestMsgSeqNum)
        {
            if (sendingTimeNs <= snapshotTimeNs)
            {
                // Overtaken by the snapshot that named the higher number.
                return;
            }
            // A publisher without the history of the former one: its numbers begin again.
            restart(sendingTimeNs);
        }
        highestMsgSeqNum = msgSeqNum;
        if (!isLive && !hasBeenLive && 0 == msgSeqNum)
        {
            goLive(1);
        }
        else if (isLive)
        {
            learnHighest(msgSeqNum);
        }
    }

    private void restart(final long sendingTimeNs)
    {
        resetTimeNs = sendingTimeNs;
        window.dropBelow(Long.MAX_VALUE);
        snapshotCollector.clear();
        applier.reset();
        books.reset();
        live(false);
        hasBeenLive = false;
        snapshotTimeNs = Long.MIN_VALUE;
        gapSinceNs = NO_GAP;
        highestMsgSeqNum = 0;
    }

    private void process(final DirectBuffer buffer, final int offset, final int length)
    {
        final boolean isApplied = applier.onPacket(buffer, offset, length);
        nextMsgSeqNum++;
        if (isApplied)
        {
            counters.lastMsgSeqNum.set(nextMsgSeqNum - 1);
            return;
        }
        counters.faults.increment();
        listener.onGap(nextMsgSeqNum - 1);
        recover();
    }

    private void drain()
    {
        DirectBuffer held = isLive ? window.take(nextMsgSeqNum) : null;
        while (null != held)
        {
            process(held, 0, held.capacity());
            held = isLive ? window.take(nextMsgSeqNum) : null;
        }
        gapSinceNs = NO_GAP;
        if (isLive && highestMsgSeqNum >= nextMsgSeqNum)
        {
            startGap();
        }
    }

    private void startGap()
    {
        if (NO_GAP == gapSinceNs)
        {
            gapSinceNs = clock.nanoTime();
        }
    }

    private void giveUpGap()
    {
        counters.gaps.increment();
        counters.missingPackets.add(highestMsgSeqNum - nextMsgSeqNum + 1 - window.size());
        listener.onGap(nextMsgSeqNum);
        recover();
    }

    private void recover()
    {
        live(false);
        gapSinceNs = NO_GAP;
        snapshotTimeNs = Long.MIN_VALUE;
        // Only what has come counts from here on: a number that somebody merely named may be wrong, and one wrong
        // number must not keep the receiver from joining.
        highestMsgSeqNum = Math.max(nextMsgSeqNum - 1, window.highest());
        applier.reset();
        snapshotCollector.clear();
    }

    private void join()
    {
        final long lastProcessed = snapshotCollector.lastMsgSeqNumProcessed();
        final boolean isMeeting = highestMsgSeqNum <= lastProcessed || window.contains(lastProcessed + 1);
        if (!isMeeting || !snapshotLoader.load(snapshotCollector))
        {
            counters.unusableCycles.increment();
            return;
        }
        if (hasBeenLive)
        {
            counters.recoveries.increment();
        }
        window.dropBelow(lastProcessed + 1);
        goLive(lastProcessed + 1);
        drain();
    }

    private void goLive(final long firstMsgSeqNum)
    {
        nextMsgSeqNum = firstMsgSeqNum;
        highestMsgSeqNum = Math.max(highestMsgSeqNum, firstMsgSeqNum - 1);
        hasBeenLive = true;
        counters.lastMsgSeqNum.set(firstMsgSeqNum - 1);
        counters.joins.increment();
        live(true);
        listener.onJoined(firstMsgSeqNum - 1, books);
    }

    private void live(final boolean isLive)
    {
        this.isLive = isLive;
        counters.live.set(isLive ? 1 : 0);
    }
}
