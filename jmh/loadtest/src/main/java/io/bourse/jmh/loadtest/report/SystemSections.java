// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import io.bourse.clearing.page.PageTable;
import io.bourse.jmh.loadtest.result.ClearingTime;
import io.bourse.jmh.loadtest.result.FeedResult;
import io.bourse.jmh.loadtest.result.LatencyResult;
import io.bourse.jmh.loadtest.result.LoadTestResult;
import io.bourse.jmh.loadtest.result.ReplayResult;
import io.bourse.jmh.loadtest.result.Second;
import io.bourse.jmh.loadtest.result.Spread;
import io.bourse.jmh.loadtest.result.StageResult;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What the venue did meanwhile and afterwards: market data, threads, memory, clearing, replays. */
final class SystemSections
{
    private static final int HEIGHT = 280;
    private static final double BITS_PER_MBIT = 1e6;
    private static final double NS_PER_SECOND = 1e9;
    private static final double NS_PER_US = 1e3;
    private static final long MILLISECOND = 1_000_000;

    private final Sheet sheet;
    private final LoadTestResult result;

    SystemSections(final Sheet sheet)
    {
        this.sheet = sheet;
        this.result = sheet.result();
    }

    void feeds() throws IOException
    {
        final List<StageResult> stages =
            result.stages().stream().filter((stage) -> !stage.feeds().isEmpty()).toList();
        final PageTable table = sheet.table("feeds-rows", "stage", "line", "#packets", "#messages",
            "#messages a packet", "#lost", "#Mbit/s", "#fullest second Mbit/s", "#fullest millisecond Mbit/s");
        for (final StageResult stage : stages)
        {
            for (final FeedResult feed : stage.feeds())
            {
                table.row(stage.name(), feed.name(), Show.count(feed.packets()), Show.count(feed.messages()),
                    0 == feed.packets() ? Show.NONE : Show.number(Math.rint(100.0 * feed.messages() / feed.packets()) /
                    100), Show.count(feed.lost()), Show.mbit(feed.bitsPerSecond()),
                    Show.mbit(feed.peakBitsPerSecond1s()), Show.mbit(feed.peakBitsPerSecond1ms()));
            }
        }
        table.close();
        sheet.note("As one receiver on this machine took it, with the headers of Ethernet, IPv4 and UDP. A and B " +
            "carry the same; bandwidth in a millisecond is what a line must carry when it is fullest.");
        sheet.page().open("div", "class", "pair").text("\n");
        for (final StageResult stage : stages)
        {
            feeds(stage);
        }
        sheet.page().close().text("\n");
    }

    private void feeds(final StageResult stage) throws IOException
    {
        final List<XyChart.Series> series = new ArrayList<>();
        final List<String> names = new ArrayList<>();
        final List<List<Double>> seconds = new ArrayList<>();
        final List<List<Double>> milliseconds = new ArrayList<>();
        for (final FeedResult feed : stage.feeds())
        {
            final List<List<Double>> points = new ArrayList<>();
            for (int i = 0; i < feed.bitsBySecond().size(); i++)
            {
                points.add(List.of((double)i, feed.bitsBySecond().get(i) / BITS_PER_MBIT));
            }
            series.add(XyChart.Series.line(
                feed.name(), names.size() / 2, feed.name().matches(".*[bB]") ? "dashed" : "solid", points));
            seconds.add(List.of((double)names.size(), feed.peakBitsPerSecond1s() / BITS_PER_MBIT));
            milliseconds.add(List.of((double)names.size(), feed.peakBitsPerSecond1ms() / BITS_PER_MBIT));
            names.add(feed.name().replace(".", ".\n"));
        }
        final String condition = stage.name() + ": " + stage.condition();
        sheet.chart(
            new XyChart("chart-feeds-" + stage.name(), HEIGHT, XyChart.Axis.linear("s"),
                List.of(XyChart.Axis.linear("Mbit/s")),
                series.stream().filter((line) -> 1 < line.points().size()).toList()),
            stage.title() + ": bandwidth", condition + "; seconds are those of the clock: the first and the last " +
                "are parts.");
        sheet.chart(
            new XyChart("chart-peaks-" + stage.name(), HEIGHT, XyChart.Axis.categories("", names),
                List.of(XyChart.Axis.linear("Mbit/s")),
                List.of(
                    XyChart.Series.bar("fullest second", 0, "solid", seconds),
                    XyChart.Series.bar("fullest millisecond", 1, "solid", milliseconds))),
            stage.title() + ": peaks", condition);
    }

    void threads() throws IOException
    {
        final List<StageResult> stages =
            result.stages().stream().filter((stage) -> !stage.threads().isEmpty()).toList();
        final Set<String> threads = new TreeSet<>();
        stages.forEach((stage) -> threads.addAll(stage.threads().keySet()));
        final PageTable table = sheet.table("threads-rows", "stage", "thread", "#processor time, us a transaction");
        final List<XyChart.Series> series = new ArrayList<>();
        for (final StageResult stage : stages)
        {
            for (final Map.Entry<String, Long> thread : stage.threads().entrySet())
            {
                table.row(stage.name(), thread.getKey(), Show.number(thread.getValue() / NS_PER_US));
            }
            table.sum(stage.name(), "all",
                Show.number(stage.threads().values().stream().mapToLong(Long::longValue).sum() / NS_PER_US));
        }
        table.close();
        int colour = 0;
        for (final String thread : threads)
        {
            final List<List<Double>> points = new ArrayList<>();
            for (int i = 0; i < stages.size(); i++)
            {
                final Long ns = stages.get(i).threads().get(thread);
                points.add(List.of((double)i, null == ns ? 0.0 : ns / NS_PER_US));
            }
            series.add(XyChart.Series.bar(thread, colour++, "stack", points));
        }
        sheet.chart(
            new XyChart("chart-threads", HEIGHT,
                XyChart.Axis.categories("", stages.stream().map(StageResult::name).toList()),
                List.of(XyChart.Axis.linear("us a transaction")), series),
            "Processor time of the venue for one transaction",
            "Time of each thread of the venue's process, divided by the accepted transactions of the stage. A thread " +
                "that spins is busy when it waits, too: at a low rate its time is that of the stage.");
    }

    void memory() throws IOException
    {
        final List<StageResult> stages = result.stages().stream()
            .filter(Section::hasMemory).toList();
        final PageTable table = sheet.table("memory-rows", "stage", "#resident at its begin", "#at its end",
            "#most so far", "#heap after a collection, begin", "#end", "#grown by", "#transactions",
            "#of a core while idle", "condition");
        for (final StageResult stage : stages)
        {
            table.row(stage.name(), figure(stage, "rssBeforeBytes"), figure(stage, "rssBytes"),
                figure(stage, "rssPeakBytes"), figure(stage, "heapBeforeBytes"), figure(stage, "heapAfterBytes"),
                figure(stage, "heapGrownBytes"), figure(stage, "transactions"), figure(stage, "idleCoreShare"),
                stage.condition());
        }
        table.close();
        sheet.note("Resident memory has the pages of mapped files in it. Most so far: since the venue's process " +
            "began, stages before this one included.");
    }

    private static String figure(final StageResult stage, final String name)
    {
        final Double value = stage.figures().get(name);
        return null == value ? Show.NONE : Show.figure(FigureKind.of(name).dimension(), value);
    }

    void clearing() throws IOException
    {
        final List<ComparedFigure> standings = ComparedFigure.all(result);
        final List<List<Double>> ours = new ArrayList<>();
        final List<List<Double>> theirs = new ArrayList<>();
        final PageTable table = sheet.table("clearing-rows", "step", "#ours", "#published", "volume", "condition");
        for (int i = 0; i < result.clearing().size(); i++)
        {
            final ClearingTime time = result.clearing().get(i);
            final double ns = time.seconds() * NS_PER_SECOND;
            final ComparedFigure standing = standings.stream()
                .filter((one) -> ("clearing/" + time.step()).equals(one.row().ours()) && null != one.theirs())
                .findFirst().orElse(null);
            table.row(time.step(), Show.time(ns),
                null == standing ? Show.NONE : standing.row().values().get(standing.column()), time.volume(),
                time.condition());
            ours.add(List.of((double)i, time.seconds()));
            if (null != standing)
            {
                theirs.add(List.of((double)i, standing.theirs().value() / NS_PER_SECOND));
            }
        }
        table.close();
        final List<XyChart.Series> series = new ArrayList<>();
        series.add(XyChart.Series.bar("ours", 0, "solid", ours));
        if (!theirs.isEmpty())
        {
            series.add(XyChart.Series.bar("published", 4, "solid", theirs));
        }
        sheet.chart(
            new XyChart("chart-clearing", HEIGHT, XyChart.Axis.categories("",
                result.clearing().stream().map(ClearingTime::step).toList()),
                List.of(XyChart.Axis.linear("s")), series),
            "Times of clearing", "Volumes and conditions are those of the table; published times are of other " +
                "machines and of the published volume, ours of scale " + Show.number(result.profile().scale()) + ".");
    }

    void replays() throws IOException
    {
        final PageTable table = sheet.table(
            "replays-rows", "state", "what", "#commands", "#lasted", "#commands/s", "live hash", "hash of the replay");
        for (final ReplayResult replay : result.replays())
        {
            table.verdict(replay.isSame(), "DIFFERS", replay.what(), Show.count(replay.commands()),
                Show.time(replay.seconds() * NS_PER_SECOND),
                0 == replay.seconds() ? Show.NONE : Show.count(replay.commands() / replay.seconds()),
                replay.liveHash(), replay.replayHash());
        }
        table.close();
    }

    void floor() throws IOException
    {
        sheet.text("The generator's thread spins and measures its own gaps. A gap is time that the machine took " +
            "away: what is above the floor is not the venue's. Where the generator gives way to the venue's threads, " +
            "as the condition of the stage says then, gaps are their times as well, and no sample is removed.");
        final PageTable table = sheet.table("floor-rows", "stage", "#gaps", "#of the time", "#longest gap",
            "#median of the seconds' longest", "#seconds with a gap above 1 ms", "#samples removed, most of any time");
        for (final StageResult stage : result.stages())
        {
            if (!stage.timeline().isEmpty())
            {
                final long[] gaps = stage.timeline().stream().mapToLong(Second::floorMaxNs).sorted().toArray();
                final long above =
                    stage.timeline().stream().filter((second) -> MILLISECOND < second.floorMaxNs()).count();
                table.row(stage.name(), figure(stage, "floorGaps"), figure(stage, "floorAwayShare"),
                    Show.time(gaps[gaps.length - 1]), Show.time(gaps[gaps.length / 2]),
                    above + " of " + gaps.length,
                    Show.percent(stage.latencies().stream().filter((latency) -> null != latency.clean())
                        .mapToDouble(LatencyResult::removedShare).max().orElse(0)));
            }
        }
        table.close();
    }

    void troubles() throws IOException
    {
        if (result.troubles().isEmpty())
        {
            sheet.page().line("p", "Nothing was reported.", "id", "no-troubles");
            return;
        }
        sheet.page().open("ul", "id", "troubles-list").text("\n");
        for (final String trouble : result.troubles())
        {
            sheet.page().line("li", trouble);
        }
        sheet.page().close().text("\n");
    }

    void figures() throws IOException
    {
        final PageTable table =
            sheet.table("all-figures", "stage", "figure", "#value", "#as kept", "#lowest .. highest of the runs");
        for (final StageResult stage : result.stages())
        {
            for (final Map.Entry<String, Double> figure : stage.figures().entrySet())
            {
                table.row(stage.name(), figure.getKey(),
                    Show.figure(FigureKind.of(figure.getKey()).dimension(), figure.getValue()),
                    Show.kept(figure.getValue()), runs(stage, figure.getKey()));
            }
        }
        table.close();
        sheet.note("As kept: nanoseconds, parts of 1, bytes, bits a second, counts. The file report.json beside this " +
            "page has every figure, and the names of the HdrHistogram logs.");
    }

    private static String runs(final StageResult stage, final String figure)
    {
        final Spread spread = stage.spread(figure);
        return null == spread ? "" : Show.range(FigureKind.of(figure).dimension(), "", spread);
    }

    void method() throws IOException
    {
        sheet.page().open("ul").text("\n");
        for (final String line : List.of(
            "Accepted transaction: a new order or a cancel that the venue accepted. A trade counts once.",
            "The load is open: every transaction has a moment at which it is due, and its time counts from there, " +
                "however late the generator could send it. Nothing is left out because the venue was slow.",
            "Orders, cancels and answers go over TCP, market data over multicast, all on this machine.",
            "Clean percentiles leave out samples that took at most four times as long as the preemption that touched " +
                "them: intervals in which the host, the system or another thread, of the venue too, had the " +
                "processor of the generator or of the engine. The share that was removed is beside them. Both are " +
                "given.",
            "A volume with a scale is that part of the published volume. Rates are not scaled. No figure is " +
                "calculated from one that was taken at another scale or rate.",
            "Times are told in us (microseconds) unless the unit is beside them; bandwidth in Mbit/s of 1,000,000."))
        {
            sheet.page().line("li", line);
        }
        sheet.page().close().text("\n");
    }
}
