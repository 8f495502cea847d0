// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.operator;

import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.file.DirectoryLock;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.proof.RunFinding;
import io.bourse.clearing.run.audit.AbortOrder;
import io.bourse.clearing.run.audit.Approval;
import io.bourse.clearing.run.audit.ApprovalRequest;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.audit.Approvals;
import io.bourse.clearing.run.audit.ClearingAuditTrail;
import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.clearing.run.audit.RunJournal;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.RunProgress;
import io.bourse.clearing.run.proof.MarginProof;
import io.bourse.clearing.run.report.LateReports;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunLock;
import io.bourse.clearing.run.store.RunNumbers;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.clearing.run.store.RunState;
import io.bourse.clearing.run.store.RunStore;
import io.bourse.clearing.verify.CalculationFile;
import io.bourse.clearing.verify.CorrectionFile;
import io.bourse.engine.protocol.ClearingKind;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What operators do to runs besides starting them: look, approve, abort, reopen without results. Everything is a line
 * of the audit trail.
 */
public final class RunControl
{
    private static final Set<ApprovalStep> QUESTIONS =
        EnumSet.of(ApprovalStep.PRICES, ApprovalStep.PUBLISH, ApprovalStep.REOPEN);

    private final Path baseDir;
    private final RunStore store;
    private final ClearingAuditTrail audit;
    private final LongSupplier clockMs;
    private final Supplier<Operators> operators;

    /**
     * Control over the runs of a base directory.
     *
     * @param baseDir of the runs.
     * @param clockMs milliseconds since 1970.
     */
    public RunControl(final Path baseDir, final LongSupplier clockMs)
    {
        this(baseDir, clockMs, () -> Operators.NONE);
    }

    /**
     * Control over the runs of a base directory by operators.
     *
     * @param baseDir of the runs.
     * @param clockMs milliseconds since 1970.
     * @param operators register of the venue as it is when it is asked for.
     */
    public RunControl(final Path baseDir, final LongSupplier clockMs, final Supplier<Operators> operators)
    {
        this.operators = operators;
        this.baseDir = baseDir;
        this.store = new RunStore(baseDir);
        this.audit = new ClearingAuditTrail(baseDir, clockMs);
        this.clockMs = clockMs;
    }

    /**
     * All runs.
     *
     * @return by date and number.
     * @throws IOException when directories cannot be read.
     */
    public List<RunStatus> runs() throws IOException
    {
        final List<RunStatus> runs = new ArrayList<>();
        for (final RunDirectory run : store.all())
        {
            runs.add(status(run));
        }
        return runs;
    }

    /**
     * The run that holds trading suspended, by the files, whether the engine runs or not.
     *
     * @return null when none does.
     * @throws IOException when directories cannot be read.
     */
    public RunStatus holder() throws IOException
    {
        final RunDirectory last = store.lastToSuspend();
        return null != last && last.isHolding() ? status(last) : null;
    }

    /**
     * Whether a process works at a run or an answer of an operator this moment.
     *
     * @return true if so.
     * @throws IOException when the lock cannot be looked at.
     */
    public boolean isBusy() throws IOException
    {
        try (DirectoryLock lock = DirectoryLock.tryAcquire(baseDir))
        {
            return null == lock;
        }
    }

    /**
     * Number of the next intraday run of the last date with runs, by the directories.
     *
     * @return 0 when there are no runs, or no numbers left.
     * @throws IOException when directories cannot be read.
     */
    public int nextIntraday() throws IOException
    {
        final List<RunDirectory> all = store.all();
        if (all.isEmpty())
        {
            return 0;
        }
        final RunNumbers numbers = new RunNumbers(all.getLast().tradingDate());
        store.runsOf(all.getLast().tradingDate()).forEach(run -> numbers.use(run.number()));
        return numbers.hasNext(ClearingKind.INTRADAY) ? numbers.next(ClearingKind.INTRADAY) : 0;
    }

    /**
     * One run.
     *
     * @return its status.
     * @throws IOException when directories cannot be read.
     */
    public RunStatus run(final long runId) throws IOException
    {
        return status(store.require(runId));
    }

    private RunStatus status(final RunDirectory run) throws IOException
    {
        final RunState state = run.state();
        final CorrectionFile correction = run.correction();
        final boolean isGivenUp = run.isGivenUp();
        // After a later cut trading has gone on, whatever is noted here.
        final boolean isHolding = run.isHolding() && run.name().equals(store.lastToSuspend().name());
        final Approvals approvals = new Approvals(run.path());
        final List<String> waiting = new ArrayList<>();
        for (final ApprovalStep step : ApprovalStep.values())
        {
            final ApprovalRequest request = approvals.pending(step);
            final Approval answer = approvals.answer(step);
            final boolean isAnswered = null != answer && null != request && answer.sha256().equals(request.sha256());
            if (null != request && !isAnswered && !isGivenUp && !state.phase().isPublished())
            {
                waiting.add(step.text() + " " + request.requester() + " " + request.sha256());
            }
        }
        return new RunStatus(
            run.runId(),
            run.name(),
            run.kind(),
            state.phase(),
            state.reason(),
            isGivenUp,
            !isHolding ? "" : null == state.cut() ? RunStatus.UNKNOWN : time(state.cut().engineTimeNs()),
            null == state.cut() ? 0 : state.cut().cursor(),
            waiting,
            progress(run),
            null == correction ? 0 : correction.correctedRunId(),
            correctedBy(run));
    }

    /** To milliseconds: an operator compares it with clocks and logs. */
    private static String time(final long engineTimeNs)
    {
        return Instant.ofEpochMilli(TimeUnit.NANOSECONDS.toMillis(engineTimeNs)).atOffset(ClearingSchedule.ZONE)
            .toString();
    }

    /** The published correction that stands in the place of a run; 0 for none. */
    private long correctedBy(final RunDirectory run) throws IOException
    {
        for (final RunDirectory other : store.runsOf(run.tradingDate()))
        {
            final CorrectionFile correction = other.correction();
            if (null != correction && run.runId() == correction.correctedRunId() &&
                other.phase().isAtLeast(RunPhase.PUBLISHED))
            {
                return other.runId();
            }
        }
        return 0;
    }

    private static RunProgress progress(final RunDirectory run) throws IOException
    {
        try
        {
            return Json.read(run.file(RunDirectory.PROGRESS), RunProgress.class);
        }
        catch (final NoSuchFileException ex)
        {
            return null;
        }
    }

    /**
     * The run that is meant when none is named: the last one that is neither finished nor given up, nor corrected.
     *
     * @return its id.
     * @throws IOException when directories cannot be read.
     * @throws PreconditionException when all are finished.
     */
    public long unfinished() throws IOException
    {
        for (final RunDirectory run : store.all().reversed())
        {
            if (RunPhase.REPORTED != run.phase() && !run.isGivenUp() && 0 == correctedBy(run))
            {
                return run.runId();
            }
        }
        throw new PreconditionException("no run is unfinished: baseDir=" + baseDir);
    }

    /**
     * Kind of a run.
     *
     * @return kind.
     * @throws IOException when directories cannot be read.
     */
    public ClearingKind kind(final long runId) throws IOException
    {
        return store.require(runId).clearingKind();
    }

    /**
     * What has to be looked at before an approval.
     *
     * @param step that it is about.
     * @return file.
     * @throws IOException when directories cannot be read.
     * @throws PreconditionException when nothing was asked.
     */
    public Path shown(final long runId, final ApprovalStep step) throws IOException
    {
        final RunDirectory run = store.require(runId);
        final ApprovalRequest request = new Approvals(run.path()).pending(step);
        if (null == request)
        {
            throw new PreconditionException(
                "the run has not asked for this approval: step=" + step.text() + " runId=" + runId);
        }
        return run.file(request.file());
    }

    /**
     * Answers a run's question.
     *
     * @param step that it is about.
     * @param approver who answers and signs.
     * @param approved false to refuse.
     * @param sha256 of what was looked at, or its beginning; null: of what the file holds now.
     * @return the answer.
     * @throws IOException when files cannot be read or written.
     */
    public Approval answer(
        final long runId,
        final ApprovalStep step,
        final OperatorSigner approver,
        final boolean approved,
        final String sha256) throws IOException
    {
        final RunDirectory run = store.require(runId);
        final Map<String, String> arguments = new TreeMap<>();
        arguments.put("key", approver.fingerprint());
        arguments.put("step", step.text());
        arguments.put("seenSha256", String.valueOf(sha256));
        final String command = approved ? "approve" : "refuse";
        try
        {
            final Approvals approvals = new Approvals(run.path(), operators.get());
            final Approval approval = approvals.examined(step, approver, approved, sha256, clockMs.getAsLong());
            arguments.put("sha256", approval.sha256());
            // The line first: an approval that the trail does not know must not be taken by a run.
            audit.append(approver.name(), command, runId, arguments, "OK");
            approvals.give(approval);
            return approval;
        }
        catch (final RuntimeException ex)
        {
            audit.append(approver.name(), command, runId, arguments, ex.getMessage());
            throw ex;
        }
    }

    /**
     * Requires that a text is the question of a run of this venue about a file as it is now: an operator signs it for
     * the process that works at the run.
     *
     * @param text to be signed.
     * @param operator who is to sign it.
     * @return the question.
     * @throws IOException when files cannot be read.
     * @throws ApprovalException when it is anything else.
     */
    public ApprovalRequest requireQuestion(final String text, final String operator) throws IOException
    {
        final ApprovalRequest request = ApprovalRequest.of(text, operators.get().venueId());
        if (null == request || !operator.equals(request.operator()) || !QUESTIONS.contains(request.step()) ||
            !request.file().matches("[a-z][a-z-]*\\.json") || !request.sha256().equals(
            Digests.sha256Of(store.require(request.runId()).file(request.file()))) ||
            Math.abs(clockMs.getAsLong() - request.atMs()) > Approvals.LIFE_MS)
        {
            throw new ApprovalException("this is no question of a run about a file as it is now, it is not signed: " +
                "operator=" + operator + " request=" + request);
        }
        return request;
    }

    /**
     * Aborts a run before its publication. One that is being worked at stops at its next step; trading stays as it is.
     *
     * @param actor who wants it.
     * @param reason in words.
     * @return true when it is aborted, false when a process works at it and has got the order.
     * @throws IOException when files cannot be read or written.
     * @throws PreconditionException when publication has begun.
     */
    public boolean abort(final long runId, final String actor, final String reason) throws IOException
    {
        final RunDirectory run = store.require(runId);
        run.requireUnpublished("aborted");
        try (RunLock lock = RunLock.acquire(baseDir))
        {
            run.requireUnpublished("aborted");
            new RunJournal(run, audit, actor).abort(reason);
            return true;
        }
        catch (final PreconditionException ex)
        {
            if (run.phase().isPublished())
            {
                throw ex;
            }
            Json.write(run.file(RunDirectory.ABORT), new AbortOrder(actor, reason));
            audit.append(actor, "abort", runId, Map.of("reason", reason), "TOLD");
            return false;
        }
    }

    /**
     * Resumes trading without the results of an intraday run: the evening formula takes everything into account.
     * Whether the run holds trading suspended is looked at before anything is made or asked.
     *
     * @param ctx options of the service; its source or engine is used.
     * @param runId that holds trading suspended.
     * @param reason in words.
     * @throws IOException when files cannot be read or written.
     * @throws PreconditionException when the run does not hold trading suspended, or cannot be given up.
     * @throws io.bourse.clearing.ApprovalException when another person has to approve first.
     */
    public void reopen(final ClearingContext ctx, final long runId, final String reason) throws IOException
    {
        new Reopening(ctx, audit).reopen(runId, reason);
    }

    /**
     * Whether the engine has executed all commands of a run, so that its reports can be written without it.
     *
     * @return true if {@link #report} does it.
     * @throws IOException when directories cannot be read.
     */
    public boolean isDone(final long runId) throws IOException
    {
        return LateReports.isDone(store.require(runId), kind(runId));
    }

    /**
     * Calculates the margin of a run again, from its files and those of its day.
     *
     * @param threads that calculate.
     * @return whether it is what the run has.
     * @throws IOException when files cannot be read.
     */
    public RunFinding margin(final long runId, final int threads) throws IOException
    {
        final RunDirectory run = store.require(runId);
        final ClearingContext ctx = resumeOptions(ClearingContext.builder().baseDir(baseDir).build(), runId)
            .withOptions(options -> options.withThreads(threads))
            .withFeePrice(CalculationFile.read(run.path()).feePrice());
        return new MarginProof(ctx, run).verify();
    }

    /**
     * Writes reports and packages of a run that are not there, or not as they were signed, from its files alone; of any
     * date, without an engine. A package is made again too when its receiver has another certificate by now.
     *
     * @param ctx options of the service; neither source nor engine is needed.
     * @return what there is now.
     * @throws io.bourse.clearing.PreconditionException when the run is not done.
     * @throws io.bourse.clearing.ReportsFailedException when reports are not complete.
     * @throws IOException when files of its options cannot be read.
     */
    public RunResult report(final ClearingContext ctx, final long runId) throws IOException
    {
        return new LateReports(resumeOptions(ctx, runId)).write(runId);
    }

    /**
     * Fills in the options with which a run was started, so that it can be resumed without repeating them.
     *
     * @param ctx options of the service.
     * @return the same with the options of the run.
     * @throws IOException when files cannot be read.
     */
    public ClearingContext resumeOptions(final ClearingContext ctx, final long runId) throws IOException
    {
        return correctionOptions(ctx, runId).withResumedRun(runId);
    }

    /**
     * Fills in the options with which a run was started, for a correction of it, which changes them.
     *
     * @param ctx options of the service.
     * @param runId of the run that is to be corrected.
     * @return the same with the options of the run.
     * @throws IOException when files cannot be read.
     */
    public ClearingContext correctionOptions(final ClearingContext ctx, final long runId) throws IOException
    {
        return ctx.withOptionsOf(store.require(runId));
    }

    /**
     * Whether a run corrects another one.
     *
     * @return true if it does.
     * @throws IOException when directories cannot be read.
     */
    public boolean isCorrection(final long runId) throws IOException
    {
        return null != store.require(runId).correction();
    }
}
