// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin.method;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.margin.MarginArrays;
import io.bourse.clearing.margin.MarginMethod;
import io.bourse.clearing.margin.MarginParameters;
import io.bourse.clearing.margin.MarginVenue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/**
 * Every method is calculated by itself, is tested against examples and against its model, and is explained.
 */
class MarginMethodsTest
{
    private static final Path DOCS = Path.of(System.getProperty("bourse.root", "../..")).resolve("docs");

    @ParameterizedTest
    @EnumSource
    void shouldBeCalculatedByItsOwnPackage(final MarginMethod method)
    {
        final MarginVenue venue = new MarginVenue();
        venue.future(1, 1_000 * MarginVenue.E5, 30);
        final MarginArrays arrays =
            venue.arrays(new MarginParameters(method, 2, new TreeMap<>(), List.of(), null));
        assertEquals(packageOf(method), arrays.getClass().getPackageName());
    }

    @ParameterizedTest
    @EnumSource
    void shouldHaveExamplesAndRandomPortfolios(final MarginMethod method)
    {
        final String name = method.name().charAt(0) + method.name().substring(1).toLowerCase(Locale.ROOT);
        for (final String test : List.of("VectorsTest", "PropertyTest"))
        {
            assertDoesNotThrow(() -> Class.forName(packageOf(method) + "." + name + test));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeExplained(final MarginMethod method) throws IOException
    {
        final List<String> margin = Files.readAllLines(DOCS.resolve("margin.md"));
        assertTrue(margin.contains("## " + method), "docs/margin.md has a section of its own for each method");
        assertTrue(margin.stream().anyMatch(line -> line.startsWith("| `method` |") && line.contains("`" + method)),
            "docs/margin.md names it as a value of `method`");
        assertTrue(Files.readAllLines(DOCS.resolve("clearing-rules.md")).stream().anyMatch(line ->
            line.startsWith("### 2.") && line.toUpperCase(Locale.ROOT).contains(method.name())),
            "docs/clearing-rules.md has its formulas");
    }

    private static String packageOf(final MarginMethod method)
    {
        return "io.bourse.clearing.margin." + method.name().toLowerCase(Locale.ROOT);
    }
}
