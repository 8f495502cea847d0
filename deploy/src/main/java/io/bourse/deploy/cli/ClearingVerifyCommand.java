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
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Proves a clearing run from its files.
 */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description = {
        "Proves a run from its files: digests, tables, the tables of the day, checks, the second opinion over every " +
            "register, margin calculated again, audit trail, reports. The venue may run or not."},
    footer = {
        "",
        "Exit status: 0 all is as it should be, 3 there is no such run, 4 something is not, 7 a file cannot be read."})
public final class ClearingVerifyCommand implements Callable<Integer>
{
    private static final String REPORTS = "reports";
    private static final String AUDIT = "audit";

    @Spec
    private CommandSpec spec;

    @Option(names = "--data", paramLabel = "DIR", defaultValue = "data",
        description = "Data directory of the venue (default: ${DEFAULT-VALUE}).")
    private Path dataDir;

    @Option(names = "--authority", paramLabel = "FILE",
        description = "Certificate of the trusted authority (PEM). Default: keys/authority.crt above the reports.")
    private Path authority;

    @Option(names = "--signer", paramLabel = "NAME", description = ReportsCommand.SIGNER)
    private String signer;

    @Parameters(paramLabel = "RUN",
        description = "Date, number and kind, for instance 20261121/2-E, its run id, or its directory.")
    private String run;

    @Override
    public Integer call() throws IOException
    {
        final StoredRun stored = StoredRun.find(dataDir, run);
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
        return RunFindings.print(spec.commandLine().getOut(), findings);
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
