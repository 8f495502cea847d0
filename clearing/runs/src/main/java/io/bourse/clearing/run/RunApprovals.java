// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.run.audit.Approval;
import io.bourse.clearing.run.audit.ApprovalRequest;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.audit.Approvals;
import io.bourse.clearing.run.audit.RunJournal;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.ClearingRunOptions;
import io.bourse.clearing.run.store.RunDirectory;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Asks for the approvals that a run needs and waits for them if the options say so.
 *
 * @param ctx options of the run.
 * @param directory of the run.
 * @param journal of the run.
 * @param requester who wants what has to be approved.
 */
public record RunApprovals(ClearingContext ctx, RunDirectory directory, RunJournal journal, String requester)
{
    private static final long LOOK_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private Approvals approvals()
    {
        return new Approvals(directory.path(), ctx.options().operators().get());
    }

    /**
     * Requires an approval if the policy wants one.
     *
     * @param step that it is about.
     * @param isException whether there is something out of the ordinary about it.
     * @param file that is to be looked at.
     * @throws ApprovalException when there is none, or not in time.
     */
    public void require(final ApprovalStep step, final boolean isException, final String file) throws IOException
    {
        final ClearingRunOptions options = ctx.options();
        if (!options.approvalPolicy().needs(step, isException))
        {
            return;
        }
        final ApprovalRequest request = approvals().request(
            directory.runId(), step, requester, options.signer(), file, options.clockMs().getAsLong());
        final Map<String, String> arguments = new TreeMap<>();
        arguments.put("file", file);
        arguments.put("operator", request.operator());
        arguments.put("requester", request.requester());
        arguments.put("sha256", request.sha256());
        arguments.put("step", step.text());
        journal.note("ask approval", arguments, "ASKED");
        ctx.progress().onApprovalAsked(request);
        arguments.put("approver", await(request).approver());
        journal.note("take approval", arguments, "APPROVED");
    }

    /**
     * Requires again what an earlier attempt has taken: a run that is taken up believes no phase alone. What has no
     * answer is asked for.
     *
     * @param step that it is about.
     * @param isException whether there is something out of the ordinary about it.
     * @param file that was looked at.
     * @throws ApprovalException when two operators have not signed the file as it is now.
     */
    public void requireTaken(final ApprovalStep step, final boolean isException, final String file) throws IOException
    {
        if (ctx.options().approvalPolicy().needs(step, isException))
        {
            if (null == approvals().answer(step))
            {
                // It was not wanted when the attempt went on, or is gone.
                require(step, isException, file);
            }
            else
            {
                journal.requireRecorded(approvals().requireTaken(step, file));
            }
        }
    }

    private Approval await(final ApprovalRequest request) throws IOException
    {
        final long beganNs = System.nanoTime();
        final Approvals answers = new Approvals(directory.path());
        while (true)
        {
            final Approval answer = answers.answer(request.step());
            final boolean isAnswered = null != answer && request.sha256().equals(answer.sha256()) &&
                ctx.options().clockMs().getAsLong() - answer.atMs() <= Approvals.LIFE_MS;
            if (isAnswered || System.nanoTime() - beganNs >= ctx.options().approvalWaitNs())
            {
                final Approval approval = approvals().require(request, ctx.options().clockMs().getAsLong());
                journal.requireRecorded(approval);
                return approval;
            }
            journal.requireNotAborted();
            LockSupport.parkNanos(LOOK_INTERVAL_NS);
        }
    }
}
