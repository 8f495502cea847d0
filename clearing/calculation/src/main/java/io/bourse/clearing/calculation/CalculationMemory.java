// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import java.util.ArrayList;
import java.util.List;

/**
 * Arrays of a calculation whose rows are not needed any more, for the next one: at full volume they are gigabytes, and
 * a run that takes those of its rehearsal waits neither for pages nor for a collector. What is calculated does not
 * depend on whose arrays it is in.
 */
public final class CalculationMemory
{
    /** A part grows by this share of its rows before an array of an earlier one is too small: trading goes on. */
    private static final int SLACK_SHIFT = 5;

    private final List<PositionColumns> columns = new ArrayList<>();
    private long[] legs = new long[0];

    /** Empty columns with space for rows. */
    synchronized PositionColumns columns(final int rows, final boolean hasVat)
    {
        int fitting = -1;
        for (int i = 0; i < columns.size(); i++)
        {
            final PositionColumns one = columns.get(i);
            if (one.fits(rows, hasVat) && (fitting < 0 || one.capacity() < columns.get(fitting).capacity()))
            {
                fitting = i;
            }
        }
        return fitting < 0 ?
            new PositionColumns(Math.addExact(rows, rows >> SLACK_SHIFT), hasVat) : columns.remove(fitting).empty();
    }

    /** An array of at least some length, with anything in it. */
    synchronized long[] legs(final int length)
    {
        final long[] taken = legs.length < length ? new long[length] : legs;
        legs = new long[0];
        return taken;
    }

    synchronized void giveBack(final long[] usedLegs)
    {
        legs = usedLegs;
    }

    /**
     * Takes rows that are not needed any more.
     *
     * @param rows of
     * {@link RunPositions#calculate(CalculationInput, CalculationMemory, java.util.function.LongConsumer)}.
     */
    public synchronized void giveBack(final List<PositionRows> rows)
    {
        for (final PositionRows part : rows)
        {
            if (part instanceof final PositionColumns used)
            {
                columns.add(used);
            }
        }
    }

    /** Lets go of everything. */
    public synchronized void clear()
    {
        columns.clear();
        legs = new long[0];
    }
}
