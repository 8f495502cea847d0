// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.host.snapshot.SnapshotHeader;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Brings to the disk what a snapshot rests on, before the snapshot gets its name. Without it a loss of power would
 * leave, with durability {@code ram}, a snapshot that tells of commands that the journal has lost.
 */
final class RecordingSync
{
    private final Path archiveDir;
    private long journalSynced;
    private long eventsSynced;

    /**
     * Syncs the recordings of an archive.
     *
     * @param archiveDir of the archive.
     */
    RecordingSync(final Path archiveDir)
    {
        this.archiveDir = archiveDir;
    }

    /**
     * Syncs both recordings up to a snapshot, on the thread that writes it.
     *
     * @param header of the snapshot.
     * @throws IOException when the disk does not take it.
     */
    void upTo(final SnapshotHeader header) throws IOException
    {
        final RecordedStream journal = RecordedStream.find(archiveDir, "journal", EngineStreams.JOURNAL_STREAM_ID);
        final RecordedStream events = RecordedStream.find(archiveDir, "event stream", EngineStreams.EVENTS_STREAM_ID);
        sync(archiveDir, StandardOpenOption.READ);
        sync(journal, journalSynced, header.journalPosition());
        sync(events, eventsSynced, header.eventCursor());
        journalSynced = header.journalPosition();
        eventsSynced = header.eventCursor();
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
                sync(file, StandardOpenOption.WRITE);
            }
        }
    }

    private static void sync(final Path file, final StandardOpenOption option) throws IOException
    {
        try (FileChannel channel = FileChannel.open(file, option))
        {
            channel.force(true);
        }
    }
}
