// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report.file;

import com.github.luben.zstd.ZstdInputStream;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.model.Sum128;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * Reads what {@link CsvWriter} has written, row by row, and counts for itself.
 */
public final class CsvReader
{
    private static final int MAX_LINE_LENGTH = 64 * 1024;
    private static final int MONEY_DIGITS = 2;
    private static final int TRAILER_FIELDS = 3;
    private static final String SEPARATOR = ";";

    private CsvReader()
    {
    }

    /**
     * Opens a report, decompressed when its name says that it is compressed.
     *
     * @param file of a report.
     * @return its text.
     * @throws IOException when it cannot be opened.
     */
    public static InputStream open(final Path file) throws IOException
    {
        final InputStream bytes = Files.newInputStream(file);
        return file.getFileName().toString().endsWith(".zst") ? new ZstdInputStream(bytes) : bytes;
    }

    /**
     * Reads a whole file.
     *
     * @param stream of CSV, not compressed.
     * @param sumColumn column that the last line sums up.
     * @param consumer of the rows.
     * @return what was counted and what the last line claims.
     * @throws IOException when reading fails or the file has not the form of a report.
     */
    public static Summary read(final InputStream stream, final String sumColumn, final RowConsumer consumer)
        throws IOException
    {
        final Lines lines = new Lines(stream);
        final MessageDigest digest = Digests.sha256();
        byte[] line = lines.next();
        if (null == line || 0 == line.length || '#' == line[0])
        {
            throw new IOException("file has no header");
        }
        update(digest, line);
        final List<String> columns = fields(line);
        final int sumIndex = columns.indexOf(sumColumn);
        final Sum128 sum = new Sum128();
        long rows = 0;
        for (line = lines.next(); null != line; line = lines.next())
        {
            if (line.length > 0 && '#' == line[0])
            {
                final String sha256 = HexFormat.of().formatHex(digest.digest());
                return summary(fields(Arrays.copyOfRange(line, 1, line.length)), lines, rows, sum, sha256);
            }
            update(digest, line);
            final List<String> row = fields(line);
            if (row.size() != columns.size())
            {
                throw new IOException("row has another number of columns than the header: row=" + (rows + 1));
            }
            rows++;
            if (sumIndex >= 0)
            {
                sum.add(kopecks(row.get(sumIndex)));
            }
            consumer.onRow(row);
        }
        throw new IOException("file ends without its last line: rows=" + rows);
    }

    /**
     * Reads an amount with at most two digits.
     *
     * @param text of a column.
     * @return kopecks.
     * @throws IOException when it is not such an amount.
     */
    public static long kopecks(final String text) throws IOException
    {
        try
        {
            return new BigDecimal(text).movePointRight(MONEY_DIGITS).longValueExact();
        }
        catch (final ArithmeticException | NumberFormatException ex)
        {
            throw new IOException("not an amount with two digits: text=" + text, ex);
        }
    }

    private static Summary summary(
        final List<String> trailer, final Lines lines, final long rows, final Sum128 sum, final String sha256)
        throws IOException
    {
        if (trailer.size() != TRAILER_FIELDS || !lines.isAtEnd())
        {
            throw new IOException("last line is not #rows;sum;sha256 or not the last: rows=" + rows);
        }
        return new Summary(rows, CsvWriter.money(sum), sha256, trailer.get(0), trailer.get(1), trailer.get(2));
    }

    private static List<String> fields(final byte[] line)
    {
        return List.of(new String(line, StandardCharsets.UTF_8).split(SEPARATOR, -1));
    }

    private static void update(final MessageDigest digest, final byte[] line)
    {
        digest.update(line);
        digest.update((byte)'\n');
    }

    /** Lines of a stream, which reads much at a time. */
    private static final class Lines
    {
        private final byte[] buffer = new byte[MAX_LINE_LENGTH + 1];
        private final InputStream in;
        private int begin;
        private int end;

        private Lines(final InputStream in)
        {
            this.in = in;
        }

        /** The next one, null at the end. */
        private byte[] next() throws IOException
        {
            int at = begin;
            while (true)
            {
                while (at < end)
                {
                    if ('\n' == buffer[at++])
                    {
                        final byte[] line = Arrays.copyOfRange(buffer, begin, at - 1);
                        begin = at;
                        return line;
                    }
                }
                at -= begin;
                if (!fill())
                {
                    if (end > 0)
                    {
                        throw new IOException("file ends within a line");
                    }
                    return null;
                }
            }
        }

        private boolean isAtEnd() throws IOException
        {
            return begin == end && !fill();
        }

        /** Reads on behind what is left, which then stands at the beginning. */
        private boolean fill() throws IOException
        {
            System.arraycopy(buffer, begin, buffer, 0, end - begin);
            end -= begin;
            begin = 0;
            if (buffer.length == end)
            {
                throw new IOException("line is too long: maxLength=" + MAX_LINE_LENGTH);
            }
            final int count = in.read(buffer, end, buffer.length - end);
            end += Math.max(0, count);
            return count >= 0;
        }
    }

    /**
     * Receives rows.
     */
    @FunctionalInterface
    public interface RowConsumer
    {
        /**
         * One row.
         *
         * @param fields in the order of the header.
         * @throws IOException when the row cannot be understood.
         */
        void onRow(List<String> fields) throws IOException;
    }

    /**
     * What was counted, and what the last line of the file claims.
     *
     * @param rows counted.
     * @param sum counted, with two digits.
     * @param sha256 of header and rows.
     * @param claimedRows of the last line.
     * @param claimedSum of the last line.
     * @param claimedSha256 of the last line.
     */
    public record Summary(
        long rows, String sum, String sha256, String claimedRows, String claimedSum, String claimedSha256)
    {
        /**
         * Whether the last line tells the truth.
         *
         * @return true if so.
         */
        public boolean isConsistent()
        {
            return Long.toString(rows).equals(claimedRows) && sum.equals(claimedSum) && sha256.equals(claimedSha256);
        }
    }
}
