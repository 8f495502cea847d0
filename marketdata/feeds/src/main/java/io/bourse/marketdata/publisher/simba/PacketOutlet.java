// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import static io.bourse.marketdata.publisher.simba.OrderLogCounter.MSG_SEQ_NUM;
import static io.bourse.marketdata.publisher.simba.OrderLogCounter.PACKETS_REPEATED;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_INCREMENTAL;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_LAST_FRAGMENT;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_POSS_DUP;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.PACKET_HEADER_LENGTH;

import io.bourse.engine.client.checkpoint.CheckpointException;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.net.FeedPair;
import io.bourse.marketdata.net.PacketHistory;
import io.bourse.marketdata.publisher.FeedMark;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;

import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Numbers the incremental packets and decides how each leaves: not at all while history is read, with PossDupFlag when
 * an earlier process may have sent it, plainly when it is new. Keeps the mark of what has left, and the history for
 * replays: what an earlier process left there up to its mark stays as it was sent, and is not made again.
 */
final class PacketOutlet implements AutoCloseable
{
    /** An earlier process has sent it, or it is never sent. */
    static final int SILENT = 0;

    /** An earlier process may have sent it. */
    static final int AGAIN = 1;

    /** Not sent before. */
    static final int NEW = 2;

    private static final Logger LOGGER = LoggerFactory.getLogger(PacketOutlet.class);

    private final CounterSet<OrderLogCounter> counters;
    private final FeedPair feedPair;
    private final UnsafeBuffer buffer;
    private final PacketHistory history;
    private final FeedMark mark;
    private final SimbaOrderLogOptions options;
    private final ControlMessages messages;
    private boolean isLive;
    private boolean isMarkAhead;
    private boolean isMarkPassed;
    private boolean isHistoryOfFormerLife;
    private boolean hasSent;
    private long msgSeqNum;
    private long lastUsedNumber;

    PacketOutlet(
        final SimbaOrderLogOptions options, final FeedPair feedPair, final CounterSet<OrderLogCounter> counters)
    {
        this.counters = counters;
        this.feedPair = feedPair;
        buffer = feedPair.buffer();
        history = options.history();
        mark = null == options.markFile() ? null : new FeedMark(options.markFile());
        isMarkAhead = null != mark && mark.isPresent();
        if (null != history)
        {
            isHistoryOfFormerLife = isMarkAhead && 0 < history.length(mark.number());
            if (!isHistoryOfFormerLife)
            {
                history.clear();
            }
        }
        messages = new ControlMessages(options.version());
        this.options = options;
    }

    /**
     * From now on new packets are sent, not only counted.
     */
    void goLive()
    {
        isLive = true;
        if (isMarkAhead)
        {
            isMarkAhead = false;
            onMarkNotMet();
        }
        if (feedPair.hasBothSides() || msgSeqNum < lastUsedNumber)
        {
            // The publisher of the other side may be further already: a smaller number would mean a lost history.
            // With one side only it goes out for just that meaning.
            heartbeat();
        }
    }

    boolean isLive()
    {
        return isLive;
    }

    UnsafeBuffer buffer()
    {
        return buffer;
    }

    FeedPair feedPair()
    {
        return feedPair;
    }

    long msgSeqNum()
    {
        return msgSeqNum;
    }

    CounterSet<OrderLogCounter> counters()
    {
        return counters;
    }

    /**
     * How a packet leaves.
     *
     * @param isBegunLive whether its first transaction came when this publisher was live.
     */
    int departure(final boolean isBegunLive)
    {
        if (isBegunLive)
        {
            return msgSeqNum < lastUsedNumber ? AGAIN : NEW;
        }
        // A packet that was still open at the end of history may have left in an earlier process that waited no longer.
        final boolean isDue = isLive || isMarkPassed && counters.get(PACKETS_REPEATED) < options.maxRepeatedPackets();
        return isDue ? AGAIN : SILENT;
    }

    /**
     * Sends an incremental packet whose messages are in the buffer already, or only counts it.
     *
     * @param start of the packet in the buffer.
     * @param length of the packet in bytes.
     * @param msgFlags of the packet beside IncrementalPacket.
     * @param publishedNs when its first transaction was handed to the event stream: for a copy that is not sent.
     */
    void send(
        final int start,
        final int length,
        final int msgFlags,
        final long transactTimeNs,
        final long sessionId,
        final int departure,
        final long publishedNs)
    {
        msgSeqNum++;
        counters.set(MSG_SEQ_NUM, msgSeqNum);
        hasSent |= SILENT != departure;
        final boolean isKept = null != history && !isHistoryOfFormerLife;
        if (SILENT == departure && !isKept)
        {
            return;
        }
        final int flags = FLAG_INCREMENTAL | (AGAIN == departure ? msgFlags | FLAG_POSS_DUP : msgFlags);
        final long sendingTimeNs = SILENT == departure ? publishedNs : feedPair.nextSendingTimeNs();
        SimbaPacketDescriptor.putPacketHeader(buffer, start, msgSeqNum, length, flags, sendingTimeNs);
        SimbaPacketDescriptor.putIncrementalHeader(buffer, start, transactTimeNs, sessionId);
        if (SILENT != departure)
        {
            feedPair.send(start, length);
        }
        if (AGAIN == departure)
        {
            counters.increment(PACKETS_REPEATED);
        }
        if (isKept)
        {
            history.append(msgSeqNum, buffer, start, length);
        }
    }

    /**
     * Numbers begin again: the next packet has number 1, and so has the SequenceReset that says so (SIMBA B.6).
     *
     * @return how the packets of the restart leave.
     */
    int restartNumbers()
    {
        msgSeqNum = 0;
        // Receivers then forget the earlier numbers.
        lastUsedNumber = 0;
        final int departure = departure(isLive);
        if (SILENT != departure)
        {
            hasSent = true;
            final int msgFlags = AGAIN == departure ? FLAG_LAST_FRAGMENT | FLAG_POSS_DUP : FLAG_LAST_FRAGMENT;
            sendControl(1, messages.putSequenceReset(buffer, PACKET_HEADER_LENGTH), msgFlags);
        }
        return departure;
    }

    /**
     * Everything up to here has left. A mark that was not met stays until its number is passed: the next life has to
     * know which numbers were used.
     */
    void mark(final long cursor, final long engineTimeNs)
    {
        if (null != mark && hasSent && msgSeqNum >= lastUsedNumber)
        {
            mark.put(cursor, engineTimeNs, msgSeqNum);
        }
        hasSent = false;
    }

    /** Where an earlier process ended, or where this one has got to; 0 when nothing is marked. */
    long markedCursor()
    {
        return null == mark ? 0 : mark.cursor();
    }

    /**
     * Whether an earlier process ended after this very transaction. Another one after the same cursor is of another
     * stream, and says nothing about where a packet ended.
     */
    boolean isAtMark(final long cursor, final long engineTimeNs)
    {
        return isMarkAhead && cursor == mark.cursor() && engineTimeNs == mark.timeNs();
    }

    /**
     * What comes now was not marked by an earlier process. Its number goes on, also if it once cut otherwise than by
     * rule.
     */
    void passMark()
    {
        isMarkAhead = false;
        isMarkPassed = true;
        if (isHistoryOfFormerLife)
        {
            // What is after the mark is made and sent again now, perhaps in other packets.
            isHistoryOfFormerLife = false;
            history.dropAfter(mark.number());
        }
        else if (msgSeqNum != mark.number() && null != history)
        {
            // Which packet it was that ended otherwise is not known: none of those made again may be served.
            history.clear();
        }
        if (msgSeqNum != mark.number())
        {
            msgSeqNum = mark.number();
            counters.set(MSG_SEQ_NUM, msgSeqNum);
        }
    }

    /**
     * Whether the mark has the last number, or there is none to be kept.
     */
    boolean isMarked()
    {
        return null == mark || !isMarkAhead && mark.number() == msgSeqNum && msgSeqNum >= lastUsedNumber;
    }

    /**
     * The last number.
     *
     * @param cursor that it is of. An earlier process that has sent nothing after it ended there.
     * @throws CheckpointException when that one has used another number.
     */
    void state(final CheckpointState state, final long cursor)
    {
        msgSeqNum = state.number(msgSeqNum);
        if (!state.isReading())
        {
            return;
        }
        counters.set(MSG_SEQ_NUM, msgSeqNum);
        if (isMarkAhead && mark.cursor() <= cursor)
        {
            if (mark.number() != msgSeqNum)
            {
                throw new CheckpointException("the order log has ended with another number: msgSeqNum=" + msgSeqNum +
                    " markNumber=" + mark.number() + " cursor=" + cursor + " markCursor=" + mark.cursor());
            }
            passMark();
        }
    }

    /**
     * Sends a heartbeat if nothing was sent for the interval.
     *
     * @return number of packets sent.
     */
    int checkHeartbeat(final long nowNs)
    {
        if (nowNs - feedPair.lastSendingTimeNs() < options.heartbeatIntervalNs())
        {
            return 0;
        }
        heartbeat();
        return 1;
    }

    @Override
    public void close()
    {
        CloseHelper.quietClose(mark);
    }

    /**
     * The stream has lost its end, or is another one: the earlier process gave numbers to what is not in it.
     */
    private void onMarkNotMet()
    {
        lastUsedNumber = mark.number();
        if (isHistoryOfFormerLife)
        {
            isHistoryOfFormerLife = false;
            history.clear();
        }
        LOGGER.warn("The event stream does not contain where the order log ended before: numbers used before are " +
            "sent with PossDupFlag. markCursor={} markNumber={} msgSeqNum={}",
            mark.cursor(),
            lastUsedNumber,
            msgSeqNum);
    }

    private void heartbeat()
    {
        // A heartbeat repeats the last number: it takes none, so numbers follow from the event stream alone, and a
        // receiver that missed the last packet learns of it.
        sendControl(msgSeqNum, messages.putHeartbeat(buffer, PACKET_HEADER_LENGTH), FLAG_LAST_FRAGMENT);
    }

    /** The front of the buffer is free at all times: open packets are further behind. */
    private void sendControl(final long number, final int messageLength, final int msgFlags)
    {
        final int length = PACKET_HEADER_LENGTH + messageLength;
        SimbaPacketDescriptor.putPacketHeader(buffer, 0, number, length, msgFlags, feedPair.nextSendingTimeNs());
        feedPair.send(0, length);
    }
}
