// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.collateral.CallsFile;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.IngestedDays;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.check.CheckResult;
import io.bourse.clearing.ledger.check.Reversals;
import io.bourse.clearing.price.PriceProposal;
import io.bourse.clearing.requirement.MatcherLimits;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.audit.RunJournal;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.ClearingStep;
import io.bourse.clearing.run.context.RunSource;
import io.bourse.clearing.run.step.CallTimes;
import io.bourse.clearing.run.step.Opening;
import io.bourse.clearing.run.step.RunDefaults;
import io.bourse.clearing.run.step.RunInputs;
import io.bourse.clearing.run.step.RunMargin;
import io.bourse.clearing.run.store.Json;
import io.bourse.clearing.run.store.ReportStore;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunLock;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.clearing.run.store.RunStore;
import io.bourse.clearing.table.IntWindow;
import io.bourse.clearing.table.ShortWindow;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.verify.CalculationFile;
import io.bourse.clearing.verify.CorrectionFile;
import io.bourse.engine.protocol.ClearingKind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Correction of a published run (sheet section 6): takes all its postings back and posts what should have been posted,
 * from the same cut and the same beginning, with other prices or parameters. The corrected run stays as it is. Trading
 * goes on; from the publication on the correction is what later runs begin with.
 */
final class CorrectionRun extends RunWork
{
    private static final Logger LOGGER = LoggerFactory.getLogger(CorrectionRun.class);
    /** Digest of the table among the files of the run. */
    private static final String REVERSED_LEDGER = RunDirectory.manifestOf(RunTables.REVERSED_LEDGER);
    private static final String REVERSED_PAYMENTS = RunDirectory.manifestOf(RunTables.REVERSED_PAYMENTS);

    private final long runId;
    /** Null takes the one that an earlier attempt has written. */
    private final String reason;
    private CorrectionPlanner.Plan plan;
    /** Of the corrected run, until it may have no more reports: their revisions come before those of the correction. */
    private RunLock lock;

    /**
     * One correction.
     *
     * @param ctx with the options of the corrected run, but for what is corrected.
     * @param source of the stream, with the engine behind it.
     * @param kind of the run.
     * @param runId of the run that is to be corrected; of the correction when it is taken up.
     * @param reason in words; null takes up a correction.
     */
    CorrectionRun(
        final ClearingContext ctx,
        final RunSource source,
        final ClearingKind kind,
        final long runId,
        final String reason)
    {
        super(ctx, source, kind);
        this.runId = runId;
        this.reason = reason;
    }

    @Override
    void begin() throws IOException
    {
        meter.begin(ClearingStep.PREPARE, 0);
        keys = ClearingKeys.open(ctx.keysDir());
        try (IngestedDay now = source.catchUp())
        {
            final CorrectionPlanner planner = new CorrectionPlanner(store);
            plan = null == reason ? planner.resume(runId, now) : planner.plan(runId, now);
        }
        directory = plan.directory();
        if (RunPhase.NONE != directory.phase())
        {
            ctx.takeUp(directory);
        }
        if (!directory.phase().isAtLeast(RunPhase.PUBLISHED))
        {
            lock = RunLock.acquire(plan.corrected().path());
        }
        cut = plan.corrected().state().cut();
        ctx.feePrice(CalculationFile.read(plan.corrected().path()).feePrice());
        journal = new RunJournal(directory, audit, ctx.options().requester());
        inputs = new RunInputs(ctx, directory, kind, plan.corrected());
        meter.run(directory, 0);
        noteStart();
        plan.corrected().requireUnchanged();
        inputs.requireSameBeginning();
        day = IngestedDays.open(ctx.baseDir().resolve(ClearingContext.INGEST_DIRECTORY), cut.cursor());
        meter.volumes(day.tradeCount(), day.registers().size());
        opening = Opening.open(ctx, store, day, plan.originalRunId(), inputs.book(false));
        opening.requireUnchanged();
        opening.compare();
        if (journal.isAtLeast(RunPhase.CHECKED))
        {
            if (null != reason || !journal.isAtLeast(RunPhase.PUBLISHED))
            {
                inputs.requireSame();
                requireSameReason();
            }
            if (!journal.isAtLeast(RunPhase.PUBLISHING))
            {
                requireSameRevision();
            }
            directory.requireUnchanged();
        }
        else
        {
            takeUp();
        }
        meter.end();
    }

    private void noteStart() throws IOException
    {
        final Map<String, String> arguments = new TreeMap<>();
        arguments.put("correctedRunId", Long.toString(plan.corrected().runId()));
        arguments.put("originalRunId", Long.toString(plan.originalRunId()));
        arguments.put("priceParametersSha256", ctx.prices().sha256());
        arguments.put("reason", reason());
        audit.append(
            ctx.options().requester(), "correct", directory.runId(), arguments, "phase " + directory.phase());
    }

    private String reason()
    {
        return null == reason ? directory.correction().reason() : reason;
    }

    /** What members are told is bound by the approval: it is no other any more. */
    private void requireSameReason()
    {
        final String written = directory.correction().reason();
        if (!written.equals(reason()))
        {
            throw new PreconditionException("an earlier attempt has come to its result with another reason, resume " +
                "it: runId=" + directory.runId() + " written=\"" + written + "\" given=\"" + reason() + "\"");
        }
    }

    /** Members may have reports of the corrected run by now that were not there when the correction was numbered. */
    private void requireSameRevision() throws IOException
    {
        final int written = directory.correction().revision();
        if (written != revision())
        {
            throw new PreconditionException("reports of the corrected run were written since the correction began, " +
                "abort it and correct the run anew: runId=" + directory.runId() + " revision=" + written +
                " nextRevision=" + revision());
        }
    }

    /** Parameters may still be put right before the tables are written; other ones make earlier prices worthless. */
    private void takeUp() throws IOException
    {
        final boolean isPriced = journal.isAtLeast(RunPhase.PRICES_PROPOSED) && inputs.isSame() &&
            directory.correction().reason().equals(reason()) && directory.correction().revision() == revision();
        if (isPriced)
        {
            return;
        }
        directory.create();
        journal.cut(cut);
        if (RunPhase.NONE != directory.phase())
        {
            journal.restart(RunPhase.CORRECTING);
        }
        new CorrectionFile(
            CorrectionFile.FORMAT,
            directory.runId(),
            plan.corrected().runId(),
            plan.corrected().name(),
            plan.originalRunId(),
            reason(),
            ctx.options().requester(),
            revision(),
            Math.max(cut.engineTimeNs(), TimeUnit.MILLISECONDS.toNanos(ctx.options().clockMs().getAsLong())))
            .write(directory.path());
        inputs.write(day, opening, RunDefaults.of(plan.corrected()));
        Reversals.write(plan.corrected().path(), directory.path());
        final List<String> files = new ArrayList<>(Arrays.asList(inputs.files()));
        files.add(CorrectionFile.FILE_NAME);
        files.add(REVERSED_LEDGER);
        if (directory.has(RunTables.REVERSED_PAYMENTS))
        {
            files.add(REVERSED_PAYMENTS);
        }
        journal.enter(RunPhase.CORRECTING, RunPhase.CORRECTING, files);
    }

    /** Behind all that members may have of the corrected run. */
    private int revision() throws IOException
    {
        final int last = new ReportStore(plan.corrected()).lastRevision(keys);
        return Math.max(last, plan.corrected().firstRevision()) + 1;
    }

    @Override
    void calculate() throws IOException
    {
        examination.checksAlso(this::checkReversal);
        super.calculate();
    }

    /** Nobody can meet a call in time that was not made: only what the corrected run has asked for keeps its time. */
    @Override
    CallTimes callTimes()
    {
        return new CallTimes(Math.max(cut.engineTimeNs(), directory.correction().calledNs()),
            Files.exists(plan.corrected().file(CallsFile.FILE_NAME)) ?
                plan.corrected().read(CallsFile.FILE_NAME, CallsFile.class).raised() : List.of());
    }

    private List<CheckResult> checkReversal() throws IOException
    {
        requireSameMovements();
        requireSamePlans();
        return Reversals.check(plan.corrected().path(), directory.path(), day.registers());
    }

    /**
     * What the matcher has moved it holds, and trades may stand on it by now: a correction values positions anew and
     * moves none.
     */
    private void requireSameMovements() throws IOException
    {
        try (Table before = plan.corrected().open(RunTables.MOVEMENTS);
            Table after = directory.open(RunTables.MOVEMENTS))
        {
            boolean isSame = before.rows() == after.rows();
            final Movements was = new Movements(before);
            final Movements is = new Movements(after);
            for (long row = 0; isSame && row < before.rows(); row++)
            {
                isSame = was.isLike(is, row);
            }
            if (!isSame)
            {
                throw new PreconditionException("corrected prices exercise or deliver other positions than the " +
                    "matcher has moved: a correction moves none. Abort it, and put it right by trades and " +
                    "instructions: runId=" + directory.runId() + " correctedRunId=" + plan.corrected().runId() +
                    " movements=" + after.rows() + " moved=" + before.rows());
            }
        }
    }

    /** A plan of a default that was carried out counts as done: taken back it would never be carried out again. */
    private void requireSamePlans()
    {
        final Set<String> before = RunDefaults.outcome(plan.corrected()).waiting().keySet();
        if (!before.equals(figures.waiting().keySet()))
        {
            throw new PreconditionException("other plans of defaults can be carried out by the correction than by " +
                "the corrected run: a correction changes none of that. Abort it, and put it right by trades and " +
                "instructions: runId=" + directory.runId() + " correctedRunId=" + plan.corrected().runId() +
                " waited=" + before + " waiting=" + figures.waiting());
        }
    }

    @Override
    void publish() throws IOException
    {
        meter.begin(ClearingStep.PUBLISH, 0);
        if (!journal.isAtLeast(RunPhase.PUBLISHED))
        {
            if (!journal.isAtLeast(RunPhase.PUBLISHING))
            {
                journal.requireNotAborted();
                approvals().require(ApprovalStep.PUBLISH, true, RunDirectory.PUBLICATION);
                requireNotHeld();
                journal.enter(RunPhase.PUBLISHING);
            }
            final CorrectionPublisher publisher = new CorrectionPublisher(source, day, plan.originalRunId());
            publisher.publishPrices(PriceProposal.read(
                Files.readAllBytes(plan.corrected().file(RunDirectory.PRICES_JSON))), proposal);
            try (IngestedDay now = source.catchUp())
            {
                publisher.publishLimits(
                    Files.exists(plan.corrected().file(MatcherLimits.FILE_NAME)) ?
                        plan.corrected().read(MatcherLimits.FILE_NAME, MatcherLimits.class) : null,
                    RunMargin.limits(ctx, directory), now.limits());
            }
            try (IngestedDay now = source.catchUp())
            {
                Json.write(directory.file(RunDirectory.EFFECTIVE), new RunStore.Effective(now.cursor()));
            }
        }
        published();
        release();
        meter.end();
    }

    private void release() throws IOException
    {
        if (null != lock)
        {
            lock.close();
            lock = null;
        }
    }

    @Override
    public void close()
    {
        super.close();
        try
        {
            release();
        }
        catch (final IOException ex)
        {
            LOGGER.warn("lock of a corrected run cannot be given back: reason=\"{}\"", ex.toString());
        }
    }

    /** Rows of movements, without what they are worth. */
    private static final class Movements
    {
        private final IntWindow accounts;
        private final ShortWindow instruments;
        private final IntWindow lots;
        private final Table table;

        private Movements(final Table table)
        {
            this.table = table;
            accounts = table.intWindow(RunTables.MOVEMENT_ACCOUNT);
            instruments = table.shortWindow(RunTables.MOVEMENT_INSTRUMENT);
            lots = table.intWindow(RunTables.MOVEMENT_LOTS);
        }

        private boolean isLike(final Movements other, final long row)
        {
            return accounts.get(row) == other.accounts.get(row) &&
                instruments.get(row) == other.instruments.get(row) &&
                lots.get(row) == other.lots.get(row) &&
                table.bytes(RunTables.MOVEMENT_KIND).get(row) == other.table.bytes(RunTables.MOVEMENT_KIND).get(row);
        }
    }
}
