// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.step.Opening;
import io.bourse.clearing.run.step.RunExamination;
import io.bourse.clearing.run.step.RunFigures;
import io.bourse.clearing.run.step.RunMargin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * The whole calculation as if the cut were now, thrown away: what would stop the run is found before trading stops. Its
 * tables are written and examined too, so that the run itself goes through code that is compiled and libraries that are
 * loaded: all of them on a day that is not large, else those of the first registers, and nobody judges them. Writing
 * all of a large day would fill the disk's queue while trading goes on.
 */
final class Rehearsal
{
    static final String DIRECTORY = "rehearsal";
    private static final long MOST_ROWS = 1_000_000;
    /** After the first one the compiler knows what the code meets; what it then throws away it makes in the second. */
    private static final int ROUNDS = 3;

    private final ClearingContext ctx;
    private final IngestedDay day;
    private final Opening opening;
    private final RunFigures figures;
    /** Null for none. */
    private final RunMargin margin;
    private final Path directory;

    Rehearsal(
        final ClearingContext ctx,
        final IngestedDay day,
        final Opening opening,
        final RunFigures figures,
        final RunMargin margin)
    {
        this.ctx = ctx;
        this.day = day;
        this.opening = opening;
        this.figures = figures;
        this.margin = margin;
        this.directory = ctx.baseDir().resolve(DIRECTORY);
    }

    void run(final LongConsumer workDone) throws IOException
    {
        clear();
        DurableFile.createDirectories(directory);
        figures.expire(directory);
        figures.fund(directory);
        figures.calculate(workDone);
        if (figures.rowCount() <= MOST_ROWS)
        {
            judge(workDone);
        }
        else
        {
            for (int round = 0; round < ROUNDS; round++)
            {
                warmUp(workDone);
            }
        }
        figures.giveBack();
        clear();
    }

    private void judge(final LongConsumer workDone) throws IOException
    {
        figures.rehearse(directory, MOST_ROWS, workDone);
        try (RunExamination examination = new RunExamination(ctx, day, opening, figures, directory))
        {
            examination.check();
            margin();
            if (ctx.options().secondOpinionRows() > 0)
            {
                examination.compare();
            }
        }
    }

    private void warmUp(final LongConsumer workDone) throws IOException
    {
        figures.rehearse(directory, MOST_ROWS, workDone);
        try (RunExamination examination = new RunExamination(ctx, day, opening, figures, directory))
        {
            margin();
            examination.rehearse();
        }
    }

    private void margin() throws IOException
    {
        if (null != margin)
        {
            margin.write(directory);
        }
    }

    /** Mapped tables may still be open: their files go when nobody has them any more. */
    private void clear() throws IOException
    {
        if (Files.exists(directory))
        {
            try (Stream<Path> files = Files.walk(directory))
            {
                for (final Path file : files.sorted(Comparator.reverseOrder()).toList())
                {
                    Files.delete(file);
                }
            }
        }
    }
}
