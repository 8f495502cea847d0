// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report.file;

import java.io.IOException;

/**
 * Receives the rows of a report, column by column in their order; what becomes of them (CSV, XML) the rows do not know.
 * Every method but {@link #endRow} writes one column.
 */
public interface RowWriter
{
    /**
     * Writes a text column.
     *
     * @param value without separators or line ends.
     * @return this.
     * @throws IOException when writing fails.
     */
    RowWriter text(String value) throws IOException;

    /**
     * Writes a text column that is in bytes already.
     *
     * @param value ASCII without separators or line ends.
     * @return this.
     * @throws IOException when writing fails.
     */
    RowWriter text(byte[] value) throws IOException;

    /**
     * Writes a text column that is packed into a long, first character in the lowest byte.
     *
     * @param packed at most eight ASCII characters, rest 0.
     * @return this.
     * @throws IOException when writing fails.
     */
    RowWriter packed(long packed) throws IOException;

    /**
     * Writes the register that the row is of; at most once a row.
     *
     * @param packed code of the register, see {@link #packed}.
     * @return this.
     * @throws IOException when writing fails.
     */
    RowWriter client(long packed) throws IOException;

    /**
     * Writes a whole number.
     *
     * @param value any.
     * @return this.
     * @throws IOException when writing fails.
     */
    RowWriter number(long value) throws IOException;

    /**
     * Writes an unsigned whole number.
     *
     * @param value any 64 bits.
     * @return this.
     * @throws IOException when writing fails.
     */
    RowWriter unsigned(long value) throws IOException;

    /**
     * Writes an amount with two digits.
     *
     * @param kopecks amount.
     * @return this.
     * @throws IOException when writing fails.
     */
    RowWriter money(long kopecks) throws IOException;

    /**
     * Writes an amount with two digits that the end of the report sums up.
     *
     * @param kopecks amount.
     * @return this.
     * @throws IOException when writing fails.
     */
    RowWriter summed(long kopecks) throws IOException;

    /**
     * Writes a price with five digits.
     *
     * @param priceE5 price x 100 000.
     * @return this.
     * @throws IOException when writing fails.
     */
    RowWriter price(long priceE5) throws IOException;

    /**
     * Writes a rate with six digits.
     *
     * @param rateE6 rate x 1 000 000.
     * @return this.
     * @throws IOException when writing fails.
     */
    RowWriter rate(long rateE6) throws IOException;

    /**
     * Ends a row.
     *
     * @throws IOException when writing fails.
     */
    void endRow() throws IOException;

    /**
     * Writes the end of the report. The stream stays open.
     *
     * @throws IOException when writing fails.
     */
    void finish() throws IOException;

    /**
     * Rows so far.
     *
     * @return from 0.
     */
    long rows();

    /**
     * Sum so far.
     *
     * @return text with two digits, as at the end of the report.
     */
    String sum();
}
