// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.ClearingException;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.RunSource;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.clearing.run.store.RunStore;
import io.bourse.engine.protocol.ClearingKind;

import java.io.IOException;

/**
 * Corrects a published run (rules 6): a run of its own takes all postings back and posts what should have been
 * posted, calculated from the same cut with other prices or parameters. Members get the reports anew, as the next
 * revision, with a notice. Trading is not halted. Only the last run can be corrected.
 */
public final class ClearingCorrection
{
    private ClearingCorrection()
    {
    }

    /**
     * Corrects a run, or takes up the correction of it that stopped.
     *
     * @param ctx options of the run, see {@code RunControl.correctionOptions}, with what is to be corrected.
     * @param reason in words, for the approver, the members and the audit trail.
     * @return what the correction has done.
     * @throws IllegalArgumentException when an option is bad, or the reason is missing.
     * @throws ClearingException when it could not be done, with the exit code: nothing was published
     *     unless that says so.
     */
    public static RunResult correct(final ClearingContext ctx, final long runId, final String reason)
    {
        if (null == reason || reason.isBlank())
        {
            throw new IllegalArgumentException("a correction needs a reason, members get it: runId=" + runId);
        }
        return done(ctx, runId, reason.strip());
    }

    /**
     * Goes on with a correction that stopped.
     *
     * @param ctx options of the correction, see {@code RunControl.resumeOptions}.
     * @param runId of the correction.
     * @return what it has done.
     * @throws ClearingException when it could not be done, with the exit code.
     */
    public static RunResult resume(final ClearingContext ctx, final long runId)
    {
        return done(ctx, runId, null);
    }

    private static RunResult done(final ClearingContext ctx, final long runId, final String reason)
    {
        final ClearingKind kind;
        try
        {
            kind = new RunStore(ctx.baseDir()).require(runId).clearingKind();
        }
        catch (final IOException ex)
        {
            throw new ClearingException(ClearingException.EXIT_IO, "runs cannot be listed: baseDir=" + ctx.baseDir() +
                " reason=\"" + ex + "\"", ex);
        }
        try (RunSource source = RunSource.of(ctx))
        {
            return CorrectionRun.run(ctx, source, kind, runId, reason);
        }
    }
}
