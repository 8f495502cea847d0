// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import io.bourse.clearing.page.PageTable;
import io.bourse.clearing.page.XyChart;
import io.bourse.jmh.loadtest.result.ClearingTime;
import io.bourse.jmh.loadtest.result.FeedResult;
import io.bourse.jmh.loadtest.result.LatencyResult;
import io.bourse.jmh.loadtest.result.ReplayResult;
import io.bourse.jmh.loadtest.result.Second;
import io.bourse.jmh.loadtest.result.Spread;
import io.bourse.jmh.loadtest.result.StageResult;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What the venue did meanwhile and afterwards: market data, threads, memory, clearing, replays. */
final class SystemSections extends Sheet
{
    private static final int HEIGHT = 280;
    private static final String CLEARING = "clearing/";
    private static final long MILLISECOND = 1_000_000;


    SystemSections(final Sheet sheet)
    {
        super(sheet);
    }

    void feeds() throws IOException
    {
        final List<StageResult> stages = stages((stage) -> !stage.feeds().isEmpty());
        final PageTable table = table("feeds-rows", "stage", "line", "#packets", "#messages",
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
        note("As one receiver on this machine took it, with the headers of Ethernet, IPv4 and UDP. A and B " +
            "carry the same; bandwidth in a millisecond is what a line must carry when it is fullest.");
        page().open("div", "class", "pair").text("\n");
        for (final StageResult stage : stages)
        {
            feeds(stage);
        }
        page().close().text("\n");
        doors();
    }

    /** Who hears of a transaction when, counted from the moment at which the engine has handed its events out. */
    private void doors() throws IOException
    {
        final List<StageResult> stages = stages((stage) -> !doors(stage).isEmpty());
        if (stages.isEmpty())
        {
            return;
        }
        part("From the engine to each line, and to the answers");
        final PageTable table =
            table("doors-rows", "stage", "door", "#median us", "#99 % us", "#median before that of TWIME's answers us");
        for (final StageResult stage : stages)
        {
            final Double answer = stage.figures().get(StageResult.DOOR_P50 + StageResult.ANSWER_OF + "twime");
            for (final String door : doors(stage))
            {
                final double median = stage.figures().get(StageResult.DOOR_P50 + door);
                table.row(stage.name(), door, Show.us(median),
                    us(stage.figures().get(StageResult.DOOR_P99 + door)), us(null == answer ? null : answer - median));
            }
        }
        table.close();
        note("From the moment at which the engine has handed the events of a transaction to the event stream (t6) " +
            "until a socket has taken its packet (t9) or its answer (t4), as the venue counts it: in buckets that " +
            "grow by the factor 2, within which times are taken as evenly spread. FAST and PITCH: of the last " +
            "transaction in a packet; books of FAST wait for what is netted. An answer waits for the order log of " +
            "SIMBA, not for others.");
        page().open("div", "class", "pair").text("\n");
        for (final StageResult stage : stages)
        {
            final List<String> doors = doors(stage).stream().filter((door) -> !door.endsWith("-b")).toList();
            stageChart(stage, "doors", HEIGHT,
                XyChart.Axis.categories("", doors.stream().map((door) -> door.replace(".", ".\n")).toList()),
                List.of(XyChart.Axis.linear("us")),
                List.of(
                    XyChart.Series.bar("median", 0, "solid", door(stage, doors, StageResult.DOOR_P50)),
                    XyChart.Series.bar("99 %", 1, "solid", door(stage, doors, StageResult.DOOR_P99))),
                ": who hears of it when", "");
        }
        page().close().text("\n");
    }

    private static String us(final Double ns)
    {
        return null == ns ? Show.NONE : Show.us(ns);
    }

    private static List<String> doors(final StageResult stage)
    {
        return stage.figures().keySet().stream().filter((name) -> name.startsWith(StageResult.DOOR_P50))
            .map((name) -> name.substring(StageResult.DOOR_P50.length())).sorted().toList();
    }

    private static List<List<Double>> door(final StageResult stage, final List<String> doors, final String figure)
    {
        return XyChart.points(doors, (door) ->
            stage.figures().containsKey(figure + door) ? stage.figures().get(figure + door) / Show.NS_PER_US : null);
    }

    private void feeds(final StageResult stage) throws IOException
    {
        final List<FeedResult> feeds = stage.feeds();
        final List<XyChart.Series> series = new ArrayList<>();
        for (int i = 0; i < feeds.size(); i++)
        {
            series.add(XyChart.Series.line(
                feeds.get(i).name(), i / 2, feeds.get(i).name().matches(".*[bB]") ? "dashed" : "solid",
                XyChart.points(feeds.get(i).bitsBySecond(), (bits) -> bits / Show.BITS_PER_MBIT)));
        }
        chart(
            new XyChart("chart-feeds-" + stage.name(), HEIGHT, XyChart.Axis.linear("s"),
                List.of(XyChart.Axis.linear("Mbit/s")),
                series.stream().filter((line) -> 1 < line.points().size()).toList()),
            stage.title() + ": bandwidth", stage.name() + ", note " + mark(stage.condition()) +
                "; seconds are those of the clock: the first and the last are parts.");
        stageChart(stage, "peaks", HEIGHT,
            XyChart.Axis.categories("", feeds.stream().map((feed) -> feed.name().replace(".", ".\n")).toList()),
            List.of(XyChart.Axis.linear("Mbit/s")),
            List.of(
                XyChart.Series.bar("fullest second", 0, "solid",
                    XyChart.points(feeds, (feed) -> feed.peakBitsPerSecond1s() / Show.BITS_PER_MBIT)),
                XyChart.Series.bar("fullest millisecond", 1, "solid",
                    XyChart.points(feeds, (feed) -> feed.peakBitsPerSecond1ms() / Show.BITS_PER_MBIT))),
            ": peaks", "");
    }

    void threads() throws IOException
    {
        final List<StageResult> stages = stages((stage) -> !stage.threads().isEmpty());
        final Set<String> threads = new TreeSet<>();
        stages.forEach((stage) -> threads.addAll(stage.threads().keySet()));
        final PageTable table = table("threads-rows", "stage", "thread", "#processor time, us a transaction");
        final List<XyChart.Series> series = new ArrayList<>();
        for (final StageResult stage : stages)
        {
            for (final Map.Entry<String, Long> thread : stage.threads().entrySet())
            {
                table.row(stage.name(), thread.getKey(), Show.number(thread.getValue() / Show.NS_PER_US));
            }
            table.sum(stage.name(), "all",
                Show.number(stage.threads().values().stream().mapToLong(Long::longValue).sum() / Show.NS_PER_US));
        }
        table.close();
        int colour = 0;
        for (final String thread : threads)
        {
            series.add(XyChart.Series.bar(thread, colour++, "stack",
                XyChart.points(stages, (stage) -> stage.threads().getOrDefault(thread, 0L) / Show.NS_PER_US)));
        }
        chart(
            new XyChart("chart-threads", HEIGHT,
                XyChart.Axis.categories("", stages.stream().map(StageResult::name).toList()),
                List.of(XyChart.Axis.linear("us a transaction")), series),
            "Processor time of the venue for one transaction",
            "Time of each thread of the venue's process, divided by the accepted transactions of the stage. A thread " +
                "that spins is busy when it waits, too: at a low rate its time is that of the stage.");
    }

    void memory() throws IOException
    {
        final List<StageResult> stages = stages(Section::hasMemory);
        final PageTable table = table("memory-rows", "stage", "#resident at its begin", "#at its end",
            "#most so far", "#heap after a collection, begin", "#end", "#grown by", "#transactions",
            "#of a core while idle", "#note");
        for (final StageResult stage : stages)
        {
            table.row(stage.name(), figure(stage, "rssBeforeBytes"), figure(stage, "rssBytes"),
                figure(stage, "rssPeakBytes"), figure(stage, "heapBeforeBytes"), figure(stage, "heapAfterBytes"),
                figure(stage, "heapGrownBytes"), figure(stage, "transactions"), figure(stage, "idleCoreShare"),
                mark(stage.condition()));
        }
        table.close();
        note("Resident memory has the pages of mapped files in it. Most so far: since the venue's process " +
            "began, stages before this one included.");
    }

    void clearing() throws IOException
    {
        final Map<String, ComparedFigure> published = new HashMap<>();
        ComparedFigure.all(result).stream().filter((one) -> null != one.row().ours() && null != one.theirs())
            .forEach((one) -> published.putIfAbsent(one.row().ours(), one));
        final List<ClearingTime> times = result.clearing();
        final PageTable table = table("clearing-rows", "step", "#ours", "#published", "volume", "#note");
        for (final ClearingTime time : times)
        {
            final ComparedFigure theirs = published.get(CLEARING + time.step());
            table.row(time.step(), Show.time(time.seconds() * Show.NS_PER_SECOND),
                null == theirs ? Show.NONE : theirs.row().values().get(theirs.column()), time.volume(),
                mark(time.condition()));
        }
        table.close();
        final List<XyChart.Series> series = new ArrayList<>();
        series.add(XyChart.Series.bar("ours", 0, "solid", XyChart.points(times, ClearingTime::seconds)));
        series.add(XyChart.Series.bar("published", 4, "solid", XyChart.points(times, (time) ->
            published.containsKey(CLEARING + time.step()) ?
                published.get(CLEARING + time.step()).theirs().value() / Show.NS_PER_SECOND : null)));
        series.removeIf((bars) -> bars.points().isEmpty());
        chart(
            new XyChart("chart-clearing", HEIGHT, XyChart.Axis.categories("",
                times.stream().map(ClearingTime::step).toList()),
                List.of(XyChart.Axis.linear("s")), series),
            "Times of clearing", "Volumes are those of the table; published times are of other " +
                "machines and of the published volume, ours of scale " + Show.number(result.profile().scale()) + ".");
    }

    void replays() throws IOException
    {
        final PageTable table = table(
            "replays-rows", "state", "what", "#commands", "#lasted", "#commands/s", "live hash", "hash of the replay");
        for (final ReplayResult replay : result.replays())
        {
            table.verdict(replay.isSame(), "DIFFERS", replay.what(), Show.count(replay.commands()),
                Show.time(replay.seconds() * Show.NS_PER_SECOND),
                0 == replay.seconds() ? Show.NONE : Show.count(replay.commands() / replay.seconds()),
                replay.liveHash(), replay.replayHash());
        }
        table.close();
    }

    void floor() throws IOException
    {
        text("The generator's thread spins and measures its own gaps. A gap is time that the machine took " +
            "away: what is above the floor is not the venue's. Where the generator gives way to the venue's threads, " +
            "as the condition of the stage says then, gaps are their times as well, and no sample is removed.");
        final PageTable table = table("floor-rows", "stage", "#gaps", "#of the time", "#longest gap",
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
            page().line("p", "Nothing was reported.", "id", "no-troubles");
            return;
        }
        page().open("ul", "id", "troubles-list").text("\n");
        for (final String trouble : result.troubles())
        {
            page().line("li", trouble);
        }
        page().close().text("\n");
    }

    void figures() throws IOException
    {
        final PageTable table =
            table("all-figures", "stage", "figure", "#value", "#as kept", "#lowest .. highest of the runs");
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
        note("As kept: nanoseconds, parts of 1, bytes, bits a second, counts. The file report.json beside this " +
            "page has every figure, and the names of the HdrHistogram logs.");
    }

    private static String runs(final StageResult stage, final String figure)
    {
        final Spread spread = stage.spread(figure);
        return null == spread ? "" : Show.range(FigureKind.of(figure).dimension(), "", spread);
    }

    void method() throws IOException
    {
        page().open("ul").text("\n");
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
            "Times are in us (microseconds) unless the unit is beside them; bandwidth in Mbit/s of 1,000,000."))
        {
            page().line("li", line);
        }
        page().close().text("\n");
    }
}
