// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.run.ClearingCorrection;
import io.bourse.clearing.run.operator.RunControl;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;

/**
 * Corrects a published run.
 */
@Command(
    name = "correct",
    description = {
        "Corrects a published run: a run of its own takes all its postings back and posts what should have " +
            "been, from the same cut, with other prices or parameters; what is not given is that of the run.",
        "Trading goes on. Members get the reports anew, as the next revision, with a notice. Takes up the " +
            "correction that stopped. Only the last run can be corrected, and only while it moves no other " +
            "positions. Another person has to approve the publication, unless the venue's policy is none."})
final class ClearingCorrectCommand extends RunCommand
{
    @Mixin private ClearingParameterOptions parameters;

    @Option(names = "--reason", paramLabel = "TEXT", required = true,
        description = "Why, for the approver, the members and the audit trail.")
    private String reason;

    @Parameters(paramLabel = "RUN",
        description = "Date, number and kind, for instance 20261121/1-I, its run id, or its directory.")
    private String run;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final RunControl control = control();
        final long runId = StoredRun.find(baseDir(), run).state().runId();
        run(
            control.kind(runId),
            context -> control.correctionOptions(context, runId).given(parameters::applyTo),
            context -> ClearingCorrection.correct(context, runId, reason));
    }
}
