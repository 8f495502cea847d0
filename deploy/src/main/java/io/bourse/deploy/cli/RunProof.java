// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.clearing.ClearingException;
import io.bourse.clearing.crypto.TrustedSigner;
import io.bourse.clearing.report.Finding;
import io.bourse.clearing.report.ReportsVerifier;
import io.bourse.clearing.run.AuditTrail;
import io.bourse.clearing.run.RunControl;
import io.bourse.clearing.run.RunPhase;
import io.bourse.clearing.verify.RunFinding;
import io.bourse.clearing.verify.RunVerifier;
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
 */
record RunProof(Path authority, String signer)
{
    private static final String REPORTS = "reports";
    private static final String AUDIT = "audit";

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
        findings.add(audit(stored));
        if (stored.state().phase().isAtLeast(RunPhase.REPORTED))
        {
            findings.add(reports(stored.place().directory().resolve(REPORTS)));
        }
        return findings;
    }

    private static RunFinding audit(final StoredRun stored) throws IOException
    {
        try
        {
            final long records = new AuditTrail(stored.place().baseDir(), System::currentTimeMillis).read().stream()
                .filter(entry -> stored.state().runId() == entry.runId())
                .count();
            return new RunFinding(AUDIT, records > 0, "records=" + records);
        }
        catch (final ClearingException ex)
        {
            return new RunFinding(AUDIT, false, ex.getMessage());
        }
    }

    private RunFinding reports(final Path directory) throws IOException
    {
        final TrustedSigner trusted = ReportsCommand.trusted(authority, signer, directory);
        final List<Finding> findings = ReportsVerifier.verify(directory, trusted);
        if (ReportsVerifier.isClean(findings))
        {
            return new RunFinding(REPORTS, true, "files=" + findings.size() + " signer=\"" +
                trusted.name().getName() + "\"");
        }
        final Finding first = findings.stream()
            .filter(finding -> !ReportsVerifier.isClean(List.of(finding)))
            .findFirst()
            .orElse(findings.getFirst());
        return new RunFinding(REPORTS, false, first.status() + " file=" + first.file() + " " + first.message());
    }
}
