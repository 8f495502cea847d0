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
 * Publishes a run that was held before its publication.
 */
@Command(
    name = "publish",
    description = "Publishes a run that was held before its publication.")
final class ClearingPublishCommand extends RunCommand
{
    @Mixin private UnfinishedRun run;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final RunControl control = control();
        final long id = run.id(control);
        if (!control.run(id).phase().isAtLeast(RunPhase.READY_TO_PUBLISH))
        {
            throw new PreconditionException("the run is not ready to be published, resume it: runId=" + id +
                " phase=" + control.run(id).phase());
        }
        takeUp(control, id);
    }
}
