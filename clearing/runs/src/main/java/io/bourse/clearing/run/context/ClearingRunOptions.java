// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.context;

import io.bourse.clearing.report.file.ReportWave;
import io.bourse.clearing.run.audit.ApprovalPolicy;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.clearing.verify.SecondOpinionOptions;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How a run is done, as far as its result does not depend on it: who asks, who has to approve, how many threads, where
 * it stops by itself.
 */
public final class ClearingRunOptions
{
    /** Longest halt of an intraday run that is planned with. */
    public static final long INTRADAY_BUDGET_DEFAULT_NS = TimeUnit.SECONDS.toNanos(12);
    /** Longest time from suspension to publication of an evening run that is planned with. */
    public static final long EVENING_BUDGET_DEFAULT_NS = TimeUnit.SECONDS.toNanos(25);
    /** Above so many rows of positions a live run has a sample recalculated by the second opinion, not all. */
    public static final long SECOND_OPINION_ROWS_DEFAULT = SecondOpinionOptions.LIVE_FULL_UP_TO_ROWS;

    private String requester = System.getProperty("user.name", "operator");
    private ApprovalPolicy approvalPolicy = ApprovalPolicy.EXCEPTIONS;
    private long approvalWaitNs;
    private boolean holdsBeforePublication;
    private boolean rehearses = true;
    private boolean leavesPackages;
    private int threads = 2;
    private LongSupplier clockMs = System::currentTimeMillis;
    private long intradayBudgetNs = INTRADAY_BUDGET_DEFAULT_NS;
    private long eveningBudgetNs = EVENING_BUDGET_DEFAULT_NS;
    private long secondOpinionRows = SECOND_OPINION_ROWS_DEFAULT;
    private Set<ReportWave> reportWaves = EnumSet.allOf(ReportWave.class);
    private final Map<String, String> environment = new TreeMap<>();

    /** Checks the options. */
    public void conclude()
    {
        require(null != requester && !requester.isBlank(), "requester", requester, "is needed");
        require(null != approvalPolicy, "approvalPolicy", approvalPolicy, "is needed");
        require(approvalWaitNs >= 0, "approvalWaitNs", approvalWaitNs, "must not be negative");
        require(threads > 0, "threads", threads, "must be positive");
        require(null != clockMs, "clockMs", clockMs, "is needed");
        require(intradayBudgetNs > 0, "intradayBudgetNs", intradayBudgetNs, "must be positive");
        require(eveningBudgetNs > 0, "eveningBudgetNs", eveningBudgetNs, "must be positive");
        require(secondOpinionRows >= 0, "secondOpinionRows", secondOpinionRows, "must not be negative");
    }

    private static void require(final boolean holds, final String key, final Object value, final String reason)
    {
        if (!holds)
        {
            throw new IllegalArgumentException("bad option of clearing: " + key + "=" + value + " reason=" + reason);
        }
    }

    /**
     * Who asks for the run; may not approve it.
     *
     * @param requester name, by default that of the operating system's user.
     * @return this.
     */
    public ClearingRunOptions requester(final String requester)
    {
        this.requester = null == requester ? null : requester.strip();
        return this;
    }

    /**
     * Who asks for the run.
     *
     * @return name.
     */
    public String requester()
    {
        return requester;
    }

    /**
     * When somebody else has to approve.
     *
     * @param approvalPolicy by default {@link ApprovalPolicy#EXCEPTIONS}.
     * @return this.
     */
    public ClearingRunOptions approvalPolicy(final ApprovalPolicy approvalPolicy)
    {
        this.approvalPolicy = approvalPolicy;
        return this;
    }

    /**
     * When somebody else has to approve.
     *
     * @return policy.
     */
    public ApprovalPolicy approvalPolicy()
    {
        return approvalPolicy;
    }

    /**
     * How long the run waits for an approval before it stops with exit code 5.
     *
     * @param approvalWaitNs 0 by default: the run stops at once and is resumed once it is approved.
     * @return this.
     */
    public ClearingRunOptions approvalWaitNs(final long approvalWaitNs)
    {
        this.approvalWaitNs = approvalWaitNs;
        return this;
    }

    /**
     * How long the run waits for an approval.
     *
     * @return nanoseconds.
     */
    public long approvalWaitNs()
    {
        return approvalWaitNs;
    }

    /**
     * Whether a run begins although packages of the one before are missing, because a member cannot be encrypted to:
     * a schedule does not wait for a certificate.
     *
     * @param leaves false by default: the run before is taken up, unless the number of the next one is given.
     * @return this.
     */
    public ClearingRunOptions leavesPackages(final boolean leaves)
    {
        this.leavesPackages = leaves;
        return this;
    }

    /**
     * Whether a run begins although packages of the one before are missing.
     *
     * @return true if so.
     */
    public boolean leavesPackages()
    {
        return leavesPackages;
    }

    /**
     * Whether the run stops at {@link RunPhase#READY_TO_PUBLISH}.
     *
     * @param holds false by default.
     * @return this.
     */
    public ClearingRunOptions holdsBeforePublication(final boolean holds)
    {
        this.holdsBeforePublication = holds;
        return this;
    }

    /**
     * Whether the run stops at {@link RunPhase#READY_TO_PUBLISH}.
     *
     * @return true if so.
     */
    public boolean holdsBeforePublication()
    {
        return holdsBeforePublication;
    }

    /**
     * Whether everything is calculated once before trading is suspended.
     *
     * @param rehearses true by default.
     * @return this.
     */
    public ClearingRunOptions rehearses(final boolean rehearses)
    {
        this.rehearses = rehearses;
        return this;
    }

    /**
     * Whether everything is calculated once before trading is suspended.
     *
     * @return true if so.
     */
    public boolean rehearses()
    {
        return rehearses;
    }

    /**
     * Workers; the result is the same with any number.
     *
     * @param threads 2 by default.
     * @return this.
     */
    public ClearingRunOptions threads(final int threads)
    {
        this.threads = threads;
        return this;
    }

    /**
     * Workers.
     *
     * @return 1 or more.
     */
    public int threads()
    {
        return threads;
    }

    /**
     * Clock of approvals and of the audit trail. Of what has a digest only options of a run with open calls have its
     * time, and a correction: what it calls for cannot be met before it.
     *
     * @param clockMs milliseconds since 1970.
     * @return this.
     */
    public ClearingRunOptions clockMs(final LongSupplier clockMs)
    {
        this.clockMs = clockMs;
        return this;
    }

    /**
     * Clock of approvals and of the audit trail.
     *
     * @return milliseconds since 1970.
     */
    public LongSupplier clockMs()
    {
        return clockMs;
    }

    /**
     * How long trading may stand still for an intraday run; half of it gone is a warning, four fifths an alarm.
     *
     * @param budgetNs nanoseconds.
     * @return this.
     */
    public ClearingRunOptions intradayBudgetNs(final long budgetNs)
    {
        this.intradayBudgetNs = budgetNs;
        return this;
    }

    /**
     * How long trading may stand still for an intraday run.
     *
     * @return nanoseconds.
     */
    public long intradayBudgetNs()
    {
        return intradayBudgetNs;
    }

    /**
     * How long an evening run may take from suspension to publication.
     *
     * @param budgetNs nanoseconds.
     * @return this.
     */
    public ClearingRunOptions eveningBudgetNs(final long budgetNs)
    {
        this.eveningBudgetNs = budgetNs;
        return this;
    }

    /**
     * How long an evening run may take from suspension to publication.
     *
     * @return nanoseconds.
     */
    public long eveningBudgetNs()
    {
        return eveningBudgetNs;
    }

    /**
     * Largest table of positions that the second opinion recalculates wholly in a live run.
     *
     * @param rows above them a sample is taken; 0 switches the second opinion off.
     * @return this.
     */
    public ClearingRunOptions secondOpinionRows(final long rows)
    {
        this.secondOpinionRows = rows;
        return this;
    }

    /**
     * Largest table of positions that the second opinion recalculates wholly in a live run.
     *
     * @return rows; 0: no second opinion.
     */
    public long secondOpinionRows()
    {
        return secondOpinionRows;
    }

    /**
     * Waves of reports to be written after the publication. Waves that are left out are written by whoever takes the
     * run up for its reports later.
     *
     * @param waves all by default.
     * @return this.
     */
    public ClearingRunOptions reportWaves(final Set<ReportWave> waves)
    {
        reportWaves = EnumSet.noneOf(ReportWave.class);
        reportWaves.addAll(waves);
        return this;
    }

    /**
     * Waves of reports to be written after the publication.
     *
     * @return unmodifiable.
     */
    public Set<ReportWave> reportWaves()
    {
        return Collections.unmodifiableSet(reportWaves);
    }

    /**
     * Something about where the run is done, for {@code input.json}: the version of the code, for instance.
     *
     * @param name of the fact.
     * @param value of the fact.
     * @return this.
     */
    public ClearingRunOptions environment(final String name, final String value)
    {
        environment.put(name, value);
        return this;
    }

    /**
     * Where the run is done.
     *
     * @return facts by name.
     */
    public Map<String, String> environment()
    {
        return environment;
    }
}
