// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.engine.client.EngineClient;
import io.soabase.recordbuilder.core.RecordBuilder;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Options of an ingest.
 *
 * @param directory where the tables of the ingest are, usually {@code <base>/ingest}.
 * @param engineClient of the engine whose stream is followed; stays open. Null when events come from elsewhere.
 * @param sliceIntervalNs time in nanoseconds, above 0, between slices of the books; 5 s by default (rules 1.5). Must
 *     not change within a session.
 * @param windowSlices slices of a window, above 0; 12 by default (rules 1.5). Must not change within a session.
 * @param checkpointIntervalNs longest time in nanoseconds, above 0, between checkpoints while the stream is busy; 5 s
 *     by default. When it is quiet they come at once.
 * @param timeoutNs longest wait in nanoseconds, above 0, for progress, of the stream or of a tailer; 30 s by default.
 * @param compressorThreads threads that compress order segments beside the one that ingests, 0 or 1; 0 by default. The
 *     files do not depend on it.
 */
@RecordBuilder
public record IngestContext(
    Path directory,
    EngineClient engineClient,
    long sliceIntervalNs,
    int windowSlices,
    long checkpointIntervalNs,
    long timeoutNs,
    int compressorThreads) implements IngestContextBuilder.With
{
    /** Default of {@code windowSlices}. */
    public static final int WINDOW_SLICES_DEFAULT = 12;

    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException naming the option that is missing or impossible.
     */
    public IngestContext
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
    }

    /**
     * Begins with the defaults.
     *
     * @return builder.
     */
    public static IngestContextBuilder builder()
    {
        return IngestContextBuilder.builder()
            .sliceIntervalNs(TimeUnit.SECONDS.toNanos(5))
            .windowSlices(WINDOW_SLICES_DEFAULT)
            .checkpointIntervalNs(TimeUnit.SECONDS.toNanos(5))
            .timeoutNs(TimeUnit.SECONDS.toNanos(30));
    }

    /**
     * With the slices that the ingest was begun with; as they are when it was not.
     *
     * @return options.
     * @throws io.bourse.clearing.ClearingException when its files cannot be read.
     */
    public IngestContext withBegunSlices()
    {
        if (IngestedDays.latestCursor(new CheckpointStore(directory)) < 0)
        {
            return this;
        }
        final Checkpoint.State begun = IngestedDays.latestState(directory);
        return withSliceIntervalNs(begun.sliceIntervalNs()).withWindowSlices(begun.windowSlices());
    }
}
