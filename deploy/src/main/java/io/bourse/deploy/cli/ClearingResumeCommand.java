// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.clearing.run.RunControl;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.util.concurrent.Callable;

/**
 * Takes up a run that stopped, with the options it was started with.
 */
@Command(
    name = "resume",
    mixinStandardHelpOptions = true,
    description = "Takes up a run that stopped, with the options it was started with.")
public final class ClearingResumeCommand implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Mixin
    private ClearingRunner runner;

    @Mixin
    private RehearsalOptions rehearsal;

    @Mixin
    private UnfinishedRun run;

    @Override
    public Integer call() throws IOException
    {
        final RunControl control = runner.control();
        final long id = run.id(control);
        return runner.takeUp(
            control, id, rehearsal::applyTo, spec.commandLine().getOut(), spec.commandLine().getErr());
    }
}
