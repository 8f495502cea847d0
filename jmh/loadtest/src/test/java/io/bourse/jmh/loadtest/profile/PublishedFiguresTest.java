// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.profile;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.bourse.testing.SharedData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

final class PublishedFiguresTest
{
    private static final List<String> NAMES = ProfileReader.NAMES;
    private static final String OWN_TARGETS = "Bourse's own targets";
    private static final String OURS_ALONE = "Ours alone";

    private final PublishedFigures figures = new PublishedFigures(config("published"));

    private static Config config(final String name)
    {
        return ConfigFactory.parseResources(
            PublishedFiguresTest.class.getClassLoader(), "loadtest/" + name + ".conf").resolve();
    }

    @Test
    void shouldSayWhereEveryFigureIsFrom()
    {
        assertFalse(figures.all().isEmpty());
        for (final PublishedFigure figure : figures.all())
        {
            for (final String text : List.of(figure.publisher(), figure.title(), figure.date(), figure.section(),
                figure.market(), figure.value(), figure.text()))
            {
                assertFalse(text.isBlank(), figure.id());
            }
            assertTrue(figure.value().matches(".*\\d.*"), figure.id());
            assertTrue(0 == figure.year() || figure.year() > 1990 && figure.year() < 2100, figure.id());
        }
    }

    /** A number that is typed into a profile is a target of our own. */
    @ParameterizedTest
    @FieldSource("NAMES")
    void shouldShowFiguresOfOthersOnlyByTheirPlace(final String name)
    {
        for (final Config table : config(name).getConfigList("tables"))
        {
            final String title = table.getString("title");
            final boolean isPublished =
                table.getConfigList("rows").stream().anyMatch((row) -> !figures.ids(row).isEmpty());
            final String source = table.hasPath("source") ? table.getString("source") : "";
            assertEquals(!isPublished, table.hasPath("source"), title);
            assertTrue(isPublished || source.startsWith(OWN_TARGETS) || source.startsWith(OURS_ALONE), title);
            for (final Config row : table.getConfigList("rows"))
            {
                assertTrue(!row.hasPath("values") || source.startsWith(OWN_TARGETS), title);
                assertEquals(isPublished, !figures.ids(row).isEmpty(), title + " " + row.getString("name"));
            }
        }
    }

    @Test
    void shouldShowEveryFigureSomewhere()
    {
        final Set<String> shown = new HashSet<>();
        for (final String name : NAMES)
        {
            for (final Config table : config(name).getConfigList("tables"))
            {
                table.getConfigList("rows").forEach((row) -> shown.addAll(figures.ids(row)));
            }
        }
        assertEquals(List.of(), figures.all().stream().map(PublishedFigure::id)
            .filter((id) -> !shown.contains(id)).toList());
    }

    @Test
    void shouldTakeEveryValueOfAPublishedRow()
    {
        final List<String> ids = figures.ids(ConfigFactory.parseString("published-row = t7-2019.fesx"));
        assertEquals(List.of("88", "30", "940", "165", "57", "1,680", "121", "52", "1,250"), figures.values(ids, "us"));
        assertEquals("t7-2019.fesx-matcher-mean", ids.getFirst());
        assertThrows(IllegalArgumentException.class,
            () -> figures.ids(ConfigFactory.parseString("published-row = t7-2019.nothing")));
    }

    @Test
    void shouldRefuseFiguresThatAreNotThereOrInAnotherUnit()
    {
        assertEquals(List.of("114,000", ""), figures.values(List.of("moex-2025.derivatives-peak", ""), "1/s"));
        assertThrows(IllegalArgumentException.class,
            () -> figures.values(List.of("moex-2025.derivatives-peak"), "us"));
        assertThrows(IllegalArgumentException.class, () -> figures.values(List.of("moex-2025.nothing"), "1/s"));
    }

    @Test
    void shouldFindEveryFigureInItsReport() throws IOException
    {
        final List<String> reports;
        try (Stream<Path> files = Files.list(SharedData.require("seeds")))
        {
            reports = files.filter(Files::isRegularFile).map(PublishedFiguresTest::read).toList();
        }
        final List<String> missing = new ArrayList<>();
        for (final PublishedFigure figure : figures.all())
        {
            final String title = plain(figure.title());
            final String report =
                reports.stream().filter((text) -> text.contains(title)).findFirst().orElse(null);
            if (null == report || !isFound(report, plain(figure.section()), plain(figure.text())))
            {
                missing.add(figure.id());
            }
        }
        assertEquals(List.of(), missing);
    }

    @Test
    void shouldNotFindAPartOfANumber()
    {
        final String report = plain("Heading\n\tOrders, 2025\t416 441 099\t21 534 788\nup to 46.5 Mbps, 1,250 at most");
        assertTrue(isFound(report, "Heading", plain("416,441,099")));
        assertTrue(isFound(report, "Heading", plain("1,250")));
        for (final String wrong : List.of("441,099", "416", "46", "6.5", "250", "21,534,789"))
        {
            assertFalse(isFound(report, "Heading", plain(wrong)), wrong);
        }
        assertFalse(isFound(report, "Another", plain("1,250")));
    }

    private static boolean isFound(final String report, final String section, final String text)
    {
        final int begin = report.lastIndexOf(section);
        final Matcher number =
            Pattern.compile("(?<![\\d.])" + Pattern.quote(text) + "(?!\\.?\\d)").matcher(report);
        return begin >= 0 && number.find(begin);
    }

    private static String read(final Path file)
    {
        try
        {
            return plain(Files.readString(file));
        }
        catch (final IOException ex)
        {
            throw new IllegalStateException(Objects.toString(file), ex);
        }
    }

    /** Without separators of thousands, and with single spaces. */
    private static String plain(final String text)
    {
        return text.replaceAll("(?<=\\d)[ \u00A0\u202F,](?=\\d{3}(?!\\d))", "").replaceAll("[\\s*\u00A0]+", " ");
    }
}
