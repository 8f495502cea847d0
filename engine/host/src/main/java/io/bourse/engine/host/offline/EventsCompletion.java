// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.host.FailStop;
import io.bourse.engine.host.HostOptions;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.execution.EventStreamPublisher;
import io.bourse.engine.host.quarantine.Quarantines;
import io.bourse.engine.host.recording.AeronFramePublication;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.recording.StreamRecorder;
import io.bourse.engine.host.solo.EngineMedia;
import io.bourse.engine.host.solo.SoloOptions;
import io.bourse.engine.host.storage.OpenResources;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.concurrent.SystemEpochNanoClock;

import java.nio.file.Path;

/**
 * Records the event frames that a journal gives and the event stream lacks, as a start does, but without going live:
 * no command is taken and no deadline fires.
 */
final class EventsCompletion
{
    private EventsCompletion()
    {
    }

    /**
     * Replays a journal and records what is missing. Both recordings are closed, before and afterwards.
     *
     * @param dataDir locked by the caller.
     * @param partition of the venue.
     * @param journal to replay.
     * @param journalEnd after its last command.
     * @param events recording to complete, or null when there is none yet.
     * @param base snapshot to begin with, or null to begin at the beginning.
     */
    static void complete(
        final Path dataDir,
        final int partition,
        final RecordedStream journal,
        final long journalEnd,
        final RecordedStream events,
        final CheckedSnapshot base,
        final Quarantines quarantines)
    {
        final long eventsEnd = null == events ? 0 : events.stopPosition();
        final FailStop failStop = (where, cause) ->
        {
            throw new IllegalStateException("the media failed while events were completed: where=" + where, cause);
        };
        final SoloOptions options = SoloOptions.of(HostOptions.builder().dataDir(dataDir).partition(partition).build());
        final OpenResources resources = new OpenResources();
        try
        {
            final EngineMedia media = EngineMedia.launch(
                options, failStop, new CounterSet<>(EngineCounter.class), resources);
            try
            {
                record(options, media, journal, journalEnd, events, eventsEnd, base, quarantines);
            }
            finally
            {
                media.dutyCycle().stop();
            }
        }
        finally
        {
            resources.close();
        }
    }

    private static void record(
        final SoloOptions options,
        final EngineMedia media,
        final RecordedStream journal,
        final long journalEnd,
        final RecordedStream events,
        final long eventsEnd,
        final CheckedSnapshot base,
        final Quarantines quarantines)
    {
        final StreamRecorder.Recorded recorded = media.open(
            "event stream", EngineStreams.EVENTS_STREAM_ID, events, eventsEnd, options.eventTermLength());
        media.closeArchiveClient();
        final EventStreamPublisher publisher = new EventStreamPublisher(
            new AeronFramePublication(recorded.publication()), SystemEpochNanoClock.INSTANCE,
            media.dutyCycle()::awaitProgress, new CounterSet<>(EngineCounter.class));
        try (CoreReplay replay =
            new CoreReplay(options.host().partition(), events, eventsEnd, base, quarantines).missingTo(publisher))
        {
            replay.run(journal, journalEnd).finish();
        }
        if (!media.recorder().awaitRecorded(recorded, System.nanoTime() + options.host().messageTimeoutNs()))
        {
            throw new IllegalStateException("the archive did not record the missing events, is the disk full? " +
                "eventPosition=" + recorded.publication().position());
        }
    }
}
