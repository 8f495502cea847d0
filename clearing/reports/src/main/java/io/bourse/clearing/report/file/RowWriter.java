// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report.file;

import io.bourse.clearing.model.Sum128;

import java.io.IOException;

/**
 * Receives the rows of a report, column by column in their order; what becomes of them (CSV, XML) the rows do not know.
 * Every method but {@link #endRow} writes one column.
 */
public abstract class RowWriter
{
    private static final int MONEY_DIGITS = 2;
    private static final int PRICE_DIGITS = 5;
    private static final int RATE_DIGITS = 6;

    private final Sum128 sum = new Sum128();
    private long rows;

    /**
     * Writes a text column.
     *
     * @param value without separators or line ends.
     * @return this.
     * @throws IOException when writing fails.
     */
    public abstract RowWriter text(String value) throws IOException;

    /**
     * Writes a text column that a row may do without; XML leaves it out then.
     *
     * @param value without separators or line ends; empty for none.
     * @return this.
     * @throws IOException when writing fails.
     */
    public RowWriter optional(final String value) throws IOException
    {
        return text(value);
    }

    /**
     * Writes a text column that is in bytes already.
     *
     * @param value ASCII without separators or line ends.
     * @return this.
     * @throws IOException when writing fails.
     */
    public abstract RowWriter text(byte[] value) throws IOException;

    /**
     * Writes a text column that is packed into a long, first character in the lowest byte.
     *
     * @param packed at most eight ASCII characters, rest 0.
     * @return this.
     * @throws IOException when writing fails.
     */
    public abstract RowWriter packed(long packed) throws IOException;

    /**
     * Writes the register that the row is of; at most once a row.
     *
     * @param packed code of the register, see {@link #packed}.
     * @return this.
     * @throws IOException when writing fails.
     */
    public abstract RowWriter client(long packed) throws IOException;

    /**
     * Writes a whole number.
     *
     * @param value any.
     * @return this.
     * @throws IOException when writing fails.
     */
    public abstract RowWriter number(long value) throws IOException;

    /**
     * Writes an unsigned whole number.
     *
     * @param value any 64 bits.
     * @return this.
     * @throws IOException when writing fails.
     */
    public abstract RowWriter unsigned(long value) throws IOException;

    /**
     * Writes an amount with two digits.
     *
     * @param kopecks amount.
     * @return this.
     * @throws IOException when writing fails.
     */
    public final RowWriter money(final long kopecks) throws IOException
    {
        return decimal(kopecks, MONEY_DIGITS);
    }

    /**
     * Writes an amount with two digits that the end of the report sums up.
     *
     * @param kopecks amount.
     * @return this.
     * @throws IOException when writing fails.
     */
    public final RowWriter summed(final long kopecks) throws IOException
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
    public final RowWriter price(final long priceE5) throws IOException
    {
        return decimal(priceE5, PRICE_DIGITS);
    }

    /**
     * Writes a rate with six digits.
     *
     * @param rateE6 rate x 1 000 000.
     * @return this.
     * @throws IOException when writing fails.
     */
    public final RowWriter rate(final long rateE6) throws IOException
    {
        return decimal(rateE6, RATE_DIGITS);
    }

    /**
     * Ends a row.
     *
     * @throws IOException when writing fails.
     */
    public final void endRow() throws IOException
    {
        endLine();
        rows++;
    }

    /** Writes a number with a number of digits after its point. */
    abstract RowWriter decimal(long value, int scale) throws IOException;

    abstract void endLine() throws IOException;

    /**
     * Writes the end of the report. The stream stays open.
     *
     * @throws IOException when writing fails.
     */
    public abstract void finish() throws IOException;

    /**
     * Rows so far.
     *
     * @return from 0.
     */
    public final long rows()
    {
        return rows;
    }

    /**
     * Sum so far.
     *
     * @return text with two digits, as at the end of the report.
     */
    public final String sum()
    {
        return CsvWriter.money(sum);
    }
}
