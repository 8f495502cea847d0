// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.latency;

import io.bourse.clearing.page.Charts;
import io.bourse.clearing.page.Page;
import io.bourse.clearing.page.PageFile;
import io.bourse.clearing.page.PageTable;
import io.bourse.clearing.page.XyChart;
import io.bourse.clearing.page.XyChart.Axis;
import io.bourse.clearing.page.XyChart.Series;
import io.bourse.deploy.timestamps.Distribution;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** The figures of a capture as one HTML file that needs nothing else. */
public final class LatencyPage
{
    private static final int HEIGHT = 300;
    private static final double NS_PER_US = 1e3;
    /** One in how many: the ends of the curve. */
    private static final double[] CURVE =
        {1.1, 1.25, 1.5, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 100_000, 1_000_000};
    /** A time of 0 or below has no place on the axis of a chart. */
    private static final double LEAST_US = 0.001;

    private LatencyPage()
    {
    }

    /**
     * Writes the page.
     *
     * @param file to be created or replaced.
     * @param capture name of the capture.
     * @param summary what was found in it, in one line.
     * @param figures of it.
     * @throws IOException when the page cannot be written.
     */
    public static void write(
        final Path file, final String capture, final String summary, final LatencyFigures figures) throws IOException
    {
        PageFile.write(file, "Latency: " + capture, "", PageFile.resource(PageFile.class, PageFile.CHARTS),
            (page, charts) ->
            {
                page.line("h1", "Latency").line("p", capture + ": " + summary, "class", "lead");
                for (final LatencyTable table : LatencyTable.of(figures))
                {
                    page.line("h2", table.title(), "id", table.id());
                    page.line("p", table.note(), "class", "note");
                    write(page, charts, table.id(), figures);
                    write(page, table);
                }
            });
    }

    private static void write(final Page page, final LatencyTable table) throws IOException
    {
        final String[] columns = table.header().toArray(String[]::new);
        for (int i = table.textColumns(); i < columns.length; i++)
        {
            columns[i] = "#" + columns[i];
        }
        final PageTable rows = PageTable.open(page, table.id() + "-rows", columns);
        for (final String[] row : table.rows())
        {
            rows.row(row);
        }
        rows.close();
    }

    private static void write(final Page page, final Charts charts, final String id, final LatencyFigures figures)
        throws IOException
    {
        switch (id)
        {
            case "responses" -> chart(page, charts, new XyChart("chart-responses", HEIGHT,
                Axis.log("percentile, %", XyChart.PERCENTILE), List.of(Axis.log("", XyChart.MICROSECONDS)),
                responses(figures)));
            case "leads" -> chart(page, charts, new XyChart("chart-leads", HEIGHT,
                Axis.categories("", figures.leads().stream().map(row -> row.line() + " " + row.door()).toList()),
                List.of(Axis.linear("us")), List.of(
                    Series.bar("median", 0, "solid", leads(figures, Distribution::medianNs)),
                    Series.bar("shortest", 1, "solid", leads(figures, Distribution::minNs)))));
            case "places" -> chart(page, charts, new XyChart("chart-places", HEIGHT,
                Axis.linear("requests before it"), List.of(Axis.log("", XyChart.MICROSECONDS)), List.of(
                    Series.line("50 %", 0, "solid", places(figures, Distribution::medianNs)),
                    Series.line("99 %", 1, "solid", places(figures, Distribution::p99Ns)))));
            default ->
            {
                // The table says it all.
            }
        }
    }

    private static void chart(final Page page, final Charts charts, final XyChart chart) throws IOException
    {
        charts.add(chart);
        page.line("div", "", "id", chart.id(), "class", "chart", "style", "height: " + chart.height() + "px");
    }

    private static List<Series> responses(final LatencyFigures figures)
    {
        final Map<String, List<LatencyFigures.Match>> curves = new LinkedHashMap<>();
        figures.matches().stream().filter(match -> !match.request().isRefused()).forEach(match -> curves
            .computeIfAbsent(match.door() + " " + match.request().kind().label(), ignored -> new ArrayList<>())
            .add(match));
        final List<Series> series = new ArrayList<>();
        curves.forEach((name, matches) -> series.add(Series.line(name, series.size(), "solid", curve(matches))));
        return series;
    }

    private static List<List<Double>> curve(final List<LatencyFigures.Match> matches)
    {
        final long[] times = matches.stream().mapToLong(match -> match.request().responseNs()).sorted().toArray();
        return Arrays.stream(CURVE).filter(oneIn -> oneIn <= times.length).mapToObj(oneIn ->
            List.of(oneIn, us(times[(int)Math.ceil(times.length * (1 - 1 / oneIn)) - 1]))).toList();
    }

    private static List<List<Double>> leads(final LatencyFigures figures, final ToLongFunction<Distribution> part)
    {
        return XyChart.points(figures.leads(), row -> part.applyAsLong(row.times()) / NS_PER_US);
    }

    private static List<List<Double>> places(final LatencyFigures figures, final ToLongFunction<Distribution> part)
    {
        return figures.places().stream()
            .map(row -> List.of((double)row.least(), us(part.applyAsLong(row.times())))).toList();
    }

    private static double us(final long ns)
    {
        return Math.max(LEAST_US, ns / NS_PER_US);
    }
}
