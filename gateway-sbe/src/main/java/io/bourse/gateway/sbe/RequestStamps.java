// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.MassCancelDecoder;
import io.bourse.engine.telemetry.AnswerStamps;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.LatencyHistograms;
import io.bourse.engine.telemetry.PublicLead;
import io.bourse.engine.telemetry.TimestampLog;
import io.bourse.gateway.sbe.twime.BusinessMessageRejectDecoder;
import io.bourse.gateway.sbe.twime.MessageHeaderDecoder;
import io.bourse.gateway.sbe.twime.NewOrderIcebergResponseDecoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderCancelResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderMassCancelResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderReplaceResponseDecoder;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Follows every request through this gateway and writes one record when the last byte of its answer was
 * given to the socket (docs/timestamps.md). A record lives in a pool from the moment its transaction is read until its
 * answer has left; nothing is allocated. When the pool is empty, because clients do not read, requests go unrecorded
 * and are counted.
 */
final class RequestStamps
{
    static final int NONE = UnwrittenAnswers.NONE;
    static final int POOL_CAPACITY = 16 * 1024;

    private final AnswerStamps stamps = new AnswerStamps();
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final TimestampLog log;
    private final EpochNanoClock clock;
    private final CounterSet<GatewayCounter> counters;
    private final UnsafeBuffer pool;
    private final int[] next;
    private final long[] endPositions;
    /** When the market data of the transaction was public; 0 when it was not, or when that is not known. */
    private final long[] publicNs;
    private final LatencyHistograms<PublicLead> leads = new LatencyHistograms<>(PublicLead.class);
    private int free = NONE;
    private int open = NONE;
    private long lostHere;

    /**
     * Stamps of one gateway.
     *
     * @param log to write to, or null to record nothing; closed here.
     * @param clock of the stamps.
     * @param counters to count in.
     */
    RequestStamps(final TimestampLog log, final EpochNanoClock clock, final CounterSet<GatewayCounter> counters)
    {
        this.log = log;
        this.clock = clock;
        this.counters = counters;
        final int capacity = null == log ? 0 : POOL_CAPACITY;
        pool = new UnsafeBuffer(ByteBuffer.allocateDirect(capacity * AnswerStamps.LENGTH));
        next = new int[capacity];
        endPositions = new long[capacity];
        publicNs = new long[capacity];
        for (int i = capacity - 1; i >= 0; i--)
        {
            release(i);
        }
    }

    /** Records nothing. */
    static RequestStamps off()
    {
        return new RequestStamps(null, null, null);
    }

    /** The clock of the stamps; 0 when nothing is recorded. */
    long nowNs()
    {
        return null == log ? 0 : clock.nanoTime();
    }

    void tradingDate(final int date)
    {
        if (null != log)
        {
            log.tradingDate(date);
        }
    }

    /** A command has been given to the engine. */
    void onOffered(final Login login, final long sequence, final long offeredNs)
    {
        if (null != log)
        {
            login.offerTimes.put(sequence, offeredNs);
        }
    }

    /** The transaction that a request of this login has caused is being read (t4'). */
    void begin(final EventGroup group, final Login login)
    {
        if (null == log)
        {
            return;
        }
        open = take();
        if (NONE == open)
        {
            lostHere++;
            count();
            return;
        }
        stamps.wrap(pool, open * AnswerStamps.LENGTH).clear();
        stamps
            .cursor(group.cursor())
            .sequence(group.sequence())
            .readNs(group.receivedNs())
            .offeredNs(login.offerTimes.get(group.sequence()))
            .stampedNs(group.engineTimeNs())
            .engineTimeNs(group.engineTimeNs())
            .publishedNs(group.publishedNs())
            .eventsReadNs(clock.nanoTime())
            .loginId(group.sessionId())
            .commandTemplateId(group.commandTemplateId());
    }

    /** Whether the answer of a transaction is still to be found. */
    boolean isOpen()
    {
        return NONE != open;
    }

    /** Whether a frame is the answer to the request of the transaction that is being read. */
    boolean isAnswer(final int loginId, final DirectBuffer buffer, final int offset)
    {
        stamps.wrap(pool, open * AnswerStamps.LENGTH);
        if (loginId != stamps.loginId())
        {
            return false;
        }
        final int templateId = header.wrap(buffer, offset).templateId();
        return switch (templateId)
        {
            case OrderMassCancelResponseDecoder.TEMPLATE_ID,
                BusinessMessageRejectDecoder.TEMPLATE_ID -> true;
            case NewOrderSingleResponseDecoder.TEMPLATE_ID,
                NewOrderIcebergResponseDecoder.TEMPLATE_ID,
                OrderReplaceResponseDecoder.TEMPLATE_ID,
                // Before the answer to a mass cancel stand those for the orders that it has cancelled.
                OrderCancelResponseDecoder.TEMPLATE_ID -> MassCancelDecoder.TEMPLATE_ID != stamps.commandTemplateId();
            default -> false;
        };
    }

    /** The answer was found. Returns the record that will be written when it leaves. */
    int onAnswer(final DirectBuffer buffer, final int offset)
    {
        final int record = open;
        open = NONE;
        final int templateId = header.wrap(buffer, offset).templateId();
        final int body = offset + TwimeFrames.HEADER_LENGTH;
        final int orderIdOffset = switch (templateId)
        {
            case NewOrderSingleResponseDecoder.TEMPLATE_ID -> NewOrderSingleResponseDecoder.orderIDEncodingOffset();
            case NewOrderIcebergResponseDecoder.TEMPLATE_ID -> NewOrderIcebergResponseDecoder.orderIDEncodingOffset();
            case OrderReplaceResponseDecoder.TEMPLATE_ID -> OrderReplaceResponseDecoder.orderIDEncodingOffset();
            case OrderCancelResponseDecoder.TEMPLATE_ID -> OrderCancelResponseDecoder.orderIDEncodingOffset();
            default -> NONE;
        };
        // Every answer begins with the ClOrdID.
        stamps.wrap(pool, record * AnswerStamps.LENGTH)
            .templateId(templateId)
            .clOrdId(buffer.getLong(body, ByteOrder.LITTLE_ENDIAN))
            .orderId(NONE == orderIdOffset ? 0 : buffer.getLong(body + orderIdOffset, ByteOrder.LITTLE_ENDIAN));
        return record;
    }

    /** The transaction has been read; it may have had no answer. */
    void end()
    {
        if (NONE != open)
        {
            release(open);
            open = NONE;
        }
    }

    /**
     * The answer was let go.
     *
     * @param record that {@link #onAnswer} gave.
     * @param login it is for.
     * @param flags how it left.
     * @param publishedNs when its market data was public; 0 when it was not, or when that is not known.
     */
    void onReleased(final int record, final Login login, final int flags, final long publishedNs)
    {
        publicNs[record] = publishedNs;
        stamps.wrap(pool, record * AnswerStamps.LENGTH).flags(flags);
        final TwimeConnection connection = login.connection();
        // One without space for the answer is closing.
        if (null == connection || TwimeConnection.State.CLOSING == connection.state() ||
            TwimeConnection.State.CLOSED == connection.state())
        {
            write(record, 0);
            return;
        }
        final UnwrittenAnswers unwritten = connection.unwritten;
        next[record] = NONE;
        endPositions[record] = connection.output().claimedPosition();
        if (unwritten.isEmpty())
        {
            unwritten.head = record;
        }
        else
        {
            next[unwritten.tail] = record;
        }
        unwritten.tail = record;
    }

    /** A connection has given bytes to its socket (t4). */
    void onWritten(final UnwrittenAnswers unwritten, final long writtenPosition, final long writtenNs)
    {
        while (!unwritten.isEmpty() && endPositions[unwritten.head] <= writtenPosition)
        {
            writeHead(unwritten, writtenNs);
        }
    }

    /** A connection is gone: what it has not written never leaves. */
    void onClosed(final UnwrittenAnswers unwritten)
    {
        while (!unwritten.isEmpty())
        {
            writeHead(unwritten, 0);
        }
    }

    void close()
    {
        CloseHelper.close(log);
    }

    private void writeHead(final UnwrittenAnswers unwritten, final long writtenNs)
    {
        final int record = unwritten.head;
        unwritten.head = next[record];
        leads.record(PublicLead.LEAD, publicNs[record], writtenNs);
        write(record, writtenNs);
    }

    private void write(final int record, final long writtenNs)
    {
        final int offset = log.claim();
        if (TimestampLog.NONE != offset)
        {
            stamps.wrap(pool, record * AnswerStamps.LENGTH).writtenNs(writtenNs).copyTo(log.buffer(), offset);
            log.commit();
        }
        release(record);
        count();
    }

    private void count()
    {
        counters.set(GatewayCounter.TIMESTAMPS_RECORDED, log.recorded());
        counters.set(GatewayCounter.TIMESTAMPS_LOST, log.lost() + lostHere);
    }

    private int take()
    {
        final int record = free;
        if (NONE != record)
        {
            free = next[record];
        }
        return record;
    }

    private void release(final int record)
    {
        next[record] = free;
        free = record;
    }
}
