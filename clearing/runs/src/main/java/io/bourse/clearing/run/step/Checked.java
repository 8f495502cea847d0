// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.step;

import io.bourse.clearing.ledger.check.RunTotals;

import java.io.IOException;

/**
 * A run whose tables hold all checks and are on disk.
 *
 * @param examination of the tables.
 * @param totals of them; null when an earlier attempt has checked them.
 */
public record Checked(RunExamination examination, RunTotals totals)
{
    /**
     * Checks the tables of a run.
     *
     * @param more checks besides those of every run.
     */
    public static Checked of(final Workplace place, final Written written, final RunExamination.MoreChecks more)
        throws IOException
    {
        final RunExamination examination = place.keep(RunExamination.open(place, written.moved()));
        final RunTotals totals = examination.check(more);
        // The disk has had the time of the checks: nothing is CHECKED that it has not got.
        written.sync();
        return new Checked(examination, totals);
    }

    /** Takes up the tables that an earlier attempt has checked. */
    public static Checked read(final Workplace place, final Priced priced) throws IOException
    {
        return new Checked(place.keep(RunExamination.open(place, Moved.open(place, priced))), null);
    }

    /** Day with the movements of the run. */
    public Moved moved()
    {
        return examination.moved();
    }
}
