// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.funds.Instruction;
import io.bourse.clearing.funds.InstructionKind;
import io.bourse.clearing.funds.InstructionRequest;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.clearing.run.operator.FundsService;
import io.bourse.deploy.cli.clearing.defaults.AssetUnits;
import io.bourse.deploy.cli.support.ActingOperator;
import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.KopecksConverter;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.VenueOperators;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.file.Path;

/**
 * Money and assets that members bring and take.
 */
@Command(
    name = "funds",
    description = {
        "Takes members' instructions about money and assets into the book; the next run does what is free then.",
        "The same reference of the same register is the same instruction: giving it again changes nothing."},
    synopsisSubcommandLabel = "COMMAND")
final class ClearingFundsCommand extends CliCommand
{
    @Option(names = "--data", paramLabel = "DIR", defaultValue = "data", scope = CommandLine.ScopeType.INHERIT,
        description = "Data directory of the venue (default: ${DEFAULT-VALUE}).")
    private Path dataDir;

    /** What every instruction says. */
    private static final class Given
    {
        @Option(names = "--client", required = true, paramLabel = "CODE", description = "Register.")
        private String client;

        @Option(names = "--reference", required = true, paramLabel = "TEXT", description = "Reference of the member.")
        private String reference;

        @Mixin
        private ActingOperator operator;

        InstructionRequest request(
            final InstructionKind kind,
            final String asset,
            final long amount,
            final boolean despiteDefault,
            final Operators operators) throws IOException
        {
            final String actor = operator.name(operator.acting(operators));
            return new InstructionRequest(kind, client, asset, amount, reference, actor, despiteDefault);
        }
    }

    /** What is brought or taken that is not money. */
    private static final class Asset
    {
        @Option(names = "--asset", required = true, paramLabel = "CODE", description = "Asset.")
        private String code;

        @Option(names = "--units", required = true, paramLabel = "N", converter = AssetUnits.Converter.class,
            description = AssetUnits.DESCRIPTION)
        private BigDecimal units;
    }

    /** Money comes in. */
    @Command(name = "pay-in", mixinStandardHelpOptions = true, description = "Money that a member has paid in.")
    void payIn(
        @Mixin final Given given,
        @Option(names = "--amount", required = true, paramLabel = "ROUBLES", converter = KopecksConverter.class,
            description = "Roubles.")
        final Long kopecks) throws IOException
    {
        take(given.request(InstructionKind.PAY_IN, "", kopecks, false, operators()));
    }

    /** Money goes out. */
    @Command(name = "pay-out", mixinStandardHelpOptions = true, description = "Money that a member wants back.")
    void payOut(
        @Mixin final Given given,
        @Option(names = "--amount", required = true, paramLabel = "ROUBLES", converter = KopecksConverter.class,
            description = "Roubles.")
        final Long kopecks,
        @Option(names = "--despite-default", description = "Although the member is in default.")
        final boolean despiteDefault) throws IOException
    {
        take(given.request(InstructionKind.PAY_OUT, "", kopecks, despiteDefault, operators()));
    }

    /** An asset comes in. */
    @Command(name = "deposit", mixinStandardHelpOptions = true, description = "An asset that a member has brought.")
    void deposit(
        @Mixin final Given given,
        @Mixin final Asset asset) throws IOException
    {
        take(given.request(InstructionKind.DEPOSIT, asset.code, units(asset), false, operators()));
    }

    /** An asset goes out. */
    @Command(name = "withdraw", mixinStandardHelpOptions = true, description = "An asset that a member wants back.")
    void withdraw(
        @Mixin final Given given,
        @Mixin final Asset asset,
        @Option(names = "--despite-default", description = "Although the member is in default.")
        final boolean despiteDefault) throws IOException
    {
        take(given.request(InstructionKind.WITHDRAW, asset.code, units(asset), despiteDefault, operators()));
    }

    /** The whole book. */
    @Command(name = "list", mixinStandardHelpOptions = true,
        description = "Shows the book: what waits for the next run, what was done and what was refused.")
    void list() throws IOException
    {
        final PrintWriter out = out();
        final AssetUnits units = AssetUnits.of(dataDir);
        for (final FundsService.Line line : service().lines())
        {
            out.println(text(line.instruction(), units) + "  " + line.state());
        }
    }

    private long units(final Asset asset) throws IOException
    {
        return AssetUnits.of(dataDir).counted(asset.code, asset.units);
    }

    private FundsService service()
    {
        return new FundsService(VenueClearing.baseDir(dataDir), System::currentTimeMillis, this::operators);
    }

    private Operators operators()
    {
        return VenueOperators.read(dataDir);
    }

    private void take(final InstructionRequest request) throws IOException
    {
        final PrintWriter out = out();
        out.println("taken      " + text(service().take(request), AssetUnits.of(dataDir)));
    }

    private static String text(final Instruction line, final AssetUnits units)
    {
        final String amount = line.kind().isMoney() ?
            KopecksConverter.roubles(line.amount()) : units.text(line.asset(), line.amount());
        return line.seq() + "  " + line.kind() + "  " + line.client() + "  " + amount + "  " + line.reference();
    }
}
