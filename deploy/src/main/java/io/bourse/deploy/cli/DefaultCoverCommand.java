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
 * Plans who bears the loss of a default.
 */
@Command(
    name = "cover",
    mixinStandardHelpOptions = true,
    description = {
        "Plans who bears what the defaulter owes after the last published run: its other money, its " +
            "contribution to the default fund, capital of the house, the other contributions, additional capital " +
            "(default-fund.json)."})
public final class DefaultCoverCommand implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Mixin
    private DefaultDesk desk;

    @Option(names = "--id", paramLabel = "N", required = true, description = "Number of the default.")
    private long defaultId;

    @Override
    public Integer call() throws IOException
    {
        final PrintWriter out = spec.commandLine().getOut();
        desk.tell(desk.connected(control -> control.cover(defaultId)), out);
        out.flush();
        return ExitCode.OK;
    }
}
