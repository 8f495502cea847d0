// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.RunningVenue;
import io.bourse.deploy.progress.ProgressDisplay;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.AccountOperator;
import io.bourse.engine.client.operator.AccountSpec;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.protocol.AccountCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Client registers in bulk.
 */
@Command(
    name = "accounts",
    description = "Client registers in bulk, also while the venue trades.",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
        "",
        "Examples:",
        "  bourse accounts load registers.csv.gz --with-firms"})
public final class AccountsCommand extends CliCommand
{
    private static final int CLEARING_FIRM_LENGTH = 2;
    private static final int BROKERAGE_FIRM_LENGTH = 4;
    private static final int NOT_GIVEN = -1;

    @Override
    protected void run(final PrintWriter out)
    {
        throw usage("load?");
    }

    /** What the first pass over a file finds. */
    private record Contents(int accounts, long firstCode, SortedSet<String> firms)
    {
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
        @Option(names = "--first", paramLabel = "ID", defaultValue = "" + NOT_GIVEN,
            description = "Number of the first register, needed when the event stream has been cut at its " +
                "beginning; otherwise it is found there.") final int first)
        throws IOException
    {
        final Contents contents = check(file);
        final int loaded = venue.ask((client, operator) -> load(client, operator, file, contents, withFirms, first));
        out().println(
            "accounts loaded=" + loaded + " firms=" + contents.firms.size() + " file=" + file);
    }

    /** Everything that can be said of the file without the venue, so that nothing is loaded of a wrong one. */
    private static Contents check(final Path file) throws IOException
    {
        final SortedSet<String> firms = new TreeSet<>();
        int count = 0;
        long firstCode = 0;
        String firm = "";
        try (AccountFile lines = new AccountFile(file))
        {
            final Iterator<AccountSpec> accounts = lines.accounts();
            while (accounts.hasNext())
            {
                final AccountSpec account = accounts.next();
                firstCode = 0 == count ? AccountCode.pack(account.code()) : firstCode;
                if (!account.code().startsWith(firm) || firm.isEmpty())
                {
                    firm = account.code().substring(0, BROKERAGE_FIRM_LENGTH);
                    firms.add(firm);
                }
                count = Math.addExact(count, 1);
            }
        }
        if (0 == count)
        {
            throw new IOException("the file has no registers: file=" + file);
        }
        return new Contents(count, firstCode, firms);
    }

    private int load(
        final EngineClient client,
        final OperatorClient operator,
        final Path file,
        final Contents contents,
        final boolean withFirms,
        final int first)
    {
        if (withFirms)
        {
            contents.firms.stream().map(firm -> firm.substring(0, CLEARING_FIRM_LENGTH)).distinct()
                .forEach(operator::defineClearingFirm);
            contents.firms.forEach(operator::defineBrokerageFirm);
        }
        final int firstAccountId =
            NOT_GIVEN == first ? AccountCensus.firstAccountId(client, contents.firstCode) : first;
        try (AccountFile accounts = new AccountFile(file);
            ProgressDisplay bar = new ProgressDisplay("accounts", contents.accounts, System.err))
        {
            return new AccountOperator(operator).load(accounts.accounts(), firstAccountId, bar::stepTo);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }
}
