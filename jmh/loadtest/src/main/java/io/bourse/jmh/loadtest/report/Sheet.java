// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import io.bourse.clearing.page.Charts;
import io.bourse.clearing.page.Page;
import io.bourse.clearing.page.PageTable;
import io.bourse.clearing.page.XyChart;
import io.bourse.jmh.loadtest.result.LoadTestResult;
import io.bourse.jmh.loadtest.result.StageResult;

import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;

/** The page that is being written, with what every section does on it. */
class Sheet
{
    final LoadTestResult result;
    private final Page page;
    private final Charts charts;
    private final Notes notes;

    Sheet(final LoadTestResult result, final Page page, final Charts charts)
    {
        this(result, page, charts, Notes.of(result));
    }

    private Sheet(final LoadTestResult result, final Page page, final Charts charts, final Notes notes)
    {
        this.result = result;
        this.page = page;
        this.charts = charts;
        this.notes = notes;
    }

    /** The same page. */
    Sheet(final Sheet other)
    {
        this(other.result, other.page, other.charts, other.notes);
    }

    final Page page()
    {
        return page;
    }

    final Notes notes()
    {
        return notes;
    }

    /** Number of the note that has a condition. */
    final String mark(final String condition)
    {
        return Integer.toString(notes.number(condition));
    }

    /** Begins a section. */
    final void section(final Section section) throws IOException
    {
        page.line("h2", section.title(), "id", section.id());
    }

    final void part(final String title) throws IOException
    {
        page.line("h3", title);
    }

    final void text(final String text) throws IOException
    {
        page.line("p", text);
    }

    /** Under what a figure was taken, or how it is to be read. */
    final void note(final String text) throws IOException
    {
        page.line("p", text, "class", "note");
    }

    final PageTable table(final String id, final String... columns) throws IOException
    {
        return PageTable.open(page, id, columns);
    }

    /** A chart with its title, and what must be known of it. */
    final void chart(final XyChart chart, final String title, final String caption) throws IOException
    {
        charts.add(chart);
        page.open("figure").line("h3", title)
            .line("div", "", "id", chart.id(), "class", "chart", "style", "height: " + chart.height() + "px")
            .line("figcaption", caption).close().text("\n");
    }

    /** A chart of a stage, with the stage's title and the note of its condition; none when no series has a point. */
    final void stageChart(
        final StageResult stage,
        final String id,
        final int height,
        final XyChart.Axis x,
        final List<XyChart.Axis> y,
        final List<XyChart.Series> series,
        final String about,
        final String more) throws IOException
    {
        final List<XyChart.Series> drawn = series.stream().filter((line) -> !line.points().isEmpty()).toList();
        if (!drawn.isEmpty())
        {
            chart(new XyChart("chart-" + id + "-" + stage.name(), height, x, y, drawn), stage.title() + about,
                stage.name() + ", note " + mark(stage.condition()) + more);
        }
    }

    final List<StageResult> stages(final Predicate<StageResult> isMeant)
    {
        return result.stages().stream().filter(isMeant).toList();
    }

    /** A figure of a stage in the unit that suits. */
    static String figure(final StageResult stage, final String name)
    {
        final Double value = stage.figures().get(name);
        return null == value ? Show.NONE : Show.figure(FigureKind.of(name).dimension(), value);
    }
}
