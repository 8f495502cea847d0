// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.packages;

import io.bourse.clearing.report.file.CsvReader;
import io.bourse.clearing.report.file.ReportFileWriter;
import io.bourse.clearing.report.file.ReportType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Goes through the lines of a report and says whose they are, by the column {@code client}: a field of CSV, an
 * attribute of the element {@code row} of XML, which has a line of its own.
 */
final class ReportLines
{
    private static final String COLUMN = "client";
    private static final int BUFFER_LENGTH = 256 * 1024;
    private static final byte SEPARATOR = ';';
    private static final byte QUOTE = '"';
    private static final byte[] ROW = "  <row ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ATTRIBUTE = (" " + COLUMN + "=\"").getBytes(StandardCharsets.US_ASCII);

    private final LineConsumer consumer;
    private final boolean isXml;
    private byte[] buffer = new byte[BUFFER_LENGTH];
    private int length;
    private int column = -1;
    private boolean isHeaderRead;

    private ReportLines(final LineConsumer consumer, final boolean isXml)
    {
        this.consumer = consumer;
        this.isXml = isXml;
        this.isHeaderRead = isXml;
    }

    /** Receives lines. */
    @FunctionalInterface
    interface LineConsumer
    {
        void line(long client, byte[] bytes, int offset, int length);
    }

    /** Whether a file may have lines of clients. */
    static boolean isReport(final String name)
    {
        return name.endsWith(ReportFileWriter.SUFFIX) || isXml(name) && hasClients(ReportType.ofFile(name));
    }

    private static boolean isXml(final String name)
    {
        return name.endsWith(ReportFileWriter.XML_SUFFIX);
    }

    /** A report of XML without rows does not say which columns it would have. */
    static boolean hasClients(final ReportType type)
    {
        return null != type && type.columnNames().contains(COLUMN);
    }

    /** Digests of all clients of a report, or null when it has no such column. */
    static LineChain chain(final Path file) throws IOException
    {
        final LineChain chain = new LineChain(file.getFileName().toString());
        return read(file, chain::line) ? chain : null;
    }

    /** Goes through a report; false when it has no such column. */
    static boolean read(final Path file, final LineConsumer consumer) throws IOException
    {
        try (InputStream in = CsvReader.open(file))
        {
            return new ReportLines(consumer, isXml(file.getFileName().toString())).read(in, file);
        }
    }

    private boolean read(final InputStream in, final Path file) throws IOException
    {
        for (int count = in.read(buffer, 0, buffer.length); count >= 0;
            count = in.read(buffer, length, buffer.length - length))
        {
            length += count;
            int begin = 0;
            for (int end = endOfLine(begin); end >= 0; end = endOfLine(begin))
            {
                if (!line(begin, end, file))
                {
                    return false;
                }
                begin = end;
            }
            System.arraycopy(buffer, begin, buffer, 0, length - begin);
            length -= begin;
            if (length == buffer.length)
            {
                buffer = Arrays.copyOf(buffer, 2 * buffer.length);
            }
        }
        return isHeaderRead;
    }

    /** Behind the line that begins there, or negative when its end has not been read. */
    private int endOfLine(final int begin)
    {
        for (int i = begin; i < length; i++)
        {
            if ('\n' == buffer[i])
            {
                return i + 1;
            }
        }
        return -1;
    }

    private boolean line(final int begin, final int end, final Path file) throws IOException
    {
        if (isXml)
        {
            if (startsWith(ROW, begin, end))
            {
                consumer.line(clientOfXml(begin, end, file), buffer, begin, end - begin);
            }
            return true;
        }
        if (!isHeaderRead)
        {
            isHeaderRead = true;
            column = List.of(new String(buffer, begin, end - begin - 1, StandardCharsets.UTF_8).split(";"))
                .indexOf(COLUMN);
            return column >= 0;
        }
        if ('#' != buffer[begin])
        {
            consumer.line(client(begin, end, file), buffer, begin, end - begin);
        }
        return true;
    }

    private long client(final int begin, final int end, final Path file) throws IOException
    {
        int at = begin;
        for (int skipped = 0; skipped < column; at++)
        {
            if (at == end)
            {
                throw new IOException("line has too few columns: file=" + file);
            }
            skipped += SEPARATOR == buffer[at] ? 1 : 0;
        }
        return packed(at, end, SEPARATOR, file);
    }

    private long clientOfXml(final int begin, final int end, final Path file) throws IOException
    {
        for (int at = begin; at < end; at++)
        {
            if (startsWith(ATTRIBUTE, at, end))
            {
                return packed(at + ATTRIBUTE.length, end, QUOTE, file);
            }
        }
        throw new IOException("row names no client: file=" + file);
    }

    private boolean startsWith(final byte[] wanted, final int at, final int end)
    {
        return end - at >= wanted.length &&
            Arrays.equals(buffer, at, at + wanted.length, wanted, 0, wanted.length);
    }

    private long packed(final int begin, final int end, final byte separator, final Path file) throws IOException
    {
        long packed = 0;
        int shift = 0;
        for (int at = begin; at < end && separator != buffer[at] && '\n' != buffer[at]; at++)
        {
            if (Long.SIZE == shift || buffer[at] < 0)
            {
                throw new IOException("code of a client is no code: file=" + file);
            }
            packed |= (long)buffer[at] << shift;
            shift += Byte.SIZE;
        }
        return packed;
    }
}
