// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

import io.bourse.engine.host.quarantine.Quarantines;
import io.bourse.engine.host.recording.JournalDamagedException;
import io.bourse.engine.host.recording.JournalInspector;
import io.bourse.engine.host.recording.JournalledQuarantines;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.recording.RecordingFacts;
import io.bourse.engine.host.recording.RecordingWalker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads a whole recording, judges its end by the same rules as a start does ({@link JournalInspector}), and gives what
 * is wrong a name instead of throwing.
 */
final class RecordingSurvey
{
    private static final String MISPLACED = "frame header belongs to another place";

    private final RecordedStream recording;
    private final RecordingFacts facts;
    private final JournalInspector.Inspection inspection;

    private RecordingSurvey(
        final RecordedStream recording, final RecordingFacts facts, final JournalInspector.Inspection inspection)
    {
        this.recording = recording;
        this.facts = facts;
        this.inspection = inspection;
    }

    /**
     * Reads a recording.
     *
     * @param recording as the catalog describes it.
     * @param check of its contents.
     * @param findings to add to.
     */
    static RecordingSurvey of(
        final RecordedStream recording, final FrameCheck check, final List<Finding> findings)
    {
        long messages = 0;
        long paddings = 0;
        RecordedStream judged = recording;
        JournalInspector.Inspection inspection = null;
        final long endPosition;
        // Beyond the end in the catalog: it may be older than the files.
        try (RecordingWalker walker = new RecordingWalker(recording, Long.MAX_VALUE))
        {
            while (next(walker, recording))
            {
                if (walker.isPadding())
                {
                    paddings++;
                }
                else
                {
                    messages++;
                    check.onFrame(walker);
                }
            }
            endPosition = walker.position();
            if (recording.isStopped() && endPosition > recording.stopPosition())
            {
                judged = recording.opened();
                findings.add(finding(FindingKind.CATALOG_BEHIND, recording, recording.stopPosition(),
                    "good frames follow: stopPosition=" + recording.stopPosition() + " endPosition=" + endPosition));
            }
            try
            {
                inspection = JournalInspector.conclude(judged, walker, check.lastCommandPosition());
            }
            catch (final JournalDamagedException ex)
            {
                findings.add(new Finding(
                    kindOf(ex, recording), recording.name(), ex.position(), ex.segmentFile(), ex.reason()));
            }
        }
        addEnd(judged, inspection, findings);
        return new RecordingSurvey(recording, new RecordingFacts(
            recording.recordingId(), recording.segmentFileCount(), recording.segmentLength(),
            recording.startPosition(), endPosition, recording.isStopped(), messages, paddings, check.firstTimeNs(),
            check.lastTimeNs()), inspection);
    }

    /** A mapped page that the disk does not give is an error of the machine to Java, and one of the disk to people. */
    private static boolean next(final RecordingWalker walker, final RecordedStream recording)
    {
        try
        {
            return walker.next();
        }
        catch (final InternalError ex)
        {
            throw new UncheckedIOException("cannot read the " + recording.name() +
                ", does the disk fail: segmentFile=" + walker.segmentFile() + " position=" + walker.position(),
                new IOException(ex));
        }
    }

    private static void addEnd(
        final RecordedStream judged, final JournalInspector.Inspection inspection, final List<Finding> findings)
    {
        if (null == inspection)
        {
            return;
        }
        if (!judged.isStopped())
        {
            findings.add(finding(FindingKind.NOT_CLOSED, judged, inspection.endPosition(),
                "the venue did not stop in good order: endPosition=" + inspection.endPosition()));
        }
        if (inspection.isTorn())
        {
            findings.add(finding(
                FindingKind.TORN_TAIL, judged, inspection.endPosition(), inspection.tornReason()));
        }
    }

    private static FindingKind kindOf(final JournalDamagedException damage, final RecordedStream recording)
    {
        final Path file = damage.segmentFile();
        if (recording.isArchived(recording.segmentBase(damage.position())))
        {
            return FindingKind.HISTORY_DAMAGED;
        }
        if (null != file && !Files.exists(file))
        {
            return FindingKind.MISSING_SEGMENT;
        }
        if (damage.reason().contains(MISPLACED))
        {
            return FindingKind.MISPLACED;
        }
        return recording.isStopped() ? FindingKind.CLOSED_BUT_SHORT : FindingKind.HOLE;
    }

    private static Finding finding(
        final FindingKind kind, final RecordedStream recording, final long position, final String facts)
    {
        final Path file = recording.segmentFile(recording.segmentBase(position));
        return new Finding(kind, recording.name(), position, Files.exists(file) ? file : null, facts);
    }

    /** The same recording without the events of a command that the core did not finish and that is quarantined now. */
    RecordingSurvey withoutUnfinished(final Quarantines quarantines, final List<Finding> findings)
    {
        final JournalInspector.Inspection finished = JournalledQuarantines.withoutUnfinished(inspection, quarantines);
        if (inspection == finished)
        {
            return this;
        }
        findings.add(finding(FindingKind.TORN_TAIL, recording, finished.endPosition(), finished.tornReason()));
        return new RecordingSurvey(recording, facts.endingAt(finished.endPosition()), finished);
    }

    RecordedStream recording()
    {
        return recording;
    }

    RecordingFacts facts()
    {
        return facts;
    }

    /** The judged end, or null when the recording is damaged. */
    JournalInspector.Inspection inspection()
    {
        return inspection;
    }
}
