// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.funds.Instruction;
import io.bourse.clearing.funds.InstructionKind;
import io.bourse.clearing.funds.InstructionRequest;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.clearing.run.audit.PayOutRequest;
import io.bourse.clearing.run.operator.FundsService;
import io.bourse.clearing.run.operator.PayOuts;
import io.bourse.deploy.cli.clearing.defaults.AssetUnits;
import io.bourse.deploy.cli.support.ActingOperator;
import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.KopecksConverter;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.VenueOperators;
import io.bourse.deploy.operators.forms.Forms;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Money and assets that members bring and take.
 */
@Command(
    name = "funds",
    description = {
        "Takes members' instructions about money and assets into the book; the next run does what is free then.",
        "What goes out is entered when a second person has approved it, see `bourse clearing funds approve`.",
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
            final OperatorSigner signer)
        {
            return new InstructionRequest(
                kind, client, asset, amount, reference, operator.name(signer), despiteDefault);
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
        take(given, InstructionKind.PAY_IN, "", kopecks, false);
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
        take(given, InstructionKind.PAY_OUT, "", kopecks, despiteDefault);
    }

    /** An asset comes in. */
    @Command(name = "deposit", mixinStandardHelpOptions = true, description = "An asset that a member has brought.")
    void deposit(
        @Mixin final Given given,
        @Mixin final Asset asset) throws IOException
    {
        take(given, InstructionKind.DEPOSIT, asset.code, units(asset), false);
    }

    /** An asset goes out. */
    @Command(name = "withdraw", mixinStandardHelpOptions = true, description = "An asset that a member wants back.")
    void withdraw(
        @Mixin final Given given,
        @Mixin final Asset asset,
        @Option(names = "--despite-default", description = "Although the member is in default.")
        final boolean despiteDefault) throws IOException
    {
        take(given, InstructionKind.WITHDRAW, asset.code, units(asset), despiteDefault);
    }

    /** The second pair of eyes. */
    @Command(
        name = "approve",
        mixinStandardHelpOptions = true,
        description = {
            "Shows a request of `pay-out` or `withdraw`, or approves or refuses it. Approved, it is in the book at " +
                "once.",
            "An approval is bound to the SHA-256 of what was shown and may not come from who asked."})
    void approve(
        @Parameters(paramLabel = "N", description = "Number of the request, see `list`.") final int number,
        @Mixin final ActingOperator operator,
        @Option(names = "--show", description = "Only show what is to be approved.") final boolean isShown,
        @Option(names = "--refuse", description = "Refuse it for good.") final boolean isRefused,
        @Option(names = "--sha256", paramLabel = "DIGITS",
            description = "Digest of what was looked at, or at least its first eight digits.") final String sha256)
        throws IOException
    {
        final PrintWriter out = out();
        final PayOuts payOuts = new PayOuts(service());
        if (isShown)
        {
            out.println(Files.readString(payOuts.shown(number)));
            return;
        }
        final PayOuts.Answer answer =
            payOuts.answer(number, operator.approving(operators()), !isRefused, sha256);
        out.println((isRefused ? "refused    " : "approved   ") + "request " + number + " sha256=" +
            answer.approval().sha256());
        if (null != answer.instruction())
        {
            out.println("taken      " + text(answer.instruction(), AssetUnits.of(dataDir)));
        }
    }

    /** The whole book. */
    @Command(name = "list", mixinStandardHelpOptions = true,
        description = {
            "Shows the book: what waits for the next run, what was done and what was refused;",
            "then the requests that wait for a person."})
    void list() throws IOException
    {
        final PrintWriter out = out();
        final AssetUnits units = AssetUnits.of(dataDir);
        for (final FundsService.Line line : service().lines())
        {
            out.println(text(line.instruction(), units) + "  " + line.state());
        }
        for (final PayOutRequest request : new PayOuts(service()).waiting())
        {
            out.println(text(request, units) + "  by " + request.instruction().actor() + "  WAITS FOR A PERSON");
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

    private void take(
        final Given given,
        final InstructionKind kind,
        final String asset,
        final long amount,
        final boolean despiteDefault) throws IOException
    {
        final OperatorSigner signer = given.operator.acting(operators());
        final InstructionRequest request = given.request(kind, asset, amount, despiteDefault, signer);
        final AssetUnits units = AssetUnits.of(dataDir);
        if (kind.isOut() && VenueClearing.approvalPolicy(dataDir).needs(ApprovalStep.PAY_OUT, true))
        {
            final PayOutRequest waiting = new PayOuts(service()).ask(request, signer);
            if (null != waiting)
            {
                throw new ApprovalException("a second person has to approve this, it is not in the book yet: " +
                    text(waiting, units) + "; look at it with --show, then: `bourse clearing funds approve " +
                    waiting.number() + " --as NAME --data " + dataDir + "`");
            }
        }
        out().println("taken      " + text(service().take(request, signer), units));
    }

    private static String text(final PayOutRequest request, final AssetUnits units)
    {
        final InstructionRequest line = request.instruction();
        return "request " + request.number() + "  " +
            text(line.kind(), line.client(), line.asset(), line.amount(), line.reference(), units);
    }

    private static String text(final Instruction line, final AssetUnits units)
    {
        return line.seq() + "  " +
            text(line.kind(), line.client(), line.asset(), line.amount(), line.reference(), units);
    }

    private static String text(
        final InstructionKind kind,
        final String client,
        final String asset,
        final long amount,
        final String reference,
        final AssetUnits units)
    {
        return kind + "  " + client + "  " + (kind.isMoney() ? Forms.roubles(amount) :
            units.text(asset, amount)) + "  " + reference;
    }
}
