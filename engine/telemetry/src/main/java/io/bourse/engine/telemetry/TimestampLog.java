// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import org.agrona.concurrent.UnsafeBuffer;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * The log of one component: records go into mapped files without a lock, a system call or an allocation. Recording
 * never disturbs the component: what cannot be written is lost and counted. A thread beside it counts the answers in
 * histograms, at the latest a second after they were recorded.
 *
 * <p>Belongs to the component's thread; {@link #recorded()} and {@link #lost()} may be read by any.
 */
public final class TimestampLog implements AutoCloseable
{
    /** Result of {@link #claim()} when there is no space for the record. */
    public static final int NONE = -1;
    private static final int SEGMENT_LENGTH = 4 * 1024 * 1024;

    private final AtomicLong recorded = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();
    private final SegmentSupply supply;
    private StampSegment segment;
    private int tradingDate;
    private boolean isClosed;

    /**
     * Opens a log. A directory that cannot be written to is no reason to fail: it is reported in the log of the
     * process, tried again, and records are lost meanwhile.
     *
     * @param options where to write and what to keep.
     * @param kind of the records.
     * @param component that writes, unique in the directory; ASCII, at most 32 characters.
     * @param gatewayId id of a gateway, 0 for other components.
     * @param partition of the event stream that the cursors are in.
     */
    public TimestampLog(
        final TimestampOptions options,
        final StampKind kind,
        final String component,
        final int gatewayId,
        final int partition)
    {
        this(options, kind, component, gatewayId, partition, SEGMENT_LENGTH, KernelClock::read);
    }

    TimestampLog(
        final TimestampOptions options,
        final StampKind kind,
        final String component,
        final int gatewayId,
        final int partition,
        final int segmentLength,
        final Supplier<ClockReading> clock)
    {
        if (component.length() > SegmentHeader.MAX_NAME_LENGTH)
        {
            throw new IllegalArgumentException("the name of the component is too long: component=" + component +
                " most=" + SegmentHeader.MAX_NAME_LENGTH);
        }
        supply = new SegmentSupply(options, kind, component, gatewayId, partition, segmentLength, clock);
    }

    /**
     * Files records from now on under a trading date.
     *
     * @param date YYYYMMDD.
     */
    public void tradingDate(final int date)
    {
        if (date != tradingDate)
        {
            tradingDate = date;
            supply.tradingDate(date);
        }
    }

    /**
     * Makes space for a record, which counts once {@link #commit()} was called.
     *
     * @return offset in {@link #buffer()}, all zeros, or {@link #NONE} when the record is lost.
     */
    public int claim()
    {
        if ((null == segment || segment.isFull() || segment.tradingDate() != tradingDate) && !roll())
        {
            lost.lazySet(lost.get() + 1);
            if (null != segment)
            {
                segment.onLost();
            }
            return NONE;
        }
        return segment.nextOffset();
    }

    /**
     * Where claimed records are.
     *
     * @return buffer, until the next claim.
     */
    public UnsafeBuffer buffer()
    {
        return segment.buffer();
    }

    /** The claimed record is complete. */
    public void commit()
    {
        segment.commit();
        recorded.lazySet(recorded.get() + 1);
    }

    private boolean roll()
    {
        final StampSegment next = isClosed ? null : supply.take();
        if (null == next)
        {
            return false;
        }
        if (null != segment)
        {
            supply.putAway(segment);
        }
        next.begin(tradingDate);
        segment = next;
        return true;
    }

    /**
     * Records written.
     *
     * @return count since the log was opened.
     */
    public long recorded()
    {
        return recorded.get();
    }

    /**
     * Records that could not be written.
     *
     * @return count since the log was opened.
     */
    public long lost()
    {
        return lost.get();
    }

    /** How long the recorded answers took; null when the records are no answers. */
    RequestLatencies latencies()
    {
        return supply.latencies();
    }

    /** Closes the files, or leaves them to the thread beside. What is claimed afterwards is lost. */
    @Override
    public void close()
    {
        if (!isClosed)
        {
            isClosed = true;
            if (null != segment)
            {
                supply.putAway(segment);
                segment = null;
            }
            supply.close();
        }
    }
}
