// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.model.Sum128;

import java.util.Arrays;

/**
 * What the rows of positions of every instrument add up to. Lots fit a long, money need not.
 */
final class InstrumentSums
{
    final long[] rows;
    final long[] begin;
    final long[] buys;
    final long[] sells;
    final long[] moved;
    final long[] end;
    /** Bought positions at the opening. */
    final long[] longBegin;
    /** Bought positions after the trades, before anything was moved: the open interest. */
    final long[] longTraded;
    /** Bought positions at the end. */
    final long[] longEnd;
    final long[] buysPrint;
    final long[] sellsPrint;
    final long[] movedPrint;
    final Sum128[] marginDay;
    final Sum128[] marginPaid;
    final Sum128[] exchangeFee;
    final Sum128[] clearingFee;
    /** On both fees. */
    final Sum128[] vat;

    InstrumentSums(final int instruments)
    {
        rows = new long[instruments];
        begin = new long[instruments];
        buys = new long[instruments];
        sells = new long[instruments];
        moved = new long[instruments];
        end = new long[instruments];
        longBegin = new long[instruments];
        longTraded = new long[instruments];
        longEnd = new long[instruments];
        buysPrint = new long[instruments];
        sellsPrint = new long[instruments];
        movedPrint = new long[instruments];
        marginDay = totals(instruments);
        marginPaid = totals(instruments);
        exchangeFee = totals(instruments);
        clearingFee = totals(instruments);
        vat = totals(instruments);
    }

    static Sum128[] totals(final int count)
    {
        final Sum128[] totals = new Sum128[count];
        Arrays.setAll(totals, i -> new Sum128());
        return totals;
    }

    void merge(final InstrumentSums other)
    {
        add(rows, other.rows);
        add(begin, other.begin);
        add(buys, other.buys);
        add(sells, other.sells);
        add(moved, other.moved);
        add(end, other.end);
        add(longBegin, other.longBegin);
        add(longTraded, other.longTraded);
        add(longEnd, other.longEnd);
        add(buysPrint, other.buysPrint);
        add(sellsPrint, other.sellsPrint);
        add(movedPrint, other.movedPrint);
        add(marginDay, other.marginDay);
        add(marginPaid, other.marginPaid);
        add(exchangeFee, other.exchangeFee);
        add(clearingFee, other.clearingFee);
        add(vat, other.vat);
    }

    static void add(final long[] to, final long[] other)
    {
        for (int i = 0; i < to.length; i++)
        {
            to[i] += other[i];
        }
    }

    static void add(final Sum128[] to, final Sum128[] other)
    {
        for (int i = 0; i < to.length; i++)
        {
            to[i].add(other[i]);
        }
    }
}
