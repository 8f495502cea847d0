// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.step;

import io.bourse.clearing.cashmarket.PendingDeliveries;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.Table;

import java.io.IOException;
import java.util.SortedMap;

/**
 * Payments and pledges of the run: both tables are written.
 *
 * @param moved day with the movements.
 * @param payments RunTables.PAYMENTS of the run.
 * @param waiting plans of defaults that could not be carried out, and why.
 */
public record Funded(Moved moved, Table payments, SortedMap<String, String> waiting)
{
    /** Puts together what is paid and pledged, and writes both tables. A rehearsal judges no calls. */
    public static Funded of(final Workplace place, final Expired expired) throws IOException
    {
        final Priced priced = expired.moved().priced();
        final IngestedDay day = priced.cut().day();
        final PendingDeliveries pending = RunPending.of(expired.defaults(), day);
        Amounts.fitting(() ->
        {
            RunPending.addTraded(pending, priced.input(null), priced.settleDates());
            return null;
        });
        final long cutNs = null == day.openRun() ? 0 : day.openRun().cut().engineTimeNs();
        final SortedMap<String, String> waiting =
            new RunFunds(priced, expired.defaults(), expired.waiting()).write(place.tables(), cutNs, pending).waiting();
        return new Funded(expired.moved(), place.keep(Table.open(place.tables(), RunTables.PAYMENTS)), waiting);
    }
}
