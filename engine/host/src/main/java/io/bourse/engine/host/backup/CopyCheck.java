// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.core.snapshot.SnapshotException;
import io.bourse.engine.host.recording.ClusterSnapshot;
import io.bourse.engine.host.recording.RecordedEvents;
import io.bourse.engine.host.recording.RecordedSnapshot;
import io.bourse.engine.host.recording.RecordedStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;

/**
 * Whether an engine can go on from what a directory holds: its log, its last snapshot and its events must meet.
 */
final class CopyCheck
{
    private static final Logger LOGGER = LoggerFactory.getLogger(CopyCheck.class);

    private CopyCheck()
    {
    }

    /**
     * Whether events are missing that cannot be made again, because they lie before the snapshot.
     *
     * @param snapshot that is going to be loaded, or null.
     * @param events that are recorded up to the end of the log, or null when there are none.
     */
    static boolean areEventsShort(final RecordedSnapshot snapshot, final RecordedEvents events)
    {
        return null != snapshot && snapshot.frameSequence() > (null == events ? 0 : events.lastFrameSequence());
    }

    /**
     * Passes over the latest snapshots while there is an older one of which a core can be made, or the beginning of the
     * log, whose events are there: all that came after it is made again.
     *
     * @param archiveDir of the recordings.
     * @param log that was copied, or null.
     * @param events that are recorded up to the end of the log, or null when there are none.
     * @return the log with the snapshot to load as its last one; as it was when none will do.
     */
    static CopiedLog withUsableSnapshot(final Path archiveDir, final CopiedLog log, final RecordedEvents events)
    {
        for (int i = 0; null != log && i <= log.snapshots().size(); i++)
        {
            final CopiedLog candidate = log.withoutLatest(i);
            final CopiedLog.Snapshot latest = candidate.snapshot();
            if (candidate.startPosition() <= (null == latest ? 0 : latest.logPosition()) && (null == latest ||
                isUsable(archiveDir, latest, events)))
            {
                return candidate;
            }
        }
        return log;
    }

    private static boolean isUsable(
        final Path archiveDir, final CopiedLog.Snapshot snapshot, final RecordedEvents events)
    {
        try
        {
            final RecordedSnapshot begin = RecordedSnapshot.read(archiveDir, snapshot.recordingId());
            if (areEventsShort(begin, events))
            {
                return false;
            }
            if (null != events && begin.frameSequence() > 0)
            {
                final RecordedStream stream =
                    RecordedStream.find(archiveDir, "event stream", EngineStreams.EVENTS_STREAM_ID);
                new ClusterSnapshot(RecordedStream.get(archiveDir, "snapshot", snapshot.recordingId()),
                    snapshot.logPosition()).check(events.partition(), begin, stream);
            }
            return true;
        }
        catch (final SnapshotException | IllegalStateException ex)
        {
            LOGGER.warn("the copied snapshot is bad: snapshotPosition={} reason=\"{}\"", snapshot.logPosition(),
                ex.getMessage());
            return false;
        }
    }

    /**
     * Refuses what no engine can go on from.
     *
     * @param archiveDir of the recordings.
     * @param log that was copied, or null.
     * @param events that are recorded up to the end of the log, or null when there are none.
     * @return what the last snapshot says of itself, or null when there is none.
     * @throws IllegalStateException when something is missing.
     */
    static RecordedSnapshot requireWhole(final Path archiveDir, final CopiedLog log, final RecordedEvents events)
    {
        if (null == log)
        {
            throw new IllegalStateException("no log has been copied yet: archiveDir=" + archiveDir);
        }
        final long neededPosition = null == log.snapshot() ? 0 : log.snapshot().logPosition();
        if (log.startPosition() > neededPosition)
        {
            throw new IllegalStateException("the copied log begins after the last snapshot that it reaches, it must" +
                " be copied anew: logStartPosition=" + log.startPosition() + " logEndPosition=" + log.endPosition() +
                " snapshotPosition=" + neededPosition);
        }
        final RecordedSnapshot snapshot =
            null == log.snapshot() ? null : RecordedSnapshot.read(archiveDir, log.snapshot().recordingId());
        if (areEventsShort(snapshot, events))
        {
            throw new IllegalStateException("the copied events end before the snapshot, and what is missing cannot be" +
                " made again: eventPosition=" + (null == events ? 0 : events.endPosition()) + " lastFrameSequence=" +
                (null == events ? 0 : events.lastFrameSequence()) + " snapshotFrameSequence=" +
                snapshot.frameSequence() + " snapshotPosition=" + neededPosition);
        }
        if (null != events && events.startPosition() > 0 && (null == snapshot ||
            events.firstFrameSequence() > snapshot.frameSequence()))
        {
            throw new IllegalStateException("the copied events begin after the snapshot: eventStartPosition=" +
                events.startPosition() + " firstFrameSequence=" + events.firstFrameSequence() +
                " snapshotFrameSequence=" + (null == snapshot ? 0 : snapshot.frameSequence()));
        }
        return snapshot;
    }
}
