// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import org.agrona.CloseHelper;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.ByteBuffer;

/**
 * Follows the requests of one gateway and writes one record when the last byte of an answer was given to the socket
 * (docs/timestamps.md). A record lives in a pool from the moment its transaction is read until its answer has left;
 * nothing is allocated. When the pool is empty, because clients do not read, requests go unrecorded and are counted.
 */
public final class AnswerRecorder implements AutoCloseable
{
    /** No record. */
    public static final int NONE = -1;
    private static final int POOL_CAPACITY = 16 * 1024;

    private final AnswerStamps stamps = new AnswerStamps();
    private final TimestampLog log;
    private final EpochNanoClock clock;
    private final Counts counts;
    private final UnsafeBuffer pool;
    private final int[] next;
    private final long[] endPositions;
    /** When the market data of the transaction was public; 0 when it was not, or when that is not known. */
    private final long[] publicNs;
    private final LatencyHistograms<PublicLead> leads = new LatencyHistograms<>(PublicLead.class);
    private int free = NONE;
    private int open = NONE;
    private long lostHere;

    /** Where records are counted. */
    @FunctionalInterface
    public interface Counts
    {
        /**
         * A record was written or lost.
         *
         * @param recorded records written so far.
         * @param lost records that could not be written.
         */
        void set(long recorded, long lost);
    }

    /**
     * Records of one gateway.
     *
     * @param log to write to, or null to record nothing; closed here.
     * @param clock of the stamps.
     * @param counts where to count.
     */
    public AnswerRecorder(final TimestampLog log, final EpochNanoClock clock, final Counts counts)
    {
        this.log = log;
        this.clock = clock;
        this.counts = counts;
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

    /**
     * Whether anything is recorded.
     *
     * @return false without a log.
     */
    public boolean isOn()
    {
        return null != log;
    }

    /**
     * The clock of the stamps.
     *
     * @return nanoseconds since the Unix epoch; 0 when nothing is recorded.
     */
    public long nowNs()
    {
        return null == log ? 0 : clock.nanoTime();
    }

    /**
     * Files records from now on under a trading date.
     *
     * @param date YYYYMMDD.
     */
    public void tradingDate(final int date)
    {
        if (null != log)
        {
            log.tradingDate(date);
        }
    }

    /**
     * The transaction that a request has caused is being read (t4').
     *
     * @return its record, to be filled in; null when there is none.
     */
    public AnswerStamps begin()
    {
        if (null == log)
        {
            return null;
        }
        open = take();
        if (NONE == open)
        {
            lostHere++;
            count();
            return null;
        }
        record(open).clear();
        return stamps.eventsReadNs(clock.nanoTime());
    }

    /**
     * Whether the answer of a transaction is still to be found.
     *
     * @return true from {@link #begin} until {@link #onAnswer} or {@link #end}.
     */
    public boolean isOpen()
    {
        return NONE != open;
    }

    /**
     * Record of the transaction that is being read.
     *
     * @return valid until the next call.
     */
    public AnswerStamps open()
    {
        return record(open);
    }

    /**
     * The answer was found.
     *
     * @return its record, which will be written when it leaves.
     */
    public int onAnswer()
    {
        final int record = open;
        open = NONE;
        return record;
    }

    /** The transaction has been read; it may have had no answer. */
    public void end()
    {
        if (NONE != open)
        {
            release(open);
            open = NONE;
        }
    }

    /**
     * A record whose answer was found.
     *
     * @param record that {@link #onAnswer} gave.
     * @return valid until the next call.
     */
    public AnswerStamps record(final int record)
    {
        return stamps.wrap(pool, record * AnswerStamps.LENGTH);
    }

    /**
     * The answer was queued for its connection.
     *
     * @param record that {@link #onAnswer} gave.
     * @param unwritten records of the connection.
     * @param endPosition of the answer in what the connection writes.
     * @param publishedNs when its market data was public; 0 when it was not, or when that is not known.
     */
    public void onQueued(
        final int record, final UnwrittenAnswers unwritten, final long endPosition, final long publishedNs)
    {
        publicNs[record] = publishedNs;
        next[record] = NONE;
        endPositions[record] = endPosition;
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

    /**
     * There is no connection that the answer could leave by.
     *
     * @param record that {@link #onAnswer} gave.
     */
    public void onNotSent(final int record)
    {
        write(record, 0);
    }

    /**
     * A connection has given bytes to its socket (t4).
     *
     * @param unwritten records of the connection.
     * @param writtenPosition up to where it has written.
     * @param writtenNs before the write.
     */
    public void onWritten(final UnwrittenAnswers unwritten, final long writtenPosition, final long writtenNs)
    {
        while (!unwritten.isEmpty() && endPositions[unwritten.head] <= writtenPosition)
        {
            writeHead(unwritten, writtenNs);
        }
    }

    /**
     * A connection is gone: what it has not written never leaves.
     *
     * @param unwritten records of the connection.
     */
    public void onClosed(final UnwrittenAnswers unwritten)
    {
        while (!unwritten.isEmpty())
        {
            writeHead(unwritten, 0);
        }
    }

    /**
     * An answer has left without a record.
     *
     * @param publishedNs when its market data was public; 0 when that is not known.
     * @param writtenNs when it left, 0 if it did not.
     */
    public void lead(final long publishedNs, final long writtenNs)
    {
        leads.record(PublicLead.LEAD, publishedNs, writtenNs);
    }

    @Override
    public void close()
    {
        CloseHelper.close(log);
    }

    private void writeHead(final UnwrittenAnswers unwritten, final long writtenNs)
    {
        final int record = unwritten.head;
        unwritten.head = next[record];
        lead(publicNs[record], writtenNs);
        write(record, writtenNs);
    }

    private void write(final int record, final long writtenNs)
    {
        final int offset = log.claim();
        if (TimestampLog.NONE != offset)
        {
            record(record).writtenNs(writtenNs).copyTo(log.buffer(), offset);
            log.commit();
        }
        release(record);
        count();
    }

    private void count()
    {
        counts.set(log.recorded(), log.lost() + lostHere);
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
