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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/**
 * Plans where clients of a defaulter go.
 */
@Command(
    name = "port",
    mixinStandardHelpOptions = true,
    description = {
        "Plans where clients go: with their positions at the settlement price of the next run, their money and " +
            "their pledges.",
        "What they owe stays with the defaulter."})
public final class DefaultPortCommand implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Mixin
    private DefaultDesk desk;

    @Option(names = "--id", paramLabel = "N", required = true, description = "Number of the default.")
    private long defaultId;

    @Option(names = "--client", paramLabel = "FROM=TO", required = true,
        description = "Register of the defaulter and register of another member. May be repeated.")
    private Map<String, String> clients = new LinkedHashMap<>();

    @Override
    public Integer call() throws IOException
    {
        final PrintWriter out = spec.commandLine().getOut();
        desk.tell(desk.connected(control -> control.port(defaultId, new TreeMap<>(clients))), out);
        out.flush();
        return ExitCode.OK;
    }
}
