// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.store;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.verify.CorrectionFile;
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
public record RunStore(Path baseDir)
{
    private static final Pattern DATE = Pattern.compile("[0-9]{8}");
    private static final Pattern RUN = Pattern.compile("([1-9][0-9]?)-([IE])");

    /** Directory of a run, whether it is there or not. */
    public RunDirectory directory(final int tradingDate, final int number, final ClearingKind kind)
    {
        return new RunDirectory(baseDir, tradingDate, number, RunIds.letter(kind));
    }

    /** Runs of a date that have a state, ascending by number. */
    public List<RunDirectory> runsOf(final int tradingDate) throws IOException
    {
        final List<RunDirectory> runs = directoriesOf(tradingDate);
        runs.removeIf(run -> RunPhase.NONE == run.phase());
        return runs;
    }

    /** Directories of a date, ascending by number. Looks at no states: one run is found beside a damaged one. */
    private List<RunDirectory> directoriesOf(final int tradingDate) throws IOException
    {
        final List<RunDirectory> runs = new ArrayList<>();
        for (final String name : names(baseDir.resolve(Integer.toString(tradingDate))))
        {
            final Matcher matcher = RUN.matcher(name);
            if (matcher.matches())
            {
                runs.add(
                    new RunDirectory(baseDir, tradingDate, Integer.parseInt(matcher.group(1)), matcher.group(2)));
            }
        }
        runs.sort(Comparator.comparingInt(RunDirectory::number));
        return runs;
    }

    /** The published evening run of a date, or its last correction; null when there is none. */
    public RunDirectory publishedEvening(final int tradingDate) throws IOException
    {
        RunDirectory last = null;
        for (final RunDirectory run : directoriesOf(tradingDate))
        {
            if (ClearingKind.EVENING == run.clearingKind() && run.phase().isAtLeast(RunPhase.PUBLISHED))
            {
                last = run;
            }
        }
        return last;
    }

    /** Corrections of a run that has cut the stream, whatever has become of them, ascending by number. */
    public List<RunDirectory> correctionsOf(final RunDirectory original) throws IOException
    {
        final List<RunDirectory> corrections = begunCorrectionsOf(original);
        corrections.removeIf(run -> null == run.correction());
        return corrections;
    }

    /** The same, and what corrections have left that died before they had a state. Looks at no states. */
    private List<RunDirectory> begunCorrectionsOf(final RunDirectory original) throws IOException
    {
        final List<RunDirectory> runs = directoriesOf(original.tradingDate());
        runs.removeIf(run ->
        {
            final CorrectionFile correction = CorrectionFile.read(run.path());
            return null == correction || original.runId() != correction.originalRunId();
        });
        return runs;
    }

    /**
     * The run whose results count: a run that has cut the stream, or the last correction of it that was published.
     *
     * @param original run that has cut the stream.
     * @param cursor place of the stream, bytes: what was published after it does not count yet.
     */
    public RunDirectory effective(final RunDirectory original, final long cursor) throws IOException
    {
        RunDirectory effective = original;
        for (final RunDirectory correction : begunCorrectionsOf(original))
        {
            if (counts(correction, cursor))
            {
                effective = correction;
            }
        }
        return effective;
    }

    private static boolean counts(final RunDirectory correction, final long cursor)
    {
        if (Files.exists(correction.file(RunDirectory.EFFECTIVE)) && effectiveFrom(correction) > cursor)
        {
            // Not yet, whatever its state says.
            return false;
        }
        return null != correction.correction() && correction.phase().isAtLeast(RunPhase.PUBLISHED) &&
            effectiveFrom(correction) <= cursor;
    }

    private static long effectiveFrom(final RunDirectory correction)
    {
        return correction.read(RunDirectory.EFFECTIVE, Effective.class).cursor();
    }

    /** The run whose results count now. */
    public RunDirectory effective(final RunDirectory original) throws IOException
    {
        return effective(original, Long.MAX_VALUE);
    }

    /** A correction that has begun to tell the engine of itself and has not come to the end of it; null for none. */
    public RunDirectory correctionUnderPublication() throws IOException
    {
        for (final RunDirectory run : all())
        {
            if (RunPhase.PUBLISHING == run.phase() && null != run.correction())
            {
                return run;
            }
        }
        return null;
    }

    /**
     * Since when a correction counts.
     *
     * @param cursor event stream position in bytes, after all commands that it has sent the engine.
     */
    public record Effective(long cursor)
    {
    }

    /**
     * The evening run the current session follows: the one the stream names, or, when the stream begins with this
     * session, the last one published under an earlier date. Null when there was none.
     */
    public RunDirectory previousEvening(final IngestedDay day) throws IOException
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
        return effective(evening, day.cursor());
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

    /** Removes orders to stop that no run has followed. Reads no states: an old one may be unreadable. */
    public void forgetAbortOrders() throws IOException
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
    public List<RunDirectory> all() throws IOException
    {
        final List<RunDirectory> all = new ArrayList<>();
        for (final String date : names(baseDir).stream().filter(DATE.asMatchPredicate()).sorted().toList())
        {
            all.addAll(runsOf(Integer.parseInt(date)));
        }
        return all;
    }

    /** All published runs, by date and number. */
    public List<RunDirectory> published() throws IOException
    {
        return all().stream().filter(run -> run.phase().isPublished()).toList();
    }

    /** The run of the last date with one that has cut the stream after all others, or asks for it; null for none. */
    public RunDirectory lastToSuspend() throws IOException
    {
        for (final String date : names(baseDir).stream().filter(DATE.asMatchPredicate())
            .sorted(Comparator.reverseOrder()).toList())
        {
            RunDirectory last = null;
            for (final RunDirectory run : runsOf(Integer.parseInt(date)))
            {
                final boolean isCutting = null != run.state().cut() || RunPhase.SUSPENDING == run.phase();
                if (isCutting && null == run.correction() && (null == last || cut(run) > cut(last)))
                {
                    last = run;
                }
            }
            if (null != last)
            {
                return last;
            }
        }
        return null;
    }

    /** Of a run that does not know yet where it cuts the stream: after all others. */
    private static long cut(final RunDirectory run)
    {
        final RunRecord.Cut cut = run.state().cut();
        return null == cut ? Long.MAX_VALUE : cut.cursor();
    }

    /**
     * A run by its id.
     *
     * @throws PreconditionException when there is none.
     */
    public RunDirectory require(final long runId) throws IOException
    {
        for (final RunDirectory run : directoriesOf(RunIds.tradingDate(runId)))
        {
            if (runId == run.runId() && RunPhase.NONE != run.phase())
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
