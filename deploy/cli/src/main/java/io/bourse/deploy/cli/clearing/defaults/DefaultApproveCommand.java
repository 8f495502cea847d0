// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing.defaults;

import io.bourse.clearing.run.audit.Approval;
import io.bourse.clearing.run.operator.DefaultControl;
import io.bourse.deploy.cli.support.ApprovalOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;

/**
 * The second pair of eyes over a default.
 */
@Command(
    name = "approve",
    description = {
        "Approves or refuses a declaration, or a plan; who asked for it may not.",
        "An approved declaration stops the defaulter in the engine, an approved plan is carried out by the next " +
            "run."})
final class DefaultApproveCommand extends DeclaredCommand
{
    @Option(names = "--plan", paramLabel = "N", defaultValue = "0",
        description = "Number of the plan; default: the declaration.")
    private int number;

    @Mixin private ApprovalOptions answer;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        if (answer.isShown())
        {
            out.println(Files.readString(files().shown(defaultId, number)));
        }
        else
        {
            // Only an approved declaration is something for the engine.
            final boolean stops = 0 == number && answer.isApproved();
            final Approval approval = stops ?
                connected(this::answer) : answer(files());
            out.println(answer.word() +
                (0 == number ? "default " : "plan " + number + " of default ") + defaultId + " sha256=" +
                approval.sha256());
        }
    }

    private Approval answer(final DefaultControl control) throws IOException
    {
        return control.approve(defaultId, number, approver(), answer.isApproved(), answer.sha256());
    }
}
