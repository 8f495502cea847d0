// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.operator;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.run.RunApprovals;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.audit.ClearingAuditTrail;
import io.bourse.clearing.run.audit.RunJournal;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.RunSource;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunIds;
import io.bourse.clearing.run.store.RunLock;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.engine.protocol.ClearingKind;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * Resumes trading without the results of an intraday run. What the stream says of the run is looked at before anything
 * is made or asked.
 */
record Reopening(ClearingContext ctx, ClearingAuditTrail audit)
{
    private static final String REOPEN = "reopen.json";

    void reopen(final long runId, final String reason) throws IOException
    {
        final Path baseDir = ctx.baseDir();
        try (RunLock lock = RunLock.acquire(baseDir);
            RunSource source = RunSource.of(ctx);
            IngestedDay day = source.catchUp())
        {
            final RunDirectory run = new RunDirectory(
                baseDir, RunIds.tradingDate(runId), RunIds.number(runId), RunIds.letter(ClearingKind.INTRADAY));
            final RunJournal journal = new RunJournal(run, audit, ctx.options().requester());
            final String noted = RunDirectory.GIVEN_UP + reason;
            if (isReopened(day.run(runId)) && RunPhase.NONE != run.phase() && !run.isGivenUp())
            {
                // By an attempt that died before it noted it.
                journal.abort(noted);
                return;
            }
            requireHolding(day.openRun(), runId);
            run.requireUnpublished("given up");
            run.create();
            final Map<String, String> shown = new TreeMap<>();
            shown.put("runId", Long.toString(runId));
            shown.put("what", "resume trading without the results of this run");
            shown.put("reason", reason);
            Json.write(run.file(REOPEN), shown);
            new RunApprovals(ctx, run, journal, ctx.options().requester())
                .require(ApprovalStep.REOPEN, true, REOPEN);
            source.resume(runId);
            journal.abort(noted);
        }
    }

    private static boolean isReopened(final RunRecord record)
    {
        return null != record && record.isResumed() && !record.isCompleted();
    }

    private static void requireHolding(final RunRecord open, final long runId)
    {
        if (null == open)
        {
            throw new PreconditionException("no run holds trading suspended, there is nothing to reopen: runId=" +
                runId);
        }
        final String facts = ": runId=" + runId + " openRunId=" + open.runId() + " kind=" + open.kind();
        if (ClearingKind.EVENING == open.kind() || open.movedRows() > 0)
        {
            throw new PreconditionException("the run that holds trading suspended is an evening run or has moved " +
                "positions, it cannot be given up; take it up with `bourse clearing resume --run " + open.runId() +
                "`" + facts);
        }
        if (open.runId() != runId)
        {
            throw new PreconditionException("another run holds trading suspended, name that one: `bourse clearing " +
                "reopen --run " + open.runId() + "`" + facts);
        }
    }
}
