// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.step;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.ingest.EngineTotals;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.PostingCode;
import io.bourse.clearing.ledger.RunBooks;
import io.bourse.clearing.ledger.check.CheckInput;
import io.bourse.clearing.ledger.check.CheckResult;
import io.bourse.clearing.ledger.check.MatcherTotals;
import io.bourse.clearing.ledger.check.ObligationChecks;
import io.bourse.clearing.ledger.check.RunChecks;
import io.bourse.clearing.ledger.check.RunTotals;
import io.bourse.clearing.model.Sum128;
import io.bourse.clearing.reconciliation.Reconciliation;
import io.bourse.clearing.reconciliation.ReconciliationResult;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.store.Publication;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.verify.SecondOpinion;
import io.bourse.clearing.verify.SecondOpinionInput;
import io.bourse.clearing.verify.SecondOpinionOptions;
import io.bourse.clearing.verify.SecondOpinionResult;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Everything that the tables of a run are compared with before they are published.
 *
 * @param moved day that the tables are of.
 * @param directory of the tables.
 * @param books tables.
 */
public record RunExamination(Moved moved, Path directory, RunBooks books) implements AutoCloseable
{
    private static final String I6_STREAM = "I6 the event stream fits together";
    private static final String SCRATCH = ".second-opinion";
    private static final String SECOND_OPINION = "second-opinion.json";
    /** With so few rows a sample is not worth its name. */
    private static final int SAMPLE_ONE_IN = SecondOpinionOptions.LIVE_SAMPLE_ONE_IN;
    private static final int MAX_DIFFERENCES = 20;
    private static final int MEMORY_LIMIT_MIB = 2_048;

    /** Checks besides those of every run. */
    @FunctionalInterface
    public interface MoreChecks
    {
        /** What came of them; the tables of the run are written. */
        List<CheckResult> check() throws IOException;
    }

    /** Opens the tables of a run. */
    public static RunExamination open(final Workplace place, final Moved moved) throws IOException
    {
        return new RunExamination(moved, place.tables(), RunBooks.open(place.tables()));
    }

    /**
     * Checks the invariants and writes down what came of each.
     *
     * @param more checks besides those of every run.
     * @return totals of the tables.
     * @throws CheckFailedException of the first that does not hold.
     */
    public RunTotals check(final MoreChecks more) throws IOException
    {
        final RunChecks checks = new RunChecks(checkInput());
        opening().compare().forEach(checks::add);
        checks.add(new CheckResult(
            I6_STREAM, day().tradeCount(), day().anomalies().isEmpty() ? "" : day().anomalies().getFirst()));
        checks.check();
        try (Table obligations = Table.open(directory, RunTables.OBLIGATIONS);
            Table settlements = Table.open(directory, RunTables.SETTLEMENTS))
        {
            ObligationChecks.of(moved.input(), opening().carriedObligations(), obligations, settlements,
                moved.priced().settleDates(), moved.priced().accruedE5()).forEach(checks::add);
        }
        more.check().forEach(checks::add);
        Json.write(directory.resolve(RunDirectory.CHECKS), checks.results());
        checks.requireAll();
        return checks.totals();
    }

    /**
     * Goes through everything that {@link #check}, {@link #compare} and {@link #reconcile} do and judges nothing:
     * the tables of a rehearsal may be those of a few registers only.
     */
    public void rehearse() throws IOException
    {
        final RunTotals counted = new RunChecks(checkInput()).rehearse();
        if (ctx().options().secondOpinionRows() > 0)
        {
            SecondOpinion.compare(
                SecondOpinionInput.of(moved.input(), day().registers()::name), books.positions(), opinionOptions());
        }
        new Reconciliation(checkInput(), counted, opening().earlierBooks())
            .write(directory.resolve(RunDirectory.RECONCILIATION));
    }

    private CheckInput checkInput()
    {
        return new CheckInput(
            moved.input(), books, opening().money(), opening().paidBooks(), matcherTotals(), moved.priced().ended());
    }

    /** At a cut the matcher publishes all that ever traded: the rest is zero. Before it nothing is published. */
    private MatcherTotals matcherTotals()
    {
        if (null == day().openRun())
        {
            return null;
        }
        final int count = moved.priced().contracts().length;
        final long[] trades = new long[count];
        final long[] lots = new long[count];
        final long[] openInterest = new long[count];
        long total = 0;
        for (int i = 0; i < count; i++)
        {
            final EngineTotals totals = day().totals(i);
            if (null != totals)
            {
                trades[i] = totals.sessionTrades();
                lots[i] = totals.sessionLots();
                openInterest[i] = totals.openInterestLots();
                total = Math.addExact(total, totals.totalTrades());
            }
        }
        final boolean isUnknown = !ctx().openingPositions().isEmpty();
        return new MatcherTotals(trades, lots, isUnknown ? null : openInterest, total, day().totalTrades());
    }

    /** The second opinion: other code, other arithmetic, the same columns. */
    public void compare() throws IOException
    {
        final SecondOpinionResult result = SecondOpinion.compare(
            SecondOpinionInput.of(moved.input(), day().registers()::name), books.positions(), opinionOptions());
        Json.write(directory.resolve(SECOND_OPINION), result);
        if (!result.isOk())
        {
            throw new CheckFailedException(SecondOpinionResult.CHECK, result.asCheck().failure());
        }
    }

    private SecondOpinionOptions opinionOptions()
    {
        return new SecondOpinionOptions(
            ctx().options().secondOpinionRows(),
            SAMPLE_ONE_IN,
            MAX_DIFFERENCES,
            ctx().options().threads(),
            MEMORY_LIMIT_MIB,
            directory.resolve(SCRATCH));
    }

    /**
     * Writes the reconciliation reports.
     *
     * @param totals of {@link #check}.
     * @return their lines.
     * @throws CheckFailedException when one has a break.
     */
    public List<String> reconcile(final RunTotals totals) throws IOException
    {
        final List<ReconciliationResult> results = new Reconciliation(checkInput(), totals, opening().earlierBooks())
            .write(directory.resolve(RunDirectory.RECONCILIATION));
        for (final ReconciliationResult result : results)
        {
            if (!result.isOk())
            {
                throw new CheckFailedException(result.name(), result.line());
            }
        }
        return results.stream().map(ReconciliationResult::line).toList();
    }

    /** What is about to be published. */
    public Publication publication(
        final RunDirectory run, final RunTotals totals, final int checks, final List<String> reconciliation)
    {
        return new Publication(
            Publication.FORMAT,
            run.runId(),
            run.kind(),
            day().tradeCount(),
            books.positions().rows(),
            books.ledger().rows(),
            moved.movements().rows(),
            posted(totals),
            checks,
            reconciliation,
            run.state().files());
    }

    /** Kopecks of all postings by code: one side of each is a register's, which receives or pays. */
    public static Map<String, String> posted(final RunTotals totals)
    {
        final Map<String, String> posted = new TreeMap<>();
        for (final PostingCode code : PostingCode.values())
        {
            final Sum128 sum = new Sum128();
            sum.add(totals.received(code));
            sum.add(totals.paid(code));
            posted.put(code.name(), sum.toString());
        }
        return posted;
    }

    /** Files that are finished, besides the tables. */
    public static List<String> files(final ClearingContext ctx, final RunDirectory run) throws IOException
    {
        final List<String> files = new ArrayList<>();
        if (ctx.options().secondOpinionRows() > 0)
        {
            files.add(SECOND_OPINION);
        }
        try (Stream<Path> written = Files.list(run.file(RunDirectory.RECONCILIATION)))
        {
            written.map(file -> RunDirectory.RECONCILIATION + "/" + file.getFileName()).sorted().forEach(files::add);
        }
        return files;
    }

    private ClearingContext ctx()
    {
        return moved.priced().cut().ctx();
    }

    private IngestedDay day()
    {
        return moved.priced().cut().day();
    }

    private Opening opening()
    {
        return moved.priced().cut().opening();
    }

    @Override
    public void close()
    {
        books.close();
    }
}
