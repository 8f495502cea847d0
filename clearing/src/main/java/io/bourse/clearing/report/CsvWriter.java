// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import io.bourse.clearing.file.Digests;
import io.bourse.clearing.model.Sum128;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * Writes the CSV of sheet 3.2: separator {@code ;}, a header, decimal point, fixed scale, LF, and a last line
 * {@code #rows;sum;sha256} over everything before it. Numbers go straight into bytes; nothing is allocated per row.
 */
public final class CsvWriter
{
    private static final int BUFFER_LENGTH = 64 * 1024;
    private static final int MAX_NUMBER_LENGTH = 24;
    private static final int MONEY_DIGITS = 2;
    private static final int PRICE_DIGITS = 5;

    private final OutputStream out;
    private final MessageDigest digest = Digests.sha256();
    private final byte[] buffer = new byte[BUFFER_LENGTH];
    private final byte[] digits = new byte[MAX_NUMBER_LENGTH];
    private final Sum128 sum = new Sum128();
    private int length;
    private boolean rowBegun;
    private long rows;

    /**
     * Begins a file with its header.
     *
     * @param out receives the bytes in chunks of fixed length.
     * @param columns of the header, separated by {@code ;}.
     * @throws IOException when writing fails.
     */
    public CsvWriter(final OutputStream out, final String columns) throws IOException
    {
        this.out = out;
        ascii(columns);
        put((byte)'\n');
    }

    /**
     * Writes a text column.
     *
     * @param value without separators or line ends.
     * @return this.
     * @throws IOException when writing fails.
     */
    public CsvWriter text(final String value) throws IOException
    {
        separate();
        ascii(value);
        return this;
    }

    /**
     * Writes a text column that is in bytes already.
     *
     * @param value ASCII without separators or line ends.
     * @return this.
     * @throws IOException when writing fails.
     */
    public CsvWriter text(final byte[] value) throws IOException
    {
        separate();
        for (final byte b : value)
        {
            put(b);
        }
        return this;
    }

    /**
     * Writes a text column that is packed into a long, first character in the lowest byte: the code of a register.
     *
     * @param packed at most eight ASCII characters, rest 0.
     * @return this.
     * @throws IOException when writing fails.
     */
    public CsvWriter packed(final long packed) throws IOException
    {
        separate();
        for (long rest = packed; 0 != rest; rest >>>= Byte.SIZE)
        {
            put((byte)rest);
        }
        return this;
    }

    /**
     * Writes a whole number.
     *
     * @param value any.
     * @return this.
     * @throws IOException when writing fails.
     */
    public CsvWriter number(final long value) throws IOException
    {
        separate();
        decimal(value, 0);
        return this;
    }

    /**
     * Writes an unsigned whole number.
     *
     * @param value any 64 bits.
     * @return this.
     * @throws IOException when writing fails.
     */
    public CsvWriter unsigned(final long value) throws IOException
    {
        return value >= 0 ? number(value) : text(Long.toUnsignedString(value));
    }

    /**
     * Writes an amount with two digits.
     *
     * @param kopecks amount.
     * @return this.
     * @throws IOException when writing fails.
     */
    public CsvWriter money(final long kopecks) throws IOException
    {
        separate();
        decimal(kopecks, MONEY_DIGITS);
        return this;
    }

    /**
     * Writes an amount with two digits that the last line sums up.
     *
     * @param kopecks amount.
     * @return this.
     * @throws IOException when writing fails.
     */
    public CsvWriter summed(final long kopecks) throws IOException
    {
        sum.add(kopecks);
        return money(kopecks);
    }

    /**
     * Writes a price with five digits.
     *
     * @param priceE5 price x 100 000.
     * @return this.
     * @throws IOException when writing fails.
     */
    public CsvWriter price(final long priceE5) throws IOException
    {
        separate();
        decimal(priceE5, PRICE_DIGITS);
        return this;
    }

    /**
     * Ends a row.
     *
     * @throws IOException when writing fails.
     */
    public void endRow() throws IOException
    {
        put((byte)'\n');
        rowBegun = false;
        rows++;
    }

    /**
     * Writes the last line. The stream stays open.
     *
     * @throws IOException when writing fails.
     */
    public void finish() throws IOException
    {
        flush();
        final String sha256 = HexFormat.of().formatHex(digest.digest());
        ascii("#" + rows + ";" + money(sum) + ";" + sha256 + "\n");
        flush();
    }

    /**
     * Rows so far.
     *
     * @return from 0.
     */
    public long rows()
    {
        return rows;
    }

    /**
     * Sum so far.
     *
     * @return text with two digits, as in the last line.
     */
    public String sum()
    {
        return money(sum);
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

    private void separate() throws IOException
    {
        if (rowBegun)
        {
            put((byte)';');
        }
        rowBegun = true;
    }

    private void ascii(final String value) throws IOException
    {
        for (final byte b : value.getBytes(StandardCharsets.UTF_8))
        {
            put(b);
        }
    }

    private void decimal(final long value, final int scale) throws IOException
    {
        int position = digits.length;
        int written = 0;
        long rest = value;
        while (0 != rest || written <= scale)
        {
            if (written == scale && scale > 0)
            {
                digits[--position] = '.';
            }
            digits[--position] = (byte)('0' + Math.abs(rest % 10));
            rest /= 10;
            written++;
        }
        if (value < 0)
        {
            digits[--position] = '-';
        }
        for (int i = position; i < digits.length; i++)
        {
            put(digits[i]);
        }
    }

    private void put(final byte b) throws IOException
    {
        if (length == buffer.length)
        {
            flush();
        }
        buffer[length++] = b;
    }

    private void flush() throws IOException
    {
        digest.update(buffer, 0, length);
        out.write(buffer, 0, length);
        length = 0;
    }
}
