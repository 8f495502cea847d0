// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.bourse.engine.client.EngineStreams;

import java.nio.file.Path;

/**
 * What a former engine has left in a data directory. Both recordings are read to their ends in parallel, so a recovery
 * waits for the longer one only.
 *
 * @param journal or null.
 * @param events or null.
 */
public record FormerRecordings(JournalInspector.Inspection journal, JournalInspector.Inspection events)
{
    private static final String JOURNAL = "journal";
    private static final String EVENTS = "event stream";

    /**
     * Reads both recordings.
     *
     * @param archiveDir of an archive that does not run.
     * @param wasLeftOpen true when the ends that the catalog names are not to be believed.
     * @throws JournalDamagedException when one is damaged; that of the journal when both are.
     */
    public static FormerRecordings inspect(final Path archiveDir, final boolean wasLeftOpen)
    {
        final RecordedStream journal = RecordedStream.find(archiveDir, JOURNAL, EngineStreams.JOURNAL_STREAM_ID);
        final RecordedStream events = RecordedStream.find(archiveDir, EVENTS, EngineStreams.EVENTS_STREAM_ID);
        if (null == events || null == journal)
        {
            return new FormerRecordings(
                null == journal ? null : inspect(journal, false, wasLeftOpen),
                null == events ? null : inspect(events, true, wasLeftOpen));
        }
        try (ParallelInspection ofEvents =
            new ParallelInspection("events", () -> inspect(events, true, wasLeftOpen)))
        {
            return new FormerRecordings(inspect(journal, false, wasLeftOpen), ofEvents.await());
        }
    }

    private static JournalInspector.Inspection inspect(
        final RecordedStream recording, final boolean isEvents, final boolean wasLeftOpen)
    {
        return wasLeftOpen ?
            JournalInspector.inspectOpen(recording, isEvents) : JournalInspector.inspect(recording, isEvents);
    }
}
