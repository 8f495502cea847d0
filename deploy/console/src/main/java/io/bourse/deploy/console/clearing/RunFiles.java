// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.clearing;

import io.bourse.clearing.report.file.CsvReader;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.deploy.console.stream.ListPage;
import io.bourse.deploy.console.stream.Query;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Files of a run that are for people: reports, prices, reconciliation, the page of the run. Only names that the
 * directory lists are opened, and no links.
 *
 * @param run that they belong to.
 */
record RunFiles(RunDirectory run)
{
    private static final int MOST = 1_000;
    private static final String SEPARATOR = ";";
    private static final String TRAILER = "#";
    private static final String COMPRESSED = ".zst";
    private static final Pattern SHOWN = Pattern.compile("(?:report\\.html|[^/]+\\.csv|(?:" +
        RunDirectory.REPORTS + '|' + RunDirectory.RECONCILIATION + ")/.*\\.(?:csv|xml|pdf)(?:\\.zst)?)");

    /** Names below the directory of the run, at most a thousand. */
    List<String> names() throws IOException
    {
        return all().stream().limit(MOST).toList();
    }

    private List<String> all() throws IOException
    {
        try (Stream<Path> files = Files.walk(run.path()))
        {
            return files.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                .map(file -> run.path().relativize(file).toString())
                .filter(name -> SHOWN.matcher(name).matches()).sorted().toList();
        }
    }

    private Path require(final String name) throws IOException
    {
        if (null == name || !all().contains(name))
        {
            throw Query.unknown("file", "name", String.valueOf(name), "the run has no such file for people, its " +
                "answer names all");
        }
        return run.file(name);
    }

    /**
     * Rows of a file of CSV.
     *
     * @param name of the file.
     * @param after so many rows.
     * @param limit most rows.
     * @return columns and rows.
     */
    Map<String, Object> rows(final String name, final long after, final int limit) throws IOException
    {
        final Path file = require(name);
        if (!name.replace(COMPRESSED, "").endsWith(".csv"))
        {
            throw Query.wrong("name", name, "must be of a file of CSV");
        }
        try (BufferedReader lines =
            new BufferedReader(new InputStreamReader(CsvReader.open(file), StandardCharsets.UTF_8)))
        {
            final String head = lines.readLine();
            final List<List<String>> rows = new ArrayList<>();
            long row = 0;
            String line = lines.readLine();
            for (; null != line && !line.startsWith(TRAILER) && rows.size() < limit; line = lines.readLine())
            {
                if (row++ >= after)
                {
                    rows.add(List.of(line.split(SEPARATOR, -1)));
                }
            }
            final boolean isMore = null != line && !line.startsWith(TRAILER);
            final Map<String, Object> answer = ListPage.answer(rows, isMore ? Long.toString(row) : null);
            answer.put("columns", null == head ? List.of() : List.of(head.split(SEPARATOR, -1)));
            return answer;
        }
    }

    /**
     * A file as it is, or as people open it.
     *
     * @param name of the file.
     * @param isPlain whether it is decompressed.
     * @return stream, closed by the caller.
     */
    InputStream open(final String name, final boolean isPlain) throws IOException
    {
        final Path file = require(name);
        return isPlain ? CsvReader.open(file) : Files.newInputStream(file);
    }

    /** Name of a file for the one who saves it. */
    static String savedName(final String name, final boolean isPlain)
    {
        final String last = name.substring(name.lastIndexOf('/') + 1).replaceAll("[^A-Za-z0-9._-]", "_");
        return isPlain && last.endsWith(COMPRESSED) ? last.substring(0, last.length() - COMPRESSED.length()) : last;
    }
}
