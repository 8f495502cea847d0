// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import java.io.IOException;

import io.bourse.clearing.report.ReportFile;

/**
 * Takes the tables of a run.
 */
@FunctionalInterface
interface TableSink
{
    /**
     * Takes one table.
     *
     * @param name of its file in the run directory.
     * @param columns header of the CSV.
     * @param rows writes the rows.
     * @throws IOException when it cannot be written.
     */
    void write(String name, String columns, ReportFile.Rows rows) throws IOException;
}
