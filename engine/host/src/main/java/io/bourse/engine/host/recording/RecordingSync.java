// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.host.snapshot.SnapshotHeader;
import io.bourse.engine.host.storage.DiskAccess;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * Brings to the disk what a snapshot rests on, before the snapshot gets its name. Without it a loss of power would
 * leave, with durability {@code ram}, a snapshot with commands that the journal has lost.
 */
public final class RecordingSync
{
    private final Path archiveDir;
    private final LongSupplier recordedEvents;
    private final long timeoutNs;
    private long journalSynced;
    private long eventsSynced;

    /**
     * Syncs the recordings of an archive.
     *
     * @param recordedEvents how far the archive has recorded the event stream; for any thread.
     * @param timeoutNs longest time to wait for it, in nanoseconds.
     */
    public RecordingSync(final Path archiveDir, final LongSupplier recordedEvents, final long timeoutNs)
    {
        this.archiveDir = archiveDir;
        this.recordedEvents = recordedEvents;
        this.timeoutNs = timeoutNs;
    }

    /**
     * Syncs both recordings up to a snapshot, on the thread that writes it. The journal is recorded up to there, or the
     * command would not have been executed; the events may not be.
     *
     * @param header of the snapshot.
     * @throws IOException when the disk does not take it.
     */
    public void upTo(final SnapshotHeader header) throws IOException
    {
        awaitRecorded(header.eventCursor());
        final RecordedStream journal = RecordedStream.find(archiveDir, "journal", EngineStreams.JOURNAL_STREAM_ID);
        final RecordedStream events = RecordedStream.find(archiveDir, "event stream", EngineStreams.EVENTS_STREAM_ID);
        DiskAccess.force(archiveDir);
        sync(journal, journalSynced, header.journalPosition());
        sync(events, eventsSynced, header.eventCursor());
        journalSynced = header.journalPosition();
        eventsSynced = header.eventCursor();
    }

    private void awaitRecorded(final long cursor) throws IOException
    {
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        final long beganNs = System.nanoTime();
        while (recordedEvents.getAsLong() < cursor)
        {
            if (System.nanoTime() - beganNs > timeoutNs || Thread.currentThread().isInterrupted())
            {
                throw new IOException("the events that the snapshot rests on are not recorded: eventCursor=" + cursor +
                    " recordedPosition=" + recordedEvents.getAsLong() + " timeoutNs=" + timeoutNs);
            }
            idle.idle();
        }
    }

    private static void sync(final RecordedStream recording, final long from, final long to) throws IOException
    {
        final long first = Math.max(from, recording.startPosition());
        for (long base = recording.segmentBase(first); base <= to; base += recording.segmentLength())
        {
            final Path file = recording.segmentFile(base);
            // The last one may not be there yet: nothing was written into it.
            if (Files.exists(file))
            {
                DiskAccess.force(file);
            }
        }
    }
}
