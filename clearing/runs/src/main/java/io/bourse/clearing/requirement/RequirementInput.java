// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.requirement;

import io.bourse.clearing.calculation.InstrumentOrder;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.OrderedLots;
import io.bourse.clearing.margin.MarginArrays;
import io.bourse.clearing.margin.MarginParameters;
import io.bourse.clearing.table.Table;
import org.agrona.collections.Long2LongHashMap;

/**
 * What the margin of a run is calculated from.
 *
 * @param day at the cut.
 * @param positions RunTables.POSITIONS of the run.
 * @param orders of the day that outlive the contracts which this run ends.
 * @param obligations of the run that are not settled yet.
 * @param ended by ordinal of the instrument: has ended with this run, or before.
 * @param order of the instruments in tables.
 * @param parameters of margin.
 * @param arrays at the prices of the run.
 * @param unseenLots positions that the matcher does not know, because they are from before its stream, by {@link #key}.
 * @param threads 1 or more.
 */
public record RequirementInput(
    IngestedDay day,
    Table positions,
    OrderedLots orders,
    OpenObligations obligations,
    boolean[] ended,
    InstrumentOrder order,
    MarginParameters parameters,
    MarginArrays arrays,
    Long2LongHashMap unseenLots,
    int threads)
{
    /**
     * Key of a position.
     *
     * @param account id.
     * @param instrument ordinal.
     * @return key.
     */
    public static long key(final int account, final int instrument)
    {
        return (long)account << Integer.SIZE | instrument;
    }

    /** Orders and obligations together. */
    OpenLots openLots()
    {
        return new OpenLots(orders, obligations, day.registers(), order);
    }

    /** By ordinal: needs margin and is still there. */
    boolean[] margined()
    {
        final boolean[] margined = new boolean[ended.length];
        for (int i = 0; i < margined.length; i++)
        {
            margined[i] = !ended[i] && arrays.isMargined(i);
        }
        return margined;
    }
}
