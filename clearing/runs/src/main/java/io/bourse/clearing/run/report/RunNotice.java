// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.report;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.report.NoticeReport;
import io.bourse.clearing.report.ReportInput;
import io.bourse.clearing.report.file.ManifestEntry;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.verify.CorrectionFile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Puts the notice of a correction among the first reports of the members.
 */
final class RunNotice
{
    private RunNotice()
    {
    }

    /**
     * Writes the notice if the run is a correction.
     *
     * @param run directory of it.
     * @param input what its reports are written from.
     * @param reports that are written.
     * @param directory of the reports.
     * @return all entries for the manifest, ascending by name.
     */
    static List<ManifestEntry> join(
        final RunDirectory run, final ReportInput input, final List<ManifestEntry> reports, final Path directory)
        throws IOException
    {
        final CorrectionFile correction = run.correction();
        if (null == correction)
        {
            return reports;
        }
        final Path corrected = run.baseDir().resolve(correction.correctedRun());
        final List<ManifestEntry> all = new ArrayList<>(reports);
        try (Table before = Table.open(corrected, RunTables.MONEY))
        {
            all.addAll(new NoticeReport(input.run(), correction.runId(), correction.correctedRunId(),
                correction.reason(), input.calculation().registers()).write(before, input.books().money(), directory));
        }
        all.sort(Comparator.comparing(ManifestEntry::name));
        return all;
    }
}
