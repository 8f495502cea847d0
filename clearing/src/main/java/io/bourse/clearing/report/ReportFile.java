// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import com.github.luben.zstd.ZstdOutputStream;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.file.DurableFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes one compressed report.
 */
public final class ReportFile
{
    /** Level of the compression, fixed because the bytes depend on it (sheet 3.2). */
    public static final int ZSTD_LEVEL = 1;
    /** What every report's name ends with. */
    public static final String SUFFIX = ".csv.zst";

    private ReportFile()
    {
    }

    /**
     * Writes a report durably.
     *
     * @param directory of the reports.
     * @param name of the file.
     * @param columns header of the CSV.
     * @param rows writes the rows.
     * @return entry for the manifest.
     * @throws IOException when writing fails.
     */
    public static ManifestEntry write(
        final Path directory, final String name, final String columns, final Rows rows) throws IOException
    {
        final Path file = directory.resolve(name);
        final CsvWriter[] csv = new CsvWriter[1];
        DurableFile.write(
            file,
            out ->
            {
                try (ZstdOutputStream compressed = new ZstdOutputStream(out, ZSTD_LEVEL))
                {
                    compressed.setCloseFrameOnFlush(false);
                    csv[0] = new CsvWriter(compressed, columns);
                    rows.writeTo(csv[0]);
                    csv[0].finish();
                }
            });
        return new ManifestEntry(
            name, Files.size(file), csv[0].rows(), csv[0].sum(), Digests.sha256Of(file));
    }

    /**
     * Rows of a report.
     */
    @FunctionalInterface
    public interface Rows
    {
        /**
         * Writes all rows.
         *
         * @param csv after its header.
         * @throws IOException when writing fails.
         */
        void writeTo(CsvWriter csv) throws IOException;
    }
}
