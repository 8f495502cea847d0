// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.run.audit.Approval;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.operator.RunControl;
import io.bourse.deploy.cli.support.ActingOperator;
import io.bourse.deploy.cli.support.ApprovalOptions;
import io.bourse.deploy.cli.support.VenueCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;

/**
 * The second pair of eyes.
 */
@Command(
    name = "approve",
    description = {
        "Shows what a run wants approved, or approves or refuses it.",
        "An approval is bound to the SHA-256 of what was shown, may not come from who asked, and is good for " +
            "ten minutes."})
final class ClearingApproveCommand extends VenueCommand
{
    @Mixin private UnfinishedRun run;

    @Option(names = "--step", paramLabel = "STEP", required = true, converter = ApprovalStepConverter.class,
        description = "prices, publish or reopen.")
    private ApprovalStep step;

    @Mixin private ActingOperator operator;

    @Mixin private ApprovalOptions answer;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final RunControl control = control();
        final long id = run.id(control);
        if (answer.isShown())
        {
            out.println(Files.readString(control.shown(id, step)));
        }
        else
        {
            final Approval approval = control.answer(
                id, step, operator.approving(operators()), answer.isApproved(), answer.sha256());
            out.println(answer.word() + step.text() + " of run " + id + " sha256=" + approval.sha256());
            printHalts();
        }
    }
}
