// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.operator;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.defaults.CoverLayer;
import io.bourse.clearing.defaults.Declaration;
import io.bourse.clearing.defaults.DefaultBook;
import io.bourse.clearing.defaults.DefaultOutcome;
import io.bourse.clearing.defaults.DefaultPlan;
import io.bourse.clearing.defaults.FundUse;
import io.bourse.clearing.defaults.PlanKind;
import io.bourse.clearing.run.audit.Approval;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.audit.Approvals;
import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.clearing.run.step.RunDefaults;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunLock;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What was planned before: all plans but those refused or withdrawn. What a published run has carried out counts,
 * whatever is said about it.
 */
final class DefaultHistory
{
    private final Path baseDir;
    private final DefaultBook book;
    private final Operators operators;
    private final Set<String> done;
    private final Set<String> withdrawn;
    private final DefaultOutcome outcome;

    DefaultHistory(final Path baseDir, final DefaultBook book, final Operators operators) throws IOException
    {
        this.baseDir = baseDir;
        this.book = book;
        this.operators = operators;
        this.done = RunDefaults.done(baseDir);
        this.withdrawn = RunDefaults.withdrawn(book, operators);
        this.outcome = RunDefaults.outcome(baseDir);
    }

    static boolean isRefused(final Path directory)
    {
        final Approval answer = new Approvals(directory).answer(ApprovalStep.DEFAULT);
        return null != answer && !answer.approved();
    }

    /**
     * Requires that there is no opposite answer about the same file: an answer is final.
     *
     * @param approvals of the declaration or plan.
     * @param now the answer as it would be given.
     * @return whether it was given already.
     * @throws PreconditionException when the opposite was answered.
     */
    static boolean isAnswered(final Approvals approvals, final Approval now)
    {
        final Approval before = approvals.answer(ApprovalStep.DEFAULT);
        if (null == before || !before.sha256().equals(now.sha256()) || !approvals.isGenuine(before))
        {
            return false;
        }
        if (before.approved() != now.approved())
        {
            throw new PreconditionException("this was answered already, an answer is final, plan or declare anew: " +
                "defaultId=" + now.runId() + " sha256=" + now.sha256() + " answer=" +
                (before.approved() ? "approved" : "refused") + " by=" + before.approver());
        }
        return true;
    }

    boolean isDone(final DefaultPlan plan)
    {
        return done.contains(plan.name());
    }

    private boolean counts(final DefaultPlan plan)
    {
        return isDone(plan) ||
            !isWithdrawn(plan) && !isRefused(book.directory(plan.defaultId(), plan.number()));
    }

    boolean isWithdrawn(final DefaultPlan plan)
    {
        return !isDone(plan) && withdrawn.contains(plan.name());
    }

    DefaultOutcome outcome()
    {
        return outcome;
    }

    /** All clients of a defaulter that go or have gone. */
    SortedMap<String, String> ported(final long defaultId) throws IOException
    {
        final SortedMap<String, String> ported = new TreeMap<>();
        for (final DefaultPlan plan : book.plans(defaultId))
        {
            if (PlanKind.PORT == plan.kind() && counts(plan))
            {
                ported.putAll(plan.ports());
            }
        }
        return ported;
    }

    /**
     * Requires that all plans to port clients were answered: the others are closed out against each other.
     *
     * @throws PreconditionException when one was not.
     */
    void requireAnswered(final long defaultId) throws IOException
    {
        for (final DefaultPlan plan : book.plans(defaultId))
        {
            final Path directory = book.directory(defaultId, plan.number());
            if (PlanKind.PORT == plan.kind() && counts(plan) && !isDone(plan) &&
                !RunDefaults.isApproved(book, operators, directory, DefaultBook.PLAN))
            {
                throw new PreconditionException("approve or refuse the plan to port clients first, what is closed " +
                    "out depends on it: defaultId=" + defaultId + " plan=" + plan.number());
            }
        }
    }

    /**
     * Requires that clients go to members that are not in default.
     *
     * @throws PreconditionException when one is, or is asked to be declared so.
     */
    void requireNoDefaulter(final Collection<String> registers) throws IOException
    {
        for (final Declaration each : book.declarations())
        {
            for (final String register : registers)
            {
                if (each.firms().stream().anyMatch(register::startsWith) &&
                    !isRefused(book.directory(each.defaultId())))
                {
                    throw new PreconditionException("clients do not go to a member in default: to=" + register +
                        " defaultId=" + each.defaultId());
                }
            }
        }
    }

    /**
     * Requires that a plan waits for a run: that it was approved, and neither carried out nor withdrawn, and that no
     * run under way has taken it.
     *
     * @throws PreconditionException when it does not.
     */
    void requireOpen(final long defaultId, final int number) throws IOException
    {
        final String facts = ": defaultId=" + defaultId + " plan=" + number;
        final DefaultPlan plan = book.plans(defaultId).stream()
            .filter(each -> number == each.number() && PlanKind.WITHDRAW != each.kind()).findFirst()
            .orElseThrow(() -> new PreconditionException("there is no such plan that a run carries out" + facts));
        if (isDone(plan) || isWithdrawn(plan))
        {
            throw new PreconditionException("the plan was " + (isDone(plan) ? "carried out" : "withdrawn") +
                " already" + facts);
        }
        if (!RunDefaults.isApproved(book, operators, book.directory(defaultId, number), DefaultBook.PLAN))
        {
            throw new PreconditionException("only an approved plan is withdrawn, refuse this one" + facts);
        }
        final RunDirectory run = RunDefaults.underWay(baseDir, plan);
        if (null != run)
        {
            throw new PreconditionException("a run under way carries the plan out, end it or give it up first" + facts +
                " runId=" + run.runId() + " phase=" + run.phase());
        }
    }

    /**
     * Requires of a plan that takes another one back that it still can; of others nothing. Runs are kept out until the
     * answer is written down: one that begins reads its plans long before it writes them.
     *
     * @return to be closed when the plan was answered; null when it takes nothing back.
     * @throws PreconditionException when the other plan does not wait for a run, or a run is working.
     */
    RunLock withdrawable(final long defaultId, final int number) throws IOException
    {
        final DefaultPlan plan = book.plans(defaultId).stream()
            .filter(each -> number == each.number() && PlanKind.WITHDRAW == each.kind()).findFirst().orElse(null);
        if (null == plan)
        {
            return null;
        }
        final RunLock lock = RunLock.tryAcquire(baseDir);
        if (null == lock)
        {
            throw new PreconditionException("a run is working and may carry out what is to be withdrawn, approve " +
                "when it has ended: defaultId=" + plan.defaultId() + " plan=" + plan.number() + " withdraws=" +
                plan.withdraws());
        }
        boolean isOpen = false;
        try
        {
            // What a run has done meanwhile counts.
            new DefaultHistory(baseDir, book, operators).requireOpen(plan.defaultId(), plan.withdraws());
            isOpen = true;
            return lock;
        }
        finally
        {
            if (!isOpen)
            {
                lock.close();
            }
        }
    }

    /**
     * Puts the question of a declaration or plan whose writer has died before it asked, or before the venue had
     * operators. Only the writer can, where the venue knows it: the question is signed.
     *
     * @throws PreconditionException when there is no such plan, or another person tries.
     */
    void askAgain(final Declaration declaration, final int number, final OperatorSigner signer, final long nowMs)
        throws IOException
    {
        final long id = declaration.defaultId();
        final String requester = 0 == number ? declaration.requester() : book.plans(id).stream()
            .filter(plan -> number == plan.number()).map(DefaultPlan::requester).findFirst().orElse(null);
        if (null == requester)
        {
            return;
        }
        if (operators.byName().containsKey(requester) && !requester.equals(signer.name()))
        {
            throw new PreconditionException("the request was not signed, its writer has died before; the writer " +
                "signs it with the command to approve, then another person approves: defaultId=" + id + " plan=" +
                number + " requester=" + requester);
        }
        new Approvals(0 == number ? book.directory(id) : book.directory(id, number), operators).request(
            id, ApprovalStep.DEFAULT, requester, signer, 0 == number ? DefaultBook.DECLARATION : DefaultBook.PLAN,
            nowMs);
    }

    /**
     * What all defaults have taken from the layers, or will as planned.
     *
     * @param defaultId of the default whose loss is to be planned.
     * @throws PreconditionException when a plan for its loss still waits to be carried out.
     */
    List<FundUse> used(final long defaultId) throws IOException
    {
        final List<FundUse> used = new ArrayList<>();
        for (final Declaration each : book.declarations())
        {
            for (final DefaultPlan plan : book.plans(each.defaultId()))
            {
                final boolean isUsed = null != plan.waterfall() && counts(plan);
                if (isUsed && each.defaultId() == defaultId && !isDone(plan))
                {
                    throw new PreconditionException("the loss is planned already, refuse that plan or let a run " +
                        "carry it out: defaultId=" + defaultId + " plan=" + plan.number());
                }
                if (isUsed)
                {
                    final Map<CoverLayer, Long> booked = outcome.used().get(plan.name());
                    used.add(new FundUse(each.settlementAccount(),
                        null == booked ? plan.waterfall().used() : new TreeMap<>(booked)));
                }
            }
        }
        return used;
    }
}
