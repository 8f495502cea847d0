// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.bourse.clearing.run.FundsDesk;
import io.bourse.deploy.node.VenueClearing;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Margin and cash calls.
 */
@Command(
    name = "calls",
    mixinStandardHelpOptions = true,
    description = "Shows the calls of the last published run: what is asked for, until when, and what has come in.")
public final class ClearingCallsCommand implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Option(names = "--data", paramLabel = "DIR", defaultValue = "data",
        description = "Data directory of the venue (default: ${DEFAULT-VALUE}).")
    private Path dataDir;

    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    @Override
    public Integer call() throws IOException
    {
        final List<FundsDesk.CallStatus> calls =
            new FundsDesk(VenueClearing.baseDir(dataDir), System::currentTimeMillis).calls();
        final PrintWriter out = spec.commandLine().getOut();
        if (json)
        {
            out.println(new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(calls));
        }
        for (final FundsDesk.CallStatus call : json ? List.<FundsDesk.CallStatus>of() : calls)
        {
            out.printf("%d  %-12s %-6s %18s until %s  covered %s  %s%n", call.call().number(),
                call.call().settlementAccount(), call.call().kind(),
                KopecksConverter.roubles(call.call().kopecks()), call.call().due(),
                KopecksConverter.roubles(call.coveredKopecks()), call.state());
        }
        out.flush();
        return ExitCode.OK;
    }
}
