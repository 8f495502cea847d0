// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

/**
 * What rows of positions add up to while they are gone through. All sums of an instrument lie side by side: a row meets
 * three lines of memory, not one for each of its sums. Sums of money do not overflow: the lower and the upper halves of
 * fewer than 2^31 amounts are added up apart.
 */
final class RowSums
{
    private static final int STRIDE_SHIFT = 5;
    private static final long LOWER_HALF = 0xFFFF_FFFFL;
    private static final int ROWS = 0;
    private static final int BEGIN = 1;
    private static final int BUYS = 2;
    private static final int SELLS = 3;
    private static final int MOVED = 4;
    private static final int END = 5;
    private static final int LONG_BEGIN = 6;
    private static final int LONG_TRADED = 7;
    private static final int LONG_END = 8;
    private static final int BUYS_PRINT = 9;
    private static final int SELLS_PRINT = 10;
    private static final int MOVED_PRINT = 11;
    /** Amounts take two places each. */
    private static final int MARGIN_DAY = 12;
    private static final int MARGIN_PAID = 14;
    private static final int EXCHANGE_FEE = 16;
    private static final int CLEARING_FEE = 18;
    private static final int VAT = 20;

    private final int instruments;
    private final long[] cells;

    RowSums(final int instruments)
    {
        this.instruments = instruments;
        this.cells = new long[instruments << STRIDE_SHIFT];
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

    /** Adds margin of a row, kopecks. */
    void addMargin(final int instrument, final long day, final long paid)
    {
        add(instrument, MARGIN_DAY, day);
        add(instrument, MARGIN_PAID, paid);
    }

    /** Adds fees of a row, kopecks. */
    void addFees(final int instrument, final long exchange, final long clearing)
    {
        add(instrument, EXCHANGE_FEE, exchange);
        add(instrument, CLEARING_FEE, clearing);
    }

    /** Adds tax of a row, kopecks. */
    void addVat(final int instrument, final long kopecks)
    {
        add(instrument, VAT, kopecks);
    }

    private void add(final int instrument, final int sum, final long kopecks)
    {
        final int at = (instrument << STRIDE_SHIFT) + sum;
        cells[at] += kopecks & LOWER_HALF;
        cells[at + 1] += kopecks >> Integer.SIZE;
    }

    /** All sums, for whoever compares them. */
    InstrumentSums sums()
    {
        final InstrumentSums sums = new InstrumentSums(instruments);
        for (int i = 0; i < instruments; i++)
        {
            final int at = i << STRIDE_SHIFT;
            sums.rows[i] = cells[at + ROWS];
            sums.begin[i] = cells[at + BEGIN];
            sums.buys[i] = cells[at + BUYS];
            sums.sells[i] = cells[at + SELLS];
            sums.moved[i] = cells[at + MOVED];
            sums.end[i] = cells[at + END];
            sums.longBegin[i] = cells[at + LONG_BEGIN];
            sums.longTraded[i] = cells[at + LONG_TRADED];
            sums.longEnd[i] = cells[at + LONG_END];
            sums.buysPrint[i] = cells[at + BUYS_PRINT];
            sums.sellsPrint[i] = cells[at + SELLS_PRINT];
            sums.movedPrint[i] = cells[at + MOVED_PRINT];
            sums.marginDay[i].add(cells[at + MARGIN_DAY]);
            sums.marginDay[i].addUpperHalves(cells[at + MARGIN_DAY + 1]);
            sums.marginPaid[i].add(cells[at + MARGIN_PAID]);
            sums.marginPaid[i].addUpperHalves(cells[at + MARGIN_PAID + 1]);
            sums.exchangeFee[i].add(cells[at + EXCHANGE_FEE]);
            sums.exchangeFee[i].addUpperHalves(cells[at + EXCHANGE_FEE + 1]);
            sums.clearingFee[i].add(cells[at + CLEARING_FEE]);
            sums.clearingFee[i].addUpperHalves(cells[at + CLEARING_FEE + 1]);
            sums.vat[i].add(cells[at + VAT]);
            sums.vat[i].addUpperHalves(cells[at + VAT + 1]);
        }
        return sums;
    }
}
