// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.clearing.funds.Instruction;
import io.bourse.clearing.funds.InstructionKind;
import io.bourse.clearing.funds.InstructionRequest;
import io.bourse.clearing.run.FundsDesk;
import io.bourse.deploy.node.VenueClearing;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;

/**
 * Money and assets that members bring and take.
 */
@Command(
    name = "funds",
    mixinStandardHelpOptions = true,
    description = {
        "Takes members' instructions about money and assets into the book; the next run does what is free then.",
        "The same reference of the same register is the same instruction: giving it again changes nothing."},
    synopsisSubcommandLabel = "COMMAND")
public final class ClearingFundsCommand implements Runnable
{
    @Spec
    private CommandSpec spec;

    @Option(names = "--data", paramLabel = "DIR", defaultValue = "data", scope = CommandLine.ScopeType.INHERIT,
        description = "Data directory of the venue (default: ${DEFAULT-VALUE}).")
    private Path dataDir;

    @Override
    public void run()
    {
        throw new CommandLine.ParameterException(spec.commandLine(), "a command is needed, see --help");
    }

    /** Money comes in. */
    @Command(name = "pay-in", mixinStandardHelpOptions = true, description = "Money that a member has paid in.")
    int payIn(
        @Option(names = "--client", required = true, paramLabel = "CODE", description = "Register.")
        final String client,
        @Option(names = "--amount", required = true, paramLabel = "ROUBLES", converter = KopecksConverter.class,
            description = "Roubles.")
        final Long kopecks,
        @Option(names = "--reference", required = true, paramLabel = "TEXT", description = "Reference of the member.")
        final String reference,
        @Option(names = "--by", required = true, paramLabel = "NAME", description = "Who gives the instruction.")
        final String actor) throws IOException
    {
        return take(new InstructionRequest(InstructionKind.PAY_IN, client, "", kopecks, reference, actor));
    }

    /** Money goes out. */
    @Command(name = "pay-out", mixinStandardHelpOptions = true, description = "Money that a member wants back.")
    int payOut(
        @Option(names = "--client", required = true, paramLabel = "CODE", description = "Register.")
        final String client,
        @Option(names = "--amount", required = true, paramLabel = "ROUBLES", converter = KopecksConverter.class,
            description = "Roubles.")
        final Long kopecks,
        @Option(names = "--reference", required = true, paramLabel = "TEXT", description = "Reference of the member.")
        final String reference,
        @Option(names = "--by", required = true, paramLabel = "NAME", description = "Who gives the instruction.")
        final String actor,
        @Option(names = "--despite-default", description = "Although the member is in default.")
        final boolean despiteDefault) throws IOException
    {
        return take(new InstructionRequest(
            InstructionKind.PAY_OUT, client, "", kopecks, reference, actor, despiteDefault));
    }

    /** An asset comes in. */
    @Command(name = "deposit", mixinStandardHelpOptions = true, description = "An asset that a member has brought.")
    int deposit(
        @Option(names = "--client", required = true, paramLabel = "CODE", description = "Register.")
        final String client,
        @Option(names = "--asset", required = true, paramLabel = "CODE", description = "Asset.") final String asset,
        @Option(names = "--units", required = true, paramLabel = "N",
            description = "Pieces; of currencies hundredths.")
        final long units,
        @Option(names = "--reference", required = true, paramLabel = "TEXT", description = "Reference of the member.")
        final String reference,
        @Option(names = "--by", required = true, paramLabel = "NAME", description = "Who gives the instruction.")
        final String actor) throws IOException
    {
        return take(new InstructionRequest(InstructionKind.DEPOSIT, client, asset, units, reference, actor));
    }

    /** An asset goes out. */
    @Command(name = "withdraw", mixinStandardHelpOptions = true, description = "An asset that a member wants back.")
    int withdraw(
        @Option(names = "--client", required = true, paramLabel = "CODE", description = "Register.")
        final String client,
        @Option(names = "--asset", required = true, paramLabel = "CODE", description = "Asset.") final String asset,
        @Option(names = "--units", required = true, paramLabel = "N",
            description = "Pieces; of currencies hundredths.")
        final long units,
        @Option(names = "--reference", required = true, paramLabel = "TEXT", description = "Reference of the member.")
        final String reference,
        @Option(names = "--by", required = true, paramLabel = "NAME", description = "Who gives the instruction.")
        final String actor,
        @Option(names = "--despite-default", description = "Although the member is in default.")
        final boolean despiteDefault) throws IOException
    {
        return take(new InstructionRequest(
            InstructionKind.WITHDRAW, client, asset, units, reference, actor, despiteDefault));
    }

    /** The whole book. */
    @Command(name = "list", mixinStandardHelpOptions = true,
        description = "Shows the book: what waits for the next run, what was done and what was refused.")
    int list() throws IOException
    {
        final PrintWriter out = spec.commandLine().getOut();
        for (final FundsDesk.Line line : desk().lines())
        {
            out.println(text(line.instruction()) + "  " + line.state());
        }
        out.flush();
        return CommandLine.ExitCode.OK;
    }

    private FundsDesk desk()
    {
        return new FundsDesk(VenueClearing.baseDir(dataDir), System::currentTimeMillis);
    }

    private int take(final InstructionRequest request) throws IOException
    {
        final PrintWriter out = spec.commandLine().getOut();
        out.println("taken      " + text(desk().take(request)));
        out.flush();
        return CommandLine.ExitCode.OK;
    }

    private static String text(final Instruction line)
    {
        final String amount = line.kind().isMoney() ?
            KopecksConverter.roubles(line.amount()) : line.amount() + " " + line.asset();
        return line.seq() + "  " + line.kind() + "  " + line.client() + "  " + amount + "  " + line.reference();
    }
}
