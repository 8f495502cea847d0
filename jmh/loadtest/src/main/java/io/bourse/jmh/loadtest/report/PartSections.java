// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import io.bourse.clearing.page.PageTable;
import io.bourse.jmh.loadtest.result.LatencyResult;
import io.bourse.jmh.loadtest.result.StageResult;
import io.bourse.jmh.loadtest.tally.StageTally;

import java.io.IOException;
import java.util.Map;

/** What each partition of the venue, or each of its markets, came to, and all of them together. */
final class PartSections extends Sheet
{
    PartSections(final Sheet sheet)
    {
        super(sheet);
    }

    void parts() throws IOException
    {
        final PageTable table = table("parts-rows", "stage", "partition or market", "#accepted 1/s", "#unanswered",
            "#trades", "#p50 us", "#p90 us", "#p99 us", "#p99.9 us", "#max us", "#public first", "#lead p50 us");
        for (final StageResult stage : result.stages())
        {
            boolean hasParts = false;
            for (final LatencyResult latency : stage.latencies())
            {
                if (StageTally.PART.equals(latency.group()))
                {
                    table.row(cells(stage, latency.name(), "." + latency.name(), latency));
                    hasParts = true;
                }
            }
            if (hasParts)
            {
                final LatencyResult all = stage.latencies().stream().filter((latency) ->
                    StageTally.HUMPS.equals(latency.group()) && StageTally.BOTH.equals(latency.name()))
                    .findFirst().orElseThrow();
                table.sum(cells(stage, "all", "", all));
            }
        }
        table.close();
        note("Each has a process, sessions, journal and market data of its own; one generator sends to all of them. " +
            "Times are of all orders and cancels of members, whatever they speak, from the moment at which each was " +
            "due.");
    }

    private static String[] cells(
        final StageResult stage, final String name, final String suffix, final LatencyResult latency)
    {
        final Map<String, Long> times = latency.all().byPercentile();
        return new String[]{stage.name(), name, figure(stage, StageResult.ACCEPTED_PER_SECOND + suffix),
            figure(stage, "unanswered" + suffix), figure(stage, "trades" + suffix), LatencySections.us(times, "50"),
            LatencySections.us(times, "90"), LatencySections.us(times, "99"), LatencySections.us(times, "99.9"),
            Show.us(latency.all().maxNs()), figure(stage, "publicFirstShare" + suffix),
            us(stage.figures().get("leadP50Ns" + suffix))};
    }

    private static String us(final Double ns)
    {
        return null == ns ? Show.NONE : Show.us(ns);
    }
}
