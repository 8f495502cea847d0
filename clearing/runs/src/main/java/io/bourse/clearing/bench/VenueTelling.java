// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.LimitLevel;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Tells what runs have done to a made-up venue, as transactions behind those of the day. When trading resumes, better
 * bids come in and stand for more than a window of slices, so that the next run comes to other prices.
 */
final class VenueTelling
{
    private static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SESSION_NS = TimeUnit.SECONDS.toNanos(75);
    private static final int INSIDE_TICKS = 10;

    private final SyntheticVenue venue;
    private final SyntheticDay day;
    private final VenueTotals totals;
    private final DayTelling dayTelling;
    private final SyntheticGroup group = new SyntheticGroup();
    private final SessionTelling sessions = new SessionTelling();
    private final ContractTelling contracts = new ContractTelling();
    private final OrderTelling orders;
    /** Transactions of the first entries of the journal together, by number of entries. */
    private long[] starts = new long[1];
    private int known;

    VenueTelling(final SyntheticVenue venue, final VenueTotals totals, final DayTelling dayTelling)
    {
        this.venue = venue;
        this.day = venue.day();
        this.totals = totals;
        this.dayTelling = dayTelling;
        this.orders = new OrderTelling(day.registers());
    }

    /** Transactions of the day and of what runs have told. */
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
        return dayTelling.size() + starts[known];
    }

    /** Tells one transaction. */
    void tell(final long number, final EventListener listener)
    {
        final long place = number - dayTelling.size();
        final int found = Arrays.binarySearch(starts, 0, known + 1, place);
        final int index = found >= 0 ? found : -found - 2;
        final VenueJournal.Entry entry = venue.journal().entries().get(index);
        group.of(number, timeNs(index));
        listener.onGroupBegin(group);
        if (place > starts[index])
        {
            tellBetterBid((int)(place - starts[index]) - 1, number, listener);
        }
        else
        {
            tell(entry, index, listener);
        }
        listener.onGroupEnd(group);
    }

    private long timeNs(final int index)
    {
        long timeNs = dayTelling.endNs() + STEP_NS;
        for (int i = 0; i < index; i++)
        {
            final boolean isResumed = VenueJournal.Kind.RESUME == venue.journal().entries().get(i).kind();
            timeNs += isResumed ? SESSION_NS : STEP_NS;
        }
        return timeNs;
    }

    private void tell(final VenueJournal.Entry entry, final int index, final EventListener listener)
    {
        final long runId = entry.runId();
        switch (entry.kind())
        {
            case SUSPEND -> tellSuspension(entry, index, listener);
            case MOVE ->
            {
                for (int i = 0; i < entry.movementCount(); i++)
                {
                    contracts.moved(listener, group, runId, day.registers(), entry.movement(i));
                }
            }
            case EXPIRE -> contracts.expired(listener, group, runId, (int)entry.values()[0]);
            case PUBLISH -> sessions.published(listener, group, entry.publication(venue.kindOf(runId)));
            case MARGIN -> sessions.margin(
                listener, group, (int)entry.values()[0], entry.values()[1], entry.values()[2]);
            case COLLATERAL -> sessions.collateral(
                listener, group, LimitLevel.get((short)entry.values()[0]), entry.code(), entry.values()[1]);
            case COMPLETE -> sessions.completed(listener, group, SyntheticDay.SESSION, runId, entry.runKind());
            default -> sessions.resumed(listener, group, SyntheticDay.SESSION, runId);
        }
    }

    private void tellSuspension(final VenueJournal.Entry entry, final int index, final EventListener listener)
    {
        final ClearingKind kind = entry.runKind();
        sessions.suspended(listener, group, SyntheticDay.SESSION, entry.runId(), kind);
        if (ClearingKind.EVENING == kind)
        {
            clearBooks(index, listener);
        }
        for (final SyntheticInstrument instrument : day.instruments().all())
        {
            final VenueTotals.Row row = totals.get(instrument.ordinal());
            final long openInterestLots =
                isExpired(instrument.instrumentId(), index) ? 0 : row.openInterestLots();
            if (row.trades() > 0 || openInterestLots > 0)
            {
                contracts.totals(listener, group, instrument.instrumentId(),
                    new VenueTotals.Row(row.trades(), row.lots(), openInterestLots));
            }
        }
    }

    private boolean isExpired(final int instrumentId, final int before)
    {
        return venue.journal().entries().subList(0, before).stream().anyMatch(entry ->
            VenueJournal.Kind.EXPIRE == entry.kind() && instrumentId == entry.values()[0]);
    }

    private void clearBooks(final int index, final EventListener listener)
    {
        sessions.bookCleared(listener, group, SyntheticDay.SESSION);
        for (int quote = 0; quote < 2 * BenchVolumes.INSTRUMENTS; quote++)
        {
            orders.removed(listener, group, dayTelling.quote(quote));
        }
        final FlowLayout flow = day.flow();
        for (long filler = flow.fillers() - flow.standing(); filler < flow.fillers(); filler++)
        {
            orders.removed(listener, group, dayTelling.filler(filler));
        }
        for (int i = 0; i < index; i++)
        {
            if (VenueJournal.Kind.RESUME == venue.journal().entries().get(i).kind())
            {
                for (int bid = 0; bid < BenchVolumes.INSTRUMENTS; bid++)
                {
                    orders.removed(listener, group, betterBid(bid, dayTelling.size() + starts[i] + 1 + bid));
                }
            }
        }
    }

    private void tellBetterBid(final int instrument, final long number, final EventListener listener)
    {
        orders.accepted(listener, group, betterBid(instrument, number));
    }

    private OrderTelling.Order betterBid(final int instrument, final long number)
    {
        return day.quote(instrument, true, number, SyntheticInstruments.isQuiet(instrument) ? 0 : INSIDE_TICKS);
    }
}
