// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import io.bourse.clearing.model.Fees;
import io.bourse.engine.protocol.ClearingRange;

/**
 * Makes the rows of one part: sorts its legs range by range and merges them with carried positions and movements. One
 * thread's; used for one part after the other.
 */
final class PartCalculator
{
    private final Day day;
    private final Part[] parts;
    private final CalculationMemory memory;
    private final LegBuckets buckets;
    private final BucketSorter sorter;
    private final RowCursor carried;
    private final RowCursor movements;
    private final RowCursor paidMovements;
    private final boolean chargesFees;
    private final boolean chargesVat;
    private final long vatPctE6;

    private PositionColumns rows;
    private long key;
    private int begin;
    private long buys;
    private long sells;
    /** Lots bought in trades that were reversed and in reversals: as many as are sold in them. */
    private long reversed;
    private long moved;
    private long marginDay;
    private long marginPaid;
    private long exchangeFee;
    private long clearingFee;
    private long exchangeVat;
    private long clearingVat;

    /**
     * A worker of a calculation.
     *
     * @param day of the run.
     * @param buckets its legs.
     * @param parts of it.
     * @param memory that rows may be in.
     */
    PartCalculator(final Day day, final LegBuckets buckets, final Part[] parts, final CalculationMemory memory)
    {
        this.memory = memory;
        this.day = day;
        this.parts = parts;
        this.buckets = buckets;
        this.sorter = new BucketSorter(buckets, OptionPairs.of(day, buckets.placeBits()));
        this.carried = RowCursor.ofCarried(day);
        this.movements = RowCursor.ofMovements(day, day.input().movements());
        this.paidMovements = RowCursor.ofMovements(day, day.input().paidMovements());
        this.chargesFees = day.input().chargesFees();
        this.chargesVat = day.input().chargesVat();
        this.vatPctE6 = day.input().vatPctE6();
    }

    /**
     * Makes a part.
     *
     * @param index of the part.
     * @return its rows.
     * @throws io.bourse.clearing.CheckFailedException when a record cannot be cleared.
     */
    PositionColumns calculate(final int index)
    {
        final Part part = parts[index];
        final Part next = parts[index + 1];
        final int firstRank = buckets.firstRank(part.bucket());
        final int endRank = buckets.firstRank(next.bucket());
        rows = memory.columns(day.isWhole() ? part.maxRows(next) : part.maxTradedRows(next), chargesVat);
        carried.reset(part.carried(), next.carried(), firstRank, endRank);
        movements.reset(part.movements(), next.movements(), firstRank, endRank);
        paidMovements.reset(part.paidMovements(), next.paidMovements(), firstRank, endRank);
        try
        {
            for (int bucket = part.bucket(); bucket < next.bucket(); bucket++)
            {
                merge(bucket);
            }
        }
        catch (final ArithmeticException ex)
        {
            throw new Overflow(day).explain(
                day.registers().accountAt(RowCursor.rank(key)),
                day.order().ordinalAt(RowCursor.place(key)),
                ex.getMessage());
        }
        return rows;
    }

    private void merge(final int bucket)
    {
        sorter.sort(bucket);
        final int firstRank = buckets.firstRank(bucket);
        final long endKey = RowCursor.key(buckets.firstRank(bucket + 1), 0);
        final int placeBits = buckets.placeBits();
        final int placeMask = (1 << placeBits) - 1;
        final int legs = sorter.count();
        int leg = 0;
        while (true)
        {
            long legKey = RowCursor.NO_KEY;
            if (leg < legs)
            {
                final long pair = sorter.pair(leg);
                legKey = RowCursor.key(firstRank + (int)(pair >>> placeBits), (int)pair & placeMask);
            }
            key = Math.min(
                Math.min(legKey, carried.key()), Math.min(movements.key(), paidMovements.key()));
            if (key >= endKey)
            {
                return;
            }
            final int instrument = day.order().ordinalAt(RowCursor.place(key));
            final ContractValue value = day.value(instrument);
            open(value);
            if (legKey == key)
            {
                leg = addLegs(value, leg, legs);
            }
            addMovements(value);
            close(instrument);
        }
    }

    private void open(final ContractValue value)
    {
        begin = 0;
        buys = 0;
        sells = 0;
        reversed = 0;
        moved = 0;
        marginDay = 0;
        marginPaid = 0;
        exchangeFee = 0;
        clearingFee = 0;
        exchangeVat = 0;
        clearingVat = 0;
        if (carried.key() == key)
        {
            begin = carried.lots();
            marginDay = Math.multiplyExact((long)begin, value.carriedDay());
            marginPaid = Math.multiplyExact((long)begin, value.carriedPaid());
            carried.next();
        }
    }

    private int addLegs(final ContractValue value, final int from, final int legs)
    {
        final long pair = sorter.pair(from);
        int to = from;
        do
        {
            addLeg(value, sorter.leg(to), sorter.price(to));
            to++;
        }
        while (to < legs && sorter.pair(to) == pair);
        if (chargesFees)
        {
            chargeLegs(value, from, to);
        }
        return to;
    }

    private void addLeg(final ContractValue value, final long leg, final long priceE5)
    {
        final long lots = leg & LegBuckets.LOTS_MASK;
        final boolean isSale = 0 != (leg & LegBuckets.SELLS);
        final long signedLots = isSale ? -lots : lots;
        sells += isSale ? lots : 0;
        buys += isSale ? 0 : lots;
        reversed += !isSale && isReversed(leg) ? lots : 0;
        marginDay = Math.addExact(marginDay, Math.multiplyExact(signedLots, value.day(priceE5)));
        if (0 != (leg & LegBuckets.IS_PAID))
        {
            marginPaid = Math.addExact(marginPaid, Math.multiplyExact(signedLots, value.paid(priceE5)));
        }
    }

    /**
     * Scalper pairing of rules 1.4: min(bought, sold) lots of the day pay half, first traded first, on each side; then
     * what is paired with other options.
     */
    private void chargeLegs(final ContractValue value, final int from, final int to)
    {
        final long withOthers = sorter.optionLots(from);
        long leftOfBuys = Math.min(buys, sells) - reversed;
        long leftOfSells = leftOfBuys;
        leftOfBuys += buys > sells ? withOthers : 0;
        leftOfSells += sells > buys ? withOthers : 0;
        for (int i = from; i < to; i++)
        {
            final long leg = sorter.leg(i);
            if (isReversed(leg))
            {
                continue;
            }
            final long lots = leg & LegBuckets.LOTS_MASK;
            final long scalped;
            if (0 != (leg & LegBuckets.SELLS))
            {
                scalped = Math.min(lots, leftOfSells);
                leftOfSells -= scalped;
            }
            else
            {
                scalped = Math.min(lots, leftOfBuys);
                leftOfBuys -= scalped;
            }
            if (0 != (leg & LegBuckets.TAKES))
            {
                final long priceE5 = sorter.price(i);
                charge(
                    Fees.ofLeg(value.exchangeFee(priceE5), lots, scalped),
                    Fees.ofLeg(value.clearingFee(priceE5), lots, scalped));
            }
        }
    }

    private static boolean isReversed(final long leg)
    {
        return 0 != (leg & LegBuckets.IS_REVERSED);
    }

    private void charge(final long legExchangeFee, final long legClearingFee)
    {
        exchangeFee = Math.addExact(exchangeFee, legExchangeFee);
        clearingFee = Math.addExact(clearingFee, legClearingFee);
        if (chargesVat)
        {
            exchangeVat = Math.addExact(exchangeVat, Fees.vat(legExchangeFee, vatPctE6));
            clearingVat = Math.addExact(clearingVat, Fees.vat(legClearingFee, vatPctE6));
        }
    }

    private void addMovements(final ContractValue value)
    {
        while (paidMovements.key() == key)
        {
            final long priceE5 = paidMovements.priceE5();
            addMovement(paidMovements.lots(), value.day(priceE5));
            marginPaid = Math.addExact(
                marginPaid, Math.multiplyExact((long)paidMovements.lots(), value.paid(priceE5)));
            paidMovements.next();
        }
        while (movements.key() == key)
        {
            final long priceE5 = movements.priceE5();
            addMovement(movements.lots(), movements.isTakenOver() ? value.taken(priceE5) : value.day(priceE5));
            movements.next();
        }
    }

    private void addMovement(final int lots, final long gain)
    {
        moved += lots;
        marginDay = Math.addExact(marginDay, Math.multiplyExact((long)lots, gain));
    }

    private void close(final int instrument)
    {
        final long end = begin + buys - sells + moved;
        // Fees and margin come from trades and positions, so the only other way to money is through two movements.
        if (0 == begin && 0 == buys && 0 == sells && 0 == moved && 0 == marginDay && 0 == marginPaid)
        {
            return;
        }
        requireInt(end);
        // What the run books must fit as well.
        Math.subtractExact(marginDay, marginPaid);
        rows.add(
            day.registers().accountAt(RowCursor.rank(key)),
            instrument,
            begin,
            requireInt(buys),
            requireInt(sells),
            requireInt(moved));
        rows.amounts(marginDay, marginPaid, exchangeFee, clearingFee);
        if (chargesVat)
        {
            rows.vat(exchangeVat, clearingVat);
        }
    }

    private static int requireInt(final long lots)
    {
        if (Math.abs(lots) > ClearingRange.MAX_LOTS)
        {
            throw new ArithmeticException("lots do not fit 32 bits: lots=" + lots);
        }
        return (int)lots;
    }
}
