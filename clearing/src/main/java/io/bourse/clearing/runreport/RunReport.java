// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.runreport;

import io.bourse.clearing.file.DurableFile;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/**
 * Writes the page of a run: one file that needs nothing else, no network and no server. Tables tell every figure;
 * charts are drawn from the same figures by the library that is in the file.
 */
public final class RunReport
{
    /** Name of the file in a run directory. It has times in it: no digest of a run counts it. */
    public static final String FILE_NAME = "report.html";
    /** Apache ECharts 6.0.0 as published. */
    static final String LIBRARY = "echarts-6.0.0.min.js";
    private static final String STYLE = "page.css";
    private static final String SCRIPT = "page.js";
    private static final String POLICY =
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";

    private final RunReportInput input;
    private final Page page;
    private final Charts charts = new Charts();

    private RunReport(final RunReportInput input, final Page page)
    {
        this.input = input;
        this.page = page;
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
        DurableFile.write(directory.resolve(FILE_NAME), out ->
        {
            final Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
            new RunReport(input, new Page(writer)).write();
        });
    }

    private void write() throws IOException
    {
        final String title = title();
        page.raw("<!DOCTYPE html>\n").open("html", "lang", "en").text("\n").open("head").text("\n");
        page.empty("meta", "charset", "utf-8");
        page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        page.empty("meta", "http-equiv", "Content-Security-Policy", "content", POLICY);
        page.line("title", title);
        page.open("style").raw("\n" + resource(STYLE)).close().text("\n");
        page.close().text("\n").open("body").text("\n");
        header(title);
        final WorkSections work = new WorkSections(input, page, charts);
        work.halt();
        final MoneySections money = new MoneySections(input, page, charts);
        money.write();
        work.write();
        money.prices();
        page.open("script", "type", "application/json", "id", "charts").raw(charts.json()).close().text("\n");
        page.open("script").raw("\n" + resource(LIBRARY)).close().text("\n");
        page.open("script").raw("\n" + resource(SCRIPT)).close().text("\n");
        page.close().text("\n").close().flush();
    }

    private String title()
    {
        return ("I".equals(input.header().kind()) ? "Intraday" : "Evening") + " clearing " + input.header().runId();
    }

    private void header(final String title) throws IOException
    {
        page.line("h1", title);
        page.line("p", "Amounts in roubles. Money above 0 is received, below 0 paid. The files beside this page are " +
            "what counts.", "class", "lead");
        page.open("dl", "class", "facts").text("\n");
        fact("Run", Long.toString(input.header().runId()));
        fact("Kind", "I".equals(input.header().kind()) ? "intraday (I)" : "evening (E)");
        fact("Trading date", date(input.header().tradingDate()));
        fact("Session", Integer.toString(input.header().sessionId()));
        fact("Cut", "cursor " + input.cutCursor());
        fact("Time of the cut", input.cutTime().toString());
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

    static String resource(final String name) throws IOException
    {
        try (InputStream in = RunReport.class.getResourceAsStream(name))
        {
            if (null == in)
            {
                throw new IOException("part of the page is not there: resource=" + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
