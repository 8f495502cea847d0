// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.run.operator.FundsService;
import io.bourse.deploy.cli.support.VenueCommand;
import io.bourse.deploy.operators.forms.Forms;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/**
 * Margin and cash calls.
 */
@Command(
    name = "calls",
    description = "Shows the calls of the last published run: what is asked for, until when, and what has come in.")
final class ClearingCallsCommand extends VenueCommand
{
    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final List<FundsService.CallStatus> calls =
            new FundsService(baseDir(), System::currentTimeMillis).calls();
        if (json)
        {
            out.println(json(calls));
        }
        for (final FundsService.CallStatus call : json ? List.<FundsService.CallStatus>of() : calls)
        {
            out.printf("%d  %-12s %-6s %18s until %s  covered %s  %s%n", call.call().number(),
                call.call().settlementAccount(), call.call().kind(),
                Forms.roubles(call.call().kopecks()), call.call().due(),
                Forms.roubles(call.coveredKopecks()), call.state());
        }
    }
}
