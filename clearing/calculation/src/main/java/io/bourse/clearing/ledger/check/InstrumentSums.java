// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.model.Sum128;

import java.util.Arrays;

/**
 * What the rows of positions of every instrument add up to. All sums of an instrument lie side by side: a row meets
 * three lines of memory, not one for each of its sums. Sums of money do not overflow: the lower and the upper halves of
 * fewer than 2^31 amounts are added up apart.
 */
public final class InstrumentSums
{
    /** Rows of positions. */
    public static final int ROWS = 0;
    /** Bought less sold positions at the opening; 0 if all is well. */
    public static final int BEGIN = 1;
    /** Lots bought. */
    public static final int BUYS = 2;
    /** Lots sold. */
    public static final int SELLS = 3;
    /** Lots moved; 0 if all is well. */
    public static final int MOVED = 4;
    /** Bought less sold positions at the end; 0 if all is well. */
    public static final int END = 5;
    /** Bought positions at the opening. */
    public static final int LONG_BEGIN = 6;
    /** Bought positions after the trades, before anything was moved: the open interest. */
    public static final int LONG_TRADED = 7;
    /** Bought positions at the end. */
    public static final int LONG_END = 8;
    static final int BUYS_PRINT = 9;
    static final int SELLS_PRINT = 10;
    static final int MOVED_PRINT = 11;
    /** The first amount; amounts take two places each. */
    static final int MARGIN_DAY = 12;
    static final int MARGIN_PAID = 14;
    static final int EXCHANGE_FEE = 16;
    static final int CLEARING_FEE = 18;
    /** On both fees. */
    static final int VAT = 20;

    private static final int STRIDE_SHIFT = 5;
    private static final long LOWER_HALF = 0xFFFF_FFFFL;

    private final int instruments;
    private final long[] cells;

    InstrumentSums(final int instruments)
    {
        this.instruments = instruments;
        this.cells = new long[instruments << STRIDE_SHIFT];
    }

    int instruments()
    {
        return instruments;
    }

    /** Adds the lots of a row, with the weight of its register and instrument. */
    void addLots(
        final int instrument,
        final int begin,
        final int bought,
        final int sold,
        final int moved,
        final int end,
        final long weight)
    {
        final int at = instrument << STRIDE_SHIFT;
        cells[at + ROWS]++;
        cells[at + BEGIN] += begin;
        cells[at + BUYS] += bought;
        cells[at + SELLS] += sold;
        cells[at + MOVED] += moved;
        cells[at + END] += end;
        cells[at + LONG_BEGIN] += Math.max(0, begin);
        cells[at + LONG_TRADED] += Math.max(0, (long)begin + bought - sold);
        cells[at + LONG_END] += Math.max(0, end);
        cells[at + BUYS_PRINT] += bought * weight;
        cells[at + SELLS_PRINT] += sold * weight;
        cells[at + MOVED_PRINT] += moved * weight;
    }

    /** Adds to a sum of lots. */
    void addLots(final int sum, final int instrument, final long lots)
    {
        cells[(instrument << STRIDE_SHIFT) + sum] += lots;
    }

    /** Adds to a sum of money. */
    void addMoney(final int sum, final int instrument, final long kopecks)
    {
        final int at = (instrument << STRIDE_SHIFT) + sum;
        cells[at] += kopecks & LOWER_HALF;
        cells[at + 1] += kopecks >> Integer.SIZE;
    }

    /** A sum of lots. */
    long lots(final int sum, final int instrument)
    {
        return cells[(instrument << STRIDE_SHIFT) + sum];
    }

    /** A sum of lots of every instrument. */
    long[] lots(final int sum)
    {
        final long[] lots = new long[instruments];
        Arrays.setAll(lots, i -> lots(sum, i));
        return lots;
    }

    /** A sum of money of every instrument. */
    Sum128[] money(final int sum)
    {
        final Sum128[] money = Sum128.array(instruments);
        for (int i = 0; i < instruments; i++)
        {
            money[i].add(lots(sum, i));
            money[i].addUpperHalves(lots(sum + 1, i));
        }
        return money;
    }

    void merge(final InstrumentSums other)
    {
        add(cells, other.cells);
    }

    static void add(final long[] to, final long[] other)
    {
        for (int i = 0; i < to.length; i++)
        {
            to[i] += other[i];
        }
    }
}
