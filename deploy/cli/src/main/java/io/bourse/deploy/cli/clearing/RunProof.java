// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.crypto.TrustedSigner;
import io.bourse.clearing.packages.PackageVerifier;
import io.bourse.clearing.proof.RunFinding;
import io.bourse.clearing.proof.RunVerifier;
import io.bourse.clearing.report.file.ReportFinding;
import io.bourse.clearing.report.file.ReportsVerifier;
import io.bourse.clearing.report.file.RunIdentity;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.clearing.run.operator.RunControl;
import io.bourse.clearing.run.proof.JournalProof;
import io.bourse.clearing.run.proof.RunManifestProof;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.clearing.verify.SecondOpinionOptions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Everything that can be proved of a clearing run from its files.
 *
 * @param authority certificate of the trusted authority (PEM); null for keys/authority.crt above the reports.
 * @param signer name of the trusted signer; null for any that the authority has certified.
 * @param journals of the venue, one for each partition.
 * @param operators of the venue, whose approvals are verified; null when its events are not at hand.
 */
record RunProof(Path authority, String signer, List<JournalProof> journals, Operators operators)
{
    private static final String REPORTS = "reports";
    private static final String PACKAGES = "packages";

    /**
     * Proves a run.
     *
     * @param stored run.
     * @return a finding for each part, in a fixed order.
     */
    List<RunFinding> findings(final StoredRun stored) throws IOException
    {
        final Path scratch = Files.createTempDirectory("bourse-verify-");
        final List<RunFinding> findings = new ArrayList<>();
        try
        {
            findings.addAll(RunVerifier.verify(
                stored.place(), stored.digests(), stored.cutCursor(), SecondOpinionOptions.full(scratch)));
        }
        finally
        {
            Files.deleteIfExists(scratch);
        }
        if (stored.state().phase().isAtLeast(RunPhase.READY_TO_PUBLISH))
        {
            findings.add(new RunControl(stored.place().baseDir(), System::currentTimeMillis)
                .margin(stored.state().runId(), Runtime.getRuntime().availableProcessors()));
        }
        final Path run = stored.place().directory();
        final TrustedSigner trusted = ReportsCommand.trusted(authority, signer, run);
        addAll(findings, RunManifestProof.verify(run, trusted, operators));
        addAll(findings, JournalProof.findings(journals, run));
        if (stored.state().phase().isAtLeast(RunPhase.REPORTED))
        {
            final RunIdentity identity = RunManifestProof.identity(run);
            findings.add(summary(REPORTS, ReportsVerifier.verifyRun(run.resolve(REPORTS), identity, trusted), trusted));
            findings.add(summary(PACKAGES,
                PackageVerifier.verifyRun(run.resolve(PACKAGES), run.resolve(REPORTS), identity, trusted), trusted));
        }
        return findings;
    }

    /**
     * What can be said of a run that has no results yet: that the audit trail says so too.
     *
     * @param run directory of the run.
     * @return findings.
     */
    List<RunFinding> trail(final Path run) throws IOException
    {
        final List<RunFinding> findings = new ArrayList<>();
        addAll(findings, RunManifestProof.verify(run, ReportsCommand.trusted(authority, signer, run), operators));
        addAll(findings, JournalProof.findings(journals, run));
        return findings;
    }

    private static void addAll(final List<RunFinding> all, final List<ReportFinding> findings)
    {
        findings.forEach(finding -> all.add(new RunFinding(finding.file(), finding.isOk(),
            finding.isOk() ? finding.message() : finding.status() + " " + finding.message())));
    }

    private static RunFinding summary(
        final String part, final List<ReportFinding> findings, final TrustedSigner trusted)
    {
        for (final ReportFinding finding : findings)
        {
            if (!finding.isOk())
            {
                return new RunFinding(part, false,
                    finding.status() + " file=" + finding.file() + " " + finding.message());
            }
        }
        return new RunFinding(part, true, "files=" + findings.size() + " signer=\"" +
            trusted.name().getName() + "\"");
    }
}
