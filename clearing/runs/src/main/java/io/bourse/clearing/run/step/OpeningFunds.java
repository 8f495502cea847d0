// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.step;

import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.collateral.Asset;
import io.bourse.clearing.collateral.CallsFile;
import io.bourse.clearing.collateral.CollateralRule;
import io.bourse.clearing.collateral.JudgedCall;
import io.bourse.clearing.collateral.MarginCall;
import io.bourse.clearing.funds.BookHead;
import io.bourse.clearing.funds.CallCover;
import io.bourse.clearing.funds.FundsBefore;
import io.bourse.clearing.funds.FundsFile;
import io.bourse.clearing.funds.FundsParameters;
import io.bourse.clearing.funds.Instruction;
import io.bourse.clearing.funds.InstructionBook;
import io.bourse.clearing.funds.InstructionOutcome;
import io.bourse.clearing.funds.InstructionsFile;
import io.bourse.clearing.funds.TakenBook;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.requirement.LevelMargin;
import io.bourse.clearing.requirement.MarginFigures;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.audit.InstructionSignatures;
import io.bourse.clearing.run.context.ClearingRunOptions;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.table.Table;
import io.bourse.engine.protocol.LimitLevel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What the run before has left of funds, and what stands in the book of instructions since.
 *
 * @param before the last completed run; null when there was none.
 * @param evening the previous evening run; null when there was none.
 * @param book of instructions.
 * @param takenBook how far this run takes it.
 * @param taken what the run before has taken; null when there was none.
 * @param pledges {@code RunTables.PLEDGES} of the run before; null when it has none.
 */
public record OpeningFunds(
    RunDirectory before,
    RunDirectory evening,
    InstructionBook book,
    TakenBook takenBook,
    InstructionsFile taken,
    Table pledges) implements AutoCloseable
{
    /**
     * Opens it.
     *
     * @param before the last completed run; null when there was none.
     * @param evening the previous evening run; null when there was none.
     * @param book of instructions.
     * @param upTo how far this run takes it.
     */
    public static OpeningFunds open(
        final RunDirectory before, final RunDirectory evening, final InstructionBook book, final TakenBook upTo)
        throws IOException
    {
        return new OpeningFunds(before, evening, book, upTo,
            read(before, InstructionsFile.FILE_NAME, InstructionsFile.class),
            null != before && before.has(RunTables.PLEDGES) ? before.open(RunTables.PLEDGES) : null);
    }

    /** Runs from before there were funds have none of the files. */
    private static <T> T read(final RunDirectory run, final String name, final Class<T> type)
    {
        return null == run ? null : run.find(name, type).orElse(null);
    }

    BookHead upTo()
    {
        return takenBook.head();
    }

    BookHead after()
    {
        return null == taken ? BookHead.NONE : BookHead.parse(taken.upTo());
    }

    /**
     * Lines that this run takes.
     *
     * @throws InputCorruptException when the book is not the one that earlier runs have taken.
     */
    List<Instruction> lines() throws IOException
    {
        return book.between(after(), upTo());
    }

    /** Requires that operators stand for the lines that this run takes. */
    void requireSigned(final Path baseDir, final ClearingRunOptions options) throws IOException
    {
        final List<Instruction> lines = lines();
        if (!lines.isEmpty())
        {
            final long lastCutMs = null == before || null == before.state().cut() ? Long.MIN_VALUE :
                TimeUnit.NANOSECONDS.toMillis(before.state().cut().engineTimeNs());
            new InstructionSignatures(baseDir, options.operators().get()).require(
                lines, options.approvalPolicy().needs(ApprovalStep.PAY_OUT, true), lastCutMs);
        }
    }

    /** Lines that earlier runs have refused, as far back as calls are open. */
    Set<Long> refused()
    {
        return null == taken ? Set.of() : taken.refusedLines();
    }

    /** All lines that were taken by this run and earlier ones, without those refused since the first open call. */
    public List<Instruction> done(final List<InstructionOutcome> outcomes) throws IOException
    {
        final Set<Long> refused = new HashSet<>(InstructionsFile.refused(refused(), outcomes, calls()));
        return book.between(BookHead.NONE, upTo()).stream().filter(line -> !refused.contains(line.seq())).toList();
    }

    /** Funds after the run before; null when there was none. */
    FundsFile funds()
    {
        return read(before, FundsFile.FILE_NAME, FundsFile.class);
    }

    /** What the run before has left, with the rule that it has counted cover by; null when there was none. */
    FundsBefore left() throws IOException
    {
        final FundsFile funds = funds();
        if (null == funds)
        {
            return null;
        }
        final Path parameters = before.file(RunDirectory.FUNDS_PARAMETERS);
        final long shareE6 = Files.exists(parameters) ?
            FundsParameters.read(Files.readAllBytes(parameters)).collateralShareE6() : CollateralRule.ONE_E6;
        return new FundsBefore(
            funds, null == taken ? List.of() : taken.assets(), shareE6, Collections.emptySortedMap());
    }

    /** What the matcher reserved of settlement accounts at the margins of the run before; none without margin. */
    Map<String, Long> reserved()
    {
        final MarginFigures margin = read(before, MarginFigures.FILE_NAME, MarginFigures.class);
        return null == margin ? Map.of() : margin.levels().stream()
            .filter(level -> LimitLevel.SETTLEMENT_ACCOUNT == level.level())
            .collect(Collectors.toMap(LevelMargin::code, LevelMargin::matcherKopecks));
    }

    /** Funds after the previous evening run; null when there was none. */
    FundsFile eveningFunds()
    {
        return read(evening, FundsFile.FILE_NAME, FundsFile.class);
    }

    /** Calls of earlier runs that are not judged yet. */
    List<MarginCall> calls()
    {
        final CallsFile calls = read(before, CallsFile.FILE_NAME, CallsFile.class);
        if (null == calls)
        {
            return List.of();
        }
        final List<MarginCall> open = new ArrayList<>(calls.open());
        open.addAll(calls.raised());
        return open;
    }

    /** Those of them that the run has not judged either: they wait for their deadline. */
    List<MarginCall> open(final List<JudgedCall> judged)
    {
        final Set<Long> done = numbers(judged);
        return calls().stream().filter(call -> !done.contains(call.number()))
            .map(call -> call.withCharged(JudgedCall.charged(call, judged))).toList();
    }

    /** The same, each with what calls that are judged now have taken of what came in after it. */
    List<MarginCall> open(final List<JudgedCall> judged, final CallCover cover)
    {
        final Set<Long> done = numbers(judged);
        final List<MarginCall> open = new ArrayList<>();
        for (final MarginCall call : calls())
        {
            if (!done.contains(call.number()))
            {
                open.add(call.withCharged(JudgedCall.charged(call, judged))
                    .withSpent(cover.spentKopecks(call, done)));
            }
        }
        return List.copyOf(open);
    }

    private static Set<Long> numbers(final List<JudgedCall> judged)
    {
        return judged.stream().map(call -> call.call().number()).collect(Collectors.toSet());
    }

    /** What has come in for calls that are open. */
    CallCover cover(
        final List<MarginCall> open,
        final List<InstructionOutcome> outcomes,
        final List<Asset> assets,
        final Function<String, String> settlementAccountOf) throws IOException
    {
        return new CallCover(open, done(outcomes), assets, settlementAccountOf);
    }

    @Override
    public void close()
    {
        if (null != pledges)
        {
            pledges.close();
        }
    }
}
