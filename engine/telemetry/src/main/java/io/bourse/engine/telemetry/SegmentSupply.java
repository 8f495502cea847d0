// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import org.agrona.concurrent.OneToOneConcurrentArrayQueue;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Keeps one segment ready and puts away what was filled, on a thread of its own: the component's thread never waits for
 * a disk. While no segment can be made there is none, and it is tried again every second. The same thread counts the
 * answers that were recorded, and looks at the machine's clock.
 */
final class SegmentSupply implements Runnable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(SegmentSupply.class);
    private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long CLOSE_WAIT_MS = 50;
    private static final int PUT_AWAY_CAPACITY = 64;

    private final AtomicReference<StampSegment> ready = new AtomicReference<>();
    private final OneToOneConcurrentArrayQueue<StampSegment> filled =
        new OneToOneConcurrentArrayQueue<>(PUT_AWAY_CAPACITY);
    private final TimestampOptions options;
    private final StampKind kind;
    private final String component;
    private final int gatewayId;
    private final int partition;
    private final int segmentLength;
    private final Supplier<ClockReading> clock;
    /** How long the answers took, or null: the records are no answers. Of the thread, as the next. */
    private final RequestLatencies latencies;
    /** Made and not put away. */
    private final List<StampSegment> open = new ArrayList<>();
    private final Thread thread;
    private volatile int tradingDate;
    private volatile boolean isClosed;
    private int purgedDate;
    private boolean isFailing;
    private boolean isStumbling;

    SegmentSupply(
        final TimestampOptions options,
        final StampKind kind,
        final String component,
        final int gatewayId,
        final int partition,
        final int segmentLength,
        final Supplier<ClockReading> clock)
    {
        this.options = options;
        this.kind = kind;
        this.component = component;
        this.gatewayId = gatewayId;
        this.partition = partition;
        this.segmentLength = segmentLength;
        this.clock = clock;
        latencies = StampKind.ANSWERS == kind ? new RequestLatencies() : null;
        removeLeftOver();
        prepare();
        thread = Thread.ofPlatform().daemon().name("time-stamps-" + component).start(this);
    }

    /** A segment to write to, or null. */
    StampSegment take()
    {
        final StampSegment segment = ready.getAndSet(null);
        if (null != segment)
        {
            LockSupport.unpark(thread);
        }
        return segment;
    }

    /** A segment that is not written to any more. One that is never taken stays mapped. */
    void putAway(final StampSegment segment)
    {
        filled.offer(segment);
    }

    /** The date that counts for what is old. */
    void tradingDate(final int date)
    {
        tradingDate = date;
    }

    @Override
    public void run()
    {
        while (!isClosed)
        {
            workOnce();
            // Woken when a segment is taken; otherwise to count, to try again, and for a new date.
            LockSupport.parkNanos(this, RETRY_NS);
        }
        putAwayAll();
        final StampSegment unused = ready.getAndSet(null);
        if (null != unused)
        {
            putAwayNow(unused);
        }
    }

    RequestLatencies latencies()
    {
        return latencies;
    }

    private void workOnce()
    {
        try
        {
            readOpen();
            putAwayAll();
            purge();
            prepare();
            isStumbling = false;
        }
        catch (final RuntimeException ex)
        {
            if (!isStumbling)
            {
                isStumbling = true;
                LOGGER.warn("the files of time stamps are not looked after, trading goes on; it is tried again:" +
                    " component={} directory={}", component, options.directory(), ex);
            }
        }
    }

    /**
     * Ends the thread, which puts everything away first. Waits for it a moment only: the caller may be the duty cycle
     * of an engine.
     */
    void close()
    {
        isClosed = true;
        LockSupport.unpark(thread);
        try
        {
            thread.join(CLOSE_WAIT_MS);
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
    }

    private void readOpen()
    {
        final ClockReading reading = clock.get();
        for (final StampSegment segment : open)
        {
            segment.onClock(reading);
            if (null != latencies)
            {
                segment.readNew(latencies);
            }
        }
    }

    private void putAwayAll()
    {
        for (StampSegment segment = filled.poll(); null != segment; segment = filled.poll())
        {
            putAwayNow(segment);
        }
    }

    private void putAwayNow(final StampSegment segment)
    {
        try
        {
            open.remove(segment);
            segment.onClock(clock.get());
            if (null != latencies)
            {
                segment.readNew(latencies);
            }
            segment.close();
        }
        catch (final IOException | RuntimeException ex)
        {
            LOGGER.warn("a file of time stamps keeps its unused end: directory={}", options.directory(), ex);
        }
    }

    private void prepare()
    {
        if (null != ready.get() || isClosed)
        {
            return;
        }
        try
        {
            Files.createDirectories(options.directory());
            checkFreeSpace();
            final ClockReading reading = clock.get();
            final StampSegment segment = create();
            segment.onClock(reading);
            open.add(segment);
            ready.set(segment);
            if (isFailing)
            {
                isFailing = false;
                LOGGER.info(
                    "time stamps are recorded again: component={} directory={}", component, options.directory());
            }
        }
        catch (final IOException | RuntimeException ex)
        {
            if (!isFailing)
            {
                isFailing = true;
                LOGGER.warn("time stamps are not recorded, trading goes on; mend the cause, it is tried again:" +
                    " component={} directory={} cause={}", component, options.directory(), ex.toString());
            }
        }
    }

    private void checkFreeSpace() throws IOException
    {
        final long free = Files.getFileStore(options.directory()).getUsableSpace();
        if (free < options.minFreeBytes() + segmentLength)
        {
            throw new IOException("there is too little space on the disk: free=" + free + " minFreeBytes=" +
                options.minFreeBytes() + " segmentLength=" + segmentLength);
        }
    }

    private StampSegment create() throws IOException
    {
        int number = 1 + StampFiles.highestNumber(options.directory(), component);
        while (true)
        {
            final Path file = options.directory().resolve(StampFiles.name(component, number));
            try
            {
                return StampSegment.create(
                    file, kind, component, gatewayId, partition, segmentLength,
                    SystemEpochNanoClock.INSTANCE.nanoTime());
            }
            catch (final FileAlreadyExistsException ignored)
            {
                // Another process of the same component, which is about to be fenced off.
                number++;
            }
        }
    }

    /**
     * Segments that a killed process of this component had ready, or was about to make. One of our own process id is of
     * an earlier process too, because this one has none yet.
     */
    private void removeLeftOver()
    {
        for (final StampFile file : list())
        {
            if (0 == file.tradingDate() &&
                (ProcessHandle.current().pid() == file.pid() || ProcessHandle.of(file.pid()).isEmpty()))
            {
                delete(file.path());
            }
        }
        try
        {
            StampFiles.listUnfinished(options.directory(), component).forEach(this::delete);
        }
        catch (final IOException | UncheckedIOException ex)
        {
            LOGGER.warn("unfinished time stamps cannot be looked for: directory={}", options.directory(), ex);
        }
    }

    private void purge()
    {
        final int date = tradingDate;
        if (date == purgedDate)
        {
            return;
        }
        purgedDate = date;
        final int oldestKept = StampFiles.daysBefore(date, options.keepDays());
        for (final StampFile file : list())
        {
            if (0 != file.tradingDate() && file.tradingDate() < oldestKept)
            {
                delete(file.path());
            }
        }
    }

    private List<StampFile> list()
    {
        try
        {
            return StampFiles.list(options.directory()).files().stream()
                .filter(file -> component.equals(file.component()))
                .toList();
        }
        catch (final IOException | UncheckedIOException ex)
        {
            LOGGER.warn("old time stamps cannot be looked for: directory={}", options.directory(), ex);
            return List.of();
        }
    }

    private void delete(final Path file)
    {
        try
        {
            Files.deleteIfExists(file);
        }
        catch (final IOException ex)
        {
            LOGGER.warn("old time stamps cannot be deleted: file={}", file, ex);
        }
    }
}
