// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report.file;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What identifies a run in file names and rows.
 *
 * @param runId YYYYMMDD x 100 + number.
 * @param kind I or E.
 * @param sessionId TradingSessionID.
 * @param tradingDate YYYYMMDD.
 * @param revision of the reports, from 1.
 * @param market code of it; empty in a venue that is one market.
 */
public record RunHeader(long runId, String kind, int sessionId, int tradingDate, int revision, String market)
{
    /** What stands between the parts of a name. */
    static final String SEPARATOR = "_";
    private static final int RUNS_PER_DATE = 100;
    private static final int SERIAL_LENGTH = 9;
    private static final Pattern MARKET = Pattern.compile("_[0-9]{9}_([a-z][a-z0-9-]*)_r[0-9]");

    /**
     * A run of a venue that is one market.
     *
     * @param runId YYYYMMDD x 100 + number.
     * @param kind I or E.
     * @param sessionId TradingSessionID.
     * @param tradingDate YYYYMMDD.
     * @param revision of the reports, from 1.
     */
    public RunHeader(
        final long runId, final String kind, final int sessionId, final int tradingDate, final int revision)
    {
        this(runId, kind, sessionId, tradingDate, revision, "");
    }

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
        return new RunHeader(runId, kind, sessionId, tradingDate, other, market);
    }

    /**
     * Name of a report of this run.
     *
     * @param member clearing firm.
     * @param type of the report.
     * @return for instance {@code AA_f04_E_20261121_000000001_r1.csv.zst}, of several markets
     *     {@code AA_f04_E_20261121_000000001_currencies_r1.csv.zst}.
     */
    public String reportName(final String member, final ReportType type)
    {
        return String.join(SEPARATOR, member, type.reportName(), kind, Integer.toString(tradingDate), serial(),
            "r" + revision) + (type.isXml() ? ReportFileWriter.XML_SUFFIX : ReportFileWriter.SUFFIX);
    }

    /**
     * Market that the name of a report or a package says.
     *
     * @param fileName of it.
     * @return its code; empty in a venue that is one market.
     */
    public static String market(final String fileName)
    {
        final Matcher market = MARKET.matcher(fileName);
        return market.find() ? market.group(1) : "";
    }

    /**
     * Number of the run as file names have it, with the market in a venue of several.
     *
     * @return nine digits, and the code of the market.
     */
    public String serial()
    {
        final String digits = Long.toString(number());
        return "0".repeat(Math.max(0, SERIAL_LENGTH - digits.length())) + digits +
            (market.isEmpty() ? "" : SEPARATOR + market);
    }
}
