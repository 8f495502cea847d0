// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report.file;

/**
 * One file of a manifest.
 *
 * @param name of the file, in the directory of the manifest.
 * @param bytes length of the file.
 * @param rows rows of the CSV in it, without header and last line.
 * @param sum of its summed column, with two digits.
 * @param sha256 of the file, lower-case hexadecimal.
 */
public record ManifestEntry(String name, long bytes, long rows, String sum, String sha256)
{
    /**
     * Whom the file is for.
     *
     * @return clearing firm; the whole name when the file is named otherwise than a report.
     */
    public String member()
    {
        return name.split(RunHeader.SEPARATOR)[0];
    }

    /**
     * Which report is in the file.
     *
     * @return null when the file is named otherwise than a report.
     */
    public ReportType type()
    {
        return ReportType.ofFile(name);
    }
}
