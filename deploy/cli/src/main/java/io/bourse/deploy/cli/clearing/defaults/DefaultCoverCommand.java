// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing.defaults;

import picocli.CommandLine.Command;

import java.io.IOException;
import java.io.PrintWriter;

/**
 * Plans who bears the loss of a default.
 */
@Command(
    name = "cover",
    description = {
        "Plans who bears what the defaulter owes after the last published run: its other money, its " +
            "contribution to the default fund, capital of the house, the other contributions, additional capital " +
            "(default-fund.json)."})
final class DefaultCoverCommand extends DeclaredCommand
{
    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        print(connected(control -> control.cover(defaultId)), out);
    }
}
