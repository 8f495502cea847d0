// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import io.bourse.clearing.page.PageTable;
import io.bourse.jmh.loadtest.result.LatencyResult;
import io.bourse.jmh.loadtest.result.PublishedRow;
import io.bourse.jmh.loadtest.result.PublishedTable;
import io.bourse.jmh.loadtest.result.StageResult;
import io.bourse.jmh.loadtest.tally.StageTally;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Times by product, below those that others have published of theirs. */
final class ProductSections extends Sheet
{
    private static final List<String> TIMES = List.of("average", "median", "99 %");
    private static final String MATCHER = "matcher, t5 to t6";
    private static final String GATEWAY = "TWIME gateway, t3n to t4";

    ProductSections(final Sheet sheet)
    {
        super(sheet);
    }

    void products() throws IOException
    {
        final PublishedTable theirs = result.profile().tables().stream().filter(PublishedTable::isReference)
            .findFirst().orElse(new PublishedTable("", "", TIMES, List.of()));
        final List<String> columns = new ArrayList<>(List.of("product"));
        theirs.columns().forEach((column) -> columns.add("#" + column));
        final PageTable table = table("products-rows", columns.toArray(String[]::new));
        for (final PublishedRow row : theirs.rows())
        {
            final List<String> cells = new ArrayList<>(List.of(row.name()));
            cells.addAll(row.values());
            table.row(cells.toArray(String[]::new));
        }
        for (final StageResult stage : result.stages())
        {
            ours(table, stage, theirs.columns().size());
        }
        table.close();
        note("Microseconds. Ours: of each product from the moment at which a transaction was due to its answer, as " +
            "the generator sees it; of all of them by the time stamps of the venue, t5 to t6 of the matcher and t3n " +
            "to t4 of TWIME. " + (theirs.source().isEmpty() ? "" : "Source: " + theirs.source()));
    }

    private static void ours(final PageTable table, final StageResult stage, final int columns) throws IOException
    {
        final List<LatencyResult> products = stage.latencies().stream()
            .filter((latency) -> StageTally.PRODUCT.equals(latency.group())).toList();
        for (final LatencyResult product : products)
        {
            table.row(cells("ours: " + product.name().replace(" product", ""), columns, Optional.empty(),
                Optional.of(product)));
        }
        if (!products.isEmpty())
        {
            table.sum(cells("ours: all products", columns, find(stage, MATCHER), find(stage, GATEWAY)));
        }
    }

    private static Optional<LatencyResult> find(final StageResult stage, final String name)
    {
        return stage.latencies().stream().filter((latency) -> name.equals(latency.name())).findFirst();
    }

    /** The matcher's times come first, as far as there is place for them; round trips come last. */
    private static String[] cells(
        final String name,
        final int columns,
        final Optional<LatencyResult> matcher,
        final Optional<LatencyResult> roundTrip)
    {
        final List<String> cells = new ArrayList<>(List.of(name));
        if (columns > TIMES.size())
        {
            cells.addAll(times(matcher));
        }
        while (cells.size() <= columns - TIMES.size())
        {
            cells.add(Show.NONE);
        }
        cells.addAll(times(roundTrip));
        return cells.toArray(String[]::new);
    }

    private static List<String> times(final Optional<LatencyResult> latency)
    {
        return latency.map((found) -> List.of(Show.us(found.all().meanNs()),
            LatencySections.us(found.all().byPercentile(), "50"),
            LatencySections.us(found.all().byPercentile(), "99"))).orElse(List.of(Show.NONE, Show.NONE, Show.NONE));
    }
}
