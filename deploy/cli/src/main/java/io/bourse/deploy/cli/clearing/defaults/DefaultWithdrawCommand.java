// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing.defaults;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;

/**
 * Plans to take back a plan that waits in vain.
 */
@Command(
    name = "withdraw",
    description = {
        "Takes back an approved plan that no run has carried out.",
        "This is a plan of its own: it takes effect when another person approves it."})
final class DefaultWithdrawCommand extends DeclaredCommand
{
    @Option(names = "--plan", paramLabel = "N", required = true, description = "Number of the plan that is to go.")
    private int number;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        print(asking().withdraw(defaultId, number), out);
    }
}
