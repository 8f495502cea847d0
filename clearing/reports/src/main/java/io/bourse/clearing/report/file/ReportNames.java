// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report.file;

/**
 * Names of report files (rules 3.2).
 */
final class ReportNames
{
    /** What stands between the parts of a name. */
    static final String SEPARATOR = "_";
    private static final int SERIAL_LENGTH = 9;

    private ReportNames()
    {
    }

    /**
     * Name of a report file.
     *
     * @param member clearing firm, two characters.
     * @param type of the report.
     * @param kind I or E.
     * @param tradingDate YYYYMMDD.
     * @param serial number of the run within the date.
     * @param revision from 1.
     * @return for instance {@code AA_f04_E_20261121_000000001_r1.csv.zst}.
     */
    static String of(
        final String member,
        final ReportType type,
        final String kind,
        final int tradingDate,
        final long serial,
        final int revision)
    {
        final String digits = Long.toString(serial);
        return member + SEPARATOR + type.reportName() + SEPARATOR + kind + SEPARATOR + tradingDate + SEPARATOR +
            "0".repeat(Math.max(0, SERIAL_LENGTH - digits.length())) + digits + SEPARATOR + "r" + revision +
            (type.isXml() ? ReportFileWriter.XML_SUFFIX : ReportFileWriter.SUFFIX);
    }
}
