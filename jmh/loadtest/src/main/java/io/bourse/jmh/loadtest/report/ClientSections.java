// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import io.bourse.clearing.page.PageTable;
import io.bourse.clearing.page.XyChart;
import io.bourse.jmh.loadtest.result.LatencyResult;
import io.bourse.jmh.loadtest.result.LoadTestResult;
import io.bourse.jmh.loadtest.result.StageResult;
import io.bourse.jmh.loadtest.tally.StageTally;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What sessions that stand for members find beside a load, by its rate and their own: the pictures of BATS.
 */
final class ClientSections extends Sheet
{
    private static final String LOAD = "askedPerSecond";
    private static final String OWN = "clientPerSecond";
    private static final List<String> DOORS = List.of(StageResult.ANSWER_OF + "fix", "pitch.unit-a");
    private static final int HEIGHT = 280;

    ClientSections(final Sheet sheet)
    {
        super(sheet);
    }

    /** Those whose clients have more than one rate among them. */
    static List<StageResult> stages(final LoadTestResult result)
    {
        final List<StageResult> stages = result.stages().stream()
            .filter((stage) -> stage.figures().containsKey(OWN) && !times(stage).isEmpty()).toList();
        return 1 < rates(stages, OWN).size() ? stages : List.of();
    }

    private static List<LatencyResult> times(final StageResult stage)
    {
        return stage.latencies().stream().filter((latency) -> StageTally.CLIENTS.equals(latency.group())).toList();
    }

    private static Set<Double> rates(final List<StageResult> stages, final String figure)
    {
        return stages.stream().map((stage) -> stage.figures().get(figure))
            .collect(Collectors.toCollection(TreeSet::new));
    }

    void clients() throws IOException
    {
        final List<StageResult> stages = stages(result);
        final Set<String> names = new TreeSet<>();
        stages.forEach((stage) -> times(stage).forEach((latency) -> names.add(latency.name())));
        page().open("div", "class", "pair").text("\n");
        for (final String name : names)
        {
            chart(stages, name, "Average of " + name,
                "From the moment at which a client's transaction was due to its answer.", (stage) ->
                times(stage).stream().filter((latency) -> name.equals(latency.name())).findFirst()
                .map((latency) -> latency.all().meanNs() / Show.NS_PER_US).orElse(null));
        }
        for (final String door : DOORS)
        {
            chart(stages, door, "From the engine to " + door + ", median",
                "Of all transactions, from the event stream until the socket has taken them.", (stage) ->
                null == door(stage, door) ? null : door(stage, door) / Show.NS_PER_US);
        }
        page().close().text("\n");
        final PageTable table = table("clients-rows", "stage", "#load 1/s", "#clients 1/s", "time of", "#count",
            "#average us", "#p50 us", "#p90 us", "#p99 us");
        for (final StageResult stage : stages)
        {
            for (final LatencyResult latency : times(stage))
            {
                final LatencyResult.Percentiles all = latency.all();
                table.row(stage.name(), Show.count(stage.figures().get(LOAD)), Show.count(stage.figures().get(OWN)),
                    latency.name(), Show.count(all.count()), Show.us(all.meanNs()),
                    LatencySections.us(all.byPercentile(), "50"), LatencySections.us(all.byPercentile(), "90"),
                    LatencySections.us(all.byPercentile(), "99"));
            }
        }
        table.close();
    }

    private static Double door(final StageResult stage, final String door)
    {
        return stage.figures().get(StageResult.DOOR_P50 + door);
    }

    /** Rates of clients to the right, a line for each load. */
    private void chart(
        final List<StageResult> stages,
        final String name,
        final String title,
        final String caption,
        final Function<StageResult, Double> value) throws IOException
    {
        final List<Double> own = List.copyOf(rates(stages, OWN));
        final List<XyChart.Series> series = new ArrayList<>();
        for (final Double load : rates(stages, LOAD))
        {
            final List<List<Double>> points = XyChart.points(own, (rate) -> stages.stream()
                .filter((stage) -> load.equals(stage.figures().get(LOAD)) && rate.equals(stage.figures().get(OWN)))
                .map(value).filter(Objects::nonNull).findFirst().orElse(null));
            if (!points.isEmpty())
            {
                series.add(XyChart.Series.line(Show.count(load) + "/s load", series.size(), "solid", points));
            }
        }
        if (!series.isEmpty())
        {
            chart(new XyChart("chart-clients-" + name.replaceAll("[ .]", "-"), HEIGHT,
                XyChart.Axis.categories("transactions of clients a second", own.stream().map(Show::count).toList()),
                List.of(XyChart.Axis.linear("us")), series), title, caption);
        }
    }
}
