// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.run.operator.RunControl;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.io.IOException;
import java.io.PrintWriter;

/**
 * Takes up a run that stopped, with the options it was started with.
 */
@Command(
    name = "resume",
    description = "Takes up a run that stopped, with the options it was started with.")
final class ClearingResumeCommand extends RunCommand
{
    @Mixin private RehearsalOptions rehearsal;

    @Mixin private UnfinishedRun run;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final RunControl control = control();
        final long id = run.id(control);
        takeUp(control, id, rehearsal::applyTo);
    }
}
