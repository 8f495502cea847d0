// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.run.operator.RunControl;
import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.cli.support.HaltNotice;
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
public final class ClearingAbortCommand extends CliCommand
{
    @Mixin
    private ClearingRunner runner;

    @Mixin
    private UnfinishedRun run;

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Why, for the audit trail.")
    private String reason;

    @Override
    protected int run(final PrintWriter out) throws IOException
    {
        final RunControl control = runner.control();
        final long id = run.id(control);
        final boolean isDone = control.abort(id, runner.requester(), reason);
        out.println(
            isDone ? "aborted    run " + id : "told       run " + id + " stops at its next step");
        HaltNotice.ofRuns(runner.dataDir()).forEach(out::println);
        return ExitCode.OK;
    }
}
