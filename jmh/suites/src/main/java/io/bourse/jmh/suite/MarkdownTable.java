// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.suite;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A table in markdown, of columns.
 *
 * @param <R> what a row is made of.
 */
public final class MarkdownTable<R>
{
    private final Map<String, Function<R, String>> columns = new LinkedHashMap<>();

    /** A table without columns. */
    public MarkdownTable()
    {
    }

    /**
     * Adds a column, or several in one.
     *
     * @param heading of it; of several with {@link Turns#SEPARATOR} between them.
     * @param text of a row, likewise.
     * @return this.
     */
    public MarkdownTable<R> column(final String heading, final Function<R, String> text)
    {
        columns.put(heading, text);
        return this;
    }

    /** Prints it. */
    public void print(final Collection<R> rows)
    {
        final String head = line(columns.keySet().stream());
        System.out.println(head);
        System.out.println("|" + "---|".repeat((int)head.chars().filter((c) -> '|' == c).count() - 1));
        rows.forEach((row) -> System.out.println(line(columns.values().stream().map((text) -> text.apply(row)))));
    }

    private static String line(final Stream<String> cells)
    {
        return cells.collect(Collectors.joining(Turns.SEPARATOR, "| ", " |"));
    }
}
