// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.latency;

import io.bourse.deploy.timestamps.Distribution;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Figures of a capture as rows of text. Times are microseconds with three digits, which are nanoseconds.
 *
 * @param id short name.
 * @param title what it shows.
 * @param note how to read it.
 * @param header names of the columns.
 * @param textColumns so many columns at the beginning hold text, the others numbers.
 * @param rows as many fields each as the header has.
 */
public record LatencyTable(
    String id, String title, String note, List<String> header, int textColumns, List<String[]> rows)
{
    private static final String[] TIMES = {"count", "shortest", "50 %", "90 %", "99 %", "99.9 %", "longest"};
    private static final int NS_DIGITS_OF_US = 3;
    private static final double PERCENT = 100;

    /**
     * All tables.
     *
     * @param figures to show.
     * @return those that have rows.
     */
    public static List<LatencyTable> of(final LatencyFigures figures)
    {
        final List<LatencyTable> tables = new ArrayList<>();
        tables.add(table("responses", "Response times, us",
            "From the last byte of a request to the last byte of its answer.", 2, List.of("door", "request"),
            figures.responses().stream().map(row -> row(row.times(), row.door(),
                row.kind().label() + (row.isRefused() ? ", refused" : ""))).toList()));
        tables.add(table("leads", "Public before private, us",
            "From the market data of a request to its answer; below 0 when the answer was first. First: the share of " +
                "requests whose market data was captured before their answer.", 2,
            List.of("line", "door", "first, %"), figures.leads().stream().map(row -> row(row.times(), row.line(),
                row.door(), share(row.publicFirst(), row.times().count()))).toList()));
        tables.add(table("pairs", "Line A against line B, us",
            "From a packet of line A to the same packet of line B; below 0 when B was first.", 1,
            List.of("feed", "A first", "B first", "only A", "only B"), figures.pairs().stream().map(row ->
                row(row.times(), row.feed(), Long.toString(row.firstA()), Long.toString(row.firstB()),
                    Long.toString(row.onlyA()), Long.toString(row.onlyB()))).toList()));
        tables.add(table("bursts", "Microbursts, us",
            "The window that the most requests came in, and their response times.", 2, List.of("window", "began"),
            figures.bursts().stream().map(row ->
                row(row.times(), window(row.windowNs()), time(row.beginNs()))).toList()));
        tables.add(table("places", "Place in the queue, us",
            "Response times by how many requests of the partition had no answer yet when the request came.", 1,
            List.of("before it"), figures.places().stream().map(row -> row(row.times(),
                row.least() == row.most() ? "" + row.least() : row.least() + " to " + row.most())).toList()));
        return tables.stream().filter(table -> !table.rows().isEmpty()).toList();
    }

    private static LatencyTable table(
        final String id,
        final String title,
        final String note,
        final int textColumns,
        final List<String> names,
        final List<String[]> rows)
    {
        final List<String> header = new ArrayList<>(names);
        header.addAll(List.of(TIMES));
        return new LatencyTable(id, title, note, header, textColumns, rows);
    }

    private static String[] row(final Distribution times, final String... names)
    {
        final List<String> fields = new ArrayList<>(List.of(names));
        if (null == times)
        {
            fields.add("0");
            fields.addAll(List.of("", "", "", "", "", ""));
        }
        else
        {
            fields.addAll(List.of(Long.toString(times.count()), us(times.minNs()), us(times.medianNs()),
                us(times.p90Ns()), us(times.p99Ns()), us(times.p999Ns()), us(times.maxNs())));
        }
        return fields.toArray(String[]::new);
    }

    /** Exact. */
    private static String us(final long ns)
    {
        return BigDecimal.valueOf(ns, NS_DIGITS_OF_US).toPlainString();
    }

    private static String share(final long part, final long whole)
    {
        return String.format(Locale.ROOT, "%.3f", PERCENT * part / whole);
    }

    private static String window(final long ns)
    {
        return ns >= TimeUnit.SECONDS.toNanos(1) ? TimeUnit.NANOSECONDS.toSeconds(ns) + " s" :
            ns >= TimeUnit.MILLISECONDS.toNanos(1) ? TimeUnit.NANOSECONDS.toMillis(ns) + " ms" :
                TimeUnit.NANOSECONDS.toMicros(ns) + " us";
    }

    /** UTC. */
    private static String time(final long ns)
    {
        return Instant.ofEpochSecond(0, ns).toString();
    }
}
