// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.context;

import io.bourse.clearing.report.file.ReportWave;
import io.bourse.clearing.run.audit.ApprovalPolicy;
import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.clearing.verify.SecondOpinionOptions;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.TradingDays;
import io.soabase.recordbuilder.core.RecordBuilder;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * How a run is done, as far as its result does not depend on it: who asks, who has to approve, how many threads, where
 * it stops by itself.
 *
 * @param requester who asks for the run and may not approve it: the signer, by default the name of the operating
 *     system's user.
 * @param signer operator who signs what the run asks for; null, the default, for none, who can ask for nothing.
 * @param operators register of the venue as it is when it is asked for; by default there are none.
 * @param approvalPolicy when another person has to approve; {@link ApprovalPolicy#EXCEPTIONS} by default.
 * @param approvalWaitNs how long in nanoseconds, from 0, the run waits for an approval before it stops with exit code
 *     5; 0 by default: the run stops at once and is resumed once it is approved.
 * @param holdsBeforePublication whether the run stops at {@link RunPhase#READY_TO_PUBLISH}; false by default.
 * @param rehearses whether everything is calculated once before trading is suspended; true by default.
 * @param leavesPackages whether a run begins although packages of the one before are missing, because a member cannot
 *     be encrypted to: a schedule does not wait for a certificate. False by default: the run before is taken up, unless
 *     the number of the next one is given.
 * @param threads workers, above 0; 2 by default. The result is the same with any number.
 * @param clockMs clock of approvals and of the audit trail, milliseconds since 1970. Of what has a digest only options
 *     of a run with open calls have its time, and a correction: what it calls for cannot be met before it.
 * @param secondOpinionRows most rows of positions that the second opinion recalculates wholly in a live run. Above them
 *     a sample is taken; 0 switches the second opinion off.
 * @param reportWaves waves of reports to be written after the publication; all by default. Waves that are left out are
 *     written when the run is taken up for its reports later.
 * @param tradingDays of the venue, or of its market, which the page of a run says; null, the default, when they are not
 *     known.
 */
@RecordBuilder
public record ClearingRunOptions(
    String requester,
    OperatorSigner signer,
    Supplier<Operators> operators,
    ApprovalPolicy approvalPolicy,
    long approvalWaitNs,
    boolean holdsBeforePublication,
    boolean rehearses,
    boolean leavesPackages,
    int threads,
    LongSupplier clockMs,
    long secondOpinionRows,
    Set<ReportWave> reportWaves,
    Supplier<TradingDays> tradingDays) implements ClearingRunOptionsBuilder.With
{
    /** Above so many rows of positions a live run has a sample recalculated by the second opinion, not all. */
    public static final long SECOND_OPINION_ROWS_DEFAULT = SecondOpinionOptions.LIVE_FULL_UP_TO_ROWS;

    /** Longest halt of an intraday run that is planned with. */
    private static final long INTRADAY_BUDGET_NS = TimeUnit.SECONDS.toNanos(12);
    /** Longest time from suspension to publication of an evening run that is planned with. */
    private static final long EVENING_BUDGET_NS = TimeUnit.SECONDS.toNanos(25);

    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException naming the option, its value and the reason.
     */
    public ClearingRunOptions
    {
        requester = null != signer ? signer.name() : null == requester ? "" : requester.strip();
        require(null != operators, "operators", operators, "is needed");
        require(null != tradingDays, "tradingDays", tradingDays, "is needed");
        require(!requester.isEmpty(), "requester", requester, "is needed");
        require(null != approvalPolicy, "approvalPolicy", approvalPolicy, "is needed");
        require(approvalWaitNs >= 0, "approvalWaitNs", approvalWaitNs, "must not be negative");
        require(threads > 0, "threads", threads, "must be positive");
        require(null != clockMs, "clockMs", clockMs, "is needed");
        require(secondOpinionRows >= 0, "secondOpinionRows", secondOpinionRows, "must not be negative");
        final Set<ReportWave> waves = EnumSet.noneOf(ReportWave.class);
        waves.addAll(reportWaves);
        reportWaves = Collections.unmodifiableSet(waves);
    }

    static void require(final boolean holds, final String key, final Object value, final String reason)
    {
        if (!holds)
        {
            throw new IllegalArgumentException("bad option of clearing: " + key + "=" + value + " reason=" + reason);
        }
    }

    /**
     * Begins with the defaults.
     *
     * @return builder.
     */
    public static ClearingRunOptionsBuilder builder()
    {
        return ClearingRunOptionsBuilder.builder()
            .requester(System.getProperty("user.name", "operator"))
            .operators(() -> Operators.NONE)
            .approvalPolicy(ApprovalPolicy.EXCEPTIONS)
            .rehearses(true)
            .threads(2)
            .clockMs(System::currentTimeMillis)
            .secondOpinionRows(SECOND_OPINION_ROWS_DEFAULT)
            .reportWaves(EnumSet.allOf(ReportWave.class))
            .tradingDays(() -> null);
    }

    /** Longest halt that is planned with; half of it gone is a warning, four fifths an alarm. */
    public static long budgetNs(final ClearingKind kind)
    {
        return ClearingKind.INTRADAY == kind ? INTRADAY_BUDGET_NS : EVENING_BUDGET_NS;
    }
}
