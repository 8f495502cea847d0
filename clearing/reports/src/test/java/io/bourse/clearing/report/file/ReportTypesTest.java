// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Every report agrees with itself and stands in docs/reports.md. {@code RegulatorReportsTest} has the schema of XML,
 * {@code MemberReportsTest} and {@code ClearingRunTest} have that members get all of theirs.
 */
class ReportTypesTest
{
    private static final Path DOCUMENT =
        Path.of(System.getProperty("bourse.root", "../..")).resolve("docs/reports.md");

    @ParameterizedTest
    @EnumSource
    void shouldBeFoundByItsName(final ReportType type)
    {
        assertSame(type, ReportType.of(type.reportName()));
        final RunHeader run = new RunHeader(2_026_112_101L, "I", 5, 20_261_121, 1);
        assertSame(type, ReportType.ofFile(run.reportName("AA", type)));
        assertEquals("", RunHeader.market(run.reportName("AA", type)));
    }

    @ParameterizedTest
    @EnumSource
    void shouldSayItsMarketInItsName(final ReportType type)
    {
        final String name =
            new RunHeader(2_026_112_101L, "I", 5, 20_261_121, 1, "fx-spot").reportName("AA", type);
        assertTrue(name.startsWith("AA_" + type.reportName() + "_I_20261121_000000001_fx-spot_r1."), name);
        assertSame(type, ReportType.ofFile(name));
        assertEquals("fx-spot", RunHeader.market(name));
        assertTrue(new RunIdentity(2_026_112_101L, "I", 20_261_121, "fx-spot").isOfMarket(name));
        assertFalse(new RunIdentity(2_026_112_101L, "I", 20_261_121, "fx").isOfMarket(name));
        assertFalse(new RunIdentity(2_026_112_101L, "I", 20_261_121, "").isOfMarket(name));
    }

    @ParameterizedTest
    @EnumSource
    void shouldSumAColumnThatItHas(final ReportType type)
    {
        final List<String> columns = type.columnNames();
        assertEquals(columns.stream().distinct().toList(), columns);
        assertTrue(type.sumColumn().isEmpty() || columns.contains(type.sumColumn()), type.sumColumn());
    }

    @ParameterizedTest
    @EnumSource
    void shouldHaveARowInTheDocumentation(final ReportType type) throws IOException
    {
        final Pattern named = Pattern.compile("\\|([^|]*\\|)?[^|]*`" + type.reportName() + "`.*");
        final List<String> rows = Files.readAllLines(DOCUMENT).stream()
            .filter(line -> named.matcher(line).matches()).toList();
        assertEquals(1, rows.size(), () -> "docs/reports.md has a row of a table for it: " + rows);
        if (type.isForMembers())
        {
            final String row = rows.getFirst();
            assertTrue(row.contains("| " + type.wave().directory() + " |"), row);
            assertTrue(type.sumColumn().isEmpty() || row.contains("| `" + type.sumColumn() + "`"), row);
        }
    }

    /** XML has its schema; of CSV nothing else says what the columns are. */
    @ParameterizedTest
    @EnumSource
    void shouldHaveItsColumnsInTheDocumentation(final ReportType type) throws IOException
    {
        final String text = Files.readString(DOCUMENT);
        for (final String column : type.isXml() ? List.<String>of() : type.columnNames())
        {
            assertTrue(Pattern.compile("(?<![a-z_])" + column + "(?![a-z_])").matcher(text).find(), column);
        }
    }
}
