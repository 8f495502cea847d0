// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.funds.InstructionKind;
import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.clearing.run.audit.PayOutRequest;
import io.bourse.clearing.run.operator.FundsService;
import io.bourse.clearing.run.operator.PayOuts;
import io.bourse.deploy.cli.support.ActingOperator;
import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.KopecksConverter;
import io.bourse.deploy.cli.support.UnitsConverter;
import io.bourse.deploy.config.Markets;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.VenueOperators;
import io.bourse.deploy.operators.clearing.AssetUnits;
import io.bourse.deploy.operators.clearing.GiveInstruction;
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
import java.util.Map;

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
    private Path venueDir;

    @Option(names = "--market", paramLabel = "CODE", scope = CommandLine.ScopeType.INHERIT,
        description = "The market of a venue of several.")
    private String market;

    /** What every instruction says. */
    private static final class Given
    {
        @Option(names = "--client", required = true, paramLabel = "CODE", description = "Register.")
        private String client;

        @Option(names = "--reference", required = true, paramLabel = "TEXT", description = "Reference of the member.")
        private String reference;

        @Mixin private ActingOperator operator;
    }

    /** What is brought or taken that is not money. */
    private static final class Asset
    {
        @Option(names = "--asset", required = true, paramLabel = "CODE", description = "Asset.")
        private String code;

        @Option(names = "--units", required = true, paramLabel = "N", converter = UnitsConverter.class,
            description = UnitsConverter.DESCRIPTION)
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
        take(given, InstructionKind.PAY_IN, kopecks, null, false);
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
        take(given, InstructionKind.PAY_OUT, kopecks, null, despiteDefault);
    }

    /** An asset comes in. */
    @Command(name = "deposit", mixinStandardHelpOptions = true, description = "An asset that a member has brought.")
    void deposit(
        @Mixin final Given given,
        @Mixin final Asset asset) throws IOException
    {
        take(given, InstructionKind.DEPOSIT, null, asset, false);
    }

    /** An asset goes out. */
    @Command(name = "withdraw", mixinStandardHelpOptions = true, description = "An asset that a member wants back.")
    void withdraw(
        @Mixin final Given given,
        @Mixin final Asset asset,
        @Option(names = "--despite-default", description = "Although the member is in default.")
        final boolean despiteDefault) throws IOException
    {
        take(given, InstructionKind.WITHDRAW, null, asset, despiteDefault);
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
            out.println("taken      " + AssetUnits.of(dataDir()).text(answer.instruction()));
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
        final AssetUnits units = AssetUnits.of(dataDir());
        for (final FundsService.Line line : service().lines())
        {
            out.println(units.text(line.instruction()) + "  " + line.state());
        }
        for (final PayOutRequest request : new PayOuts(service()).waiting())
        {
            out.println(units.text(request) + "  by " + request.instruction().actor() + "  WAITS FOR A PERSON");
        }
    }

    private FundsService service()
    {
        return new FundsService(VenueClearing.baseDir(dataDir()), System::currentTimeMillis, this::operators);
    }

    private Operators operators()
    {
        return VenueOperators.read(dataDir());
    }

    private void take(
        final Given given,
        final InstructionKind kind,
        final Long kopecks,
        final Asset asset,
        final boolean despiteDefault) throws IOException
    {
        final OperatorSigner signer = given.operator.acting(operators());
        final GiveInstruction.Entered entered = form(() -> new GiveInstruction(kind, given.client, kopecks,
            null == asset ? null : asset.code, null == asset ? null : asset.units, given.reference, despiteDefault))
            .enter(dataDir(), given.operator.name(signer), signer);
        final AssetUnits units = AssetUnits.of(dataDir());
        if (null != entered.request())
        {
            throw new ApprovalException("a second person has to approve this, it is not in the book yet: " +
                units.text(entered.request()) + "; look at it with --show, then: `bourse clearing funds approve " +
                entered.request().number() + " --as NAME --data " + dataDir() + "`");
        }
        out().println("taken      " + units.text(entered.instruction()));
    }

    /** Money of a register is that of one market. */
    private Path dataDir()
    {
        final Map<String, Path> markets = Markets.in(venueDir);
        final boolean isOne = null == market && markets.isEmpty();
        rejectIf(!isOne && !markets.containsKey(market), "--market must be one of the venue's: market=" + market +
            " markets=" + markets.keySet());
        return isOne ? venueDir : markets.get(market);
    }
}
