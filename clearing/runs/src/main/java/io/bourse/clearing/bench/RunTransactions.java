// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.LimitLevel;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What runs have done to a synthetic venue, as transactions after those of the day. When trading resumes, better
 * bids come in and stand for more than a window of slices, so that the next run comes to other prices.
 */
final class RunTransactions
{
    private static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SESSION_NS = TimeUnit.SECONDS.toNanos(75);
    private static final int INSIDE_TICKS = 10;

    private final SyntheticVenue venue;
    private final SyntheticDay day;
    private final VenueTotals totals;
    private final DayTransactions dayTransactions;
    /** Transactions of the first entries of the journal together, by number of entries. */
    private long[] starts = new long[1];
    private int known;

    RunTransactions(final SyntheticVenue venue, final VenueTotals totals, final DayTransactions dayTransactions)
    {
        this.venue = venue;
        this.day = venue.day();
        this.totals = totals;
        this.dayTransactions = dayTransactions;
    }

    /** Transactions of the day and of runs. */
    long size()
    {
        final List<VenueJournal.Entry> entries = venue.journal().entries();
        while (known < entries.size())
        {
            final boolean isResumed = VenueJournal.Kind.RESUME == entries.get(known).kind();
            if (known + 1 == starts.length)
            {
                starts = Arrays.copyOf(starts, 2 * starts.length);
            }
            starts[known + 1] = starts[known] + (isResumed ? 1 + BenchVolumes.INSTRUMENTS : 1);
            known++;
        }
        return dayTransactions.size() + starts[known];
    }

    void deliver(final long number, final TransactionWriter to)
    {
        final long place = number - dayTransactions.size();
        final int found = Arrays.binarySearch(starts, 0, known + 1, place);
        final int index = found >= 0 ? found : -found - 2;
        to.begin(number, timeNs(index));
        if (place > starts[index])
        {
            to.accepted(betterBid((int)(place - starts[index]) - 1, number));
        }
        else
        {
            write(venue.journal().entries().get(index), index, to);
        }
        to.deliver();
    }

    private long timeNs(final int index)
    {
        long timeNs = dayTransactions.endNs() + STEP_NS;
        for (int i = 0; i < index; i++)
        {
            final boolean isResumed = VenueJournal.Kind.RESUME == venue.journal().entries().get(i).kind();
            timeNs += isResumed ? SESSION_NS : STEP_NS;
        }
        return timeNs;
    }

    private void write(final VenueJournal.Entry entry, final int index, final TransactionWriter to)
    {
        final long runId = entry.runId();
        switch (entry.kind())
        {
            case SUSPEND -> writeSuspension(entry, index, to);
            case MOVE ->
            {
                for (int i = 0; i < entry.movementCount(); i++)
                {
                    to.moved(runId, entry.movement(i));
                }
            }
            case EXPIRE -> to.expired(runId, (int)entry.values()[0]);
            case PUBLISH -> to.published(entry.publication(venue.kindOf(runId)));
            case MARGIN -> to.margin((int)entry.values()[0], entry.values()[1], entry.values()[2]);
            case COLLATERAL -> to.collateral(
                LimitLevel.get((short)entry.values()[0]), entry.code(), entry.values()[1]);
            case COMPLETE -> to.completed(SyntheticDay.SESSION, runId, entry.runKind());
            case RESUME -> to.resumed(SyntheticDay.SESSION, runId);
        }
    }

    private void writeSuspension(final VenueJournal.Entry entry, final int index, final TransactionWriter to)
    {
        final ClearingKind kind = entry.runKind();
        to.suspended(SyntheticDay.SESSION, entry.runId(), kind);
        if (ClearingKind.EVENING == kind)
        {
            clearBooks(index, to);
        }
        for (final SyntheticInstrument instrument : day.instruments().all())
        {
            final VenueTotals.Row row = totals.get(instrument.ordinal());
            final long openInterestLots =
                isExpired(instrument.instrumentId(), index) ? 0 : row.openInterestLots();
            if (row.trades() > 0 || openInterestLots > 0)
            {
                to.totals(instrument.instrumentId(),
                    new VenueTotals.Row(row.trades(), row.lots(), openInterestLots));
            }
        }
    }

    private boolean isExpired(final int instrumentId, final int before)
    {
        return venue.journal().entries().subList(0, before).stream().anyMatch(entry ->
            VenueJournal.Kind.EXPIRE == entry.kind() && instrumentId == entry.values()[0]);
    }

    private void clearBooks(final int index, final TransactionWriter to)
    {
        to.bookCleared(SyntheticDay.SESSION);
        for (int quote = 0; quote < 2 * BenchVolumes.INSTRUMENTS; quote++)
        {
            to.removed(dayTransactions.quote(quote));
        }
        final FlowLayout flow = day.flow();
        for (long filler = flow.fillers() - flow.resting(); filler < flow.fillers(); filler++)
        {
            to.removed(dayTransactions.filler(filler));
        }
        for (int i = 0; i < index; i++)
        {
            if (VenueJournal.Kind.RESUME == venue.journal().entries().get(i).kind())
            {
                for (int bid = 0; bid < BenchVolumes.INSTRUMENTS; bid++)
                {
                    to.removed(betterBid(bid, dayTransactions.size() + starts[i] + 1 + bid));
                }
            }
        }
    }

    private SyntheticOrder betterBid(final int instrument, final long number)
    {
        return day.quote(instrument, true, number, SyntheticInstruments.isQuiet(instrument) ? 0 : INSIDE_TICKS);
    }
}
