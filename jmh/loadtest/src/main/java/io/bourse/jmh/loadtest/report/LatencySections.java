// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import io.bourse.clearing.page.PageTable;
import io.bourse.clearing.page.XyChart;
import io.bourse.jmh.loadtest.result.LatencyResult;
import io.bourse.jmh.loadtest.result.StageResult;
import io.bourse.jmh.loadtest.tally.StageTally;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Times: by rate, as curves, as distributions, and by how much market data was earlier. */
final class LatencySections extends Sheet
{
    private static final String CONSTANT = "CONSTANT";
    private static final String ROUND_TRIP = "round trip";
    private static final List<String> SHOWN = List.of("50", "99", "99.9");
    private static final int HEIGHT = 330;
    private static final int GREY = 5;
    private static final int RED = 6;
    private static final String NO_GAP = "below 20";


    LatencySections(final Sheet sheet)
    {
        super(sheet);
    }

    /** A percentile without its unit. */
    static String us(final Map<String, Long> byPercentile, final String percentile)
    {
        final Long ns = byPercentile.get(percentile);
        return null == ns ? Show.NONE : Show.us(ns);
    }

    /** A percentile to be drawn; null when there is none, or it is chance. */
    static Double us(final LatencyResult.Percentiles times, final String percentile, final boolean isJudged)
    {
        final Long ns = null == times || isJudged && !OwnFigure.isEnough(times.count(), percentile) ? null :
            times.byPercentile().get(percentile);
        return null == ns || 0 >= ns ? null : ns / Show.NS_PER_US;
    }

    void roundTrips() throws IOException
    {
        text("From the moment a transaction was due, however late it could be sent, to its answer. All: every " +
            "sample. Clean: without the samples that intervals explain in which the machine took the generator's or " +
            "the engine's thread away (the floor, below): they touched its life, and it took at most four times " +
            "their sum; it stands where there are any. A percentile with fewer than ten samples above it is chance, " +
            "and is not judged. Floor: what " +
            "a transaction that is due at any moment would wait for the generator's thread alone, because the " +
            "machine has taken it away for more than 20 us.");
        final List<StageResult> constant = result.stages().stream()
            .filter((stage) -> CONSTANT.equals(stage.kind()) && null != stage.figures().get("duePerSecond"))
            .sorted(Comparator.comparingDouble((stage) -> stage.figures().get("duePerSecond"))).toList();
        final Set<String> names = new TreeSet<>();
        constant.forEach((stage) -> inGroup(stage, ROUND_TRIP).forEach((latency) -> names.add(latency.name())));
        page().open("div", "class", "pair").text("\n");
        for (final String name : names)
        {
            byRate(name, constant.stream().filter((stage) -> inGroup(stage, ROUND_TRIP).stream()
                .anyMatch((latency) -> name.equals(latency.name()))).toList());
        }
        page().close().text("\n");
        final PageTable table = table("latencies", "stage", "time of", "samples", "#count", "#least us",
            "#p50 us", "#p90 us", "#p99 us", "#p99.9 us", "#p99.99 us", "#longest us", "#removed");
        for (final StageResult stage : result.stages())
        {
            for (final LatencyResult latency : stage.latencies())
            {
                if (StageTally.FLOOR.equals(latency.group()))
                {
                    floorRow(table, stage, latency.all());
                }
                else if (!Section.SHOWN_ELSEWHERE.contains(latency.group()))
                {
                    row(table, stage, latency, "all", latency.all(), "");
                    if (latency.removedShare() > 0)
                    {
                        row(table, stage, latency, "clean", latency.clean(), Show.percent(latency.removedShare()));
                    }
                }
            }
        }
        table.close();
    }

    private static List<LatencyResult> inGroup(final StageResult stage, final String group)
    {
        return stage.latencies().stream().filter((latency) -> group.equals(latency.group())).toList();
    }

    /** Stages that have the time, in the order of their rates. */
    private void byRate(final String name, final List<StageResult> stages) throws IOException
    {
        final List<XyChart.Series> series = new ArrayList<>();
        for (int i = 0; i < SHOWN.size(); i++)
        {
            final String percentile = SHOWN.get(i);
            series.add(XyChart.Series.line("p" + percentile + " all", i, "solid",
                points(stages, ROUND_TRIP, name, percentile, false)));
            series.add(XyChart.Series.line("p" + percentile + " clean", i, "dashed",
                points(stages, ROUND_TRIP, name, percentile, true)));
        }
        series.add(XyChart.Series.line("floor p99", RED, "solid",
            points(stages, StageTally.FLOOR, StageTally.FLOOR, "99", false)));
        series.add(XyChart.Series.line("floor p99.9", RED, "dashed",
            points(stages, StageTally.FLOOR, StageTally.FLOOR, "99.9", false)));
        series.removeIf((line) -> line.points().isEmpty());
        if (series.isEmpty())
        {
            return;
        }
        final List<String> rates = stages.stream()
            .map((stage) -> stage.name() + "\n" + Show.count(stage.figures().get("duePerSecond")) + "/s").toList();
        chart(
            new XyChart("chart-rates-" + name.replace(' ', '-'), HEIGHT,
                XyChart.Axis.categories("transactions due a second", rates),
                List.of(XyChart.Axis.log("", XyChart.MICROSECONDS)), series),
            name, "Stages in the order of the transactions that were due. A percentile with fewer than ten " +
                "samples above it is not drawn.");
    }

    private static List<List<Double>> points(
        final List<StageResult> stages,
        final String group,
        final String name,
        final String percentile,
        final boolean isClean)
    {
        return XyChart.points(stages, (stage) -> inGroup(stage, group).stream()
            .filter((latency) -> name.equals(latency.name()))
            .map((latency) ->
                us(isClean ? latency.clean() : latency.all(), percentile, !StageTally.FLOOR.equals(group)))
            .filter(Objects::nonNull).findFirst().orElse(null));
    }

    private static void row(
        final PageTable table,
        final StageResult stage,
        final LatencyResult latency,
        final String samples,
        final LatencyResult.Percentiles times,
        final String removed) throws IOException
    {
        if (0 == times.count())
        {
            table.row(stage.name(), latency.name(), samples, "0", Show.NONE, Show.NONE, Show.NONE, Show.NONE, Show.NONE,
                Show.NONE, Show.NONE, removed);
            return;
        }
        final Map<String, Long> by = times.byPercentile();
        table.row(stage.name(), latency.name(), samples, Show.count(times.count()), Show.us(times.minNs()),
            us(by, "50"), us(by, "90"), us(by, "99"), us(by, "99.9"), us(by, "99.99"), Show.us(times.maxNs()), removed);
    }

    /** Moments are counted, not samples; most of them have no gap. */
    private static void floorRow(
        final PageTable table, final StageResult stage, final LatencyResult.Percentiles floor) throws IOException
    {
        final List<String> cells = new ArrayList<>(List.of(stage.name(), StageTally.FLOOR, "", "", ""));
        for (final String percentile : List.of("50", "90", "99", "99.9", "99.99", "100"))
        {
            final long ns = floor.byPercentile().getOrDefault(percentile, 0L);
            cells.add(0 == ns ? NO_GAP : Show.us(ns));
        }
        cells.add("");
        table.row(cells.toArray(String[]::new));
    }

    void curves() throws IOException
    {
        page().open("div", "class", "pair").text("\n");
        for (final StageResult stage : result.stages())
        {
            final List<XyChart.Series> series = new ArrayList<>();
            int colour = 0;
            for (final LatencyResult latency : stage.latencies())
            {
                if (!Section.SHOWN_ELSEWHERE.contains(latency.group()) && !"quote".equals(latency.group()))
                {
                    final boolean isFloor = StageTally.FLOOR.equals(latency.group());
                    series.add(XyChart.Series.line(
                        latency.name(), isFloor ? RED : colour, "solid", isFloor ? floorCurve(stage, latency) :
                        curve(latency)));
                    if (latency.removedShare() > 0)
                    {
                        series.add(XyChart.Series.line(latency.name() + ", clean", colour, "dashed",
                            curve(latency.clean())));
                    }
                    colour += isFloor ? 0 : 1;
                }
            }
            stageChart(stage, "curve", HEIGHT, XyChart.Axis.log("percentile, %", XyChart.PERCENTILE),
                List.of(XyChart.Axis.log("", XyChart.MICROSECONDS)), series, "", "");
        }
        page().close().text("\n");
        text("The table of round trips above has the figures of these curves.");
    }

    /** Percentile p stands at 1 / (1 - p): 90 % at ten, 99 % at a hundred. */
    private static List<List<Double>> curve(final LatencyResult latency)
    {
        final List<List<Double>> points = new ArrayList<>();
        final double total = latency.histogram().stream().mapToLong(LatencyResult.Bucket::count).sum();
        double below = 0;
        for (final LatencyResult.Bucket bucket : latency.histogram())
        {
            below += bucket.count();
            // What no gap touches has not waited: the curve of a floor begins after it.
            if (0 < bucket.count() && 0 < bucket.fromNs())
            {
                // The longest sample is half a sample away from all of them.
                points.add(List.of(total / (total - below + 0.5), bucket.toNs() / Show.NS_PER_US));
            }
        }
        return points.isEmpty() ? curve(latency.all()) : points;
    }

    /** As far to the right as the curves of times go: moments are far more than transactions. */
    private static List<List<Double>> floorCurve(final StageResult stage, final LatencyResult floor)
    {
        final long most = stage.latencies().stream().filter((latency) -> !StageTally.FLOOR.equals(latency.group()))
            .mapToLong((latency) -> latency.all().count()).max().orElse(Long.MAX_VALUE);
        return curve(floor).stream().filter((point) -> point.getFirst() <= 2.0 * most).toList();
    }

    private static List<List<Double>> curve(final LatencyResult.Percentiles times)
    {
        final List<List<Double>> points = new ArrayList<>();
        if (null != times)
        {
            times.byPercentile().forEach((percentile, ns) ->
            {
                final double part = Double.parseDouble(percentile) / 100;
                if (1 > part && 0 < ns && OwnFigure.isEnough(times.count(), percentile))
                {
                    points.add(List.of(1 / (1 - part), ns / Show.NS_PER_US));
                }
            });
        }
        return points;
    }

    void humps() throws IOException
    {
        text("Exchanges publish response times with two humps: cancels, for which no collateral is checked, are " +
            "answered sooner than orders. The median of both lies between the humps, and says little. With more to " +
            "do each hump moves, as a transaction waits for those before it; in a full venue there is one.");
        page().open("div", "class", "pair").text("\n");
        for (final StageResult stage : result.stages())
        {
            final List<LatencyResult> parts = inGroup(stage, StageTally.HUMPS);
            final double total = parts.stream().mapToLong((part) -> part.all().count()).max().orElse(0);
            stageChart(stage, "humps", HEIGHT, XyChart.Axis.log("from due to answered", XyChart.MICROSECONDS),
                List.of(XyChart.Axis.linear("% of all transactions")),
                IntStream.range(0, parts.size()).mapToObj((i) -> XyChart.Series.line(parts.get(i).name(),
                    StageTally.BOTH.equals(parts.get(i).name()) ? GREY : i,
                    StageTally.BOTH.equals(parts.get(i).name()) ? "dashed" : "area",
                    shares(parts.get(i), total))).toList(), "", "");
        }
        page().close().text("\n");
        humpsByRate();
        final PageTable table = table("humps-rows", "stage", "time of", "#count", "#commonest us", "#mean us",
            "#p50 us", "#p90 us", "#p99 us", "#p99.9 us");
        for (final StageResult stage : result.stages())
        {
            for (final LatencyResult latency : inGroup(stage, StageTally.HUMPS))
            {
                final Map<String, Long> by = latency.all().byPercentile();
                table.row(stage.name(), latency.name(), Show.count(latency.all().count()), commonest(latency),
                    Show.us(latency.all().meanNs()), us(by, "50"), us(by, "90"), us(by, "99"), us(by, "99.9"));
            }
        }
        table.close();
        note("Share of all transactions of the stage in each bucket; buckets grow logarithmically. Commonest: the " +
            "fullest bucket.");
    }

    /** How the humps move when there is more to do. */
    private void humpsByRate() throws IOException
    {
        final List<StageResult> stages = stages((stage) -> CONSTANT.equals(stage.kind()) &&
            inGroup(stage, StageTally.HUMPS).stream().anyMatch((latency) -> StageTally.BOTH.equals(latency.name())));
        if (1 < stages.size())
        {
            final List<XyChart.Series> series = new ArrayList<>();
            for (final StageResult stage : stages)
            {
                final LatencyResult both = inGroup(stage, StageTally.HUMPS).getLast();
                series.add(XyChart.Series.line(stage.name(), series.size(), "solid", shares(both, both.all().count())));
            }
            chart(
                new XyChart("chart-humps-by-rate", HEIGHT,
                    XyChart.Axis.log("from due to answered", XyChart.MICROSECONDS),
                    List.of(XyChart.Axis.linear("% of all transactions")), series),
                "Orders and cancels together, by rate", "Stages with a constant rate.");
        }
    }

    private static List<List<Double>> shares(final LatencyResult latency, final double total)
    {
        final List<List<Double>> points = new ArrayList<>();
        for (final LatencyResult.Bucket bucket : latency.histogram())
        {
            if (0 < bucket.toNs() && 0 < total)
            {
                points.add(List.of(bucket.middleNs() / Show.NS_PER_US, 100 * bucket.count() / total));
            }
        }
        return points;
    }

    private static String commonest(final LatencyResult latency)
    {
        return latency.commonest()
            .map((bucket) -> Show.us(bucket.fromNs()) + " to " + Show.us(bucket.toNs())).orElse(Show.NONE);
    }

    void publicFirst() throws IOException
    {
        final List<StageResult> stages = stages(Section::hasPublicFirst);
        final PageTable table = table("public-first-rows", "stage", "#public first", "#lead, median",
            "#lead that 99 % have at least", "#note");
        for (final StageResult stage : stages)
        {
            table.row(stage.name(), figure(stage, "publicFirstShare"), figure(stage, "leadP50Ns"),
                figure(stage, "leadP1Ns"), mark(stage.condition()));
        }
        table.close();
        note("Stages with a lead: by the time stamps of every request, both lines before the answer. Without " +
            "one the venue kept no time stamps, and the share is the gateways' own count.");
        final List<StageResult> stamped =
            stages.stream().filter((stage) -> null != stage.figures().get("leadP50Ns")).toList();
        if (stamped.isEmpty())
        {
            return;
        }
        chart(
            new XyChart("chart-lead", 260,
                XyChart.Axis.categories("", stamped.stream().map(StageResult::name).toList()),
                List.of(XyChart.Axis.linear("us")),
                List.of(
                    XyChart.Series.bar("median", 0, "solid", lead(stamped, "leadP50Ns")),
                    XyChart.Series.bar("99 % have at least", 1, "solid", lead(stamped, "leadP1Ns")))),
            "Lead of market data over the private answer",
            "From the write of the market data's packet to the write of the answer that it belongs to, by the " +
                "venue's own time stamps.");
    }

    private static List<List<Double>> lead(final List<StageResult> stages, final String name)
    {
        return XyChart.points(stages, (stage) ->
            stage.figures().containsKey(name) ? stage.figures().get(name) / Show.NS_PER_US : null);
    }
}
