// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.run.operator.RunControl;
import io.bourse.clearing.run.store.RunPhase;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.io.IOException;
import java.io.PrintWriter;

/**
 * Writes reports of a run that is published and lacks some.
 */
@Command(
    name = "report",
    description = {
        "Writes reports of a published run that are not there yet, or not as they were signed, wave by wave; those " +
            "that are stay. Packages too: also when a member has another certificate by now.",
        "Needs no engine, and the date of the run does not matter; if the venue runs, its journal gets what is " +
            "signed. Only if bytes of a report are others than they were it gets a new revision.",
        "After each wave it writes report.html into the directory of the run: a page to look at and to print."})
final class ClearingReportCommand extends RunCommand
{
    @Mixin private UnfinishedRun run;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final RunControl control = control();
        final long id = run.id(control);
        if (!control.run(id).phase().isAtLeast(RunPhase.PUBLISHED))
        {
            throw new PreconditionException("the run is not published yet, resume it: runId=" + id + " phase=" +
                control.run(id).phase());
        }
        if (control.isDone(id))
        {
            report(control, id);
            return;
        }
        takeUp(control, id);
    }
}
