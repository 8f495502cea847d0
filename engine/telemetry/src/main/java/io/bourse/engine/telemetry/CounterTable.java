// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * All counters that are shown outside of their process, by type id: the resource {@code counters.table}. Writers take
 * type ids from it, `bourse metrics` takes names, and docs/metrics.md is compared with it.
 */
public final class CounterTable
{
    /** Set of the counters that Aeron, or a client of it, keeps in {@code cnc.dat}. */
    public static final String AERON = "AERON";
    /** Set of what is not counted in a file. */
    public static final String EXPORTER = "EXPORTER";
    /** Stands for each constant of a set. */
    public static final String ANY = "*";
    private static final Pattern METRIC =
        Pattern.compile("(\\w+)(\\{" + SessionClass.LABEL + "(?:=\"(\\w+)\")?})?");

    /** The table. */
    public static final CounterTable INSTANCE = new CounterTable();

    private static final int COLUMNS = 7;

    private final List<CounterSpec> rows;
    private final Map<String, CounterSpec> byName = new HashMap<>();
    private final Map<Integer, CounterSpec> byTypeId = new HashMap<>();

    private CounterTable()
    {
        try (InputStream in = CounterTable.class.getResourceAsStream("counters.table"))
        {
            rows = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines()
                .filter((line) -> !line.startsWith("#"))
                .map(CounterTable::row)
                .toList();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
        rows.forEach(this::add);
    }

    private static CounterSpec row(final String line)
    {
        final String[] cells = line.split(" \\| ", COLUMNS);
        final CounterSpec.Kind kind = Stream.of(CounterSpec.Kind.values())
            .filter((candidate) -> candidate.name().toLowerCase(Locale.ROOT).equals(cells[4])).findFirst().orElse(null);
        final CounterSpec.Unit unit = Stream.of(CounterSpec.Unit.values())
            .filter((candidate) -> candidate.text().equals(cells[5])).findFirst().orElse(null);
        if (null == unit || null == kind)
        {
            throw new IllegalStateException("kind or unit is unknown, correct counters.table: line=" + line);
        }
        final Matcher metric = METRIC.matcher(cells[3]);
        if (!metric.matches())
        {
            throw new IllegalStateException("metric is no name with or without class, correct counters.table: line=" +
                line);
        }
        final boolean isByClass = null != metric.group(2) && null == metric.group(3);
        return new CounterSpec(Integer.parseInt(cells[0]), cells[1], cells[2], metric.group(1),
            isByClass ? ANY : metric.group(3), kind, unit, cells[6]);
    }

    private void add(final CounterSpec spec)
    {
        final boolean isSystemCounter = AERON.equals(spec.set()) && 0 == spec.typeId();
        if (null != byName.put(key(spec.set(), isSystemCounter || !AERON.equals(spec.set()) ? spec.constant() :
            String.valueOf(-spec.typeId())), spec) || !isSystemCounter && null != byTypeId.put(spec.typeId(), spec))
        {
            throw new IllegalStateException("a counter stands twice in counters.table: row=" + spec);
        }
    }

    private static String key(final String set, final String constant)
    {
        return set + '.' + constant;
    }

    /**
     * All rows.
     *
     * @return in the order of the table.
     */
    public List<CounterSpec> rows()
    {
        return rows;
    }

    /**
     * A counter of a component.
     *
     * @param set simple name of the enum, or {@link #EXPORTER}.
     * @param constant of the enum.
     * @return its row, or the one for all of the set; null when there is none.
     */
    public CounterSpec find(final String set, final String constant)
    {
        final CounterSpec own = byName.get(key(set, constant));
        return null == own ? byName.get(key(set, ANY)) : own;
    }

    /**
     * A counter of a file.
     *
     * @param typeId of the counter, other than 0.
     * @return its row, or null: no such counter is shown.
     */
    public CounterSpec find(final int typeId)
    {
        return byTypeId.get(typeId);
    }

    /**
     * A counter that a media driver keeps of itself.
     *
     * @param number of the counter within type 0.
     * @return its row, or null: no such counter is shown.
     */
    public CounterSpec findSystem(final int number)
    {
        return byName.get(key(AERON, String.valueOf(number)));
    }
}
