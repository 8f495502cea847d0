// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.operator;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.collateral.AccountFunds;
import io.bourse.clearing.collateral.Asset;
import io.bourse.clearing.collateral.AssetKind;
import io.bourse.clearing.collateral.CallsFile;
import io.bourse.clearing.collateral.JudgedCall;
import io.bourse.clearing.collateral.MarginCall;
import io.bourse.clearing.defaults.DefaultBook;
import io.bourse.clearing.funds.BookHead;
import io.bourse.clearing.funds.CallCover;
import io.bourse.clearing.funds.FundsFile;
import io.bourse.clearing.funds.FundsParameters;
import io.bourse.clearing.funds.Instruction;
import io.bourse.clearing.funds.InstructionBook;
import io.bourse.clearing.funds.InstructionOutcome;
import io.bourse.clearing.funds.InstructionRequest;
import io.bourse.clearing.funds.InstructionsFile;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.run.audit.ClearingAuditTrail;
import io.bourse.clearing.run.audit.InstructionSignatures;
import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.clearing.run.step.RunDefaults;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunStore;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.verify.RunPlace;
import io.bourse.clearing.verify.RunTablesOnDisk;
import io.bourse.engine.protocol.AccountCode;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Where instructions about money and assets are given, and calls are looked at. Works on files, the venue may run or
 * not. What goes out is held against the last published run and what was asked for since; the run that takes the
 * instruction does it again, with what the register itself has.
 *
 * @param baseDir of the runs.
 * @param clockMs milliseconds since 1970.
 * @param operators register of the venue: whose approvals count.
 */
public record FundsService(Path baseDir, LongSupplier clockMs, Supplier<Operators> operators)
{
    private static final int CLEARING_FIRM_LENGTH = 2;

    /** To be looked at only. */
    public FundsService(final Path baseDir, final LongSupplier clockMs)
    {
        this(baseDir, clockMs, () -> Operators.NONE);
    }

    private InstructionBook book()
    {
        return new InstructionBook(baseDir, () -> TimeUnit.MILLISECONDS.toNanos(clockMs.getAsLong()));
    }

    /**
     * Takes an instruction of an operator into the book, without a second person.
     *
     * @param request what is asked for.
     * @param signer who gives it; null in a venue without operators.
     * @return line of the book; the one that is there already, if the reference is known.
     * @throws IOException when files cannot be read or written.
     * @throws io.bourse.clearing.ApprovalException when the operator has no role for it.
     * @throws PreconditionException when less is free than is to go out, the member is in default, or another
     *     instruction has the reference.
     */
    public Instruction take(final InstructionRequest request, final OperatorSigner signer) throws IOException
    {
        if (null == signer)
        {
            return take(request, null, null, Map.of());
        }
        operators.get().requireInstructor(signer.name());
        return take(request, signer, null, Map.of("key", signer.fingerprint()));
    }

    /**
     * The same for the operator who enters it.
     *
     * @param signer who enters and signs it; null in a venue without operators.
     * @param approved number of the request that the signer has approved; null for none.
     * @param signed arguments of the line of the audit trail that say who has signed.
     */
    Instruction take(
        final InstructionRequest request,
        final OperatorSigner signer,
        final Integer approved,
        final Map<String, String> signed) throws IOException
    {
        final boolean isKnown = isKnown(request);
        if (!isKnown)
        {
            requirePossible(request);
        }
        final Instruction line = book().append(request, null == signer ?
            UnaryOperator.identity() : InstructionSignatures.signing(operators.get(), signer, approved));
        if (!isKnown)
        {
            final Map<String, String> arguments = arguments(request);
            arguments.putAll(signed);
            new ClearingAuditTrail(baseDir, clockMs)
                .append(line.actor(), "funds " + line.kind(), 0, arguments, "seq " + line.seq());
        }
        return line;
    }

    /** What the audit trail says of an instruction. */
    static Map<String, String> arguments(final InstructionRequest request)
    {
        final Map<String, String> arguments = new TreeMap<>();
        arguments.put("client", request.client());
        arguments.put("asset", request.asset());
        arguments.put("amount", Long.toString(request.amount()));
        arguments.put("reference", request.reference());
        arguments.put("despiteDefault", Boolean.toString(request.despiteDefault()));
        return arguments;
    }

    /** Whether an instruction of the register has the reference. */
    boolean isKnown(final InstructionRequest request) throws IOException
    {
        return book().read().stream().anyMatch(line ->
            line.client().equals(request.client()) && line.reference().equals(request.reference()));
    }

    /**
     * Requires that what goes out may go out now.
     *
     * @throws PreconditionException when less is free, or the member is in default.
     */
    void requirePossible(final InstructionRequest request) throws IOException
    {
        if (request.kind().isOut())
        {
            requireNoDefault(request);
            requireFree(request);
        }
    }

    private void requireNoDefault(final InstructionRequest request) throws IOException
    {
        final List<String> firms = RunDefaults.defaulters(new DefaultBook(baseDir), operators.get());
        if (!request.despiteDefault() && firms.stream().anyMatch(request.client()::startsWith))
        {
            throw new PreconditionException("the member is in default, nothing goes out unless it is said so: client=" +
                request.client() + " defaultingFirms=" + firms);
        }
    }

    private void requireFree(final InstructionRequest request) throws IOException
    {
        final RunDirectory last = last();
        if (null == last)
        {
            return;
        }
        final FundsFile funds = last.read(FundsFile.FILE_NAME, FundsFile.class);
        final InstructionsFile taken = last.read(InstructionsFile.FILE_NAME, InstructionsFile.class);
        final String settlementAccount = settlementAccount(funds, request.client());
        final AccountFunds account = funds.account(settlementAccount);
        long free = null == account ? 0 : account.free();
        long units = request.kind().isMoney() ? 0 : units(last, taken, request);
        for (final Instruction line : book().between(BookHead.parse(taken.upTo()), book().head()))
        {
            final long signed = line.kind().isOut() ? -line.amount() : line.amount();
            if (line.kind().isMoney() && settlementAccount.equals(settlementAccount(funds, line.client())))
            {
                free = Math.addExact(free, signed);
            }
            if (line.asset().equals(request.asset()) && line.client().equals(request.client()))
            {
                units = Math.addExact(units, signed);
            }
        }
        final long there = request.kind().isMoney() ? free : units;
        if (there < request.amount())
        {
            throw new PreconditionException("less is free than is to go out: client=" + request.client() +
                " settlementAccount=" + settlementAccount + " asset=" + request.asset() + " amount=" +
                text(request, taken, request.amount()) + " free=" + text(request, taken, there) + " runId=" +
                last.runId());
        }
    }

    /** Roubles and currencies with their hundredths after a point, securities in pieces. */
    private static String text(final InstructionRequest request, final InstructionsFile taken, final long amount)
    {
        final boolean isMoney = request.kind().isMoney() || taken.assets().stream().anyMatch(asset ->
            asset.code().equals(request.asset()) && AssetKind.CURRENCY == asset.kind());
        return BigDecimal.valueOf(amount, isMoney ? 2 : 0).toPlainString();
    }

    private long units(
        final RunDirectory run, final InstructionsFile taken, final InstructionRequest request) throws IOException
    {
        long units = 0;
        try (RunTablesOnDisk tables = RunTablesOnDisk.open(new RunPlace(baseDir, run.name())))
        {
            final Table pledges = tables.table(RunTables.PLEDGES);
            for (long row = 0; row < pledges.rows(); row++)
            {
                final Asset asset = taken.assets().get(pledges.ints(RunTables.PLEDGE_ASSET).get(row));
                final int account = pledges.ints(RunTables.PLEDGE_ACCOUNT).get(row);
                if (asset.code().equals(request.asset()) && tables.accountName(account).equals(request.client()))
                {
                    units += pledges.longs(RunTables.PLEDGE_UNITS).get(row);
                }
            }
        }
        return units;
    }

    private static String settlementAccount(final FundsFile funds, final String client)
    {
        return funds.firms().getOrDefault(
            client.substring(0, AccountCode.BROKERAGE_FIRM_LENGTH), client.substring(0, CLEARING_FIRM_LENGTH));
    }

    /** The last published run that has funds; null when there is none. */
    private RunDirectory last() throws IOException
    {
        final List<RunDirectory> runs = published();
        return runs.isEmpty() ? null : runs.getLast();
    }

    /**
     * Kinds of assets: those of parameters, and those that the last published run knew.
     *
     * @param parameters of funds.
     * @return kinds by code.
     * @throws IOException when files cannot be read.
     */
    public SortedMap<String, AssetKind> assetKinds(final FundsParameters parameters) throws IOException
    {
        final SortedMap<String, AssetKind> kinds = new TreeMap<>();
        final RunDirectory last = last();
        if (null != last)
        {
            last.find(InstructionsFile.FILE_NAME, InstructionsFile.class)
                .ifPresent(taken -> taken.assets().forEach(asset -> kinds.put(asset.code(), asset.kind())));
        }
        parameters.assets().forEach((code, asset) -> kinds.put(code, asset.kind()));
        return kinds;
    }

    private List<RunDirectory> published() throws IOException
    {
        return new RunStore(baseDir).published().stream()
            .filter(run -> Files.exists(run.file(FundsFile.FILE_NAME))).toList();
    }

    /**
     * The book with what became of each line.
     *
     * @return lines in the order of the book.
     * @throws IOException when files cannot be read.
     */
    public List<Line> lines() throws IOException
    {
        final Map<Long, String> states = new TreeMap<>();
        for (final RunDirectory run : published())
        {
            for (final InstructionOutcome outcome :
                run.read(InstructionsFile.FILE_NAME, InstructionsFile.class).outcomes())
            {
                states.put(outcome.seq(), outcome.isDone() ?
                    "DONE run " + run.runId() : "REFUSED run " + run.runId() + ": " + outcome.refusal());
            }
        }
        final List<Line> lines = new ArrayList<>();
        for (final Instruction instruction : book().read())
        {
            lines.add(new Line(instruction, states.getOrDefault(instruction.seq(), "WAITING")));
        }
        return List.copyOf(lines);
    }

    /**
     * Calls of the last published run, earlier ones that are not judged yet, and those that it has judged.
     *
     * @return by number.
     * @throws IOException when files cannot be read.
     */
    public List<CallStatus> calls() throws IOException
    {
        final RunDirectory last = last();
        if (null == last)
        {
            return List.of();
        }
        final CallsFile file = last.read(CallsFile.FILE_NAME, CallsFile.class);
        final FundsFile funds = last.read(FundsFile.FILE_NAME, FundsFile.class);
        final InstructionsFile taken = last.read(InstructionsFile.FILE_NAME, InstructionsFile.class);
        final List<Instruction> done = lines().stream()
            .filter(line -> !line.state().startsWith("REFUSED")).map(Line::instruction).toList();
        final long nowNs = TimeUnit.MILLISECONDS.toNanos(clockMs.getAsLong());
        final List<CallStatus> calls = new ArrayList<>();
        for (final JudgedCall judged : file.judged())
        {
            calls.add(judgedStatus(judged));
        }
        final List<MarginCall> open = new ArrayList<>(file.open());
        open.addAll(file.raised());
        final CallCover cover =
            new CallCover(open, done, taken.assets(), client -> settlementAccount(funds, client));
        for (final MarginCall call : open)
        {
            final long covered = cover.kopecks(call);
            final CallState state = covered >= call.kopecks() ? CallState.MET :
                nowNs > call.deadlineNs() ? CallState.MISSED : CallState.OPEN;
            calls.add(new CallStatus(call, covered, state));
        }
        return List.copyOf(calls);
    }

    /**
     * Calls that a settlement account has missed: those that a run has judged so, and open ones whose deadline passed.
     *
     * @param settlementAccount code.
     * @return by run.
     * @throws IOException when files cannot be read.
     */
    public List<CallStatus> missed(final String settlementAccount) throws IOException
    {
        final List<CallStatus> missed = new ArrayList<>();
        final List<RunDirectory> runs = published();
        for (final RunDirectory run : runs.subList(0, Math.max(0, runs.size() - 1)))
        {
            for (final JudgedCall judged : run.read(CallsFile.FILE_NAME, CallsFile.class).judged())
            {
                missed.add(judgedStatus(judged));
            }
        }
        missed.addAll(calls());
        return missed.stream()
            .filter(call -> CallState.MISSED == call.state() &&
                call.call().settlementAccount().equals(settlementAccount))
            .toList();
    }

    private static CallStatus judgedStatus(final JudgedCall judged)
    {
        return new CallStatus(
            judged.call(), judged.coveredKopecks(), judged.isMissed() ? CallState.MISSED : CallState.MET);
    }

    /**
     * A line of the book.
     *
     * @param instruction that was given.
     * @param state WAITING, or the run that has done or refused it.
     */
    public record Line(Instruction instruction, String state)
    {
    }

    /** What has become of a call. */
    public enum CallState
    {
        /** There is time left. */
        OPEN,
        /** Enough has come in. */
        MET,
        /** The deadline has passed. */
        MISSED
    }

    /**
     * A call and what has come in for it.
     *
     * @param call of a run.
     * @param coveredKopecks what has come in.
     */
    public record CallStatus(MarginCall call, long coveredKopecks, CallState state)
    {
    }
}
