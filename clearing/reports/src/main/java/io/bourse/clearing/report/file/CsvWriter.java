// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report.file;

import io.bourse.clearing.file.Digests;
import io.bourse.clearing.model.Sum128;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Writes the CSV of rules 3.2: separator {@code ;}, a header, decimal point, fixed scale, LF, and a last line
 * {@code #rows;sum;sha256} over everything before it. Numbers go straight into bytes; nothing is allocated per row.
 */
public final class CsvWriter extends RowWriter
{
    private static final int BUFFER_LENGTH = 128 * 1024;
    /** A separator and a number. */
    private static final int MAX_COLUMN_LENGTH = 1 + DecimalDigits.MAX_LENGTH;
    /** In front of a text that a spreadsheet would take for a formula. */
    private static final byte QUOTE = '\'';
    private static final int MONEY_DIGITS = 2;

    private final OutputStream out;
    private final LineListener listener;
    private final MessageDigest digest = Digests.sha256();
    private byte[] buffer = new byte[BUFFER_LENGTH];
    private int length;
    private int rowStart;
    private boolean rowBegun;
    private long client;

    /**
     * Begins a file with its header.
     *
     * @param out receives the bytes in large chunks.
     * @param columns of the header, separated by {@code ;}.
     * @throws IOException when writing fails.
     */
    public CsvWriter(final OutputStream out, final String columns) throws IOException
    {
        this(out, columns, null);
    }

    /**
     * Begins a file with its header.
     *
     * @param out receives the bytes in large chunks.
     * @param columns of the header, separated by {@code ;}.
     * @param listener is shown every row; null for none.
     * @throws IOException when writing fails.
     */
    public CsvWriter(final OutputStream out, final String columns, final LineListener listener) throws IOException
    {
        this.out = out;
        this.listener = listener;
        put(columns.getBytes(StandardCharsets.UTF_8));
        buffer[length++] = '\n';
        rowStart = length;
    }

    @Override
    public CsvWriter text(final String value) throws IOException
    {
        return text(value.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public CsvWriter text(final byte[] value) throws IOException
    {
        separate();
        if (isFormula(value))
        {
            buffer[length++] = QUOTE;
        }
        put(value);
        return this;
    }

    /** What a spreadsheet would calculate. A number stays one, and so does a dash for nothing. */
    private static boolean isFormula(final byte[] value)
    {
        return value.length > 0 && isFormula(value[0], value.length) && !isNumber(value);
    }

    private static boolean isFormula(final byte first, final int length)
    {
        return '=' == first || '+' == first || '@' == first || '\t' == first || '\r' == first ||
            '-' == first && length > 1;
    }

    private static boolean isNumber(final byte[] value)
    {
        boolean isNumber = '-' == value[0] && value[1] >= '0' && value[1] <= '9';
        for (int i = 1; isNumber && i < value.length; i++)
        {
            isNumber = value[i] >= '0' && value[i] <= '9' || '.' == value[i];
        }
        return isNumber;
    }

    @Override
    public CsvWriter packed(final long packed) throws IOException
    {
        separate();
        if (isFormula((byte)packed, packed >>> Byte.SIZE == 0 ? 1 : 2))
        {
            buffer[length++] = QUOTE;
        }
        return putPacked(packed);
    }

    private CsvWriter putPacked(final long packed)
    {
        length = DecimalDigits.putPacked(buffer, length, packed);
        return this;
    }

    @Override
    public CsvWriter client(final long packed) throws IOException
    {
        client = packed;
        separate();
        return putPacked(packed);
    }

    @Override
    public CsvWriter number(final long value) throws IOException
    {
        separate();
        length = DecimalDigits.put(buffer, length, value);
        return this;
    }

    @Override
    public CsvWriter unsigned(final long value) throws IOException
    {
        return value >= 0 ? number(value) : text(Long.toUnsignedString(value));
    }

    @Override
    CsvWriter decimal(final long value, final int scale) throws IOException
    {
        separate();
        length = DecimalDigits.put(buffer, length, value, scale);
        return this;
    }

    @Override
    void endLine() throws IOException
    {
        reserve(1);
        buffer[length++] = '\n';
        if (null != listener)
        {
            listener.line(client, buffer, rowStart, length - rowStart);
            client = 0;
        }
        rowStart = length;
        rowBegun = false;
    }

    @Override
    public void finish() throws IOException
    {
        flush(length);
        final String sha256 = HexFormat.of().formatHex(digest.digest());
        out.write(("#" + rows() + ";" + sum() + ";" + sha256 + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Text of a total.
     *
     * @param kopecks any.
     * @return with two digits.
     */
    public static String money(final Sum128 kopecks)
    {
        return new BigDecimal(kopecks.value(), MONEY_DIGITS).toPlainString();
    }

    /** Begins a column, with space for a separator and a number. */
    private void separate() throws IOException
    {
        reserve(MAX_COLUMN_LENGTH);
        if (rowBegun)
        {
            buffer[length++] = ';';
        }
        rowBegun = true;
    }

    private void put(final byte[] value) throws IOException
    {
        reserve(value.length + 1);
        System.arraycopy(value, 0, buffer, length, value.length);
        length += value.length;
    }

    private void reserve(final int bytes) throws IOException
    {
        if (buffer.length - length < bytes)
        {
            makeSpace(bytes);
        }
    }

    /** Rows before the one that is being written go out; it stays in one piece for the listener. */
    private void makeSpace(final int bytes) throws IOException
    {
        flush(rowStart);
        if (buffer.length - length < bytes)
        {
            buffer = Arrays.copyOf(buffer, 2 * (length + bytes));
        }
    }

    private void flush(final int to) throws IOException
    {
        digest.update(buffer, 0, to);
        out.write(buffer, 0, to);
        System.arraycopy(buffer, to, buffer, 0, length - to);
        length -= to;
        rowStart -= to;
    }
}
