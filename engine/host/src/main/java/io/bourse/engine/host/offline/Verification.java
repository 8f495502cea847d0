// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

import io.bourse.engine.host.execution.FailedCommand;
import io.bourse.engine.host.quarantine.Quarantines;
import io.bourse.engine.host.recording.RecordingFacts;

import java.nio.file.Path;
import java.util.List;

/**
 * Result of checking a data directory.
 *
 * @param dataDir that was checked.
 * @param partition that its frames are of.
 * @param isMember whether it is that of a member of a cluster, which has a log in place of a journal.
 * @param journal what the journal or log holds, or null when there is none.
 * @param senders who sent the commands of the journal or log.
 * @param eventStream what the recording of the event stream holds, or null when there is none.
 * @param events what its frames have, or null when there are none.
 * @param snapshots that are good, the newest first.
 * @param replay what replaying gave, or null when it was not tried: because of damage, or because the log of a
 *     member begins after a snapshot.
 * @param quarantines of the history.
 * @param failed the command that the core cannot execute, or null.
 * @param findings everything that is wrong, in the order in which it was found.
 */
public record Verification(
    Path dataDir,
    int partition,
    boolean isMember,
    RecordingFacts journal,
    List<SenderFacts> senders,
    RecordingFacts eventStream,
    EventFacts events,
    List<CheckedSnapshot> snapshots,
    ReplayFacts replay,
    Quarantines quarantines,
    FailedCommand failed,
    List<Finding> findings)
{
    /**
     * What the findings come to.
     *
     * @return the worst of them.
     */
    public Verdict verdict()
    {
        return worst(findings);
    }

    /**
     * What findings come to for a start and a repair.
     *
     * @param findings any.
     * @return the worst of those that are not of archived history.
     */
    public static Verdict worstOfLive(final List<Finding> findings)
    {
        return worst(findings.stream().filter(finding -> !finding.kind().isOfArchive()).toList());
    }

    /**
     * What findings come to.
     *
     * @param findings any.
     * @return the worst of them.
     */
    public static Verdict worst(final List<Finding> findings)
    {
        Verdict worst = Verdict.WHOLE;
        for (final Finding finding : findings)
        {
            if (finding.kind().verdict().compareTo(worst) > 0)
            {
                worst = finding.kind().verdict();
            }
        }
        return worst;
    }
}
