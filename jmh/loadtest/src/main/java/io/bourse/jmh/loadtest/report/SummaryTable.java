// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import io.bourse.jmh.loadtest.result.LoadTestResult;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What a load test comes to, for a terminal: published figures beside ours, what was missed first.
 */
public final class SummaryTable
{
    private static final List<ComparedFigure.Verdict> ORDER = List.of(
        ComparedFigure.Verdict.MISSED, ComparedFigure.Verdict.MET,
        ComparedFigure.Verdict.SHOWN, ComparedFigure.Verdict.TOO_FEW, ComparedFigure.Verdict.NOT_MEASURED);
    private static final String RUNS = "lowest .. highest";
    private static final List<String> HEADER =
        List.of("", "figure", "unit", "published", "ours", RUNS, "ratio", "samples");
    private static final int FIRST_NUMBER = 3;

    private SummaryTable()
    {
    }

    /**
     * Prints the table, and what went wrong after it.
     *
     * @param result of the test.
     * @param out for the lines.
     */
    public static void print(final LoadTestResult result, final PrintStream out)
    {
        final boolean isRepeated = result.stages().stream().anyMatch((stage) -> !stage.runs().isEmpty());
        final List<String[]> rows = new ArrayList<>();
        ComparedFigure.all(result).stream().filter((figure) -> null != figure.row().ours())
            .sorted(Comparator.comparingInt((figure) -> ORDER.indexOf(figure.verdict())))
            .forEach((figure) -> rows.add(cells(row(result, figure), isRepeated)));
        if (!rows.isEmpty())
        {
            final String[] header = cells(HEADER, isRepeated);
            final Column[] columns = new Column[header.length];
            for (int i = 0; i < columns.length; i++)
            {
                columns[i] = new Column().header(header[i])
                    .dataAlign(i < FIRST_NUMBER ? HorizontalAlign.LEFT : HorizontalAlign.RIGHT)
                    .maxWidth(Integer.MAX_VALUE);
            }
            out.println(AsciiTable.builder().border(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS)
                .data(columns, rows.toArray(String[][]::new)).asString());
        }
        result.troubles().forEach((trouble) -> out.println("trouble: " + trouble));
        out.flush();
    }

    /** What ours is judged by; when there is nothing of ours, the last that was published. */
    private static String published(final ComparedFigure figure)
    {
        final List<String> values = figure.row().values();
        final String value = values.isEmpty() ? "" :
            values.get(figure.column() < 0 ? values.size() - 1 : figure.column());
        return value.isEmpty() ? Show.NONE : value;
    }

    private static String[] cells(final List<String> row, final boolean isRepeated)
    {
        final List<String> cells = new ArrayList<>(row);
        if (!isRepeated)
        {
            cells.remove(HEADER.indexOf(RUNS));
        }
        return cells.toArray(String[]::new);
    }

    private static List<String> row(final LoadTestResult result, final ComparedFigure figure)
    {
        final boolean isScaled = figure.row().scaled() && 1.0 != result.profile().scale();
        return List.of(
            figure.words(),
            figure.row().name() + (isScaled ? " (scale " + Show.number(result.profile().scale()) + ")" : ""),
            figure.row().unit(),
            published(figure),
            figure.oursText(),
            figure.spreadText(),
            figure.ratio(),
            figure.samplesText());
    }
}
