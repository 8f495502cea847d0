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
    /** What stands between the parts of a name. */
    static final String SEPARATOR = "_";
    private static final int RUNS_PER_DATE = 100;
    private static final int SERIAL_LENGTH = 9;

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
     * @return for instance {@code AA_f04_E_20261121_000000001_r1.csv.zst}.
     */
    public String reportName(final String member, final ReportType type)
    {
        return String.join(SEPARATOR, member, type.reportName(), kind, Integer.toString(tradingDate), serial(),
            "r" + revision) + (type.isXml() ? ReportFileWriter.XML_SUFFIX : ReportFileWriter.SUFFIX);
    }

    /**
     * Number of the run as file names have it.
     *
     * @return nine digits.
     */
    public String serial()
    {
        final String digits = Long.toString(number());
        return "0".repeat(Math.max(0, SERIAL_LENGTH - digits.length())) + digits;
    }
}
