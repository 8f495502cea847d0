// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.engine.client.EngineClient;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Options of an ingest. A context belongs to one ingest; {@link #conclude} is called by whoever takes it.
 */
public final class IngestContext
{
    private Path directory;
    private EngineClient engineClient;
    private long sliceIntervalNs = TimeUnit.SECONDS.toNanos(5);
    private int windowSlices = 12;
    private long checkpointIntervalNs = TimeUnit.SECONDS.toNanos(5);
    private long timeoutNs = TimeUnit.SECONDS.toNanos(30);
    private int compressorThreads;

    /**
     * Checks the options.
     *
     * @return this.
     * @throws IllegalArgumentException naming the option that is missing or impossible.
     */
    public IngestContext conclude()
    {
        if (null == directory)
        {
            throw new IllegalArgumentException("the ingest needs a directory: directory=null");
        }
        if (sliceIntervalNs <= 0 || windowSlices <= 0)
        {
            throw new IllegalArgumentException("slice interval and count must be positive: sliceIntervalNs=" +
                sliceIntervalNs + " windowSlices=" + windowSlices);
        }
        if (checkpointIntervalNs <= 0 || timeoutNs <= 0)
        {
            throw new IllegalArgumentException("times must be positive: checkpointIntervalNs=" + checkpointIntervalNs +
                " timeoutNs=" + timeoutNs);
        }
        if (compressorThreads < 0 || compressorThreads > 1)
        {
            throw new IllegalArgumentException("segments are compressed by the ingest itself or by one thread more: " +
                "compressorThreads=" + compressorThreads);
        }
        return this;
    }

    /**
     * Where the tables of the ingest are.
     *
     * @param newDirectory usually {@code <base>/ingest}.
     * @return this.
     */
    public IngestContext directory(final Path newDirectory)
    {
        directory = newDirectory;
        return this;
    }

    /**
     * Where the tables of the ingest are.
     *
     * @return directory.
     */
    public Path directory()
    {
        return directory;
    }

    /**
     * The engine whose stream is followed.
     *
     * @param newClient stays open; null when events are told by hand.
     * @return this.
     */
    public IngestContext engineClient(final EngineClient newClient)
    {
        engineClient = newClient;
        return this;
    }

    /**
     * The engine whose stream is followed.
     *
     * @return client or null.
     */
    public EngineClient engineClient()
    {
        return engineClient;
    }

    /**
     * Time between slices of the books. Must not change within a session.
     *
     * @param newIntervalNs above 0, default 5 s (rules 1.5).
     * @return this.
     */
    public IngestContext sliceIntervalNs(final long newIntervalNs)
    {
        sliceIntervalNs = newIntervalNs;
        return this;
    }

    /**
     * Time between slices of the books.
     *
     * @return nanoseconds.
     */
    public long sliceIntervalNs()
    {
        return sliceIntervalNs;
    }

    /**
     * Slices of a window. Must not change within a session.
     *
     * @param newSlices above 0, default 12 (rules 1.5).
     * @return this.
     */
    public IngestContext windowSlices(final int newSlices)
    {
        windowSlices = newSlices;
        return this;
    }

    /**
     * Slices of a window.
     *
     * @return count.
     */
    public int windowSlices()
    {
        return windowSlices;
    }

    /**
     * Takes the slices that the ingest was begun with; leaves those of this when it was not.
     *
     * @return this.
     * @throws io.bourse.clearing.ClearingException when its files cannot be read.
     */
    public IngestContext takeBegunSlices()
    {
        if (IngestedDays.latestCursor(new CheckpointStore(directory)) >= 0)
        {
            final Checkpoint.State begun = IngestedDays.latestState(directory);
            sliceIntervalNs = begun.sliceIntervalNs();
            windowSlices = begun.windowSlices();
        }
        return this;
    }

    /**
     * Longest time between checkpoints while the stream is busy; when it is quiet they come at once.
     *
     * @param newIntervalNs above 0, default 5 s.
     * @return this.
     */
    public IngestContext checkpointIntervalNs(final long newIntervalNs)
    {
        checkpointIntervalNs = newIntervalNs;
        return this;
    }

    /**
     * Longest time between checkpoints.
     *
     * @return nanoseconds.
     */
    public long checkpointIntervalNs()
    {
        return checkpointIntervalNs;
    }

    /**
     * Longest wait for progress, of the stream or of a tailer.
     *
     * @param newTimeoutNs above 0, default 30 s.
     * @return this.
     */
    public IngestContext timeoutNs(final long newTimeoutNs)
    {
        timeoutNs = newTimeoutNs;
        return this;
    }

    /**
     * Longest wait for progress.
     *
     * @return nanoseconds.
     */
    public long timeoutNs()
    {
        return timeoutNs;
    }

    /**
     * Threads that compress order segments beside the one that ingests. The files do not depend on it.
     *
     * @param newThreads 0 (default) or 1.
     * @return this.
     */
    public IngestContext compressorThreads(final int newThreads)
    {
        compressorThreads = newThreads;
        return this;
    }

    /**
     * Threads that compress order segments.
     *
     * @return 0 or 1.
     */
    public int compressorThreads()
    {
        return compressorThreads;
    }
}
