// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.run.step.Calculated;
import io.bourse.clearing.run.step.Expired;
import io.bourse.clearing.run.step.Funded;
import io.bourse.clearing.run.step.Priced;
import io.bourse.clearing.run.step.RunDefaults;
import io.bourse.clearing.run.step.RunExamination;
import io.bourse.clearing.run.step.RunMargin;
import io.bourse.clearing.run.step.Workplace;

import java.io.IOException;
import java.util.List;

/**
 * The whole calculation as if the cut were now, thrown away: what would stop the run is found before trading stops. Its
 * tables are written and examined too, so that the run itself goes through code that is compiled and libraries that are
 * loaded: all of them on a day that is not large, else those of the first registers, without the checks. Writing
 * all of a large day would fill the disk's queue while trading goes on.
 *
 * @param place of its tables.
 * @param priced what the run begins with.
 * @param defaults plans that the run carries out.
 * @param margin null for none.
 */
record Rehearsal(Workplace place, Priced priced, RunDefaults.Taken defaults, RunMargin margin)
{
    static final String DIRECTORY = "rehearsal";
    private static final long MOST_ROWS = 1_000_000;
    /** After the first one the compiler knows what the code meets; what it then throws away it makes in the second. */
    private static final int ROUNDS = 3;

    Rehearsal(final Run run, final Priced priced, final RunDefaults.Taken defaults, final RunMargin margin)
    {
        this(run.at(run.ctx.baseDir().resolve(DIRECTORY)), priced, defaults, margin);
    }

    void run() throws IOException
    {
        clear();
        DurableFile.createDirectories(place.tables());
        try (place)
        {
            final Calculated calculated =
                Calculated.of(place, Funded.of(place, Expired.of(place, priced, defaults)));
            if (calculated.rowCount() <= MOST_ROWS)
            {
                judge(calculated);
            }
            else
            {
                for (int round = 0; round < ROUNDS; round++)
                {
                    warmUp(calculated);
                }
            }
            calculated.giveBack(place);
        }
        clear();
    }

    private void judge(final Calculated calculated) throws IOException
    {
        calculated.rehearse(place, MOST_ROWS);
        try (RunExamination examination = RunExamination.open(place, calculated.funded().moved()))
        {
            examination.check(List::of);
            writeMargin();
            if (priced.cut().ctx().options().secondOpinionRows() > 0)
            {
                examination.compare();
            }
        }
    }

    private void warmUp(final Calculated calculated) throws IOException
    {
        calculated.rehearse(place, MOST_ROWS);
        try (RunExamination examination = RunExamination.open(place, calculated.funded().moved()))
        {
            writeMargin();
            examination.rehearse();
        }
    }

    private void writeMargin() throws IOException
    {
        if (null != margin)
        {
            margin.write(place.tables());
        }
    }

    /** Mapped tables may still be open: their files go when they are closed. */
    private void clear() throws IOException
    {
        DurableFile.deleteTree(place.tables());
    }
}
