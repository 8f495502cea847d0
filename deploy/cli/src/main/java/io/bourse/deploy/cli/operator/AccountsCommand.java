// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.RunningVenue;
import io.bourse.deploy.operators.acts.ActContext;
import io.bourse.deploy.operators.acts.DefineAccounts;
import io.bourse.deploy.progress.ProgressDisplay;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;

/**
 * Client registers in bulk.
 */
@Command(
    name = "accounts",
    description = "Client registers in bulk, also while the venue trades.",
    synopsisSubcommandLabel = "COMMAND",
    footer = "  bourse accounts load registers.csv.gz --with-firms")
public final class AccountsCommand extends CliCommand
{
    @Override
    protected void run(final PrintWriter out)
    {
        throw usage("load?");
    }

    @Command(
        name = "load",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Defines the registers of a file: a code of seven characters a line, the number of its client " +
                "after a comma if it is not a client of its own.",
            "A file that was loaded by half may be loaded again."})
    void load(
        @Mixin final RunningVenue venue,
        @Parameters(paramLabel = "FILE", description = "Text, packed if its name ends in .gz.") final Path file,
        @Option(names = "--with-firms",
            description = "Defines the clearing and brokerage firms of the codes, where they are not yet.")
        final boolean withFirms,
        @Option(names = "--first", paramLabel = "ID",
            description = "Number of the first register, needed when the event stream has been cut at its " +
                "beginning; otherwise it is found there.") final Integer first)
        throws IOException
    {
        final DefineAccounts.Contents contents = check(file);
        final DefineAccounts.Defined loaded =
            venue.execute(context -> load(context, file, contents, withFirms, first));
        out().println("accounts loaded=" + loaded.accounts() + " firms=" + loaded.firms() + " file=" + file);
    }

    /** Everything that can be said of the file without the venue, so that nothing is loaded of a wrong one. */
    private static DefineAccounts.Contents check(final Path file) throws IOException
    {
        try (AccountFile lines = new AccountFile(file))
        {
            final DefineAccounts.Contents contents = DefineAccounts.Contents.of(lines.accounts());
            if (0 == contents.accounts())
            {
                throw new IOException("the file has no registers: file=" + file);
            }
            return contents;
        }
    }

    private static DefineAccounts.Defined load(
        final ActContext context,
        final Path file,
        final DefineAccounts.Contents contents,
        final boolean withFirms,
        final Integer first) throws IOException
    {
        try (AccountFile accounts = new AccountFile(file);
            ProgressDisplay bar = new ProgressDisplay("accounts", contents.accounts(), System.err))
        {
            return DefineAccounts.load(context, contents, accounts.accounts(), withFirms, first, bar::stepTo);
        }
    }
}
