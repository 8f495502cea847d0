// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.fast.FastTime;
import io.bourse.marketdata.fast.FastWriter;
import io.bourse.marketdata.net.FeedLatencies;
import io.bourse.marketdata.net.FeedPair;
import io.bourse.marketdata.net.PacketHistory;
import io.bourse.marketdata.publisher.FeedMark;
import java.util.concurrent.TimeUnit;

import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The incremental line of a feed: numbers messages, sends them to A and B after their preamble, and keeps them for
 * replay. Until it is live it sends only what its mark says that no earlier process has sent, if that is not too old;
 * everything else is numbered and kept, with the engine's time as SendingTime, and can be asked for by TCP.
 */
final class FastChannel implements AutoCloseable
{
    private static final long NS_PER_MS = 1_000_000L;
    /** What has waited longer is obsolete: receivers have taken a snapshot. */
    private static final long MAX_UNSENT_AGE_NS = TimeUnit.SECONDS.toNanos(10);

    private final FastWriter writer = new FastWriter();
    private final CounterSet<FastFeedCounter> counters = new CounterSet<>(FastFeedCounter.class);
    private final FeedLatencies latencies = new FeedLatencies();
    private final FeedPair feedPair;
    private final UnsafeBuffer buffer;
    private final PacketHistory history;
    private final FeedMark mark;
    private final long heartbeatIntervalNs;
    private final long markedCursor;
    private final long markedNumber;
    private long cursor;
    private long msgSeqNum;
    private long publishedNs;
    private long transactionNs;
    private long lastSendingNs;
    private boolean isLive;
    private boolean isPastMark;

    FastChannel(
        final FeedPair feedPair, final PacketHistory history, final FeedMark mark, final long heartbeatIntervalNs)
    {
        this.mark = mark;
        markedCursor = null == mark || !mark.isPresent() ? Long.MAX_VALUE : mark.cursor();
        markedNumber = null == mark ? 0 : mark.number();
        this.feedPair = feedPair;
        this.history = history;
        this.heartbeatIntervalNs = heartbeatIntervalNs;
        buffer = feedPair.buffer();
    }

    /** The transaction that everything until the next call follows from, and when the event stream was given it. */
    void cursor(final long newCursor, final long givenNs)
    {
        publishedNs = givenNs;
        if (!isPastMark && newCursor > markedCursor)
        {
            passMark();
        }
        cursor = newCursor;
    }

    /** Engine time of what is to be sent next. */
    void transactionTime(final long timeNs)
    {
        transactionNs = timeNs;
    }

    long msgSeqNum()
    {
        return msgSeqNum;
    }

    /** Where an earlier process ended; 0 when nothing was marked. */
    long formerCursor()
    {
        return Long.MAX_VALUE == markedCursor ? 0 : markedCursor;
    }

    /** Of the whole feed, for any thread. */
    CounterSet<FastFeedCounter> counters()
    {
        return counters;
    }

    FeedPair feedPair()
    {
        return feedPair;
    }

    PacketHistory history()
    {
        return history;
    }

    /** Goes on after a number that an earlier process may have sent. */
    void continueAfter(final long number)
    {
        msgSeqNum = Math.max(msgSeqNum, number);
        counters.set(FastFeedCounter.MSG_SEQ_NUM, msgSeqNum);
    }

    /**
     * Numbers, and the transaction that they are of. An earlier process that has marked nothing after it has ended
     * there, whatever it has counted since.
     */
    void state(final CheckpointState state)
    {
        cursor = state.number(cursor);
        msgSeqNum = state.number(msgSeqNum);
        lastSendingNs = state.number(lastSendingNs);
        if (state.isReading())
        {
            isPastMark = cursor >= markedCursor;
            counters.set(FastFeedCounter.MSG_SEQ_NUM, msgSeqNum);
            keepHistory();
        }
    }

    /** What an earlier process of these numbers has kept stays. */
    private void keepHistory()
    {
        if (null != history)
        {
            history.goOnAfter(msgSeqNum);
        }
    }

    void goLive()
    {
        if (!isPastMark && cursor >= markedCursor)
        {
            passMark();
        }
        keepHistory();
        isLive = true;
        heartbeat();
    }

    /** Number of the message that {@link #begin} or an encoder writes. */
    long nextMsgSeqNum()
    {
        return msgSeqNum + 1;
    }

    /** Writer of the next message, which has not begun yet; {@link #end} sends it. */
    FastWriter writer()
    {
        return writer.wrap(buffer, FastMessages.PREAMBLE_LENGTH);
    }

    FastWriter begin(final int templateId)
    {
        return writer().beginMessage(templateId, msgSeqNum + 1, 0);
    }

    void end()
    {
        msgSeqNum++;
        final boolean isSent = isLive || isUnsent();
        lastSendingNs = Math.max(lastSendingNs, isSent ? feedPair.nextSendingTimeNs() : transactionNs);
        final int length = complete(lastSendingNs);
        if (null != history)
        {
            history.append(msgSeqNum, buffer, FastMessages.PREAMBLE_LENGTH, length - FastMessages.PREAMBLE_LENGTH);
        }
        if (isSent)
        {
            if (null != mark)
            {
                // Before it leaves: a number may be missing after a crash, but none is ever sent twice.
                mark.put(cursor, lastSendingNs, msgSeqNum);
            }
            feedPair.send(length);
            latencies.record(isLive ? publishedNs : 0, feedPair);
        }
        counters.set(FastFeedCounter.MSG_SEQ_NUM, msgSeqNum);
    }

    /** A new day: reports it to receivers, and begins with number 1 again. */
    void reset()
    {
        if (0 == msgSeqNum)
        {
            return;
        }
        begin(FastMessages.SEQUENCE_RESET).putUInt(1);
        end();
        // A mark of this very message has a number of the old day.
        isPastMark |= cursor == markedCursor && msgSeqNum == markedNumber;
        msgSeqNum = 0;
        counters.set(FastFeedCounter.MSG_SEQ_NUM, 0);
        // Later messages have a later millisecond, so receivers distinguish late copies of the old day from the new
        // one.
        lastSendingNs += NS_PER_MS;
        if (null != history)
        {
            history.clear();
        }
    }

    int checkHeartbeat(final long nowNs)
    {
        if (nowNs - feedPair.lastSendingTimeNs() < heartbeatIntervalNs)
        {
            return 0;
        }
        heartbeat();
        return 1;
    }

    @Override
    public void close()
    {
        CloseHelper.quietCloseAll(feedPair, history, mark);
    }

    /**
     * All that the earlier process has sent is counted. If it had to send what waited before the event stream said so,
     * its numbers are higher than those that follow from the stream: one is left out, so that receivers take a
     * snapshot.
     */
    private void passMark()
    {
        isPastMark = true;
        if (markedNumber > msgSeqNum)
        {
            continueAfter(markedNumber + 1);
        }
    }

    private boolean isUnsent()
    {
        final boolean isAfter = cursor > markedCursor || cursor == markedCursor && msgSeqNum > markedNumber;
        return isAfter && feedPair.nextSendingTimeNs() - transactionNs <= MAX_UNSENT_AGE_NS;
    }

    private void heartbeat()
    {
        // It takes no number, so that numbers follow from the market alone, and has the number of the last message.
        FastMessages.putHeartbeat(writer(), msgSeqNum, 0);
        lastSendingNs = Math.max(lastSendingNs, feedPair.nextSendingTimeNs());
        feedPair.send(complete(lastSendingNs));
    }

    private int complete(final long sendingNs)
    {
        FastWriter.putSendingTime(buffer, writer.sendingTimeOffset(), FastTime.timestamp(sendingNs));
        buffer.putInt(0, (int)msgSeqNum, LITTLE_ENDIAN);
        return writer.position();
    }
}
