// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.clearing.run.RunControl;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.util.concurrent.Callable;

/**
 * Stops a run before its publication.
 */
@Command(
    name = "abort",
    mixinStandardHelpOptions = true,
    description = {
        "Aborts a run before its publication: one that is being worked at stops at its next step.",
        "Trading stays as it is; resume the run, or reopen trading without it."})
public final class ClearingAbortCommand implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Mixin
    private ClearingRunner runner;

    @Mixin
    private UnfinishedRun run;

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Why, for the audit trail.")
    private String reason;

    @Override
    public Integer call() throws IOException
    {
        final RunControl control = runner.control();
        final long id = run.id(control);
        final boolean isDone = control.abort(id, runner.requester(), reason);
        spec.commandLine().getOut().println(
            isDone ? "aborted    run " + id : "told       run " + id + " stops at its next step");
        HaltNotice.ofRuns(runner.dataDir()).forEach(spec.commandLine().getOut()::println);
        spec.commandLine().getOut().flush();
        return ExitCode.OK;
    }
}
