// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import io.bourse.clearing.page.Charts;
import io.bourse.clearing.page.Page;
import io.bourse.clearing.page.PageFile;
import io.bourse.jmh.loadtest.result.LoadTestResult;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Writes the report of a load test: {@code report.json}, {@code index.html}, one file that needs nothing else, and
 * {@code index.pdf} when a browser is on the machine that can print it.
 */
public final class ReportPage
{
    /** Name of the page in the directory of a report. */
    public static final String FILE_NAME = "index.html";
    /** Name of the printed page. */
    public static final String PDF_NAME = "index.pdf";
    private static final String STYLE = "loadtest.css";

    private ReportPage()
    {
    }

    /**
     * Writes the report.
     *
     * @param result of the test.
     * @param directory to be created when it is not there.
     * @return empty when everything is there; otherwise why there is no PDF.
     * @throws IOException when a file cannot be written.
     */
    public static Optional<String> write(final LoadTestResult result, final Path directory) throws IOException
    {
        final String path = System.getenv("PATH");
        return write(result, directory, null == path ? Optional.empty() : PdfPrinter.browser(path));
    }

    /**
     * Writes the report of a test that is not over: without PDF, whose printer would need the processor.
     *
     * @param soFar what is known.
     * @param directory to be created when it is not there.
     * @throws IOException when a file cannot be written.
     */
    public static void draft(final LoadTestResult soFar, final Path directory) throws IOException
    {
        Files.createDirectories(directory);
        ResultFile.write(directory.resolve(ResultFile.FILE_NAME), soFar);
        Files.deleteIfExists(directory.resolve(PDF_NAME));
        html(soFar, directory.resolve(FILE_NAME), false);
    }

    static Optional<String> write(final LoadTestResult result, final Path directory, final Optional<Path> browser)
        throws IOException
    {
        draft(result, directory);
        if (browser.isEmpty())
        {
            return Optional.of("no browser was found that prints without a window; open " + FILE_NAME +
                " in one and print it, the style for paper is in it");
        }
        final Path page = directory.resolve(FILE_NAME);
        html(result, page, true);
        final Optional<String> failure = PdfPrinter.print(browser.get(), page, directory.resolve(PDF_NAME));
        if (failure.isPresent())
        {
            html(result, page, false);
        }
        return failure;
    }

    private static void html(final LoadTestResult result, final Path file, final boolean isPrinted)
        throws IOException
    {
        PageFile.write(
            file,
            "Load test: " + result.profile().title(),
            PageFile.resource(ReportPage.class, STYLE),
            PageFile.resource(PageFile.class, PageFile.CHARTS),
            (page, charts) -> content(result, page, charts, isPrinted));
    }

    private static void content(
        final LoadTestResult result, final Page page, final Charts charts, final boolean isPrinted)
        throws IOException
    {
        page.line("h1", "Load test: " + result.profile().title());
        page.line("p", "Bourse " + result.environment().version() + ". Figures: report.json beside this page." +
            (isPrinted ? " On paper: " + PDF_NAME + "." :
            " On paper: print this page from a browser (A4, with background graphics)."), "class", "lead");
        page.open("noscript").line("p", "Charts need script. Every figure is in the tables.").close().text("\n");
        final Sheet sheet = new Sheet(result, page, charts);
        final List<Section> sections = Section.of(result);
        page.open("div", "class", "front").text("\n");
        write(sections.stream().filter(Section::isFront).toList(), sheet);
        page.close().text("\n");
        final List<Section> others = sections.stream().filter((section) -> !section.isFront()).toList();
        page.open("nav").text("\n");
        for (final Section section : others)
        {
            page.line("a", section.title(), "href", "#" + section.id());
        }
        page.close().text("\n");
        final List<String> without = Stream.of(Section.values()).filter((section) -> !section.isIn(result))
            .map(Section::title).toList();
        if (!without.isEmpty())
        {
            page.line("p", "This test has no figures for: " + String.join("; ", without) + ".", "id", "without",
                "class", "note");
        }
        write(others, sheet);
    }

    private static void write(final List<Section> sections, final Sheet sheet) throws IOException
    {
        for (final Section section : sections)
        {
            sheet.section(section);
            section.write(sheet);
        }
    }
}
