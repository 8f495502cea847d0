// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.engine.protocol.ClearingKind;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * All runs on disk.
 */
final class RunStore
{
    private static final Pattern DATE = Pattern.compile("[0-9]{8}");
    private static final Pattern RUN = Pattern.compile("([1-9][0-9]?)-([IE])");

    private final Path baseDir;

    RunStore(final Path baseDir)
    {
        this.baseDir = baseDir;
    }

    RunDirectory directory(final int tradingDate, final int number, final ClearingKind kind)
    {
        return new RunDirectory(baseDir, tradingDate, number, RunIds.letter(kind));
    }

    /** Runs of a date that have a state, ascending by number. */
    List<RunDirectory> runsOf(final int tradingDate) throws IOException
    {
        final List<RunDirectory> runs = new ArrayList<>();
        for (final String name : names(baseDir.resolve(Integer.toString(tradingDate))))
        {
            final Matcher matcher = RUN.matcher(name);
            if (matcher.matches())
            {
                final RunDirectory run =
                    new RunDirectory(baseDir, tradingDate, Integer.parseInt(matcher.group(1)), matcher.group(2));
                if (RunPhase.NONE != run.phase())
                {
                    runs.add(run);
                }
            }
        }
        runs.sort(Comparator.comparingInt(RunDirectory::number));
        return runs;
    }

    /** The published evening run of a date, or null. */
    RunDirectory publishedEvening(final int tradingDate) throws IOException
    {
        for (final RunDirectory run : runsOf(tradingDate))
        {
            final boolean published = run.phase().isAtLeast(RunPhase.PUBLISHED);
            if (published && RunIds.letter(ClearingKind.EVENING).equals(run.kind()))
            {
                return run;
            }
        }
        return null;
    }

    /**
     * The evening run the current session follows: the one the stream names, or, when the stream begins with this
     * session, the last one published under an earlier date. Null when there was none.
     */
    RunDirectory previousEvening(final IngestedDay day) throws IOException
    {
        final long runId = day.previousEveningRunId();
        if (0 == runId)
        {
            return lastPublishedEvening(day.tradingDate());
        }
        final RunDirectory evening =
            directory(RunIds.tradingDate(runId), RunIds.number(runId), ClearingKind.EVENING);
        // PUBLISHING is enough: the stream says that the run was completed, it may have died before noting it here.
        if (!evening.phase().isPublished())
        {
            throw new PreconditionException("the previous evening run has no directory here, is this the right base " +
                "directory: runId=" + runId + " directory=" + evening.path());
        }
        return evening;
    }

    private RunDirectory lastPublishedEvening(final int tradingDate) throws IOException
    {
        final List<String> dates = new ArrayList<>();
        for (final String name : names(baseDir))
        {
            if (DATE.matcher(name).matches() && Integer.parseInt(name) < tradingDate)
            {
                dates.add(name);
            }
        }
        dates.sort(Comparator.reverseOrder());
        for (final String date : dates)
        {
            final RunDirectory evening = publishedEvening(Integer.parseInt(date));
            if (null != evening)
            {
                return evening;
            }
        }
        return null;
    }

    /** Takes away orders to stop that nobody has followed. Looks at no states: an old one may be unreadable. */
    void forgetAbortOrders() throws IOException
    {
        for (final String date : names(baseDir).stream().filter(DATE.asMatchPredicate()).toList())
        {
            final Path runs = baseDir.resolve(date);
            for (final String run : names(runs).stream().filter(RUN.asMatchPredicate()).toList())
            {
                Files.deleteIfExists(runs.resolve(run).resolve(RunDirectory.ABORT));
            }
        }
    }

    /** All runs that have a state, by date and number. */
    List<RunDirectory> all() throws IOException
    {
        final List<RunDirectory> all = new ArrayList<>();
        for (final String date : names(baseDir).stream().filter(DATE.asMatchPredicate()).sorted().toList())
        {
            all.addAll(runsOf(Integer.parseInt(date)));
        }
        return all;
    }

    /**
     * A run by its id.
     *
     * @throws PreconditionException when there is none.
     */
    RunDirectory require(final long runId) throws IOException
    {
        for (final RunDirectory run : runsOf(RunIds.tradingDate(runId)))
        {
            if (runId == run.runId())
            {
                return run;
            }
        }
        throw new PreconditionException("there is no such run, is this the right base directory: runId=" + runId +
            " baseDir=" + baseDir);
    }

    private static List<String> names(final Path directory) throws IOException
    {
        if (!Files.isDirectory(directory))
        {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory))
        {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
