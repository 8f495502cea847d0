// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing.defaults;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Plans where clients of a defaulter go.
 */
@Command(
    name = "port",
    description = {
        "Plans where clients go: with their positions at the settlement price of the next run, their money and " +
            "their pledges.",
        "What they owe stays with the defaulter."})
final class DefaultPortCommand extends DeclaredCommand
{
    @Option(names = "--client", paramLabel = "FROM=TO", required = true,
        description = "Register of the defaulter and register of another member. May be repeated.")
    private Map<String, String> clients = new LinkedHashMap<>();

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        print(connected(control -> control.port(defaultId, new TreeMap<>(clients))), out);
    }
}
