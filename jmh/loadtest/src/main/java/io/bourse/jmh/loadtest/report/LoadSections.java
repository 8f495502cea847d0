// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import io.bourse.clearing.page.PageTable;
import io.bourse.clearing.page.XyChart;
import io.bourse.jmh.loadtest.result.LatencyResult;
import io.bourse.jmh.loadtest.result.QueuePath;
import io.bourse.jmh.loadtest.result.Second;
import io.bourse.jmh.loadtest.result.StageResult;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Load and what became of it in the course of a stage: throughput, bursts, packets. */
final class LoadSections extends Sheet
{
    private static final int HEIGHT = 250;
    private static final String BURSTS = "BURSTS";
    private static final String PLACE = "place";
    /** Packets up to this long are shown place by place. */
    private static final int EVERY_PLACE = 20;
    private static final int STEP = 10;


    LoadSections(final Sheet sheet)
    {
        super(sheet);
    }

    void throughput() throws IOException
    {
        final List<StageResult> stages = stages(Section::hasTimeline);
        final PageTable table = table("throughput-rows", "stage", "#seconds", "#accepted 1/s, least",
            "#median", "#most", "#orders 1/s, median", "#cancels 1/s, median", "#trades 1/s, median");
        for (final StageResult stage : stages)
        {
            final List<Second> seconds = Timeline.full(stage);
            final long[] accepted = seconds.stream().mapToLong(Second::accepted).sorted().toArray();
            table.row(stage.name(), Show.count(seconds.size()), Show.count(accepted[0]), Show.count(median(accepted)),
                Show.count(accepted[accepted.length - 1]),
                Show.count(median(seconds.stream().mapToLong(Second::orders).sorted().toArray())),
                Show.count(median(seconds.stream().mapToLong(Second::cancels).sorted().toArray())),
                Show.count(median(seconds.stream().mapToLong(Second::trades).sorted().toArray())));
        }
        table.close();
        page().open("div", "class", "pair").text("\n");
        for (final StageResult stage : stages)
        {
            final Timeline timeline = new Timeline(stage);
            stageChart(stage, "throughput", HEIGHT, XyChart.Axis.linear("s"), List.of(XyChart.Axis.linear("1/s")),
                rates(timeline), "", "; " + timeline.note() + ".");
        }
        page().close().text("\n");
    }

    private static List<XyChart.Series> rates(final Timeline timeline)
    {
        return List.of(
            XyChart.Series.line("due", 5, "dashed", timeline.rate(Second::due)),
            XyChart.Series.line("accepted", 0, "solid", timeline.rate(Second::accepted)),
            XyChart.Series.line("orders", 2, "solid", timeline.rate(Second::orders)),
            XyChart.Series.line("cancels", 1, "solid", timeline.rate(Second::cancels)),
            XyChart.Series.line("trades", 3, "solid", timeline.rate(Second::trades)));
    }

    private static long median(final long[] sorted)
    {
        return sorted[sorted.length / 2];
    }

    void bursts() throws IOException
    {
        final List<StageResult> stages = stages((stage) -> BURSTS.equals(stage.kind()));
        final PageTable table = table("bursts-rows", "stage", "burst", "#most that came back 1/s",
            "#in the burst 1/s", "#accepted of it 1/s", "#length", "#recovery", "#longest queue", "#unanswered");
        for (final StageResult stage : stages)
        {
            final Map<String, Double> figures = stage.figures();
            for (int burst = 1; null != figures.get("recoveryNs." + burst); burst++)
            {
                table.row(stage.name(), Integer.toString(burst), "", "", "", "",
                    Show.time(figures.get("recoveryNs." + burst)), "", "");
            }
            table.sum(stage.name(), "worst", figure(stage, "basePerSecond"), figure(stage, "burstPerSecond"),
                figure(stage, "burstAcceptedPerSecond"),
                null == figures.get("burstSeconds") ? Show.NONE : Show.number(figures.get("burstSeconds")) + " s",
                figure(stage, "recoveryNs"), figure(stage, "backlogMost"), figure(stage, "unanswered"));
        }
        table.close();
        note("Recovery: from the end of the burst until times are back within twice what they were before it. " +
            "Longest queue: transactions sent and not answered at one moment.");
        for (final StageResult stage : stages)
        {
            final Timeline timeline = new Timeline(stage);
            stageChart(stage, "bursts", 340, XyChart.Axis.linear("s"),
                List.of(XyChart.Axis.log("from due to answered", XyChart.MICROSECONDS), XyChart.Axis.linear("due 1/s")),
                List.of(
                    XyChart.Series.line("p50", 0, "solid", timeline.worstUs(Second::p50Ns)),
                    XyChart.Series.line("p99", 1, "solid", timeline.worstUs(Second::p99Ns)),
                    XyChart.Series.line("longest", 3, "points", timeline.worstUs(Second::maxNs)),
                    XyChart.Series.line("due 1/s", 5, "area", timeline.rate(Second::due)).right()),
                ": times around the bursts", "; " + timeline.note() + ".");
        }
    }

    void places() throws IOException
    {
        for (final StageResult stage : result.stages())
        {
            final Map<Integer, LatencyResult> places = new TreeMap<>();
            stage.latencies().stream().filter((latency) -> PLACE.equals(latency.group()))
                .forEach((latency) -> places.put(number(latency.name()), latency));
            if (!places.isEmpty())
            {
                places(stage, places);
            }
        }
    }

    private static int number(final String place)
    {
        final String digits = place.replaceAll("\\D", "");
        return digits.isEmpty() ? 0 : Integer.parseInt(digits);
    }

    private void places(final StageResult stage, final Map<Integer, LatencyResult> places) throws IOException
    {
        stageChart(stage, "places", 320, XyChart.Axis.linear("place in the packet"),
            List.of(XyChart.Axis.log("from due to answered", XyChart.MICROSECONDS)),
            List.of(
                XyChart.Series.line("p50", 0, "solid", points(places, "50", false)),
                XyChart.Series.line("p90", 2, "solid", points(places, "90", false)),
                XyChart.Series.line("p99", 1, "solid", points(places, "99", false)),
                XyChart.Series.line("p99 clean", 1, "dashed", points(places, "99", true))), "", "");
        paths(stage);
        final PageTable table = table("places-" + stage.name(), "#place", "#samples", "#p50 us", "#p90 us",
            "#p99 us", "#p99.9 us", "#longest us", "#p99 us clean", "#removed");
        for (final Map.Entry<Integer, LatencyResult> place : places.entrySet())
        {
            final LatencyResult latency = place.getValue();
            final Map<String, Long> all = latency.all().byPercentile();
            if (!isShown(place.getKey(), places.size()))
            {
                continue;
            }
            final LatencyResult.Percentiles clean =
                null == latency.clean() || 0 == latency.clean().count() ? null : latency.clean();
            table.row(
                Integer.toString(place.getKey()), Show.count(latency.all().count()), LatencySections.us(all, "50"),
                LatencySections.us(all, "90"), LatencySections.us(all, "99"), LatencySections.us(all, "99.9"),
                Show.us(latency.all().maxNs()),
                null == clean || !OwnFigure.isEnough(clean.count(), "99") ? Show.NONE :
                    LatencySections.us(clean.byPercentile(), "99"),
                null == latency.clean() ? Show.NONE : Show.percent(latency.removedShare()));
        }
        table.close();
        if (EVERY_PLACE < places.size())
        {
            note("The first ten places, every tenth, and the last; report.json has all of them.");
        }
    }

    /** The picture that T7 is published with: time to the right, requests that have passed a stamp upwards. */
    private void paths(final StageResult stage) throws IOException
    {
        if (!stage.paths().isEmpty())
        {
            final List<XyChart.Series> series = new ArrayList<>();
            for (final QueuePath path : stage.paths())
            {
                final List<List<Double>> points = new ArrayList<>();
                path.medianNs().forEach((ns) -> points.add(List.of(ns / Show.NS_PER_US, points.size() + 1.0)));
                series.add(XyChart.Series.line(path.stamp(), series.size(), "solid", points));
            }
            stageChart(stage, "paths", 320, XyChart.Axis.linear("us since the first request of the packet was there"),
                List.of(XyChart.Axis.linear("requests that have passed")), series, ": the queue by time stamp",
                "; medians of " + figure(stage, "packets") + " packets.");
        }
    }

    /** A long packet is shown in steps. */
    private static boolean isShown(final int place, final int places)
    {
        return EVERY_PLACE >= places || STEP >= place || 0 == place % STEP || places == place;
    }

    private static List<List<Double>> points(
        final Map<Integer, LatencyResult> places, final String percentile, final boolean isClean)
    {
        final List<List<Double>> points = new ArrayList<>();
        places.forEach((place, latency) ->
        {
            // What is left of a place may be a sample or two.
            final Double us = LatencySections.us(isClean ? latency.clean() : latency.all(), percentile, isClean);
            if (null != us)
            {
                points.add(List.of((double)place, us));
            }
        });
        return points;
    }
}
