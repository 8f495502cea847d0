// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.report;

import io.bourse.clearing.margin.MarginParameters;
import io.bourse.clearing.report.file.ReportWave;
import io.bourse.clearing.run.ClearingFixture;
import io.bourse.clearing.run.ClearingService;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.engine.protocol.ClearingKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static io.bourse.clearing.run.ClearingFixture.SI;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** The page of runs against an engine. */
@Tag("venue")
class RunPageTest
{
    private static final String A = "AA01000";
    private static final String B = "BB01001";
    private static final Pattern CELL = Pattern.compile("<td class=\"[a-z]+\">([^<]*)</td>");

    @TempDir
    private Path dir;
    private ClearingFixture venue;

    @BeforeEach
    void start()
    {
        venue = new ClearingFixture(dir, List.of(A, B));
        venue.trade(SI, 92_400, 3, A, B, true);
    }

    @AfterEach
    void stop()
    {
        venue.close();
    }

    private ClearingContext withMargin()
    {
        final String json = "{\"groups\": {\"Si\": {\"instruments\": [" + SI + "], \"risk\": {" +
            "\"rate1E6\": 100000, \"rate2E6\": 100000, \"rate3E6\": 100000, \"limit1Units\": 1000000, " +
            "\"limit2Units\": 2000000}}}}";
        return venue.context().withMargin(MarginParameters.read(json.getBytes(StandardCharsets.UTF_8)));
    }

    private static String page(final ClearingContext context) throws IOException
    {
        try (ClearingService clearing = ClearingService.launch(context, ClearingKind.INTRADAY))
        {
            return Files.readString(clearing.run().directory().resolve("report.html"));
        }
    }

    private static List<List<String>> rows(final String page, final String table)
    {
        final int from = page.indexOf("<table id=\"" + table + "\"");
        final String body = page.substring(from, page.indexOf("</table>", from));
        final List<List<String>> rows = new ArrayList<>();
        for (final String line : body.split("\n"))
        {
            final List<String> row = new ArrayList<>();
            final Matcher cells = CELL.matcher(line);
            while (cells.find())
            {
                row.add(cells.group(1));
            }
            if (!row.isEmpty())
            {
                rows.add(row);
            }
        }
        return rows;
    }

    @Test
    void shouldShowMarginOfAllMembersThatComesToNothingAltogether() throws IOException
    {
        final List<List<String>> rows = rows(page(withMargin()), "members");
        assertEquals(List.of("AA", "BB", "all"), rows.stream().map(List::getFirst).toList());
        final List<BigDecimal> margins =
            rows.stream().map(row -> new BigDecimal(row.get(3).replace(",", ""))).toList();
        assertTrue(margins.getFirst().signum() != 0, margins::toString);
        assertEquals(BigDecimal.ZERO.setScale(2), margins.get(0).add(margins.get(1)));
        assertEquals(BigDecimal.ZERO.setScale(2), margins.get(2));
    }

    @Test
    void shouldShowMarginBeforeAndAfter() throws IOException
    {
        final List<List<String>> first = rows(page(withMargin()), "margins");
        assertEquals(List.of("AA", "-", "27,703.50", "-"), first.getFirst());
        venue.trade(SI, 92_400, 2, B, A, true);
        assertEquals(
            List.of(
                List.of("AA", "27,703.50", "9,234.50", "-18,469.00"),
                List.of("BB", "27,703.50", "9,234.50", "-18,469.00")),
            rows(page(withMargin()), "margins"));
    }

    @Test
    void shouldShowTheHaltWhenOnlyReportsAreWrittenLater() throws IOException
    {
        final ClearingContext context = venue.context()
            .withOptions(options -> options.withReportWaves(EnumSet.of(ReportWave.FIRST)));
        final List<List<String>> steps = rows(page(context), "steps");
        assertEquals("REPORTS", steps.getLast().getFirst());
        final String whole = page(venue.context());
        assertEquals("REGULATOR_REPORTS", rows(whole, "steps").getLast().getFirst());
        final int halt = indexOf(steps, "SUSPEND");
        assertEquals(steps.subList(halt, indexOf(steps, "REPORTS")),
            rows(whole, "steps").subList(halt, indexOf(rows(whole, "steps"), "REPORTS")));
        assertTrue(whole.contains("id=\"no-margin\""));
        assertFalse(whole.contains("table id=\"margins\""));
    }

    private static int indexOf(final List<List<String>> steps, final String name)
    {
        return steps.stream().map(List::getFirst).toList().indexOf(name);
    }
}
