// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.ClearingException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.proof.RunFinding;
import io.bourse.clearing.run.proof.RunManifestProof;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.clearing.verify.RunPlace;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.cli.support.VenueCommand;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.VenueOperators;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/**
 * Proves a clearing run from its files, or every run.
 */
@Command(
    name = "verify",
    description = {
        "Proves a run from its files: digests, tables, the tables of the day, checks, the second opinion over every " +
            "register, margin calculated again, the run's signed manifest, audit trail, reports and packages, and " +
            "that the venue's journal has the head of this trail; of a correction also that it takes back what the " +
            "corrected run has posted. The venue may run or not.",
        "With --all every run of the venue, one line each; those that have not come to their results are passed over."},
    footer = {
        "",
        "Exit status: 0 all is as it should be, 3 there is no such run, 4 something is not, 6 the state of a run " +
            "cannot be understood, 7 a file cannot be read. With --all the highest of all runs."})
final class ClearingVerifyCommand extends VenueCommand
{
    private static final String LINE = "%-5s  %-12s  %s%n";

    @Option(names = "--authority", paramLabel = "FILE",
        description = "Certificate of the trusted authority (PEM). Default: keys/authority.crt above the reports.")
    private Path authority;

    @Option(names = "--signer", paramLabel = "NAME", description = ReportsCommand.SIGNER)
    private String signer;

    @Option(names = "--all", description = "Every run of the venue, in the order of their dates and numbers.")
    private boolean isAll;

    @Parameters(paramLabel = "RUN", arity = "0..1",
        description = "Date, number and kind, for instance 20261121/2-E, its run id, or its directory.")
    private String run;

    @Override
    protected int execute(final PrintWriter out) throws IOException
    {
        rejectIf(isAll == (null != run), "name a run, or all of them with --all");
        if (isAll)
        {
            return all(new RunProof(authority, signer, VenueClearing.journalProofs(baseDir()),
                VenueOperators.ofRuns(baseDir())), out);
        }
        final StoredRun stored = StoredRun.find(baseDir(), run);
        return RunFindings.print(out,
            new RunProof(authority, signer, VenueClearing.journalProofs(stored.place().baseDir()),
                VenueOperators.ofRuns(stored.place().baseDir())).findings(stored));
    }

    private int all(final RunProof proof, final PrintWriter out) throws IOException
    {
        final List<RunPlace> places = RunPlace.all(baseDir());
        if (places.isEmpty())
        {
            throw new PreconditionException("there are no runs: base=" + baseDir());
        }
        int worst = ExitCode.OK;
        for (final RunPlace place : places)
        {
            worst = Math.max(worst, one(proof, place, out));
        }
        worst = Math.max(worst, missing(out));
        out.println(ExitCode.OK == worst ? "OK" : "BREAK");
        return worst;
    }

    /** Runs whose directories are gone, by the audit trail. A trail that is broken is a finding of every run. */
    private int missing(final PrintWriter out) throws IOException
    {
        try
        {
            final List<Long> missing = RunManifestProof.missing(baseDir());
            missing.forEach(runId -> out.printf(LINE, "BREAK", runId,
                "the audit trail knows the run as published, and its directory is not there"));
            return missing.isEmpty() ? ExitCode.OK : ExitCode.CHECK_FAILED;
        }
        catch (final ClearingException ex)
        {
            return ex.exitCode();
        }
    }

    /** What makes it impossible to look at one run does not keep the others from being looked at. */
    private static int one(final RunProof proof, final RunPlace place, final PrintWriter out)
    {
        try
        {
            if (StoredRun.isUnbegun(place))
            {
                out.printf(LINE, "-", place.name(), "has no results: it was ended before it had a state");
                return ExitCode.OK;
            }
            final StoredRun stored = StoredRun.of(place);
            final RunPhase phase = stored.state().phase();
            final boolean hasResults = phase.isAtLeast(RunPhase.CHECKED);
            final List<RunFinding> findings = hasResults ? proof.findings(stored) : proof.trail(place.directory());
            final List<RunFinding> broken = findings.stream().filter(finding -> !finding.ok()).toList();
            if (broken.isEmpty())
            {
                final boolean isPublished = phase.isAtLeast(RunPhase.PUBLISHED);
                out.printf(LINE, isPublished ? "OK" : "-", place.name(), isPublished ? "parts=" + findings.size() :
                    (hasResults ? "is not published yet: phase=" : "has no results: phase=") + phase);
                return ExitCode.OK;
            }
            out.printf(LINE, "BREAK", place.name(), "broken=" + broken.size() + " " + broken.getFirst().part() + ": " +
                broken.getFirst().detail());
            return ExitCode.CHECK_FAILED;
        }
        catch (final ClearingException ex)
        {
            out.printf(LINE, "BREAK", place.name(), ex.getMessage());
            return ex.exitCode();
        }
        catch (final IOException ex)
        {
            out.printf(LINE, "BREAK", place.name(), ex);
            return ExitCode.IO;
        }
    }
}
