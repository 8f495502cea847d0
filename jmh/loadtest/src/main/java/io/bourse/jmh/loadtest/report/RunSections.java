// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import io.bourse.clearing.page.PageTable;
import io.bourse.jmh.loadtest.result.Spread;
import io.bourse.jmh.loadtest.result.StageResult;
import io.bourse.jmh.loadtest.tally.StageTally;

import java.io.IOException;
import java.util.List;
import java.util.Set;

/** How far the runs of repeated stages are apart. */
final class RunSections extends Sheet
{
    private static final Set<String> PERCENTILES = Set.of("50", "99");
    private static final Set<String> SHOWN_ELSEWHERE = Set.of("feeds", "threads", "order", "cancel",
        StageTally.BOTH, StageTally.FLOOR);
    private static final String PLACE = "place ";


    RunSections(final Sheet sheet)
    {
        super(sheet);
    }

    void runs() throws IOException
    {
        final List<StageResult> stages = stages((stage) -> !stage.runs().isEmpty());
        final PageTable table = table(
            "runs-rows", "stage", "figure", "#runs", "#lowest", "#median", "#highest", "#highest above lowest");
        for (final StageResult stage : stages)
        {
            for (final String path : stage.runs().keySet())
            {
                if (isShown(path))
                {
                    row(table, stage, path);
                }
            }
        }
        table.close();
        note("Every run has a venue and generators of its own. What is not in this table is among all figures, " +
            "below, and report.json has every value of every run. A comparison of two tests calls a figure better or " +
            "worse only when their runs do not overlap.");
    }

    private static void row(final PageTable table, final StageResult stage, final String path) throws IOException
    {
        final Spread spread = stage.spread(path);
        final Dimension dimension = kind(path).dimension();
        table.row(stage.name(), path.replace("/", " p").replace(" pclean", ", clean"), Integer.toString(spread.runs()),
            Show.figure(dimension, spread.lowest()), Show.figure(dimension, spread.median()),
            Show.figure(dimension, spread.highest()), Show.change(spread.lowest(), spread.highest()));
    }

    private static FigureKind kind(final String path)
    {
        return 0 > path.indexOf('/') ? FigureKind.of(path) : FigureKind.DURATION;
    }

    /** Rates and times that are judged, without the parts of each. */
    private static boolean isShown(final String path)
    {
        final String[] parts = path.split("/");
        if (1 == parts.length)
        {
            final FigureKind kind = kind(path);
            return 0 != kind.better() && Dimension.BYTES != kind.dimension() && 0 > path.indexOf('.');
        }
        return !SHOWN_ELSEWHERE.contains(parts[0]) && !parts[0].startsWith(PLACE) && PERCENTILES.contains(parts[1]);
    }
}
