// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import org.agrona.BufferUtil;
import org.agrona.CloseHelper;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.MappedByteBuffer;
import java.nio.file.Path;

/**
 * Writes down when a thread that never sleeps did not run: the time between two looks at the clock with nothing done in
 * between is a microsecond or two, and what is longer the system, or the host of a virtual machine, gave to others. Of
 * a long time in which something was done that part counts for which another thread had the processor, as the scheduler
 * says. A load test reads the file, also while it grows, and separates its own delays from those of the machine.
 *
 * <pre>
 *   +---------+------------+----------+--------+   +---------+-------+
 *   | count 8 | capacity 8 | limit 8  | 0    8 |   | begin 8 | end 8 | ...  count times
 *   +---------+------------+----------+--------+   +---------+-------+
 * </pre>
 *
 * Longs in the order of the machine; begin and end are {@link System#nanoTime()}, which all processes of one Linux
 * machine share, in order; limit is the shortest gap in nanoseconds. The count is written last and read with acquire
 * semantics. A full file takes no more: count equals capacity then.
 */
final class GapMeter implements AutoCloseable
{
    /** What is longer is a gap, in nanoseconds. */
    static final long LIMIT_NS = 20_000;
    /** Bytes before the first gap. */
    static final int HEADER_LENGTH = 32;
    /** Bytes of a gap. */
    static final int GAP_LENGTH = 16;
    private static final int CAPACITY = 1 << 20;
    /** The scheduler is asked about what is longer: not about every command. */
    private static final long LONG_WORK_NS = 5 * LIMIT_NS;

    private final ProcessorWait processorWait;
    private final MappedByteBuffer mapping;
    private final UnsafeBuffer buffer;
    private final int capacity;
    private int count;
    private long lastNs;
    private boolean hasLooked;

    private GapMeter(final MappedByteBuffer mapping, final int capacity, final ProcessorWait processorWait)
    {
        this.mapping = mapping;
        this.processorWait = processorWait;
        this.capacity = capacity;
        buffer = new UnsafeBuffer(mapping);
        buffer.putLong(8, capacity);
        buffer.putLong(16, LIMIT_NS);
    }

    /**
     * Begins a file, in place of one of a former run.
     *
     * @param file to be written.
     * @return meter for one thread, to be closed by the caller.
     */
    static GapMeter open(final Path file)
    {
        return open(file, CAPACITY, new ProcessorWait());
    }

    static GapMeter open(final Path file, final int capacity, final ProcessorWait processorWait)
    {
        IoUtil.deleteIfExists(file.toFile());
        return new GapMeter(
            IoUtil.mapNewFile(file.toFile(), HEADER_LENGTH + (long)GAP_LENGTH * capacity, false), capacity,
            processorWait);
    }

    /**
     * The end of a duty cycle.
     *
     * @param workCount what it did.
     */
    void onCycle(final int workCount)
    {
        onCycle(workCount, System.nanoTime());
    }

    void onCycle(final int workCount, final long nowNs)
    {
        final long tookNs = nowNs - lastNs;
        if (!hasLooked)
        {
            hasLooked = true;
            processorWait.takeNs();
        }
        else if (tookNs > (0 == workCount ? LIMIT_NS : LONG_WORK_NS) && count < capacity)
        {
            // Asked in either case, so that no wait counts twice.
            final long waitNs = processorWait.takeNs();
            final long awayNs = 0 == workCount ? tookNs : Math.min(tookNs, waitNs);
            if (awayNs > LIMIT_NS)
            {
                write(nowNs - awayNs, nowNs);
            }
        }
        lastNs = nowNs;
    }

    private void write(final long beginNs, final long endNs)
    {
        final int offset = HEADER_LENGTH + GAP_LENGTH * count;
        buffer.putLong(offset, beginNs);
        buffer.putLong(offset + 8, endNs);
        count++;
        buffer.putLongOrdered(0, count);
    }

    @Override
    public void close()
    {
        BufferUtil.free(mapping);
        CloseHelper.close(processorWait);
    }
}
