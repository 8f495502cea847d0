// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Prints a page with a browser that is on the machine, without a window. */
final class PdfPrinter
{
    private static final List<String> BROWSERS = List.of(
        "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge");
    private static final long TIMEOUT_SECONDS = 120;

    private PdfPrinter()
    {
    }

    /**
     * The first browser on the path.
     *
     * @param path directories, as the variable PATH has them.
     * @return empty when there is none.
     */
    static Optional<Path> browser(final String path)
    {
        return BROWSERS.stream()
            .flatMap((name) -> Stream.of(path.split(File.pathSeparator)).map((dir) -> Path.of(dir, name)))
            .filter(Files::isExecutable).findFirst();
    }

    /**
     * Prints.
     *
     * @param browser executable.
     * @param page to print.
     * @param pdf to be created.
     * @return empty when it is there; otherwise why it is not.
     * @throws IOException when directories cannot be used.
     */
    static Optional<String> print(final Path browser, final Path page, final Path pdf) throws IOException
    {
        final Path profile = Files.createTempDirectory("bourse-print");
        try
        {
            final Process process = new ProcessBuilder(
                browser.toString(), "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
                "--disable-background-networking", "--user-data-dir=" + profile, "--no-pdf-header-footer",
                "--window-size=1120,1600", "--print-to-pdf=" + pdf.toAbsolutePath(),
                page.toAbsolutePath().toUri().toString())
                .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            try
            {
                final boolean isDone = process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
                if (isDone && 0 == process.exitValue() && Files.isRegularFile(pdf))
                {
                    return Optional.empty();
                }
                return Optional.of("the browser did not print the page: browser=" + browser + " exit=" +
                    (isDone ? process.exitValue() : "none within " + TIMEOUT_SECONDS + " s"));
            }
            catch (final InterruptedException ex)
            {
                Thread.currentThread().interrupt();
                return Optional.of("printing was interrupted");
            }
            finally
            {
                end(process);
            }
        }
        finally
        {
            delete(profile);
        }
    }

    /** The browser's own processes write into its profile until they are gone. */
    private static void end(final Process process)
    {
        final List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach((handle) -> handle.onExit().join());
    }

    /** Follows no links: a browser that was killed leaves some that lead nowhere, and IoUtil does not see those. */
    private static void delete(final Path directory) throws IOException
    {
        final List<Path> files;
        try (Stream<Path> all = Files.walk(directory))
        {
            files = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (final Path file : files)
        {
            Files.deleteIfExists(file);
        }
    }
}
