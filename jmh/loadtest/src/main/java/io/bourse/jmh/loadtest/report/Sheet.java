// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import io.bourse.clearing.page.Charts;
import io.bourse.clearing.page.Page;
import io.bourse.clearing.page.PageTable;
import io.bourse.jmh.loadtest.result.LoadTestResult;

import java.io.IOException;

/** The page that is being written, with what every section does on it. */
final class Sheet
{
    private final LoadTestResult result;
    private final Page page;
    private final Charts charts;

    Sheet(final LoadTestResult result, final Page page, final Charts charts)
    {
        this.result = result;
        this.page = page;
        this.charts = charts;
    }

    LoadTestResult result()
    {
        return result;
    }

    Page page()
    {
        return page;
    }

    /** Begins a section. */
    void section(final Section section) throws IOException
    {
        page.line("h2", section.title(), "id", section.id());
    }

    void part(final String title) throws IOException
    {
        page.line("h3", title);
    }

    void text(final String text) throws IOException
    {
        page.line("p", text);
    }

    /** Under what a figure was taken, or how it is to be read. */
    void note(final String text) throws IOException
    {
        page.line("p", text, "class", "note");
    }

    PageTable table(final String id, final String... columns) throws IOException
    {
        return PageTable.open(page, id, columns);
    }

    /** A chart with its title and its condition. */
    void chart(final XyChart chart, final String title, final String condition) throws IOException
    {
        charts.add(chart);
        page.open("figure").line("h3", title)
            .line("div", "", "id", chart.id(), "class", "chart", "style", "height: " + chart.height() + "px")
            .line("figcaption", condition).close().text("\n");
    }
}
