// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;

import java.util.Arrays;
import java.util.List;

/**
 * Tables of answers for people.
 */
public final class TextTable
{
    private TextTable()
    {
    }

    /**
     * A table.
     *
     * @param header of the columns.
     * @param textColumns how many of the first are text; all others are figures.
     * @param rows of the table.
     * @return lines without the last line end.
     */
    public static String of(final String[] header, final int textColumns, final List<String[]> rows)
    {
        final boolean[] isFigure = new boolean[header.length];
        Arrays.fill(isFigure, Math.min(textColumns, header.length), header.length, true);
        return of(header, isFigure, rows);
    }

    /**
     * A table.
     *
     * @param header of the columns.
     * @param isFigure which columns hold figures; all others are text.
     * @param rows of the table; null is an empty place.
     * @return lines without the last line end.
     */
    public static String of(final String[] header, final boolean[] isFigure, final List<String[]> rows)
    {
        final Column[] columns = new Column[header.length];
        for (int i = 0; i < columns.length; i++)
        {
            columns[i] = new Column().header(header[i])
                .dataAlign(isFigure[i] ? HorizontalAlign.RIGHT : HorizontalAlign.LEFT);
        }
        return AsciiTable.builder().border(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS)
            .data(columns, rows.toArray(String[][]::new)).asString();
    }

    /**
     * A field of an answer.
     *
     * @param row object.
     * @param field name.
     * @return its text; a dash for none.
     */
    public static String text(final JsonNode row, final String field)
    {
        final JsonNode value = row.path(field);
        return value.isNull() || value.isMissingNode() ? "-" :
            value.isBigDecimal() ? value.decimalValue().toPlainString() : value.asText();
    }
}
