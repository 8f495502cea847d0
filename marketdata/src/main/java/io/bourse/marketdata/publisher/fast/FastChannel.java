// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.bourse.marketdata.FeedCounter;
import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.fast.FastTime;
import io.bourse.marketdata.fast.FastWriter;
import io.bourse.marketdata.net.FeedPair;
import io.bourse.marketdata.net.PacketHistory;

import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The incremental line of a feed: numbers messages, sends them to A and B behind their preamble, and keeps them for
 * replay. Until it is live it numbers and keeps only, with the engine's time as SendingTime: what was matched while no
 * publisher ran can be asked for by TCP.
 */
final class FastChannel implements AutoCloseable
{
    private static final long NS_PER_MS = 1_000_000L;

    private final FastWriter writer = new FastWriter();
    private final FeedCounter lastNumber = new FeedCounter();
    private final FeedPair feedPair;
    private final UnsafeBuffer buffer;
    private final PacketHistory history;
    private final long heartbeatIntervalNs;
    private long msgSeqNum;
    private long transactionNs;
    private long lastSendingNs;
    private boolean isLive;

    FastChannel(final FeedPair feedPair, final PacketHistory history, final long heartbeatIntervalNs)
    {
        this.feedPair = feedPair;
        this.history = history;
        this.heartbeatIntervalNs = heartbeatIntervalNs;
        buffer = feedPair.buffer();
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

    /** Number of the last message, for any thread. */
    FeedCounter lastNumber()
    {
        return lastNumber;
    }

    FeedPair feedPair()
    {
        return feedPair;
    }

    PacketHistory history()
    {
        return history;
    }

    boolean isLive()
    {
        return isLive;
    }

    /** Goes on behind a number that a former life may have sent. */
    void continueAfter(final long number)
    {
        msgSeqNum = Math.max(msgSeqNum, number);
        lastNumber.set(msgSeqNum);
    }

    void goLive()
    {
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
        lastSendingNs = Math.max(lastSendingNs, isLive ? feedPair.nextSendingTimeNs() : transactionNs);
        final int length = complete(lastSendingNs);
        if (null != history)
        {
            history.append(msgSeqNum, buffer, FastMessages.PREAMBLE_LENGTH, length - FastMessages.PREAMBLE_LENGTH);
        }
        if (isLive)
        {
            feedPair.send(length);
        }
        lastNumber.set(msgSeqNum);
    }

    /** A new day: tells receivers, and begins with number 1 again. */
    void reset()
    {
        if (0 == msgSeqNum)
        {
            return;
        }
        begin(FastMessages.SEQUENCE_RESET).putUInt(1);
        end();
        msgSeqNum = 0;
        lastNumber.set(0);
        // Later messages have a later millisecond, so receivers tell late copies of the old day from the new one.
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
        CloseHelper.quietCloseAll(feedPair, history);
    }

    private void heartbeat()
    {
        // It takes no number, so that numbers follow from the market alone, and tells the number of the last message.
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
