// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.clearing.run.DefaultControl;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;

/**
 * Stops a defaulter in the engine once more.
 */
@Command(
    name = "block",
    mixinStandardHelpOptions = true,
    description = {
        "Stops an approved defaulter in the engine, when that failed before or somebody has lifted it."})
public final class DefaultBlockCommand implements Callable<Integer>
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
        final DefaultControl.Blocked blocked = desk.connected(control -> control.block(defaultId));
        out.println("stopped    firms=" + String.join(",", blocked.firms()) + " cancelledOrders=" +
            blocked.cancelledOrders());
        out.flush();
        return ExitCode.OK;
    }
}
