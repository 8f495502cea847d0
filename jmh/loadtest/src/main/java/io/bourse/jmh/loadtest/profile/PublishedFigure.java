// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.profile;

/**
 * What an exchange or a vendor has published, and where.
 *
 * @param id by which profiles name it: {@code REPORT.FIGURE}.
 * @param publisher of the report.
 * @param title of the report, as it stands there.
 * @param date of the report.
 * @param section heading of the section, or caption of the table, as it stands in the report.
 * @param year that it is of; 0 when the report has no date.
 * @param unit such as {@code us} or {@code 1/s}; empty for counts.
 * @param value for readers.
 * @param text how the report writes it.
 */
record PublishedFigure(
    String id,
    String publisher,
    String title,
    String date,
    String section,
    String market,
    int year,
    String unit,
    String value,
    String text)
{
    /** The report, for readers. */
    String report()
    {
        return publisher + ", " + title + ", " + date;
    }
}
