// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;

/**
 * Plans to take back a plan that waits in vain.
 */
@Command(
    name = "withdraw",
    mixinStandardHelpOptions = true,
    description = {
        "Takes back an approved plan that no run has carried out.",
        "This is a plan of its own: it takes effect when somebody else approves it."})
public final class DefaultWithdrawCommand implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Mixin
    private DefaultDesk desk;

    @Option(names = "--id", paramLabel = "N", required = true, description = "Number of the default.")
    private long defaultId;

    @Option(names = "--plan", paramLabel = "N", required = true, description = "Number of the plan that is to go.")
    private int number;

    @Override
    public Integer call() throws IOException
    {
        final PrintWriter out = spec.commandLine().getOut();
        desk.tell(desk.files().withdraw(defaultId, number), out);
        out.flush();
        return ExitCode.OK;
    }
}
