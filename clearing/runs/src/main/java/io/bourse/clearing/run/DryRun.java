// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.ClearingException;
import io.bourse.clearing.calculation.CalculationMemory;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.ledger.RunBooks;
import io.bourse.clearing.ledger.check.CheckInput;
import io.bourse.clearing.ledger.check.RunChecks;
import io.bourse.clearing.price.ApprovalReason;
import io.bourse.clearing.price.PriceProposal;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.RunSource;
import io.bourse.clearing.run.step.Calculated;
import io.bourse.clearing.run.step.DayAtCut;
import io.bourse.clearing.run.step.Expired;
import io.bourse.clearing.run.step.Funded;
import io.bourse.clearing.run.step.Moved;
import io.bourse.clearing.run.step.Opening;
import io.bourse.clearing.run.step.Priced;
import io.bourse.clearing.run.step.RunDefaults;
import io.bourse.clearing.run.step.RunExamination;
import io.bourse.clearing.run.step.RunMargin;
import io.bourse.clearing.run.step.RunPrices;
import io.bourse.clearing.run.step.Workplace;
import io.bourse.clearing.run.step.Written;
import io.bourse.clearing.run.store.Publication;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunIds;
import io.bourse.clearing.run.store.RunLock;
import io.bourse.clearing.run.store.RunStore;
import io.bourse.clearing.verify.SecondOpinion;
import io.bourse.clearing.verify.SecondOpinionInput;
import io.bourse.clearing.verify.SecondOpinionOptions;
import io.bourse.engine.protocol.ClearingKind;
import org.agrona.IoUtil;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The whole calculation against the stream as it is now, or as it was at a cursor, into a scratch directory: nothing is
 * suspended, nothing posted, nothing published. Allowed while trading goes on.
 */
public final class DryRun
{
    /** Directory of dry runs in the base directory. */
    public static final String DIRECTORY = "dry-run";

    private static final long END = -1;
    private static final String INGEST = "ingest";
    private static final String SCRATCH = ".second-opinion";

    private final ClearingContext ctx;
    private final ClearingKind kind;
    private boolean isProved;

    private DryRun(final ClearingContext ctx, final ClearingKind kind)
    {
        this.ctx = ctx;
        this.kind = kind;
    }

    /**
     * Does a dry run.
     *
     * @param ctx options.
     * @param kind of the run that it stands for.
     * @return what it would come to.
     * @throws ClearingException when it cannot be calculated.
     */
    public static DryRunResult run(final ClearingContext ctx, final ClearingKind kind)
    {
        return run(ctx, kind, END);
    }

    /**
     * Does a dry run as if the stream had been cut somewhere else than where it ends now. The stream is read again from
     * its beginning. What counts as earlier runs is what had been completed there; instructions of the book of funds
     * and plans of defaults are those of now.
     *
     * @param ctx options.
     * @param kind of the run that it stands for.
     * @param cutCursor event stream position in bytes, where a transaction ends; below 0: the end.
     * @return what it would come to.
     * @throws ClearingException when it cannot be calculated.
     */
    public static DryRunResult run(final ClearingContext ctx, final ClearingKind kind, final long cutCursor)
    {
        final Path ingest = ctx.baseDir().resolve(DIRECTORY).resolve(INGEST);
        // Not the base directory: a run whose time has come does not wait for this.
        try (RunLock lock = RunLock.acquire(ctx.baseDir().resolve(DIRECTORY)))
        {
            // Of a dry run that was killed.
            IoUtil.delete(ingest.toFile(), true);
            try (RunSource source = RunSource.of(ctx);
                IngestedDay day = cutCursor < 0 ? source.catchUp() : source.dayUpTo(cutCursor, ingest))
            {
                return new DryRun(ctx, kind).run(day);
            }
            finally
            {
                IoUtil.delete(ingest.toFile(), true);
            }
        }
        catch (final IOException ex)
        {
            throw new ClearingException(ClearingException.EXIT_IO,
                "clearing cannot read or write its files: baseDir=" + ctx.baseDir() + " reason=\"" + ex + "\"", ex);
        }
    }

    private DryRunResult run(final IngestedDay day) throws IOException
    {
        RunPlanner.requireDate(day);
        return run(day, ctx.baseDir().resolve(DIRECTORY).resolve(day.tradingDate() + "-" + RunIds.letter(kind)));
    }

    /**
     * A dry run that the second opinion has gone over, every register of it.
     *
     * @param directory to be made.
     */
    static DryRunResult proved(
        final ClearingContext ctx, final ClearingKind kind, final IngestedDay day, final Path directory)
        throws IOException
    {
        final DryRun proved = new DryRun(ctx, kind);
        proved.isProved = true;
        return proved.run(day, directory);
    }

    private DryRunResult run(final IngestedDay day, final Path directory) throws IOException
    {
        final RunStore store = new RunStore(ctx.baseDir());
        DurableFile.createDirectories(directory);
        try (Opening opening = Opening.open(
            ctx, store, day, 0, ctx.instructions().take(), directory.resolve(Opening.MERGED));
            Workplace place = new Workplace(directory, new CalculationMemory(), DryRun::ignore))
        {
            opening.requireUnchanged();
            opening.requireSigned();
            opening.compare();
            final PriceProposal proposal = RunPrices.fix(ctx, day, kind);
            DurableFile.write(directory.resolve(RunDirectory.PRICES_JSON), proposal.json());
            RunPrices.writeCsv(directory.resolve(RunDirectory.PRICES_CSV), proposal);
            final Priced priced = Priced.of(new DayAtCut(ctx, kind, day, opening), proposal);
            final RunDefaults.Taken defaults = RunDefaults.pending(ctx.baseDir(), ctx.options().operators().get());
            priced.requireCleared();
            final Written written = Written.of(place, Calculated.of(place,
                Funded.of(place, Expired.of(place, priced, defaults))));
            written.sync();
            final RunMargin margin = RunMargin.of(priced);
            if (null != margin)
            {
                margin.write(directory);
            }
            return result(store, directory, written.moved());
        }
    }

    /** A dry run has no progress to report. */
    private static void ignore(final long units)
    {
        assert units >= 0;
    }

    private DryRunResult result(final RunStore store, final Path directory, final Moved moved) throws IOException
    {
        final IngestedDay day = moved.priced().cut().day();
        final Opening opening = moved.priced().cut().opening();
        final PriceProposal proposal = moved.priced().proposal();
        try (RunBooks books = RunBooks.open(directory))
        {
            final RunChecks checks = new RunChecks(new CheckInput(
                moved.input(), books, opening.money(), opening.paidBooks(), null, moved.priced().ended()));
            opening.compare().forEach(checks::add);
            checks.check();
            if (isProved)
            {
                checks.add(SecondOpinion.compare(
                    SecondOpinionInput.of(moved.input(), day.registers()::name), books.positions(),
                    SecondOpinionOptions.full(directory.resolve(SCRATCH))).asCheck());
            }
            Json.write(directory.resolve(RunDirectory.CHECKS), checks.results());
            final List<RunDirectory> runs = store.runsOf(day.tradingDate()).stream()
                .filter(run -> run.phase().isPublished()).toList();
            final RunDirectory last = runs.isEmpty() ? null : runs.getLast();
            return new DryRunResult(
                directory,
                proposal.prices(),
                proposal.approvals().stream().map(ApprovalReason::text).toList(),
                checks.results(),
                day.tradeCount(),
                books.positions().rows(),
                RunExamination.posted(checks.totals()),
                null == last ? 0 : last.runId(),
                null == last ? Map.of() :
                    last.read(RunDirectory.PUBLICATION, Publication.class).postedKopecks());
        }
    }
}
