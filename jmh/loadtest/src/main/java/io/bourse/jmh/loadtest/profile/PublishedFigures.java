// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.profile;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigUtil;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * All published figures, of {@code loadtest/published.conf}.
 */
final class PublishedFigures
{
    private final Map<String, PublishedFigure> byId = new LinkedHashMap<>();
    private final Map<String, List<String>> idsByRow = new LinkedHashMap<>();

    /**
     * Reads them.
     *
     * @param config of the file.
     * @throws com.typesafe.config.ConfigException when something is missing.
     */
    PublishedFigures(final Config config)
    {
        for (final String id : new TreeSet<>(config.root().keySet()))
        {
            final Config report = config.getConfig(ConfigUtil.quoteString(id));
            for (final Config section : report.getConfigList("sections"))
            {
                final Config figures = section.getConfig("figures");
                figures.root().keySet().forEach(
                    (name) -> add(id, report, section, name, figures.getConfig(ConfigUtil.quoteString(name))));
                if (section.hasPath("rows"))
                {
                    addRows(id, report, section, section.getConfig("rows"));
                }
            }
        }
    }

    /** A table as the report has it: what is found in the report is the whole row. */
    private void addRows(final String reportId, final Config report, final Config section, final Config rows)
    {
        final List<String> columns = rows.getStringList("columns");
        final Config values = rows.getConfig("values");
        for (final String name : values.root().keySet())
        {
            final String text = values.getString(ConfigUtil.quoteString(name));
            final String[] cells = text.split("\t");
            if (columns.size() != cells.length)
            {
                throw new IllegalArgumentException("a published row has not as many values as there are columns: id=" +
                    reportId + "." + name + " values=" + cells.length + " columns=" + columns.size());
            }
            final List<String> ids = new ArrayList<>();
            for (int i = 0; i < cells.length; i++)
            {
                ids.add(reportId + "." + name + "-" + columns.get(i));
                add(reportId, report, section, name + "-" + columns.get(i), ConfigFactory.parseMap(Map.of(
                    "year", rows.getInt("year"), "unit", rows.getString("unit"), "text", text,
                    "value", String.format(Locale.ROOT, "%,d", Integer.parseInt(cells[i])))));
            }
            idsByRow.put(reportId + "." + name, ids);
        }
    }

    /**
     * What a row of a profile shows of others.
     *
     * @param row with {@code published}, ids one by one, or {@code published-row}, that of a whole row.
     * @return ids, empty ones where nothing was published; none when the row names none.
     * @throws IllegalArgumentException when there is no such row.
     */
    List<String> ids(final Config row)
    {
        if (!row.hasPath("published-row"))
        {
            return row.hasPath("published") ? row.getStringList("published") : List.of();
        }
        final List<String> ids = idsByRow.get(row.getString("published-row"));
        if (null == ids)
        {
            throw new IllegalArgumentException("there is no such published row: id=" + row.getString("published-row") +
                " rows=" + idsByRow.keySet());
        }
        return ids;
    }

    private void add(
        final String reportId, final Config report, final Config section, final String name, final Config figure)
    {
        final String id = reportId + "." + name;
        final PublishedFigure before = byId.put(id, new PublishedFigure(
            id,
            report.getString("publisher"),
            report.getString("title").replaceAll("\\s+", " "),
            report.getString("date"),
            section.getString("section"),
            section.getString("market"),
            figure.getInt("year"),
            figure.getString("unit"),
            figure.getString("value"),
            figure.hasPath("text") ? figure.getString("text") : figure.getString("value")));
        if (null != before)
        {
            throw new IllegalArgumentException("a published figure is there twice: id=" + id);
        }
    }

    Collection<PublishedFigure> all()
    {
        return Collections.unmodifiableCollection(byId.values());
    }

    /**
     * Values of a row.
     *
     * @param ids of figures, empty where nothing was published.
     * @param unit of the row.
     * @return one value for each.
     * @throws IllegalArgumentException when there is no such figure, or it is in another unit.
     */
    List<String> values(final List<String> ids, final String unit)
    {
        return ids.stream().map((id) -> id.isEmpty() ? "" : value(id, unit)).toList();
    }

    private String value(final String id, final String unit)
    {
        final PublishedFigure figure = byId.get(id);
        if (null == figure || !Objects.equals(unit, figure.unit()))
        {
            throw new IllegalArgumentException("there is no such published figure in this unit: id=" + id + " unit=" +
                unit + " found=" + figure);
        }
        return figure.value();
    }

    /**
     * Where figures are from.
     *
     * @param ids of figures; empty ones count for nothing.
     * @return reports with their sections, for readers.
     */
    String source(final Collection<String> ids)
    {
        final Map<String, Set<String>> sections = new LinkedHashMap<>();
        ids.stream().map(byId::get).filter(Objects::nonNull).forEach((figure) ->
            sections.computeIfAbsent(figure.report(), (report) -> new LinkedHashSet<>()).add(figure.section()));
        final StringBuilder text = new StringBuilder();
        sections.forEach((report, names) -> text.append(text.isEmpty() ? "" : ". ").append(report).append(": ")
            .append(String.join("; ", names)));
        return text.toString();
    }
}
