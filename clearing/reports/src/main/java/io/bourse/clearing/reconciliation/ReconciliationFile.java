// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.reconciliation;

import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.model.Sum128;
import io.bourse.clearing.report.file.CsvWriter;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes one reconciliation: rows with what was compared, the difference and, if there is one, the word BREAK; then one
 * row RESULT with OK or BREAK.
 */
final class ReconciliationFile
{
    private static final String SUFFIX = ".csv";

    private final String name;
    private final int columns;
    private CsvWriter csv;
    private long rows;
    private long breaks;
    private String firstBreak = "";

    private ReconciliationFile(final String name, final int columns)
    {
        this.name = name;
        this.columns = columns;
    }

    static ReconciliationResult write(
        final Path directory, final String name, final String columns, final Rows body) throws IOException
    {
        final int columnCount = columns.split(";", -1).length;
        final ReconciliationFile[] file = new ReconciliationFile[1];
        DurableFile.write(
            directory.resolve(name + SUFFIX),
            out ->
            {
                file[0] = new ReconciliationFile(name, columnCount);
                file[0].csv = new CsvWriter(out, columns + ";status");
                body.writeTo(file[0]);
                file[0].finish();
            });
        return new ReconciliationResult(name, file[0].rows, file[0].breaks, file[0].firstBreak);
    }

    ReconciliationFile text(final String value) throws IOException
    {
        csv.text(value);
        return this;
    }

    ReconciliationFile number(final long value) throws IOException
    {
        csv.number(value);
        return this;
    }

    ReconciliationFile money(final Sum128 kopecks) throws IOException
    {
        csv.text(CsvWriter.money(kopecks));
        return this;
    }

    /**
     * Ends a row.
     *
     * @param isBroken whether it differs.
     * @param facts that name it.
     * @throws IOException when writing fails.
     */
    void endRow(final boolean isBroken, final String facts) throws IOException
    {
        csv.text(isBroken ? ReconciliationResult.BREAK : "").endRow();
        rows++;
        if (isBroken)
        {
            breaks++;
            firstBreak = firstBreak.isEmpty() ? facts : firstBreak;
        }
    }

    private void finish() throws IOException
    {
        csv.text("RESULT");
        for (int i = 1; i < columns; i++)
        {
            csv.text("");
        }
        csv.text(0 == breaks ? ReconciliationResult.OK : ReconciliationResult.BREAK).endRow();
        csv.finish();
    }

    /** Writes the rows of a reconciliation. */
    @FunctionalInterface
    interface Rows
    {
        void writeTo(ReconciliationFile file) throws IOException;
    }
}
