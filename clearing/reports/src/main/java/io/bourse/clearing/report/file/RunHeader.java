// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report.file;

/**
 * What identifies a run in file names and rows.
 *
 * @param runId YYYYMMDD x 100 + number.
 * @param kind I or E.
 * @param sessionId TradingSessionID.
 * @param tradingDate YYYYMMDD.
 * @param revision of the reports, from 1.
 */
public record RunHeader(long runId, String kind, int sessionId, int tradingDate, int revision)
{
    private static final int RUNS_PER_DATE = 100;

    /**
     * Number of the run within its date.
     *
     * @return from 1.
     */
    public long number()
    {
        return runId % RUNS_PER_DATE;
    }

    /**
     * The same run in another revision of its reports.
     *
     * @param other from 1.
     * @return changed copy.
     */
    public RunHeader withRevision(final int other)
    {
        return new RunHeader(runId, kind, sessionId, tradingDate, other);
    }

    /**
     * Name of a report of this run.
     *
     * @param member clearing firm.
     * @param type of the report.
     * @return file name.
     */
    public String reportName(final String member, final ReportType type)
    {
        return ReportNames.of(member, type, kind, tradingDate, number(), revision);
    }
}
