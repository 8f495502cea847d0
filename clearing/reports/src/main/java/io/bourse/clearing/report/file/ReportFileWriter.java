// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report.file;

import com.github.luben.zstd.ZstdOutputStream;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.file.UnsyncedFiles;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * Writes one compressed report.
 */
public final class ReportFileWriter
{
    /** Level of the compression, fixed because the bytes depend on it (rules 3.2). */
    public static final int ZSTD_LEVEL = 1;
    /** What the name of every CSV report ends with. */
    public static final String SUFFIX = ".csv.zst";
    /** What the name of every XML report ends with. */
    public static final String XML_SUFFIX = ".xml.zst";

    /** Fewer are not worth a thread. */
    private static final long MANY_ROWS = 50_000;

    private ReportFileWriter()
    {
    }

    /**
     * Writes a report of CSV durably.
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
        return write(directory, name, out -> new CsvWriter(out, columns), rows);
    }

    /**
     * Writes a report durably.
     *
     * @param directory of the reports.
     * @param name of the file.
     * @param form makes the writer of the rows.
     * @param rows writes the rows.
     * @return entry for the manifest.
     * @throws IOException when writing fails.
     */
    public static ManifestEntry write(
        final Path directory, final String name, final Form form, final Rows rows) throws IOException
    {
        try (UnsyncedFiles files = new UnsyncedFiles(directory))
        {
            final ManifestEntry entry = write(files, name, form, rows, false);
            files.sync();
            return entry;
        }
    }

    /**
     * Writes a report of a member.
     *
     * @param files of the reports, which the caller syncs.
     * @param run that it is of.
     * @param member that it is for.
     * @param type of the report.
     * @param listener is shown its lines; null for none.
     * @param rows writes the rows.
     * @param isLargest whether more than one thread writes it, because it would be the last to be done.
     * @return entry for the manifest.
     * @throws IOException when writing fails.
     */
    public static ManifestEntry write(
        final UnsyncedFiles files,
        final RunHeader run,
        final String member,
        final ReportType type,
        final LineListener listener,
        final Rows rows,
        final boolean isLargest) throws IOException
    {
        final String name = run.reportName(member, type);
        if (null == listener || !isLargest)
        {
            return write(files, name, out -> type.writer(out, run, member, listener), rows, isLargest);
        }
        try (LinePipe lines = new LinePipe(listener))
        {
            return write(files, name, out -> type.writer(out, run, member, lines), rows, true);
        }
    }

    /** Two threads write a file that is the largest: it would be the last to be done. The bytes are the same. */
    public static ManifestEntry write(
        final UnsyncedFiles files, final String name, final Form form, final Rows rows, final boolean isLargest)
        throws IOException
    {
        final MessageDigest digest = Digests.sha256();
        final RowWriter[] writer = new RowWriter[1];
        final long[] bytes = new long[1];
        files.write(
            name,
            out ->
            {
                final Counter counted = new Counter(out, digest);
                try (ZstdOutputStream compressed = new ZstdOutputStream(counted, ZSTD_LEVEL))
                {
                    compressed.setCloseFrameOnFlush(false);
                    try (OutputStream plain = isLargest ? new PipeStream(compressed) : new Open(compressed))
                    {
                        writer[0] = form.over(plain);
                        rows.writeTo(writer[0]);
                        writer[0].finish();
                    }
                }
                bytes[0] = counted.bytes;
            });
        return new ManifestEntry(
            name, bytes[0], writer[0].rows(), writer[0].sum(), HexFormat.of().formatHex(digest.digest()));
    }

    /**
     * Whether a file would keep one thread longer than its share of the work.
     *
     * @param rows of the file, about.
     * @param allRows of all files.
     * @param threads that write them.
     * @return true if two threads should write it.
     */
    public static boolean isLargest(final long rows, final long allRows, final int threads)
    {
        return threads > 1 && rows >= MANY_ROWS && rows > allRows / threads;
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
         * @param writer after the beginning of the report.
         * @throws IOException when writing fails.
         */
        void writeTo(RowWriter writer) throws IOException;
    }

    /**
     * What a report is written as.
     */
    @FunctionalInterface
    public interface Form
    {
        /**
         * Begins a report.
         *
         * @param out receives its bytes.
         * @return writer of the rows.
         * @throws IOException when writing fails.
         */
        RowWriter over(OutputStream out) throws IOException;
    }

    /** Closed by its opener. */
    private static final class Open extends FilterOutputStream
    {
        Open(final OutputStream out)
        {
            super(out);
        }

        @Override
        public void write(final byte[] from, final int offset, final int length) throws IOException
        {
            out.write(from, offset, length);
        }

        /** What is compressed must not depend on when the caller flushes. */
        @Override
        public void flush()
        {
        }

        @Override
        public void close()
        {
        }
    }

    /** Bytes of the file are hashed while they are written, so that they need not be read again. */
    private static final class Counter extends DigestOutputStream
    {
        private long bytes;

        Counter(final OutputStream out, final MessageDigest digest)
        {
            super(out, digest);
        }

        @Override
        public void write(final int value) throws IOException
        {
            super.write(value);
            bytes++;
        }

        @Override
        public void write(final byte[] from, final int offset, final int length) throws IOException
        {
            super.write(from, offset, length);
            bytes += length;
        }
    }
}
