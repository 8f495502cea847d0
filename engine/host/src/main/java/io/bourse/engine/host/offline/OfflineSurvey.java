// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

import io.bourse.engine.host.quarantine.Quarantines;
import io.bourse.engine.host.recording.ClusterLogFrames;
import io.bourse.engine.host.recording.RecordedStream;

import java.util.List;

/** What was found, with what a repair needs. */
record OfflineSurvey(
    RecordingSurvey journal,
    RecordingSurvey events,
    SnapshotSurvey snapshots,
    int partition,
    EventFacts facts,
    Quarantines quarantines,
    List<SenderFacts> senders,
    List<Finding> findings)
{
    /** A member of a cluster starts from snapshots of its own kind, and what it lacks the others have. */
    boolean isMember()
    {
        return null != journal && ClusterLogFrames.STREAM_ID == journal.recording().streamId();
    }

    /** What was found then ends where the archive is damaged. */
    boolean isArchiveDamaged()
    {
        return findings.stream().anyMatch(finding -> FindingKind.HISTORY_DAMAGED == finding.kind());
    }

    RecordedStream eventRecording()
    {
        return null == events ? null : events.recording();
    }

    /** Where a whole replay begins: with nothing, or with a snapshot that stands for a beginning that is gone. */
    CheckedSnapshot base()
    {
        return journal.recording().startPosition() > 0 ? snapshots.oldestUsable() : null;
    }

    long eventsEnd()
    {
        return null == events ? 0 : events.facts().endPosition();
    }
}
