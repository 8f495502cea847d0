// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.profile;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigUtil;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
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
            }
        }
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
