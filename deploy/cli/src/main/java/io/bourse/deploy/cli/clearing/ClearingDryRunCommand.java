// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.ledger.check.CheckResult;
import io.bourse.clearing.run.DryRun;
import io.bourse.clearing.run.DryRunResult;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.engine.protocol.ClearingKind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.Map;

/**
 * A run without effects.
 */
@Command(
    name = "dry-run",
    description = {
        "Calculates and checks everything as if the stream were cut now, into a scratch directory.",
        "Trading goes on, nothing is posted or published. Exit status 4 if a check would fail."})
public final class ClearingDryRunCommand extends RunCommand
{
    private static final int KOPECKS = 2;
    private static final String LAST = "last";
    private static final int MOST_DIGITS = 18;

    @Mixin private ClearingOptions options;

    @Option(names = "--kind", paramLabel = "I|E", defaultValue = "E",
        description = "I intraday, E evening (default: ${DEFAULT-VALUE}).")
    private String kind;

    @Option(names = "--cut", paramLabel = "last|CURSOR", defaultValue = LAST,
        description = "Where the stream is cut: last, that is where it ends now, or a cursor of the event stream where "
            + "a transaction ends, in bytes; the stream is then read again from its beginning "
            + "(default: ${DEFAULT-VALUE}).")
    private String cut;

    @Override
    protected int execute(final PrintWriter out) throws IOException
    {
        final ClearingKind runKind = ClearingStartCommand.kind(commandLine(), kind);
        final long cursor = cutCursor();
        final DryRunResult result = VenueClearing.connected(dataDir(), venue ->
            DryRun.run(applyTo(options.applyTo(venue.context())), runKind, cursor));
        tell(result, out);
        return result.isClean() ? ExitCode.OK : ExitCode.CHECK_FAILED;
    }

    private long cutCursor()
    {
        if (LAST.equals(cut))
        {
            return -1;
        }
        if (cut.isEmpty() || cut.length() > MOST_DIGITS || !cut.chars().allMatch(c -> c >= '0' && c <= '9'))
        {
            throw usage("a cut is 'last' or a cursor in bytes: --cut " + cut);
        }
        return Long.parseLong(cut);
    }

    private static void tell(final DryRunResult result, final PrintWriter out)
    {
        out.println("trades     " + result.trades());
        out.println("positions  " + result.positions());
        for (final Map.Entry<String, String> posted : result.postedKopecks().entrySet())
        {
            final BigDecimal now = money(posted.getValue());
            final BigDecimal last = money(result.lastPostedKopecks().getOrDefault(posted.getKey(), "0"));
            out.printf("%-10s %s%s%n", posted.getKey(), now, 0 == result.lastRunId() ? "" :
                "  against " + last + " of run " + result.lastRunId() + ": " + now.subtract(last));
        }
        result.approvals().forEach(reason -> out.println("approval   " + reason));
        for (final CheckResult check : result.checks())
        {
            if (!check.isOk())
            {
                out.println("BREAK      " + check.name() + " " + check.failure());
            }
        }
        out.println("checks     " + result.checks().size() + (result.isClean() ? " OK" : " BREAK"));
        out.println("directory  " + result.directory());
    }

    private static BigDecimal money(final String kopecks)
    {
        return new BigDecimal(kopecks).movePointLeft(KOPECKS);
    }
}
