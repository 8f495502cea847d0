// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.page;

import java.io.IOException;
import java.util.List;

/** A table of a page. Columns whose name begins with {@code #} hold numbers. */
public final class PageTable
{
    private static final String NUMBER = "#";
    private static final String OK = "OK";

    private final Page page;
    private final List<String> columns;

    private PageTable(final Page page, final List<String> columns)
    {
        this.page = page;
        this.columns = columns;
    }

    /**
     * Begins a table.
     *
     * @param page it is on.
     * @param id of it.
     * @param columns headings; one that begins with {@code #} is of numbers.
     * @return the table, open.
     * @throws IOException when the page cannot be written.
     */
    public static PageTable open(final Page page, final String id, final String... columns) throws IOException
    {
        final PageTable table = new PageTable(page, List.of(columns));
        page.open("table", "id", id).open("thead").open("tr");
        for (final String column : columns)
        {
            final boolean isNumber = column.startsWith(NUMBER);
            page.open("th", "class", isNumber ? "n" : "t").text(isNumber ? column.substring(1) : column).close();
        }
        page.close().close().text("\n").open("tbody").text("\n");
        return table;
    }

    /**
     * A row.
     *
     * @param fields one for each column.
     * @return this.
     * @throws IOException when the page cannot be written.
     */
    public PageTable row(final String... fields) throws IOException
    {
        return row("r", fields);
    }

    /**
     * The row that adds up the others.
     *
     * @param fields one for each column.
     * @return this.
     * @throws IOException when the page cannot be written.
     */
    public PageTable sum(final String... fields) throws IOException
    {
        return row("sum", fields);
    }

    private PageTable row(final String style, final String... fields) throws IOException
    {
        page.open("tr", "class", style);
        return endRow(0, fields);
    }

    private PageTable endRow(final int from, final String... fields) throws IOException
    {
        for (int i = 0; i < fields.length; i++)
        {
            page.open("td", "class", columns.get(from + i).startsWith(NUMBER) ? "n" : "t").text(fields[i]).close();
        }
        page.close().text("\n");
        return this;
    }

    /**
     * A row that begins with whether something holds.
     *
     * @param isOk whether it does.
     * @param failed what is shown when it does not.
     * @param fields the other columns.
     * @return this.
     * @throws IOException when the page cannot be written.
     */
    public PageTable verdict(final boolean isOk, final String failed, final String... fields) throws IOException
    {
        page.open("tr", "class", "r").open("td", "class", isOk ? "ok" : "bad").text(isOk ? OK : failed).close();
        return endRow(1, fields);
    }

    /**
     * Ends the table.
     *
     * @throws IOException when the page cannot be written.
     */
    public void close() throws IOException
    {
        page.close().close().text("\n");
    }
}
