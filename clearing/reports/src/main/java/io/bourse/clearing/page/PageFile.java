// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.page;

import io.bourse.clearing.file.DurableFile;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * One HTML file that needs nothing else, no network and no server: style, content, the library that draws the charts,
 * and their data.
 */
public final class PageFile
{
    /** Apache ECharts 6.0.0 as published. */
    public static final String LIBRARY = "echarts-6.0.0.min.js";
    /** Script that draws every {@link XyChart} at its place. */
    public static final String CHARTS = "charts.js";
    private static final String STYLE = "page.css";
    private static final String POLICY =
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";

    private PageFile()
    {
    }

    /** What a page tells. */
    @FunctionalInterface
    public interface Content
    {
        /**
         * Writes the body of the page.
         *
         * @param page to write on.
         * @param charts to add the charts to whose places are on the page.
         * @throws IOException when the page cannot be written.
         */
        void write(Page page, Charts charts) throws IOException;
    }

    /**
     * Writes a page; it is there completely or not at all.
     *
     * @param file to be created or replaced.
     * @param title of the page.
     * @param style CSS beside that of the house; may be empty.
     * @param script that draws the charts: it finds them as JSON in the element {@code charts}.
     * @param content of the body.
     * @throws IOException when the page cannot be written.
     */
    public static void write(
        final Path file, final String title, final String style, final String script, final Content content)
        throws IOException
    {
        DurableFile.write(file, (out) ->
        {
            final Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
            write(new Page(writer), title, style, script, content);
        });
    }

    private static void write(
        final Page page, final String title, final String style, final String script, final Content content)
        throws IOException
    {
        final Charts charts = new Charts();
        page.raw("<!DOCTYPE html>\n").open("html", "lang", "en").text("\n").open("head").text("\n");
        page.empty("meta", "charset", "utf-8");
        page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        page.empty("meta", "http-equiv", "Content-Security-Policy", "content", POLICY);
        page.line("title", title);
        page.open("style").raw("\n" + resource(PageFile.class, STYLE) + style).close().text("\n");
        page.close().text("\n").open("body").text("\n");
        content.write(page, charts);
        page.open("script", "type", "application/json", "id", "charts").raw(charts.json()).close().text("\n");
        page.open("script").raw("\n" + resource(PageFile.class, LIBRARY)).close().text("\n");
        page.open("script").raw("\n" + script).close().text("\n");
        page.close().text("\n").close().flush();
    }

    /**
     * A text that lies beside a class.
     *
     * @param beside the class.
     * @param name of the resource.
     * @return its text.
     * @throws IOException when it is not there.
     */
    public static String resource(final Class<?> beside, final String name) throws IOException
    {
        try (InputStream in = beside.getResourceAsStream(name))
        {
            if (null == in)
            {
                throw new IOException("part of the page is not there: resource=" + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
