// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.bourse.engine.client.EngineStreams;

import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

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
        final FutureTask<JournalInspector.Inspection> eventsTask =
            new FutureTask<>(() -> inspect(events, true, wasLeftOpen));
        final Thread thread = Thread.ofPlatform().name("bourse-inspect-events").daemon().start(eventsTask);
        try
        {
            final JournalInspector.Inspection inspected = inspect(journal, false, wasLeftOpen);
            return new FormerRecordings(inspected, await(eventsTask));
        }
        finally
        {
            // Nothing else may touch the files while they are read.
            joinUninterruptibly(thread);
        }
    }

    private static JournalInspector.Inspection inspect(
        final RecordedStream recording, final boolean isEvents, final boolean wasLeftOpen)
    {
        return wasLeftOpen ?
            JournalInspector.inspectOpen(recording, isEvents) : JournalInspector.inspect(recording, isEvents);
    }

    private static JournalInspector.Inspection await(final FutureTask<JournalInspector.Inspection> task)
    {
        try
        {
            return task.get();
        }
        catch (final ExecutionException ex)
        {
            switch (ex.getCause())
            {
                case final RuntimeException cause -> throw cause;
                case final Error cause -> throw cause;
                default -> throw new IllegalStateException("cannot read the " + EVENTS, ex.getCause());
            }
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the " + EVENTS + " was read", ex);
        }
    }

    private static void joinUninterruptibly(final Thread thread)
    {
        boolean isInterrupted = false;
        while (thread.isAlive())
        {
            try
            {
                thread.join();
            }
            catch (final InterruptedException ex)
            {
                isInterrupted = true;
            }
        }
        if (isInterrupted)
        {
            Thread.currentThread().interrupt();
        }
    }
}
