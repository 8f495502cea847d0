// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

import io.bourse.engine.core.snapshot.SnapshotException;
import io.bourse.engine.host.recording.ForeignSnapshotException;
import io.bourse.engine.host.recording.LoadedSnapshot;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.snapshot.SnapshotDirectory;
import io.bourse.engine.host.snapshot.SnapshotFile;
import io.bourse.engine.host.snapshot.SnapshotFileException;
import io.bourse.engine.host.snapshot.SnapshotHeader;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads every snapshot of a data directory into a core and gives what is wrong a name.
 */
final class SnapshotSurvey
{
    static final String SNAPSHOTS = "snapshots";

    private final List<CheckedSnapshot> good = new ArrayList<>();
    private final RecordingSurvey journal;
    private final RecordingSurvey events;
    private final long eventsEnd;

    private SnapshotSurvey(final RecordingSurvey journal, final RecordingSurvey events)
    {
        this.journal = journal;
        this.events = events;
        eventsEnd = null == events ? 0 : events.facts().endPosition();
    }

    /**
     * Reads all of them.
     *
     * @param dataDir of the venue.
     * @param partition that they must be of.
     * @param journal of the venue, or null when there is none.
     * @param events of the venue, or null when there are none.
     * @param findings to add to.
     * @throws java.io.UncheckedIOException when the disk does not give one: what cannot be read is not damaged.
     */
    static SnapshotSurvey of(
        final Path dataDir,
        final int partition,
        final RecordingSurvey journal,
        final RecordingSurvey events,
        final List<Finding> findings)
    {
        final SnapshotSurvey survey = new SnapshotSurvey(journal, events);
        for (final SnapshotDirectory.Entry entry : new SnapshotDirectory(dataDir).newestFirst())
        {
            survey.read(entry, partition, findings);
        }
        return survey;
    }

    private void read(final SnapshotDirectory.Entry entry, final int partition, final List<Finding> findings)
    {
        try
        {
            final SnapshotFile.Contents contents = LoadedSnapshot.of(entry.file(), partition,
                (frameSequence, buffer, offset, length) -> { }, eventsThatTellOf(entry)).contents();
            // The end of a damaged journal is unknown.
            final long journalEnd = null == journal ? 0 :
                null == journal.inspection() ? Long.MAX_VALUE : journal.facts().endPosition();
            if (entry.journalPosition() > journalEnd)
            {
                findings.add(new Finding(FindingKind.SNAPSHOT_AHEAD, SNAPSHOTS, entry.journalPosition(), entry.file(),
                    "the journal ends at " + journalEnd));
            }
            good.add(new CheckedSnapshot(entry.file(), contents.header(), contents.records(), contents.bytes()));
        }
        catch (final ForeignSnapshotException ex)
        {
            findings.add(new Finding(FindingKind.SNAPSHOT_DIVERGENCE, SNAPSHOTS, entry.journalPosition(), entry.file(),
                ex.getMessage()));
        }
        catch (final SnapshotFileException | SnapshotException ex)
        {
            findings.add(new Finding(isNewer(ex) ? FindingKind.SNAPSHOT_NEWER : FindingKind.SNAPSHOT_DAMAGED,
                SNAPSHOTS, entry.journalPosition(), entry.file(), ex.getMessage()));
        }
    }

    /** Damaged events are no evidence, and events have nothing about a snapshot ahead of them. */
    private RecordedStream eventsThatTellOf(final SnapshotDirectory.Entry entry)
    {
        return null == events || null == events.inspection() ||
            SnapshotFile.header(entry.file()).eventCursor() > eventsEnd ? null : events.recording();
    }

    private static boolean isNewer(final RuntimeException ex)
    {
        return ex instanceof final SnapshotFileException file &&
            SnapshotFileException.Reason.UNKNOWN_FORMAT == file.reason() ||
            ex instanceof final SnapshotException records &&
            SnapshotException.Reason.UNKNOWN_VERSION == records.reason();
    }

    /** Good snapshots, the newest first. */
    List<CheckedSnapshot> good()
    {
        return List.copyOf(good);
    }

    /** Oldest good snapshot from which the recordings lead on, or null. */
    CheckedSnapshot oldestUsable()
    {
        CheckedSnapshot oldest = null;
        for (final CheckedSnapshot snapshot : good)
        {
            oldest = isUsable(snapshot.header()) ? snapshot : oldest;
        }
        return oldest;
    }

    /** Newest good snapshot at or before a journal position from which the recordings lead on, or null. */
    CheckedSnapshot newestUpTo(final long journalPosition)
    {
        return good.stream()
            .filter(snapshot -> isUsable(snapshot.header()) && snapshot.header().journalPosition() <= journalPosition)
            .findFirst().orElse(null);
    }

    private boolean isUsable(final SnapshotHeader header)
    {
        return null != journal && header.journalPosition() >= journal.recording().startPosition() &&
            header.journalPosition() <= journal.facts().endPosition() && header.eventCursor() <= eventsEnd;
    }
}
