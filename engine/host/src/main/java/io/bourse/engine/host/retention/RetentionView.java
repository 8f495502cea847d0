// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.retention;

import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.snapshot.SnapshotDirectory;
import io.bourse.engine.host.snapshot.SnapshotFile;
import io.bourse.engine.host.snapshot.SnapshotHeader;
import io.bourse.engine.host.storage.EngineDirectories;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What history a venue of the solo host keeps, who needs it, and what the next purge would remove. Only looks; the
 * venue may run or not.
 *
 * @param snapshots all files, the newest first.
 * @param holds of the consumers, by name.
 * @param journal that is there.
 * @param events that are there.
 * @param plan what would go.
 */
public record RetentionView(
    List<Snapshot> snapshots,
    List<ConsumerHold> holds,
    KeptRecording journal,
    KeptRecording events,
    RetentionPlan plan)
{
    /**
     * One snapshot file.
     *
     * @param file of the snapshot.
     * @param contents of a good one, or null.
     * @param reason why it is bad, or null.
     */
    public record Snapshot(Path file, SnapshotFile.Contents contents, String reason)
    {
    }

    /**
     * Looks.
     *
     * @param dataDir of the venue.
     * @param options of its retention.
     * @param nowNs nanoseconds since the Unix epoch.
     * @return what was seen.
     * @throws IllegalStateException when there is no journal of the solo host.
     */
    public static RetentionView of(final Path dataDir, final RetentionOptions options, final long nowNs)
    {
        final KeptRecording journal = kept(dataDir, "journal", EngineStreams.JOURNAL_STREAM_ID);
        final KeptRecording events = kept(dataDir, "event stream", EngineStreams.EVENTS_STREAM_ID);
        final List<Snapshot> snapshots = new ArrayList<>();
        final List<SnapshotHeader> good = new ArrayList<>();
        for (final SnapshotDirectory.Entry entry : new SnapshotDirectory(dataDir).newestFirst())
        {
            final Snapshot snapshot = read(entry.file());
            snapshots.add(snapshot);
            if (null != snapshot.contents())
            {
                good.add(snapshot.contents().header());
            }
        }
        final List<ConsumerHold> holds = new ConsumerRegistry(dataDir).holds(options.consumers());
        return new RetentionView(
            snapshots, holds, journal, events, RetentionRule.plan(options, good, holds, journal, events, nowNs));
    }

    /** All of them are read to their ends; a purge reads those that it rests on into a core besides. */
    private static Snapshot read(final Path file)
    {
        try
        {
            return new Snapshot(file, SnapshotFile.read(file, (buffer, offset, length) -> { }), null);
        }
        catch (final RuntimeException ex)
        {
            return new Snapshot(file, null, ex.getMessage());
        }
    }

    static KeptRecording kept(final Path dataDir, final String name, final int streamId)
    {
        final RecordedStream recording = RecordedStream.find(EngineDirectories.archiveDir(dataDir), name, streamId);
        if (null == recording)
        {
            throw new IllegalStateException("there is no " + name + " of the solo host, a cluster keeps its log by" +
                " itself: dataDir=" + dataDir);
        }
        return KeptRecording.of(recording);
    }
}
