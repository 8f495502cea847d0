// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.collateral.CallsFile;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.IngestedDays;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.check.CheckResult;
import io.bourse.clearing.ledger.check.Reversals;
import io.bourse.clearing.price.PriceProposal;
import io.bourse.clearing.requirement.MatcherLimits;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.RunSource;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.clearing.run.step.CallTimes;
import io.bourse.clearing.run.step.Checked;
import io.bourse.clearing.run.step.DayAtCut;
import io.bourse.clearing.run.step.Moved;
import io.bourse.clearing.run.step.Opening;
import io.bourse.clearing.run.step.RunDefaults;
import io.bourse.clearing.run.step.RunMargin;
import io.bourse.clearing.run.store.ReportStore;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunLock;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.clearing.run.store.RunStore;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;
import io.bourse.clearing.verify.CorrectionFile;
import io.bourse.engine.protocol.ClearingKind;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * What only the correction of a published run does, see {@link RunSteps#CORRECTION}: takes all its postings back and
 * posts what should have been posted, from the same cut and the same beginning, with other prices or parameters. The
 * corrected run stays as it is; from the publication on the correction is what later runs begin with.
 */
final class CorrectionRun
{
    /** Digest of the table among the files of the run. */
    private static final String REVERSED_LEDGER = RunDirectory.manifestOf(RunTables.REVERSED_LEDGER);
    private static final String REVERSED_PAYMENTS = RunDirectory.manifestOf(RunTables.REVERSED_PAYMENTS);

    private CorrectionRun()
    {
    }

    /**
     * Corrects a run.
     *
     * @param ctx with the options of the corrected run, but for what is corrected.
     * @param source of the stream, with its engine.
     * @param kind of the run.
     * @param runId of the run that is to be corrected; of the correction when it is taken up.
     * @param reason in words; null takes up a correction with the one that an earlier attempt has written.
     */
    static RunResult run(
        final ClearingContext ctx,
        final RunSource source,
        final ClearingKind kind,
        final long runId,
        final String reason)
    {
        final Run.Request request = new Run.Request(ctx, source, kind);
        final CorrectionPlanner planner = new CorrectionPlanner(request.store());
        return Run.attempt(request,
            now -> null == reason ? planner.resume(runId, now) : planner.plan(runId, now).because(reason),
            RunSteps.CORRECTION);
    }

    /** Reports of the corrected run must not get another revision: those of the correction come after them. */
    static <O> Step<IngestedDay, O> whileCorrectedIsLocked(final Step<IngestedDay, O> work)
    {
        return (run, now) ->
        {
            final RunLock lock;
            try
            {
                lock = run.directory.phase().isAtLeast(RunPhase.PUBLISHED) ?
                    null : RunLock.acquire(run.plan.corrected().path());
            }
            catch (final IOException | RuntimeException ex)
            {
                now.close();
                throw ex;
            }
            try (lock)
            {
                return work.apply(run, now);
            }
        };
    }

    static DayAtCut prepare(final Run run, final IngestedDay now) throws IOException
    {
        final ClearingContext ctx = run.ctx;
        final RunDirectory corrected = run.plan.corrected();
        final RunRecord.Cut cut = corrected.state().cut();
        run.note("correct", Map.of(
            "correctedRunId", Long.toString(corrected.runId()),
            "originalRunId", Long.toString(run.plan.originalRunId()),
            "reason", reason(run)), "phase " + run.directory.phase());
        corrected.requireUnchanged();
        run.inputs.requireSameBeginning();
        final IngestedDay day =
            run.keep(IngestedDays.open(ctx.baseDir().resolve(ClearingContext.INGEST_DIRECTORY), cut.cursor()));
        run.meter.volumes(day.tradeCount(), day.registers().size());
        final Opening opening = run.keep(
            Opening.open(ctx, run.store, day, run.plan.originalRunId(), run.inputs.book(false)));
        opening.requireUnchanged();
        if (!run.journal.isAtLeast(RunPhase.PUBLISHED))
        {
            opening.requireSigned();
        }
        opening.compare();
        if (run.journal.isAtLeast(RunPhase.CHECKED))
        {
            if (null != run.plan.reason() || !run.journal.isAtLeast(RunPhase.PUBLISHED))
            {
                run.inputs.requireSame();
                requireSameReason(run);
            }
            if (!run.journal.isAtLeast(RunPhase.PUBLISHING))
            {
                requireSameRevision(run);
            }
            run.directory.requireUnchanged();
        }
        else
        {
            takeUp(run, day, opening, cut);
        }
        return new DayAtCut(ctx, run.kind, day, opening);
    }

    private static String reason(final Run run)
    {
        final String reason = run.plan.reason();
        return null == reason ? run.directory.correction().reason() : reason;
    }

    /** The approval binds the reason that members get: it cannot change any more. */
    private static void requireSameReason(final Run run)
    {
        final String written = run.directory.correction().reason();
        if (!written.equals(reason(run)))
        {
            throw new PreconditionException("an earlier attempt has come to its result with another reason, resume " +
                "it: runId=" + run.plan.runId() + " written=\"" + written + "\" given=\"" + reason(run) + "\"");
        }
    }

    /** Members may have reports of the corrected run by now that were not there when the correction was numbered. */
    private static void requireSameRevision(final Run run) throws IOException
    {
        final int written = run.directory.correction().revision();
        if (written != revision(run))
        {
            throw new PreconditionException("reports of the corrected run were written since the correction began, " +
                "abort it and correct the run anew: runId=" + run.plan.runId() + " revision=" + written +
                " nextRevision=" + revision(run));
        }
    }

    /** Parameters may still be put right before the tables are written; other ones make earlier prices worthless. */
    private static void takeUp(
        final Run run, final IngestedDay day, final Opening opening, final RunRecord.Cut cut) throws IOException
    {
        final RunDirectory directory = run.directory;
        final RunDirectory corrected = run.plan.corrected();
        final boolean isPriced = run.journal.isAtLeast(RunPhase.PRICES_PROPOSED) && run.inputs.isSame() &&
            directory.correction().reason().equals(reason(run)) &&
            directory.correction().revision() == revision(run);
        if (isPriced)
        {
            return;
        }
        directory.create();
        run.journal.cut(cut);
        if (RunPhase.NONE != directory.phase())
        {
            run.journal.restart(RunPhase.CORRECTING);
        }
        new CorrectionFile(
            CorrectionFile.FORMAT,
            directory.runId(),
            corrected.runId(),
            corrected.name(),
            run.plan.originalRunId(),
            reason(run),
            run.ctx.options().requester(),
            revision(run),
            Math.max(cut.engineTimeNs(), TimeUnit.MILLISECONDS.toNanos(run.ctx.options().clockMs().getAsLong())))
            .write(directory.path());
        run.inputs.write(day, opening, RunDefaults.of(corrected));
        Reversals.write(corrected.path(), directory.path());
        final List<String> files = new ArrayList<>(Arrays.asList(run.inputs.files()));
        files.add(CorrectionFile.FILE_NAME);
        files.add(REVERSED_LEDGER);
        if (directory.has(RunTables.REVERSED_PAYMENTS))
        {
            files.add(REVERSED_PAYMENTS);
        }
        run.journal.enter(RunPhase.CORRECTING, RunPhase.CORRECTING, files);
    }

    /** After all that members may have of the corrected run. */
    private static int revision(final Run run) throws IOException
    {
        final RunDirectory corrected = run.plan.corrected();
        return Math.max(new ReportStore(corrected).lastRevision(run.keys), corrected.firstRevision()) + 1;
    }

    /**
     * No member can meet a call in time that was not made: only what the corrected run has asked for keeps its time.
     */
    static CallTimes callTimes(final Run run)
    {
        final RunDirectory corrected = run.plan.corrected();
        return new CallTimes(
            Math.max(corrected.state().cut().engineTimeNs(), run.directory.correction().calledNs()),
            corrected.find(CallsFile.FILE_NAME, CallsFile.class).map(CallsFile::raised).orElse(List.of()));
    }

    static List<CheckResult> checkReversal(final Run run, final Moved moved) throws IOException
    {
        requireSameMovements(run);
        requireSamePlans(run);
        return Reversals.check(
            run.plan.corrected().path(), run.tables(), moved.priced().cut().day().registers());
    }

    /**
     * What the matcher has moved it holds, and trades may stand on it by now: a correction values positions anew and
     * moves none.
     */
    private static void requireSameMovements(final Run run) throws IOException
    {
        try (Table before = run.plan.corrected().open(RunTables.MOVEMENTS);
            Table after = run.directory.open(RunTables.MOVEMENTS))
        {
            boolean isSame = before.rows() == after.rows();
            final TableCursor was = new TableCursor(before);
            final TableCursor is = new TableCursor(after);
            while (isSame && was.next() && is.next())
            {
                isSame = isLike(was, is);
            }
            if (!isSame)
            {
                throw new PreconditionException("corrected prices exercise or deliver other positions than the " +
                    "matcher has moved: a correction moves none. Abort it, and put it right by trades and " +
                    "instructions: runId=" + run.plan.runId() + " correctedRunId=" +
                    run.plan.corrected().runId() + " movements=" + after.rows() + " moved=" + before.rows());
            }
        }
    }

    /** A plan of a default that was carried out counts as done: taken back it would never be carried out again. */
    private static void requireSamePlans(final Run run)
    {
        final Set<String> before = RunDefaults.outcome(run.plan.corrected()).waiting().keySet();
        final SortedMap<String, String> waiting = RunDefaults.outcome(run.directory).waiting();
        if (!before.equals(waiting.keySet()))
        {
            throw new PreconditionException("other plans of defaults can be carried out by the correction than by " +
                "the corrected run: a correction changes none of that. Abort it, and put it right by trades and " +
                "instructions: runId=" + run.plan.runId() + " correctedRunId=" + run.plan.corrected().runId() +
                " waited=" + before + " waiting=" + waiting);
        }
    }

    static Checked publish(final Run run, final Checked checked) throws IOException
    {
        final RunDirectory corrected = run.plan.corrected();
        final CorrectionPublisher publisher = new CorrectionPublisher(
            run.source, checked.moved().priced().cut().day(), run.plan.originalRunId());
        publisher.publishPrices(PriceProposal.read(
            Files.readAllBytes(corrected.file(RunDirectory.PRICES_JSON))), checked.moved().priced().proposal());
        try (IngestedDay now = run.source.catchUp())
        {
            publisher.publishLimits(
                corrected.find(MatcherLimits.FILE_NAME, MatcherLimits.class).orElse(null),
                RunMargin.limits(run.ctx, run.directory), now.limits());
        }
        try (IngestedDay now = run.source.catchUp())
        {
            Json.write(run.directory.file(RunDirectory.EFFECTIVE), new RunStore.Effective(now.cursor()));
        }
        return checked;
    }

    /** Whether movements are the same but for what they are worth. */
    private static boolean isLike(final TableCursor was, final TableCursor is)
    {
        return IntStream.of(RunTables.MOVEMENT_ACCOUNT, RunTables.MOVEMENT_INSTRUMENT, RunTables.MOVEMENT_LOTS,
            RunTables.MOVEMENT_KIND).allMatch(column -> was.longs(column) == is.longs(column));
    }
}
