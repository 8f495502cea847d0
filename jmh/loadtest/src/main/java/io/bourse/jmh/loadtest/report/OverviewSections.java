// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import io.bourse.clearing.page.Page;
import io.bourse.clearing.page.PageTable;
import io.bourse.clearing.page.XyChart;
import io.bourse.jmh.loadtest.result.FeedResult;
import io.bourse.jmh.loadtest.result.LoadTestResult;
import io.bourse.jmh.loadtest.result.PublishedRow;
import io.bourse.jmh.loadtest.result.PublishedTable;
import io.bourse.jmh.loadtest.result.ReplayResult;
import io.bourse.jmh.loadtest.result.StageResult;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What was missed, and where ours stands beside what others have published. */
final class OverviewSections extends Sheet
{
    private static final String NOT_PUBLISHED = "";
    private static final int PEAK_HEIGHT = 260;

    private final List<ComparedFigure> figures;
    private final boolean isRepeated;

    OverviewSections(final Sheet sheet)
    {
        super(sheet);
        this.figures = ComparedFigure.all(result);
        isRepeated = result.stages().stream().anyMatch((stage) -> !stage.runs().isEmpty());
    }

    void missed() throws IOException
    {
        final List<ComparedFigure> missed = figures.stream()
            .filter((figure) -> ComparedFigure.Verdict.MISSED == figure.verdict()).toList();
        final List<String> wrong = wrong(result);
        if (missed.isEmpty() && wrong.isEmpty())
        {
            page().line("p", "Nothing: every figure that can be judged is as good as the one beside it, or " +
                "better.", "id", "nothing-missed", "class", "ok");
        }
        for (final String sentence : wrong)
        {
            page().line("p", sentence, "class", "bad");
        }
        if (!missed.isEmpty())
        {
            final PageTable table =
                table("missed-rows", "figure", "#ours", "#published", "#ratio", "where it stands", "#note");
            for (final ComparedFigure figure : missed)
            {
                table.row(
                    name(figure.row()), figure.oursText(), figure.row().values().get(figure.column()),
                    figure.ratio(), figure.table().title() + ", " +
                    figure.table().columns().get(figure.column()), mark(figure.ours().condition()));
            }
            table.close();
        }
        final long judged = count(ComparedFigure.Verdict.MET) + missed.size();
        page().line("p", "Figures judged: " + judged + ", of these missed: " + missed.size() +
            "; shown without a verdict: " + count(ComparedFigure.Verdict.SHOWN) + "; not measured: " +
            (count(ComparedFigure.Verdict.NOT_MEASURED) + count(ComparedFigure.Verdict.TOO_FEW)) + ".",
            "id", "judged", "class", "note");
        final Map<String, List<String>> without = new LinkedHashMap<>();
        figures.stream().filter((figure) -> !figure.verdict().isMeasured()).forEach((figure) ->
            without.computeIfAbsent(figure.table().title(), (title) -> new ArrayList<>()).add(name(figure.row()) +
                (ComparedFigure.Verdict.TOO_FEW == figure.verdict() ? " (too few samples)" : "")));
        if (!without.isEmpty())
        {
            page().line("p", "Not measured. " + without.entrySet().stream().map((table) ->
                table.getKey() + ": " + String.join("; ", table.getValue()) + ".").collect(Collectors.joining(" ")),
                "id", "not-measured", "class", "note");
        }
    }

    /** What is wrong whatever others have published. */
    static List<String> wrong(final LoadTestResult result)
    {
        final List<String> wrong = new ArrayList<>();
        for (final StageResult stage : result.stages())
        {
            final double unanswered = stage.figures().getOrDefault("unanswered", 0.0);
            if (0 < unanswered)
            {
                wrong.add("Stage " + stage.name() + ": " + Show.count(unanswered) +
                    " transactions had no answer at its end.");
            }
            for (final FeedResult feed : stage.feeds())
            {
                if (0 < feed.lost())
                {
                    wrong.add("Stage " + stage.name() + ": " + Show.count(feed.lost()) + " packets of " + feed.name() +
                        " did not reach the receiver.");
                }
            }
        }
        for (final ReplayResult replay : result.replays())
        {
            if (!replay.isSame())
            {
                wrong.add("Replay of " + replay.what() + " came to another state: live " + replay.liveHash() +
                    ", replayed " + replay.replayHash() + ".");
            }
        }
        return wrong;
    }

    private long count(final ComparedFigure.Verdict verdict)
    {
        return figures.stream().filter((figure) -> verdict == figure.verdict()).count();
    }

    private static String name(final PublishedRow row)
    {
        return null == row.unit() || row.unit().isEmpty() ? row.name() : row.name() + ", " + row.unit();
    }

    void published() throws IOException
    {
        if (result.profile().tables().isEmpty())
        {
            text("The profile has no published tables.");
        }
        for (int i = 0; i < result.profile().tables().size(); i++)
        {
            if (!result.profile().tables().get(i).isReference())
            {
                published(i, result.profile().tables().get(i));
            }
        }
        note("Ratio: ours divided by the published figure that has the mark *, the last one of the " +
            "row, or its target. A volume that grows with the scale of the test has the scale beside it, and no " +
            "verdict." +
            (isRepeated ? " Of a stage that ran more than once ours is the median of its runs, and the worst of them " +
            "of what must not happen at all or must be so always." : ""));
    }

    private void published(final int number, final PublishedTable published) throws IOException
    {
        final Page page = page();
        part(published.title());
        final List<String> columns = new ArrayList<>();
        columns.add("figure");
        published.columns().forEach((column) -> columns.add("#" + column));
        columns.add("#ours");
        if (isRepeated)
        {
            columns.add("#lowest .. highest");
        }
        columns.addAll(List.of("#ratio", "verdict", "#samples", "#note"));
        final PageTable table = PageTable.open(page, "published-" + number, columns.toArray(String[]::new));
        for (final ComparedFigure figure : figures)
        {
            if (figure.table() == published)
            {
                table.row(cells(published, figure).toArray(String[]::new));
            }
        }
        table.close();
        note("Source: " + published.source());
    }

    private List<String> cells(final PublishedTable published, final ComparedFigure figure)
    {
        final PublishedRow row = figure.row();
        final List<String> cells = new ArrayList<>();
        cells.add(name(row));
        for (int i = 0; i < published.columns().size(); i++)
        {
            final String value = i < row.values().size() ? row.values().get(i) : NOT_PUBLISHED;
            cells.add(value.isEmpty() ? Show.NONE : figure.column() == i ? value + " *" : value);
        }
        final boolean isMeasured = figure.verdict().isMeasured();
        final String scale = row.scaled() ? " (scale " + Show.number(result.profile().scale()) + ")" : "";
        cells.add(isMeasured ? figure.oursText() + scale : figure.words());
        if (isRepeated)
        {
            cells.add(figure.spreadText());
        }
        cells.addAll(List.of(figure.ratio(), isMeasured ? figure.words() : "", figure.samplesText(),
            null == figure.ours() ? "" : mark(figure.ours().condition())));
        return cells;
    }

    /** What a system takes in a test beside what it is sent on a day: its reserve. */
    void peak() throws IOException
    {
        final List<PeakRow> rows = PeakRow.all(result);
        final PageTable table =
            table("peak-rows", "whose", "#most in a test 1/s", "#in production 1/s", "#times", "#note");
        for (final PeakRow row : rows)
        {
            table.row(row.whose(), Show.count(row.testPerSecond()), Show.count(row.productionPerSecond()),
                Show.ratio(row.testPerSecond(), row.productionPerSecond()),
                row.conditions().stream().map(this::mark).collect(Collectors.joining(", ")));
        }
        table.close();
        chart(
            new XyChart("chart-peak", PEAK_HEIGHT,
                XyChart.Axis.categories("", rows.stream().map(PeakRow::whose).toList()),
                List.of(XyChart.Axis.linear("transactions/s")),
                List.of(
                    XyChart.Series.bar("most in a test", 0, "solid",
                        XyChart.points(rows, PeakRow::testPerSecond)),
                    XyChart.Series.bar("peak of production", 1, "solid",
                        XyChart.points(rows, PeakRow::productionPerSecond)))),
            "The most in a test against the peak of production",
            "Published figures are of other machines. Ours in production is the rate that the stage was asked for, " +
                "and what it kept of it, not one of members.");
    }

    void stages() throws IOException
    {
        final PageTable table = table("stages-rows", "stage", "kind", "#due 1/s", "#accepted 1/s",
            "#fullest second 1/s", "#transactions", "#trades", "#refused", "#unanswered", "#lasted");
        for (final StageResult stage : result.stages())
        {
            table.row(
                stage.name(), stage.kind(), counted(stage, "duePerSecond"), counted(stage, "acceptedPerSecond"),
                counted(stage, "peakAcceptedPerSecond"), counted(stage, "transactions"), counted(stage, "trades"),
                counted(stage, "refused"), counted(stage, "unanswered"), counted(stage, "durationNs"));
        }
        table.close();
        final PageTable conditions = table("stage-conditions", "stage", "what", "#note");
        for (final StageResult stage : result.stages())
        {
            conditions.row(stage.name(), stage.title(), mark(stage.condition()));
        }
        conditions.close();
    }

    private static String counted(final StageResult stage, final String name)
    {
        final Double value = stage.figures().get(name);
        return null != value && Dimension.COUNT == FigureKind.of(name).dimension() ?
            Show.count(value) : figure(stage, name);
    }
}
