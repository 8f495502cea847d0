// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.context;

import io.bourse.clearing.report.file.ReportWave;
import io.bourse.clearing.run.audit.ApprovalPolicy;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.clearing.verify.SecondOpinionOptions;
import io.bourse.engine.protocol.ClearingKind;

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
    private static final long INTRADAY_BUDGET_NS = TimeUnit.SECONDS.toNanos(12);
    /** Longest time from suspension to publication of an evening run that is planned with. */
    private static final long EVENING_BUDGET_NS = TimeUnit.SECONDS.toNanos(25);
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
        require(secondOpinionRows >= 0, "secondOpinionRows", secondOpinionRows, "must not be negative");
    }

    static void require(final boolean holds, final String key, final Object value, final String reason)
    {
        if (!holds)
        {
            throw new IllegalArgumentException("bad option of clearing: " + key + "=" + value + " reason=" + reason);
        }
    }

    /** Who asks for the run and may not approve it; by default the name of the operating system's user. */
    public ClearingRunOptions requester(final String requester)
    {
        this.requester = null == requester ? null : requester.strip();
        return this;
    }

    /** Who asks for the run. */
    public String requester()
    {
        return requester;
    }

    /** When somebody else has to approve. By default {@link ApprovalPolicy#EXCEPTIONS}. */
    public ClearingRunOptions approvalPolicy(final ApprovalPolicy approvalPolicy)
    {
        this.approvalPolicy = approvalPolicy;
        return this;
    }

    /** When somebody else has to approve. */
    public ApprovalPolicy approvalPolicy()
    {
        return approvalPolicy;
    }

    /**
     * How long the run waits for an approval before it stops with exit code 5. 0 by default: the run stops at once and
     * is resumed once it is approved.
     */
    public ClearingRunOptions approvalWaitNs(final long approvalWaitNs)
    {
        this.approvalWaitNs = approvalWaitNs;
        return this;
    }

    /** How long the run waits for an approval. */
    public long approvalWaitNs()
    {
        return approvalWaitNs;
    }

    /**
     * Whether a run begins although packages of the one before are missing, because a member cannot be encrypted to: a
     * schedule does not wait for a certificate. False by default: the run before is taken up, unless the number of the
     * next one is given.
     */
    public ClearingRunOptions leavesPackages(final boolean leaves)
    {
        this.leavesPackages = leaves;
        return this;
    }

    /** Whether a run begins although packages of the one before are missing. */
    public boolean leavesPackages()
    {
        return leavesPackages;
    }

    /** Whether the run stops at {@link RunPhase#READY_TO_PUBLISH}. False by default. */
    public ClearingRunOptions holdsBeforePublication(final boolean holds)
    {
        this.holdsBeforePublication = holds;
        return this;
    }

    /** Whether the run stops at {@link RunPhase#READY_TO_PUBLISH}. */
    public boolean holdsBeforePublication()
    {
        return holdsBeforePublication;
    }

    /** Whether everything is calculated once before trading is suspended. True by default. */
    public ClearingRunOptions rehearses(final boolean rehearses)
    {
        this.rehearses = rehearses;
        return this;
    }

    /** Whether everything is calculated once before trading is suspended. */
    public boolean rehearses()
    {
        return rehearses;
    }

    /** Workers; the result is the same with any number. 2 by default. */
    public ClearingRunOptions threads(final int threads)
    {
        this.threads = threads;
        return this;
    }

    /** Workers. */
    public int threads()
    {
        return threads;
    }

    /**
     * Clock of approvals and of the audit trail. Of what has a digest only options of a run with open calls have its
     * time, and a correction: what it calls for cannot be met before it. Milliseconds since 1970.
     */
    public ClearingRunOptions clockMs(final LongSupplier clockMs)
    {
        this.clockMs = clockMs;
        return this;
    }

    /** Clock of approvals and of the audit trail. Milliseconds since 1970. */
    public LongSupplier clockMs()
    {
        return clockMs;
    }

    /** Longest halt that is planned with; half of it gone is a warning, four fifths an alarm. */
    public static long budgetNs(final ClearingKind kind)
    {
        return ClearingKind.INTRADAY == kind ? INTRADAY_BUDGET_NS : EVENING_BUDGET_NS;
    }

    /**
     * Most rows of positions that the second opinion recalculates wholly in a live run. Above them a sample is taken;
     * 0 switches the second opinion off.
     */
    public ClearingRunOptions secondOpinionRows(final long rows)
    {
        this.secondOpinionRows = rows;
        return this;
    }

    /** Most rows of positions that the second opinion recalculates wholly in a live run; 0 for no second opinion. */
    public long secondOpinionRows()
    {
        return secondOpinionRows;
    }

    /**
     * Waves of reports to be written after the publication. Waves that are left out are written by whoever takes the
     * run up for its reports later. All by default.
     */
    public ClearingRunOptions reportWaves(final Set<ReportWave> waves)
    {
        reportWaves = EnumSet.noneOf(ReportWave.class);
        reportWaves.addAll(waves);
        return this;
    }

    /** Waves of reports to be written after the publication; unmodifiable. */
    public Set<ReportWave> reportWaves()
    {
        return Collections.unmodifiableSet(reportWaves);
    }

    /** A fact about where the run is done, for {@code input.json}: the version of the code, for instance. */
    public ClearingRunOptions environment(final String name, final String value)
    {
        environment.put(name, value);
        return this;
    }

    /** Where the run is done. */
    public Map<String, String> environment()
    {
        return environment;
    }
}
