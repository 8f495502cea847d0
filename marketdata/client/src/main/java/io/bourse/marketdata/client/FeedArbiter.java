// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_INCREMENTAL;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_POSS_DUP;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.client.window.PacketWindow;
import io.bourse.marketdata.simba.HeartbeatDecoder;
import io.bourse.marketdata.simba.SequenceResetDecoder;
import io.bourse.marketdata.simba.SimbaMessages;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import java.util.Arrays;

import org.agrona.DirectBuffer;

/**
 * Makes one gapless stream of A and B (SIMBA B.7): while the books are right, packets are applied in order of
 * MsgSeqNum and early ones are held for a short time. When a packet is missing on both feeds, all that follow are held
 * until TCP replay brings it or a complete snapshot cycle meets the packets held; at the start, until the latter.
 */
final class FeedArbiter
{
    private static final int SIDES = 2;

    private enum State
    {
        WAITING_FOR_SNAPSHOT,
        LIVE,
        REPLAYING
    }

    private final MarketBooks books;
    private final MarketListener listener;
    private final CounterSet<ReceiverCounter> counters;
    private final PacketWindow window;
    private final SnapshotCycles snapshotCycles = new SnapshotCycles();
    private final SnapshotLoader snapshotLoader;
    private final TransactionApplier applier;
    private final GapTracker gap;
    private final StaleScan stale;
    private final GapReplay replay;
    private final SimbaReceiverOptions options;

    private State state = State.WAITING_FOR_SNAPSHOT;
    private boolean hasBeenLive;
    private long nextMsgSeqNum = 1;
    private long highestMsgSeqNum;
    private final long[] lastSendingTimesNs = {Long.MIN_VALUE, Long.MIN_VALUE};
    private final long[] highestOfSide = new long[SIDES];
    private final ResetWatch resets = new ResetWatch();
    private long snapshotTimeNs = Long.MIN_VALUE;

    FeedArbiter(final SimbaReceiverOptions options, final MarketBooks books, final CounterSet<ReceiverCounter> counters)
    {
        this.options = options;
        this.books = books;
        this.counters = counters;
        listener = options.listener();
        window = new PacketWindow(options.windowPackets());
        snapshotLoader = new SnapshotLoader(books);
        applier = new TransactionApplier(books, listener, counters);
        gap = new GapTracker(options.clock(), listener, counters);
        stale = new StaleScan(books, listener, counters);
        replay = new GapReplay(options, counters, this::onReplayed);
    }

    boolean isLive()
    {
        return State.LIVE == state;
    }

    void onIncremental(final SimbaFeed source, final DirectBuffer buffer, final int offset, final int length)
    {
        final long sendingTimeNs = SimbaPacketDescriptor.sendingTimeNs(buffer, offset);
        final long msgSeqNum = SimbaPacketDescriptor.msgSeqNum(buffer, offset);
        final int msgFlags = SimbaPacketDescriptor.msgFlags(buffer, offset);
        if (resets.isBefore(sendingTimeNs))
        {
            counters.increment(ReceiverCounter.DUPLICATES);
            return;
        }
        if (0 == (msgFlags & FLAG_INCREMENTAL))
        {
            onControl(source, msgSeqNum, sendingTimeNs, buffer, offset + SimbaPacketDescriptor.PACKET_HEADER_LENGTH);
            return;
        }
        if (0 != (msgFlags & FLAG_POSS_DUP))
        {
            counters.increment(ReceiverCounter.SENT_AGAIN_PACKETS);
        }
        else if (1 == msgSeqNum && 1 < nextMsgSeqNum && resets.isNew(source, sendingTimeNs) &&
            sendingTimeNs > lastSendingTimesNs[source.ordinal()] && ResetWatch.isNightly(buffer, offset))
        {
            // The SequenceReset before it was lost on both feeds.
            restart(source, sendingTimeNs);
            goLive(1);
        }
        else if (SimbaFeed.TCP_REPLAY != source && msgSeqNum < highestOfSide[source.ordinal()] &&
            sendingTimeNs > lastSendingTimesNs[source.ordinal()])
        {
            // Sent first, later than all before and with a smaller number: the reset itself was lost on both feeds.
            restart(source, sendingTimeNs);
        }
        if (SimbaFeed.TCP_REPLAY != source)
        {
            final int side = source.ordinal();
            lastSendingTimesNs[side] = Math.max(lastSendingTimesNs[side], sendingTimeNs);
            highestOfSide[side] = Math.max(highestOfSide[side], msgSeqNum);
        }
        accept(source, msgSeqNum, buffer, offset, length);
    }

    void onSnapshot(final SimbaFeed source, final DirectBuffer buffer, final int offset, final int length)
    {
        counters.increment(ReceiverCounter.SNAPSHOT_PACKETS);
        final long sendingTimeNs = SimbaPacketDescriptor.sendingTimeNs(buffer, offset);
        if (resets.isBefore(sendingTimeNs))
        {
            return;
        }
        final long highestBefore = highestMsgSeqNum;
        if (isLive())
        {
            learnHighest(SnapshotCollector.lastMsgSeqNumProcessed(buffer, offset), null);
        }
        else
        {
            onSnapshotWhenBehind(source, buffer, offset, length);
        }
        if (highestMsgSeqNum > highestBefore)
        {
            snapshotTimeNs = sendingTimeNs;
        }
    }

    /**
     * Follows a replay, or gives a gap up that neither feed has filled in time.
     *
     * @return work done, 0 if there was nothing.
     */
    int checkGap()
    {
        final int workCount = replay.doWork();
        if (State.REPLAYING == state && replay.isOver())
        {
            recover(replay.failure());
            return 1 + workCount;
        }
        if (!isLive() || !gap.isOpen() ||
            window.size() <= options.maxHeldPackets() && gap.ageNs() < options.gapTimeoutNs())
        {
            return workCount;
        }
        giveUpGap();
        return 1 + workCount;
    }

    void close()
    {
        replay.close();
    }

    private void onSnapshotWhenBehind(
        final SimbaFeed source, final DirectBuffer buffer, final int offset, final int length)
    {
        if (hasBeenLive)
        {
            stale.scan(buffer, offset, length);
        }
        if (State.WAITING_FOR_SNAPSHOT != state)
        {
            return;
        }
        final SnapshotCollector cycle = snapshotCycles.onPacket(source, buffer, offset, length);
        if (null != cycle)
        {
            join(cycle);
            snapshotCycles.clear();
        }
    }

    private void onReplayed(final DirectBuffer buffer, final int offset, final int length)
    {
        if (!SimbaMessages.isWellFormed(buffer, offset, length))
        {
            counters.increment(ReceiverCounter.MALFORMED_PACKETS);
        }
        else if (0 != (SimbaPacketDescriptor.msgFlags(buffer, offset) & FLAG_INCREMENTAL))
        {
            onIncremental(SimbaFeed.TCP_REPLAY, buffer, offset, length);
        }
    }

    private void accept(
        final SimbaFeed source, final long msgSeqNum, final DirectBuffer buffer, final int offset, final int length)
    {
        final boolean isApplying = State.WAITING_FOR_SNAPSHOT != state;
        if (isApplying && msgSeqNum < nextMsgSeqNum)
        {
            counters.increment(ReceiverCounter.DUPLICATES);
            return;
        }
        final boolean isFilling = gap.isOpen() && msgSeqNum <= highestMsgSeqNum;
        highestMsgSeqNum = Math.max(highestMsgSeqNum, msgSeqNum);
        if (isApplying && msgSeqNum == nextMsgSeqNum)
        {
            countFirst(source, isFilling, msgSeqNum);
            process(buffer, offset, length);
            if (gap.isOpen())
            {
                drain();
            }
            return;
        }
        if (isApplying && msgSeqNum - nextMsgSeqNum >= options.windowPackets())
        {
            giveUpGap();
        }
        if (!window.hold(msgSeqNum, buffer, offset, length))
        {
            counters.increment(ReceiverCounter.DUPLICATES);
            return;
        }
        countFirst(source, isFilling, msgSeqNum);
        onHeld(source, msgSeqNum, buffer, offset, length);
    }

    private void countFirst(final SimbaFeed source, final boolean isFilling, final long msgSeqNum)
    {
        switch (source)
        {
            case INCREMENTAL_A -> counters.increment(ReceiverCounter.FIRST_FROM_A);
            case INCREMENTAL_B -> counters.increment(ReceiverCounter.FIRST_FROM_B);
            default -> counters.increment(ReceiverCounter.REPLAYED_PACKETS);
        }
        if (isFilling && gap.isOpen())
        {
            gap.onFilled(source, msgSeqNum);
        }
    }

    /**
     * Any message that names a packet that has not come starts the gap, so that the loss of the last packets is
     * noticed.
     */
    private void learnHighest(final long msgSeqNum, final SimbaFeed source)
    {
        highestMsgSeqNum = Math.max(highestMsgSeqNum, msgSeqNum);
        if (msgSeqNum >= nextMsgSeqNum && !gap.isOpen())
        {
            gap.open(nextMsgSeqNum, source);
        }
    }

    private void onHeld(
        final SimbaFeed source, final long msgSeqNum, final DirectBuffer buffer, final int offset, final int length)
    {
        if (State.WAITING_FOR_SNAPSHOT != state)
        {
            counters.increment(ReceiverCounter.HELD_PACKETS);
            if (!gap.isOpen())
            {
                gap.open(nextMsgSeqNum, source);
            }
            gap.onOvertaken(source);
        }
        else if (!hasBeenLive && 1 == msgSeqNum)
        {
            // Here from the very first packet: nothing is missing that a snapshot could give.
            goLive(1);
            drain();
        }
        if (hasBeenLive && !isLive())
        {
            stale.scan(buffer, offset, length);
        }
    }

    private void onControl(
        final SimbaFeed source,
        final long msgSeqNum,
        final long sendingTimeNs,
        final DirectBuffer buffer,
        final int messageOffset)
    {
        final int templateId = SimbaMessages.templateId(buffer, messageOffset);
        if (HeartbeatDecoder.TEMPLATE_ID == templateId)
        {
            onHeartbeat(source, msgSeqNum, sendingTimeNs);
        }
        else if (SequenceResetDecoder.TEMPLATE_ID == templateId && resets.isNew(source, sendingTimeNs))
        {
            final int newSeqNoOffset = messageOffset + SimbaMessages.HEADER_LENGTH;
            restart(source, sendingTimeNs);
            goLive(buffer.getInt(newSeqNoOffset, LITTLE_ENDIAN) & SimbaPacketDescriptor.NULL_UINT32);
        }
    }

    private void onHeartbeat(final SimbaFeed source, final long msgSeqNum, final long sendingTimeNs)
    {
        final int side = source.ordinal();
        if (sendingTimeNs <= lastSendingTimesNs[side])
        {
            // Overtaken by data.
            return;
        }
        lastSendingTimesNs[side] = sendingTimeNs;
        // Of its own side: the other one may be sent by another machine, which is ahead.
        if (msgSeqNum < highestOfSide[side])
        {
            if (sendingTimeNs <= snapshotTimeNs)
            {
                // Overtaken by the snapshot that named the higher number.
                return;
            }
            // A publisher without the history of the former one: its numbers begin again.
            restart(source, sendingTimeNs);
        }
        highestOfSide[side] = msgSeqNum;
        highestMsgSeqNum = Math.max(highestMsgSeqNum, msgSeqNum);
        if (!isLive() && !hasBeenLive && 0 == msgSeqNum)
        {
            goLive(1);
        }
        else if (isLive())
        {
            learnHighest(msgSeqNum, source);
        }
    }

    private void restart(final SimbaFeed source, final long sendingTimeNs)
    {
        counters.increment(ReceiverCounter.RESETS);
        Arrays.fill(highestOfSide, 0);
        resets.onReset(source, sendingTimeNs);
        replay.cancel();
        window.clear();
        snapshotCycles.clear();
        applier.reset();
        stale.forget();
        books.reset();
        gap.restarted();
        enter(State.WAITING_FOR_SNAPSHOT);
        hasBeenLive = false;
        snapshotTimeNs = Long.MIN_VALUE;
        highestMsgSeqNum = 0;
    }

    private void process(final DirectBuffer buffer, final int offset, final int length)
    {
        final boolean isApplied = applier.onPacket(buffer, offset, length);
        nextMsgSeqNum++;
        if (isApplied)
        {
            counters.set(ReceiverCounter.LAST_MSG_SEQ_NUM, nextMsgSeqNum - 1);
            return;
        }
        counters.increment(ReceiverCounter.FAULTS);
        gap.fault(nextMsgSeqNum - 1);
        replay.cancel();
        listener.onGap(nextMsgSeqNum - 1);
        stale.markTouched(applier.unfit());
        scanHeld();
        recover("");
    }

    private void drain()
    {
        DirectBuffer held = takeNext();
        while (null != held)
        {
            process(held, 0, held.capacity());
            held = takeNext();
        }
        if (State.REPLAYING == state && replay.isBehind(nextMsgSeqNum))
        {
            final int staleInstruments = stale.clear();
            enter(State.LIVE);
            gap.filled(staleInstruments);
        }
        else if (isLive() && gap.isOpen())
        {
            gap.filled(0);
        }
        if (isLive() && highestMsgSeqNum >= nextMsgSeqNum)
        {
            gap.open(nextMsgSeqNum, gap.opener());
        }
    }

    private DirectBuffer takeNext()
    {
        return State.WAITING_FOR_SNAPSHOT == state ? null : window.take(nextMsgSeqNum);
    }

    private void giveUpGap()
    {
        final long lastMissing = lastMissing();
        final long missing = highestMsgSeqNum - nextMsgSeqNum + 1 - window.size();
        final boolean isReplayed = isLive() && replay.isFit(nextMsgSeqNum, lastMissing);
        if (isLive())
        {
            gap.givenUp();
            counters.increment(ReceiverCounter.GAPS);
            counters.add(ReceiverCounter.MISSING_PACKETS, missing);
            listener.onGap(nextMsgSeqNum);
            scanHeld();
        }
        if (isReplayed)
        {
            enter(State.REPLAYING);
            replay.request(nextMsgSeqNum, lastMissing);
        }
        else
        {
            replay.cancel();
            recover("");
        }
    }

    private long lastMissing()
    {
        long last = highestMsgSeqNum;
        while (last > nextMsgSeqNum && window.contains(last))
        {
            last--;
        }
        return last;
    }

    private void scanHeld()
    {
        final long last = Math.min(highestMsgSeqNum, nextMsgSeqNum + options.windowPackets());
        for (long msgSeqNum = nextMsgSeqNum; msgSeqNum <= last; msgSeqNum++)
        {
            final DirectBuffer held = window.peek(msgSeqNum);
            if (null != held)
            {
                stale.scan(held, 0, held.capacity());
            }
        }
    }

    private void recover(final String replayFailure)
    {
        gap.replayFailed(replayFailure);
        gap.lost(lastMissing(), Math.max(0, highestMsgSeqNum - nextMsgSeqNum + 1 - window.size()));
        enter(State.WAITING_FOR_SNAPSHOT);
        snapshotTimeNs = Long.MIN_VALUE;
        // Only what has come counts from here on: a number that was merely named may be wrong, and one wrong
        // number must not keep the receiver from joining.
        highestMsgSeqNum = Math.max(nextMsgSeqNum - 1, window.highest());
        applier.reset();
        snapshotCycles.clear();
    }

    private void join(final SnapshotCollector cycle)
    {
        final long lastProcessed = cycle.lastMsgSeqNumProcessed();
        final boolean isMeeting = highestMsgSeqNum <= lastProcessed || window.contains(lastProcessed + 1);
        if (!isMeeting || !snapshotLoader.load(cycle))
        {
            counters.increment(ReceiverCounter.UNUSABLE_CYCLES);
            return;
        }
        if (hasBeenLive)
        {
            counters.increment(ReceiverCounter.RECOVERIES);
        }
        window.dropBelow(lastProcessed + 1);
        final int staleInstruments = stale.clear();
        goLive(lastProcessed + 1);
        gap.replaced(lastProcessed, staleInstruments);
        drain();
    }

    private void goLive(final long firstMsgSeqNum)
    {
        nextMsgSeqNum = firstMsgSeqNum;
        highestMsgSeqNum = Math.max(highestMsgSeqNum, firstMsgSeqNum - 1);
        hasBeenLive = true;
        counters.set(ReceiverCounter.LAST_MSG_SEQ_NUM, firstMsgSeqNum - 1);
        counters.increment(ReceiverCounter.JOINS);
        enter(State.LIVE);
        listener.onJoined(firstMsgSeqNum - 1, books);
    }

    private void enter(final State next)
    {
        state = next;
        counters.set(ReceiverCounter.LIVE, State.LIVE == next ? 1 : 0);
    }
}
