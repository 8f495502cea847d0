// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import java.util.ArrayList;
import java.util.List;

/**
 * Where a part of the calculation begins; it ends where the next one begins. Parts follow from the input alone, not
 * from the number of threads, so that rows come in the same parts however they are calculated.
 *
 * @param bucket first range of registers.
 * @param leg first leg.
 * @param carried first row of carried positions.
 * @param movements first movement of the run.
 * @param paidMovements first movement of earlier runs.
 */
record Part(int bucket, int leg, long carried, long movements, long paidMovements)
{
    /**
     * Divides a day.
     *
     * @param day to be cleared.
     * @param buckets its legs.
     * @param rows about as many a part has.
     * @return beginnings of the parts, and one entry after the last part.
     */
    static Part[] of(final Day day, final LegBuckets buckets, final int rows)
    {
        final RowCursor carried = RowCursor.ofCarried(day);
        final RowCursor movements = RowCursor.ofMovements(day, day.input().movements());
        final RowCursor paidMovements = RowCursor.ofMovements(day, day.input().paidMovements());
        final List<Part> parts = new ArrayList<>();
        for (int bucket = 0; bucket <= buckets.count(); bucket++)
        {
            final boolean isEnd = bucket == buckets.count();
            final int rank = isEnd ? Integer.MAX_VALUE : buckets.firstRank(bucket);
            final Part here = new Part(
                bucket,
                buckets.start(bucket),
                carried.firstRow(rank),
                movements.firstRow(rank),
                paidMovements.firstRow(rank));
            if (parts.isEmpty() || isEnd || parts.getLast().rowsTo(here) >= rows)
            {
                parts.add(here);
            }
        }
        return parts.toArray(new Part[0]);
    }

    /**
     * What has to be merged.
     *
     * @param next part.
     * @return legs, carried positions and movements of the part.
     */
    long rowsTo(final Part next)
    {
        return next.leg - leg + next.carried - carried + next.movements - movements +
            next.paidMovements - paidMovements;
    }

    /**
     * Most rows that a part can have.
     *
     * @param next part.
     * @return rows.
     * @throws ArithmeticException when they do not fit an array.
     */
    int maxRows(final Part next)
    {
        return Math.toIntExact(rowsTo(next));
    }

    /**
     * Most rows that a part can have but for carried positions alone, of which few may be wanted.
     *
     * @param next part.
     * @return rows.
     */
    int maxTradedRows(final Part next)
    {
        return Math.toIntExact(rowsTo(next) - (next.carried - carried));
    }
}
