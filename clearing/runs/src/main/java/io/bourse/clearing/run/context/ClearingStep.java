// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.context;

import io.bourse.clearing.report.file.ReportWave;

/**
 * Steps of a run in their order.
 */
public enum ClearingStep
{
    /** Keys opened, stream followed to now, guards passed, rehearsal; trading still goes on. */
    PREPARE(0, 0, 0),
    /** Trading suspended at the cut. */
    SUSPEND(20, 0, 0),
    /** Stream followed to the cut. */
    INGEST(100, 5, 10),
    /** Settlement prices fixed, and approved where that is needed. */
    PRICES(20, 0, 0),
    /** Contracts that end: exercise, assignment, closing movements, obligations. */
    EXPIRY(20, 20, 20),
    /** Payments and pledges: instructions of members, interest, penalties. */
    FUNDS(20, 0, 20),
    /** Positions, variation margin and fees. */
    CALCULATE(30, 250, 120),
    /** Positions, postings and money written. */
    WRITE(50, 60, 120),
    /** Invariants checked over what was written, tied out against the engine, while the disk takes it. */
    CHECK(30, 60, 40),
    /** Margin of all registers and levels, limits for the matcher. */
    MARGIN(20, 0, 100),
    /** Second opinion. */
    COMPARE(400, 20, 20),
    /** Reconciliation reports. */
    RECONCILE(50, 20, 40),
    /** Results published to the engine. */
    PUBLISH(100, 0, 0),
    /** Trading resumed; intraday only. */
    RESUME(20, 0, 0),
    /** First wave of the reports: what members need to go on, written, signed and packed. */
    REPORTS(0, 0, 0),
    /** Second wave: the rest of the members' reports. */
    MORE_REPORTS(0, 0, 0),
    /** Order register. */
    ORDER_REPORTS(0, 0, 0),
    /** Reports for the regulator. */
    REGULATOR_REPORTS(0, 0, 0);

    private static final long NS_PER_MS = 1_000_000L;
    private static final double MILLION = 1_000_000.0;

    private final double fixedMs;
    private final double msPerMillionTrades;
    private final double msPerMillionRegisters;

    /**
     * How long a step takes on the machine that docs/performance.md names, for the time that is left of a run: an
     * estimate, only what people see of the time left depends on it. 0 for steps outside the halt.
     */
    ClearingStep(final double fixedMs, final double msPerMillionTrades, final double msPerMillionRegisters)
    {
        this.fixedMs = fixedMs;
        this.msPerMillionTrades = msPerMillionTrades;
        this.msPerMillionRegisters = msPerMillionRegisters;
    }

    /** Expected time; 0 for steps outside the halt. */
    public long expectedNs(final long trades, final long registers)
    {
        final double ms =
            fixedMs + msPerMillionTrades * (trades / MILLION) + msPerMillionRegisters * (registers / MILLION);
        return (long)(ms * NS_PER_MS);
    }

    /**
     * Step in which a wave of reports is written.
     *
     * @param wave of the reports.
     * @return step.
     */
    public static ClearingStep of(final ReportWave wave)
    {
        return switch (wave)
        {
            case FIRST -> REPORTS;
            case SECOND -> MORE_REPORTS;
            case ORDERS -> ORDER_REPORTS;
            case REGULATOR -> REGULATOR_REPORTS;
        };
    }

    /**
     * Whether trading stands still in it.
     *
     * @return true from the suspension to the resumption.
     */
    public boolean isHalt()
    {
        return compareTo(SUSPEND) >= 0 && compareTo(RESUME) <= 0;
    }
}
