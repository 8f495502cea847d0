// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.clearing.ingest.order.TrackedOrders;
import io.bourse.clearing.layout.RegisterOrder;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Lots that are ordered and not traded yet, one row per register and instrument: by the code of the register, then by
 * instrument id, like the tables of a run. An order in a strategy counts in the legs, with their ratios, as in the
 * matcher; parked and hidden orders count like others.
 */
public final class OrderedLots
{
    private final int[] accounts;
    private final short[] instruments;
    private final long[] buyLots;
    private final long[] sellLots;

    private OrderedLots(final int size)
    {
        accounts = new int[size];
        instruments = new short[size];
        buyLots = new long[size];
        sellLots = new long[size];
    }

    /**
     * Adds up live orders.
     *
     * @param live file of a checkpoint after its count.
     * @param count of orders in it.
     * @param ended by ordinal: orders in such an instrument, or with such a leg, do not count; null for none.
     * @throws ArithmeticException when lots do not fit.
     */
    static OrderedLots of(
        final ByteBuffer live,
        final int count,
        final boolean[] ended,
        final IngestedInstruments instruments,
        final long cursor,
        final RegisterOrder registers)
    {
        final Legs legs = new Legs(instruments, cursor, ended);
        final TrackedOrders order = new TrackedOrders();
        final int begin = live.position();
        long[] keys = new long[count];
        int size = 0;
        for (int i = 0; i < count; i++)
        {
            final int at = order.read(live.position(begin + i * TrackedOrders.ENTRY_LENGTH));
            for (final IngestedInstrument.Leg leg : legs.of(order.instrument(at)))
            {
                keys = size == keys.length ? Arrays.copyOf(keys, Math.max(16, 2 * size)) : keys;
                keys[size++] = legs.key(registers.rank(order.account(at)), leg.instrument());
            }
            order.remove(at);
        }
        final long[] rows = distinct(keys, size);
        final OrderedLots sums = new OrderedLots(rows.length);
        for (int i = 0; i < count; i++)
        {
            final int at = order.read(live.position(begin + i * TrackedOrders.ENTRY_LENGTH));
            for (final IngestedInstrument.Leg leg : legs.of(order.instrument(at)))
            {
                final int row = Arrays.binarySearch(
                    rows, legs.key(registers.rank(order.account(at)), leg.instrument()));
                final long lots = Math.multiplyExact(order.restLots(at), (long)Math.abs(leg.ratio()));
                sums.add(row, order.account(at), leg.instrument().ordinal(), order.isBuy(at) == leg.ratio() > 0, lots);
            }
            order.remove(at);
        }
        return sums;
    }

    private static long[] distinct(final long[] keys, final int size)
    {
        Arrays.sort(keys, 0, size);
        int kept = 0;
        for (int i = 0; i < size; i++)
        {
            if (0 == i || keys[i] != keys[i - 1])
            {
                keys[kept++] = keys[i];
            }
        }
        return Arrays.copyOf(keys, kept);
    }

    private void add(final int row, final int account, final int instrument, final boolean isBuy, final long lots)
    {
        accounts[row] = account;
        instruments[row] = (short)instrument;
        final long[] sums = isBuy ? buyLots : sellLots;
        sums[row] = Math.addExact(sums[row], lots);
    }

    /**
     * Number of rows.
     *
     * @return from 0.
     */
    public int size()
    {
        return accounts.length;
    }

    /**
     * Register of a row.
     *
     * @param row from 0.
     * @return account id.
     */
    public int account(final int row)
    {
        return accounts[row];
    }

    /**
     * Instrument of a row; never a strategy.
     *
     * @param row from 0.
     * @return ordinal.
     */
    public int instrument(final int row)
    {
        return instruments[row];
    }

    /**
     * Lots ordered to buy.
     *
     * @param row from 0.
     * @return from 0.
     */
    public long buyLots(final int row)
    {
        return buyLots[row];
    }

    /**
     * Lots ordered to sell.
     *
     * @param row from 0.
     * @return from 0.
     */
    public long sellLots(final int row)
    {
        return sellLots[row];
    }

    /** What an order in an instrument counts in, and where that stands among the instruments. */
    private static final class Legs
    {
        private final List<List<IngestedInstrument.Leg>> legs;
        private final int[] places;

        Legs(final IngestedInstruments instruments, final long cursor, final boolean[] ended)
        {
            legs = instruments.all().stream().map(each -> counted(each, cursor, ended)).toList();
            places = new int[instruments.size()];
            final List<IngestedInstrument> byId = instruments.all().stream()
                .sorted(Comparator.comparingInt(IngestedInstrument::instrumentId))
                .toList();
            for (int place = 0; place < places.length; place++)
            {
                places[byId.get(place).ordinal()] = place;
            }
        }

        private static List<IngestedInstrument.Leg> counted(
            final IngestedInstrument instrument, final long cursor, final boolean[] ended)
        {
            final List<IngestedInstrument.Leg> legs = instrument.legsAt(cursor).isEmpty() ?
                List.of(new IngestedInstrument.Leg(instrument, 1)) : instrument.legsAt(cursor);
            final boolean hasEnded = null != ended && (ended[instrument.ordinal()] ||
                legs.stream().anyMatch(leg -> ended[leg.instrument().ordinal()]));
            return hasEnded ? List.of() : legs;
        }

        List<IngestedInstrument.Leg> of(final int instrument)
        {
            return legs.get(instrument);
        }

        long key(final int rank, final IngestedInstrument instrument)
        {
            return (long)rank << Integer.SIZE | places[instrument.ordinal()];
        }
    }
}
