// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing.defaults;

import io.bourse.clearing.run.operator.DefaultControl;
import picocli.CommandLine.Command;

import java.io.IOException;
import java.io.PrintWriter;

/**
 * Stops a defaulter in the engine once more.
 */
@Command(
    name = "block",
    description = {
        "Stops an approved defaulter in the engine, when that failed before or the stop was lifted."})
final class DefaultBlockCommand extends DeclaredCommand
{
    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final DefaultControl.Blocked blocked = connected(control -> control.block(defaultId));
        out.println("stopped    firms=" + String.join(",", blocked.firms()) + " cancelledOrders=" +
            blocked.cancelledOrders());
    }
}
