// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import io.bourse.clearing.page.XyChart;
import io.bourse.jmh.loadtest.result.Environment;
import io.bourse.jmh.loadtest.result.LoadTestResult;
import io.bourse.jmh.loadtest.result.ProfileInfo;
import io.bourse.jmh.loadtest.result.ReplayResult;
import io.bourse.jmh.loadtest.result.Second;
import io.bourse.jmh.loadtest.result.StageResult;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The first page: what was tested, what it came to beside what was published, the load over time, conditions. */
final class FrontSections extends Sheet
{
    private static final int LOAD_HEIGHT = 250;

    FrontSections(final Sheet sheet)
    {
        super(sheet);
    }

    void tested() throws IOException
    {
        final Environment environment = result.environment();
        final ProfileInfo profile = result.profile();
        if (!result.stages().isEmpty())
        {
            page().line("p", sums(), "id", "sums");
        }
        page().open("dl", "class", "facts", "id", "facts").text("\n");
        fact("Profile", profile.name());
        fact("Scale of volumes", Show.number(profile.scale()));
        fact("Client registers", Show.count(profile.accounts()));
        fact("Started", environment.startedAt());
        fact("Machine", environment.machine());
        fact("System", environment.os());
        fact("Java", environment.jvm());
        fact("Version", environment.version());
        fact("Durability", environment.durability());
        fact("Idle threads", environment.idle());
        fact("Seed", Long.toString(profile.seed()));
        page().close().text("\n");
        page().open("dl", "class", "facts wide").text("\n");
        fact("Layout of threads", environment.layout());
        fact("Command that repeats it", environment.commandLine());
        fact("Options of the venue's Java", environment.jvmOptions());
        page().close().text("\n");
    }

    private void fact(final String name, final String value) throws IOException
    {
        page().open("div").open("dt").text(name).close()
            .open("dd").text(null == value || value.isEmpty() ? Show.NONE : value).close().close().text("\n");
    }

    /** All stages together. */
    private String sums()
    {
        final long same = result.replays().stream().filter(ReplayResult::isSame).count();
        return "The venue accepted " + sum("transactions") + " transactions (" + sum("orders") + " orders, " +
            sum("cancels") + " cancels) in " + Show.time(total("durationNs")) + ", and made " + sum("trades") +
            " trades of them." + (result.replays().isEmpty() ? "" : " Replays of its journal that came to the same " +
            "events: " + same + " of " + result.replays().size() + ".");
    }

    private double total(final String figure)
    {
        return result.stages().stream().mapToDouble((stage) -> stage.figures().getOrDefault(figure, 0.0)).sum();
    }

    private String sum(final String figure)
    {
        return Show.count(total(figure));
    }

    /** The figures that the profile calls its headline. */
    static List<ComparedFigure> headline(final LoadTestResult result)
    {
        final List<ComparedFigure> all = ComparedFigure.all(result);
        return result.profile().headline().stream().flatMap((path) ->
            all.stream().filter((figure) -> Objects.equals(path, figure.row().ours())).limit(1)).toList();
    }

    void headline() throws IOException
    {
        page().open("div", "class", "headline", "id", "headline-figures").text("\n");
        for (final ComparedFigure figure : headline(result))
        {
            final boolean isMeasured = figure.verdict().isMeasured();
            page().open("div").line("p", figure.row().name(), "class", "what");
            page().open("p", "class", "ours")
                .text(isMeasured ? withUnit(figure.oursText(), figure.row().unit()) : figure.words());
            if (isMeasured)
            {
                page().open("sup").text(mark(figure.ours().condition())).close();
            }
            page().close().text("\n");
            page().line("p", theirs(figure), "class", "theirs");
            page().line("p", !isMeasured ? "" : figure.row().scaled() ?
                "at scale " + Show.number(result.profile().scale()) :
                Show.NONE.equals(figure.ratio()) ? "" : figure.ratio() + " times that", "class", "note")
                .close().text("\n");
        }
        page().close().text("\n");
    }

    /** What is published, of the column that ours is set against; without one of the last that has any. */
    private static String theirs(final ComparedFigure figure)
    {
        final List<String> values = figure.row().values();
        int column = figure.column();
        for (int i = values.size() - 1; 0 > column && i >= 0; i--)
        {
            column = values.get(i).isEmpty() ? -1 : i;
        }
        return 0 > column ? "nothing published" :
            figure.table().columns().get(column) + ": " + withUnit(values.get(column), figure.row().unit());
    }

    /** Times that are written in words have their units already. */
    private static String withUnit(final String value, final String unit)
    {
        return unit.isEmpty() || !Character.isDigit(value.charAt(value.length() - 1)) ? value : value + " " + unit;
    }

    /** Stages stand side by side, without the time between them. */
    void load() throws IOException
    {
        final List<StageResult> stages = stages(Section::hasTimeline);
        final List<Second> seconds = new ArrayList<>();
        final List<XyChart.Mark> marks = new ArrayList<>();
        for (final StageResult stage : stages)
        {
            final int from = seconds.isEmpty() ? 0 : seconds.getLast().second() + 1;
            marks.add(new XyChart.Mark(from, stage.name()));
            Timeline.full(stage).forEach((second) -> seconds.add(second.withSecond(from + second.second())));
        }
        final Timeline timeline = new Timeline(seconds);
        chart(
            new XyChart("chart-load", LOAD_HEIGHT, XyChart.Axis.linear("s").marked(marks),
                List.of(XyChart.Axis.linear("1/s"), XyChart.Axis.linear("trades 1/s")),
                List.of(
                    XyChart.Series.line("transactions", 0, "area", timeline.rate(Second::accepted)),
                    XyChart.Series.line("orders", 2, "solid", timeline.rate(Second::orders)),
                    XyChart.Series.line("trades", 1, "solid", timeline.rate(Second::trades)).right())),
            "Accepted transactions, orders and trades a second",
            "Stages one after the other, without the time between them; " + timeline.note() + ".");
    }

    /** The one place where conditions stand. */
    void conditions() throws IOException
    {
        final String shared = notes().shared();
        if (!shared.isEmpty())
        {
            page().line("p", "Every stage with a load: " + shared + ".", "class", "note", "id", "shared");
        }
        page().open("ol", "class", "notes", "id", "conditions-list").text("\n");
        for (final Notes.Note note : notes().all())
        {
            page().line("li", note.names() + ": " + note.text(), "value", Integer.toString(note.number()));
        }
        page().close().text("\n");
        note("Published figures are of other machines, as their source has them. Generator, venue and receiver of " +
            "market data share this machine, and nothing is extrapolated.");
    }
}
