// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.host.retention.RetentionOptions;
import org.agrona.BitUtil;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import static io.bourse.engine.host.OptionCheck.require;
import static io.bourse.engine.host.OptionCheck.requirePartition;
import static io.bourse.engine.host.OptionCheck.requireSegmentFileLength;
import static io.bourse.engine.host.OptionCheck.requireTermLength;

/**
 * Options of an engine. Used for one launch.
 */
public final class SoloContext
{
    private static final int RING_SIZE_DEFAULT = 16 * 1024;

    private final AtomicBoolean isConcluded = new AtomicBoolean();
    private Path dataDir;
    private int partition;
    private Durability durability = Durability.RAM;
    private String aeronDirectoryName;
    private Supplier<IdleStrategy> idleStrategySupplier = () -> new BackoffIdleStrategy(100, 20, 1_000, 100_000);
    private int ringSize = RING_SIZE_DEFAULT;
    private int journalTermLength = OptionCheck.TERM_LENGTH_DEFAULT;
    private int eventTermLength = OptionCheck.TERM_LENGTH_DEFAULT;
    private int segmentFileLength = OptionCheck.SEGMENT_FILE_LENGTH_DEFAULT;
    private long messageTimeoutNs = TimeUnit.SECONDS.toNanos(10);
    private long closeTimeoutNs = TimeUnit.SECONDS.toNanos(10);
    private long minFreeBytes = StorageRoom.MIN_FREE_BYTES_DEFAULT;
    private RetentionOptions retention = RetentionOptions.DEFAULT;
    private FailStop failStop = FailStop.halting();

    /** Checks the options and completes them. */
    void conclude()
    {
        if (!isConcluded.compareAndSet(false, true))
        {
            throw new IllegalStateException("a context is used for one launch only: dataDir=" + dataDir);
        }
        require(null != dataDir, "dataDir must be set: dataDir=" + dataDir);
        require(null != durability && null != failStop && null != idleStrategySupplier && null != retention,
            "durability, failStop and idleStrategySupplier must be set: durability=" + durability +
            " failStop=" + failStop + " idleStrategySupplier=" + idleStrategySupplier);
        requirePartition(partition);
        require(BitUtil.isPowerOfTwo(ringSize) && ringSize >= 2 && ringSize <= 1024 * 1024,
            "ringSize must be a power of two from 2 to 1048576: ringSize=" + ringSize);
        requireTermLength("journalTermLength", journalTermLength);
        requireTermLength("eventTermLength", eventTermLength);
        requireSegmentFileLength(segmentFileLength, journalTermLength, eventTermLength);
        require(minFreeBytes >= 0, "minFreeBytes must not be negative: minFreeBytes=" + minFreeBytes);
        require(messageTimeoutNs > 0 && closeTimeoutNs > 0, "timeouts must be positive: messageTimeoutNs=" +
            messageTimeoutNs + " closeTimeoutNs=" + closeTimeoutNs);

        dataDir = dataDir.toAbsolutePath().normalize();
        if (null == aeronDirectoryName)
        {
            aeronDirectoryName = EngineDirectories.aeronDirectoryName(dataDir);
        }
    }

    /**
     * Where journal and event stream are kept; created if missing. Required.
     *
     * @param value directory.
     * @return this.
     */
    public SoloContext dataDir(final Path value)
    {
        dataDir = value;
        return this;
    }

    /** @return directory. */
    public Path dataDir()
    {
        return dataDir;
    }

    /**
     * Partition to serve.
     *
     * @param value number from 0 to {@link MatchingEngine#MAX_PARTITION}.
     * @return this.
     */
    public SoloContext partition(final int value)
    {
        partition = value;
        return this;
    }

    /** @return number from 0. */
    public int partition()
    {
        return partition;
    }

    /**
     * What an acknowledged command survives.
     *
     * @param value mode, RAM by default.
     * @return this.
     */
    public SoloContext durability(final Durability value)
    {
        durability = value;
        return this;
    }

    /** @return mode, RAM by default. */
    public Durability durability()
    {
        return durability;
    }

    /**
     * Directory of the media driver; by default derived from the data directory.
     *
     * @param value directory name.
     * @return this.
     */
    public SoloContext aeronDirectoryName(final String value)
    {
        aeronDirectoryName = value;
        return this;
    }

    /** @return directory name. */
    public String aeronDirectoryName()
    {
        return aeronDirectoryName;
    }

    /**
     * How the engine thread waits when there is nothing to do.
     *
     * @param value supplier, back-off by default.
     * @return this.
     */
    public SoloContext idleStrategySupplier(final Supplier<IdleStrategy> value)
    {
        idleStrategySupplier = value;
        return this;
    }

    /** @return supplier, back-off by default. */
    public Supplier<IdleStrategy> idleStrategySupplier()
    {
        return idleStrategySupplier;
    }

    /**
     * Slots of the ring.
     *
     * @param value number, a power of two.
     * @return this.
     */
    public SoloContext ringSize(final int value)
    {
        ringSize = value;
        return this;
    }

    /** @return number, a power of two. */
    public int ringSize()
    {
        return ringSize;
    }

    /**
     * Term length of a new journal; a former one keeps its own.
     *
     * @param value bytes, a power of two.
     * @return this.
     */
    public SoloContext journalTermLength(final int value)
    {
        journalTermLength = value;
        return this;
    }

    /** @return bytes, a power of two. */
    public int journalTermLength()
    {
        return journalTermLength;
    }

    /**
     * Term length of a new event stream; a former one keeps its own.
     *
     * @param value bytes, a power of two.
     * @return this.
     */
    public SoloContext eventTermLength(final int value)
    {
        eventTermLength = value;
        return this;
    }

    /** @return bytes, a power of two. */
    public int eventTermLength()
    {
        return eventTermLength;
    }

    /**
     * Length of the files of new recordings.
     *
     * @param value bytes, a power of two, at least one term.
     * @return this.
     */
    public SoloContext segmentFileLength(final int value)
    {
        segmentFileLength = value;
        return this;
    }

    /** @return bytes, a power of two, at least one term. */
    public int segmentFileLength()
    {
        return segmentFileLength;
    }

    /**
     * How long to wait for one answer of driver or archive.
     *
     * @param value nanoseconds.
     * @return this.
     */
    public SoloContext messageTimeoutNs(final long value)
    {
        messageTimeoutNs = value;
        return this;
    }

    /** @return nanoseconds. */
    public long messageTimeoutNs()
    {
        return messageTimeoutNs;
    }

    /**
     * How long closing waits for commands that are on their way.
     *
     * @param value nanoseconds.
     * @return this.
     */
    public SoloContext closeTimeoutNs(final long value)
    {
        closeTimeoutNs = value;
        return this;
    }

    /** @return nanoseconds. */
    public long closeTimeoutNs()
    {
        return closeTimeoutNs;
    }

    /**
     * Free space that the engine leaves on its disk: with less it stops, and it starts only with twice as much.
     *
     * @param value bytes, 0 to use all there is.
     * @return this.
     */
    public SoloContext minFreeBytes(final long value)
    {
        minFreeBytes = value;
        return this;
    }

    /** @return bytes, 0 to use all there is. */
    public long minFreeBytes()
    {
        return minFreeBytes;
    }

    /**
     * How much history is kept when a snapshot was taken.
     *
     * @param value options.
     * @return this.
     */
    public SoloContext retention(final RetentionOptions value)
    {
        retention = value;
        return this;
    }

    /** @return options. */
    public RetentionOptions retention()
    {
        return retention;
    }

    /**
     * What to do when the engine can no longer be trusted.
     *
     * @param value halts the process by default.
     * @return this.
     */
    public SoloContext failStop(final FailStop value)
    {
        failStop = value;
        return this;
    }

    /** @return halts the process by default. */
    public FailStop failStop()
    {
        return failStop;
    }
}
