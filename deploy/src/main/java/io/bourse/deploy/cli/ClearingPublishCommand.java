// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.run.RunControl;
import io.bourse.clearing.run.RunPhase;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.util.concurrent.Callable;

/**
 * Publishes a run that was held before its publication.
 */
@Command(
    name = "publish",
    mixinStandardHelpOptions = true,
    description = "Publishes a run that was held before its publication.")
public final class ClearingPublishCommand implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Mixin
    private ClearingRunner runner;

    @Mixin
    private UnfinishedRun run;

    @Override
    public Integer call() throws IOException
    {
        final RunControl control = runner.control();
        final long id = run.id(control);
        if (!control.run(id).phase().isAtLeast(RunPhase.READY_TO_PUBLISH))
        {
            throw new PreconditionException("the run is not ready to be published, resume it: runId=" + id +
                " phase=" + control.run(id).phase());
        }
        return runner.takeUp(control, id, spec.commandLine().getOut(), spec.commandLine().getErr());
    }
}
