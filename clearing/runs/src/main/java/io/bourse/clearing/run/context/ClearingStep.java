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
    PREPARE,
    /** Trading suspended at the cut. */
    SUSPEND,
    /** Stream followed to the cut. */
    INGEST,
    /** Settlement prices fixed, and approved where that is needed. */
    PRICES,
    /** Contracts that end: exercise, assignment, closing movements, obligations. */
    EXPIRY,
    /** Payments and pledges: instructions of members, interest, penalties. */
    FUNDS,
    /** Positions, variation margin and fees. */
    CALCULATE,
    /** Positions, postings and money written. */
    WRITE,
    /** Invariants checked over what was written, tied out against the engine, while the disk takes it. */
    CHECK,
    /** Margin of all registers and levels, limits for the matcher. */
    MARGIN,
    /** Second opinion. */
    COMPARE,
    /** Reconciliation reports. */
    RECONCILE,
    /** Results published to the engine. */
    PUBLISH,
    /** Trading resumed; intraday only. */
    RESUME,
    /** First wave of the reports: what members need to go on, written, signed and packed. */
    REPORTS,
    /** Second wave: the rest of the members' reports. */
    MORE_REPORTS,
    /** Order register. */
    ORDER_REPORTS,
    /** Reports for the regulator. */
    REGULATOR_REPORTS;

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
