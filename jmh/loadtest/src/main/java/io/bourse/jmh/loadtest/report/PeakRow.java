// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import io.bourse.jmh.loadtest.result.LoadTestResult;
import io.bourse.jmh.loadtest.result.PeakInfo;
import io.bourse.jmh.loadtest.result.PublishedRow;
import io.bourse.jmh.loadtest.result.PublishedTable;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The reserve of a system: the most that it took in a test, and the most that its members sent it.
 *
 * @param whose system.
 * @param testPerSecond most transactions a second in a test.
 * @param productionPerSecond most transactions a second in production.
 * @param conditions of ours, of the one and of the other; empty of published figures.
 */
record PeakRow(String whose, double testPerSecond, double productionPerSecond, List<String> conditions)
{
    private static final String OURS = "ours";

    /**
     * Published ones in the order of their columns, then ours.
     *
     * @param result of the test.
     * @return none when ours were not measured, or the profile does not say which rows they are.
     */
    static List<PeakRow> all(final LoadTestResult result)
    {
        final List<PeakRow> rows = new ArrayList<>();
        final PeakInfo peak = result.profile().peak();
        if (null != peak)
        {
            final Optional<OwnFigure> test = OwnFigure.find(result, peak.test());
            final Optional<OwnFigure> production = OwnFigure.find(result, peak.production());
            if (test.isPresent() && production.isPresent())
            {
                result.profile().tables().forEach((table) -> published(table, peak, rows));
                rows.add(new PeakRow(OURS, test.get().value(), production.get().value(),
                    List.of(test.get().condition(), production.get().condition())));
            }
        }
        return rows;
    }

    private static void published(final PublishedTable table, final PeakInfo peak, final List<PeakRow> rows)
    {
        for (int i = 0; i < table.columns().size(); i++)
        {
            final Optional<PublishedValue> test = value(table, peak.test(), i);
            final Optional<PublishedValue> production = value(table, peak.production(), i);
            if (test.isPresent() && production.isPresent())
            {
                rows.add(new PeakRow(table.columns().get(i), test.get().value(), production.get().value(),
                    List.of()));
            }
        }
    }

    private static Optional<PublishedValue> value(final PublishedTable table, final String ours, final int column)
    {
        return table.rows().stream().filter((row) -> Objects.equals(ours, row.ours()) && column < row.values().size())
            .findFirst().flatMap((row) -> parse(row, column));
    }

    private static Optional<PublishedValue> parse(final PublishedRow row, final int column)
    {
        return PublishedValue.parse(row.values().get(column), row.unit(), Dimension.COUNT);
    }
}
