// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.proof;

import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.report.file.ReportFinding.Status;
import io.bourse.clearing.report.file.ReportFinding;
import io.bourse.clearing.run.audit.AuditRecord;
import io.bourse.clearing.run.audit.ClearingAuditTrail;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunState;
import io.bourse.engine.client.AuditHeads;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Holds the audit trail against the heads that the journal of a partition has of it. With the venue's own key trail and
 * manifests can be written anew; the journals of all partitions would have to be forged with them.
 */
public final class JournalProof
{
    private static final String JOURNAL = "journal";

    private final String part;
    private final int partition;
    private final AuditHeads journal;
    private final String missing;

    private JournalProof(final String part, final int partition, final AuditHeads journal, final String missing)
    {
        this.part = part;
        this.partition = partition;
        this.journal = journal;
        this.missing = missing;
    }

    /**
     * With the heads of a journal.
     *
     * @param journal of the venue whose runs are proved.
     * @return proof.
     */
    public static JournalProof of(final AuditHeads journal)
    {
        return new JournalProof(JOURNAL, 0, journal, null);
    }

    /**
     * Without a journal: a finding says so.
     *
     * @param reason why there is none.
     * @return proof.
     */
    public static JournalProof without(final String reason)
    {
        return new JournalProof(JOURNAL, 0, null, reason);
    }

    /**
     * The same for one of several partitions, which its finding names.
     *
     * @param number of the partition.
     * @return proof.
     */
    public JournalProof ofPartition(final int number)
    {
        return new JournalProof(JOURNAL + "-" + number, number, journal, missing);
    }

    /**
     * Holds the trail of a run against several journals.
     *
     * @param journals of all partitions.
     * @param path directory of the run.
     * @return a finding for each journal.
     * @throws IOException when a file that is there cannot be read.
     */
    public static List<ReportFinding> findings(final List<JournalProof> journals, final Path path) throws IOException
    {
        final List<ReportFinding> findings = new ArrayList<>();
        for (final JournalProof journal : journals)
        {
            findings.add(journal.finding(path));
        }
        return findings;
    }

    /**
     * Holds the trail of a run against the journal.
     *
     * @param path directory of the run.
     * @return one finding.
     * @throws IOException when a file that is there cannot be read.
     */
    public ReportFinding finding(final Path path) throws IOException
    {
        if (null == journal)
        {
            return ok("the journal was not checked: " + missing);
        }
        final RunDirectory run = RunManifestProof.directory(path);
        try
        {
            final List<AuditRecord> trail =
                !Files.exists(run.baseDir().resolve(ClearingAuditTrail.FILE_NAME)) ? List.of() :
                new ClearingAuditTrail(run.baseDir(), System::currentTimeMillis).read();
            for (final AuditHeads.Head head : journal.heads())
            {
                final String found =
                    head.lines() > trail.size() ? "missing" : trail.get((int)head.lines() - 1).sha256();
                if (!found.equals(head.sha256()))
                {
                    return new ReportFinding(Status.WRONG_TRAIL, part,
                        "the audit trail is not the one of the journal, " +
                        "its end was cut off or it was written anew: line=" + head.lines() + " sha256=" + found +
                        " journalSha256=" + head.sha256() + " lines=" + trail.size() + " recordedByRun=" +
                        head.runId() + " cursor=" + head.cursor());
                }
            }
            return Files.exists(run.file(RunManifest.FILE_NAME)) ? signed(run, trail) :
                ok("heads=" + journal.heads().size());
        }
        catch (final InputCorruptException ex)
        {
            return new ReportFinding(Status.WRONG_TRAIL, part, ex.getMessage());
        }
    }

    /** The manifest is that of the trail, and the trail that of the journal at least so far. */
    private ReportFinding signed(final RunDirectory run, final List<AuditRecord> trail) throws IOException
    {
        final AuditRecord line = RunTrailProof.signing(trail, run.runId());
        final String sha256 = Digests.sha256Of(run.file(RunManifest.FILE_NAME));
        if (null == line || !sha256.equals(line.arguments().get(RunManifest.SHA256)))
        {
            return new ReportFinding(Status.WRONG_TRAIL, part,
                "the audit trail has another manifest of the run: " +
                "manifestSha256=" + sha256 + " auditLine=" + (null == line ? "none" : line.seq()));
        }
        final long lines = journal.heads().isEmpty() ? 0 : journal.heads().getLast().lines();
        final String facts = ": line=" + line.seq() + " journalLine=" + lines;
        if (lines >= line.seq())
        {
            return ok("the audit trail is the one of the journal" + facts + " heads=" + journal.heads().size());
        }
        final RunState state = run.state();
        final boolean isKnown =
            null != state && null != state.cut() && journal.knownSince() <= state.cut().cursor(partition);
        return !isKnown ? ok("the head of the run is not in the events at hand: the history did not know it at the " +
            "cut, or they begin later" + facts) :
            new ReportFinding(Status.NOT_IN_JOURNAL, part,
                "the head of the run is not in the journal; record it with " +
                "`bourse clearing report --run " + run.runId() + "` while the venue runs" + facts);
    }

    private ReportFinding ok(final String message)
    {
        return new ReportFinding(Status.OK, part, message);
    }
}
