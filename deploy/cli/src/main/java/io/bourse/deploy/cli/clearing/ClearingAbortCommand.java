// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.run.operator.RunControl;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;

/**
 * Stops a run before its publication.
 */
@Command(
    name = "abort",
    description = {
        "Aborts a run before its publication: one that is being worked at stops at its next step.",
        "Trading stays as it is; resume the run, or reopen trading without it."})
final class ClearingAbortCommand extends RunCommand
{
    @Mixin private UnfinishedRun run;

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Why, for the audit trail.")
    private String reason;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final RunControl control = control();
        final long id = run.id(control);
        final boolean isDone = control.abort(id, actor(), reason);
        out.println(
            isDone ? "aborted    run " + id : "ordered    run " + id + " stops at its next step");
        printHalts();
    }
}
