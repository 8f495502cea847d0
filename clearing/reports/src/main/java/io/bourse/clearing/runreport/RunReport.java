// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.runreport;

import io.bourse.clearing.page.Charts;
import io.bourse.clearing.page.Page;
import io.bourse.clearing.page.PageFile;

import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;

/**
 * Writes the page of a run: one file that needs nothing else, no network and no server. Tables tell every figure;
 * charts are drawn from the same figures by the library that is in the file.
 */
public final class RunReport
{
    /** Name of the file in a run directory. It has times in it: no digest of a run counts it. */
    public static final String FILE_NAME = "report.html";
    private static final String SCRIPT = "bars.js";
    private static final DateTimeFormatter TIME =
        DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'").withZone(ZoneOffset.UTC);

    private final RunReportInput input;
    private final Page page;
    private final Charts charts;

    private RunReport(final RunReportInput input, final Page page, final Charts charts)
    {
        this.input = input;
        this.page = page;
        this.charts = charts;
    }

    /**
     * Writes the page.
     *
     * @param directory of the run.
     * @param input figures of the run.
     * @throws IOException when the file cannot be written.
     */
    public static void write(final Path directory, final RunReportInput input) throws IOException
    {
        PageFile.write(
            directory.resolve(FILE_NAME),
            title(input),
            "",
            PageFile.resource(RunReport.class, SCRIPT),
            (page, charts) -> new RunReport(input, page, charts).write());
    }

    private void write() throws IOException
    {
        header(title(input));
        final WorkSections work = new WorkSections(input, page, charts);
        work.halt();
        final MoneySections money = new MoneySections(input, page, charts);
        money.write();
        work.write();
        money.prices();
    }

    private static String title(final RunReportInput input)
    {
        final String market = input.header().market();
        return ("I".equals(input.header().kind()) ? "Intraday" : "Evening") + " clearing " + input.header().runId() +
            (market.isEmpty() ? "" : ", " + market);
    }

    private void header(final String title) throws IOException
    {
        page.line("h1", title);
        page.line("p", "Amounts in roubles. Money above 0 is received, below 0 paid. The files beside this page are " +
            "what counts.", "class", "lead");
        page.open("dl", "class", "facts").text("\n");
        fact("Run", Long.toString(input.header().runId()));
        if (!input.header().market().isEmpty())
        {
            fact("Market", input.header().market());
        }
        fact("Kind", "I".equals(input.header().kind()) ? "intraday (I)" : "evening (E)");
        fact("Trading date", date(input.header().tradingDate()));
        fact("Session", Integer.toString(input.header().sessionId()));
        fact("Cut", "cursor " + input.cutCursor());
        fact("Time of the cut", TIME.format(input.cutTime()));
        for (final Map.Entry<String, String> entry : input.facts().entrySet())
        {
            fact(entry.getKey(), entry.getValue());
        }
        page.close().text("\n");
    }

    private void fact(final String name, final String value) throws IOException
    {
        page.open("div").open("dt").text(name).close().open("dd").text(value).close().close().text("\n");
    }

    private static String date(final int yyyymmdd)
    {
        final String digits = Integer.toString(yyyymmdd);
        return digits.substring(0, 4) + "-" + digits.substring(4, 6) + "-" + digits.substring(6);
    }
}
