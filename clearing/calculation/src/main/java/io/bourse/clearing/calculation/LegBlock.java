// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.table.ByteColumn;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.ShortColumn;
import io.bourse.clearing.table.Table;

/**
 * What legs need of some consecutive trades, in arrays: a loop over arrays costs a fraction of one over mapped columns.
 * One thread's.
 */
final class LegBlock
{
    private static final int ROWS = 2_048;

    final int[] buyers = new int[ROWS];
    final int[] sellers = new int[ROWS];
    final short[] instruments = new short[ROWS];
    final int[] quantities = new int[ROWS];
    final long[] prices = new long[ROWS];
    final byte[] flags = new byte[ROWS];

    private final IntColumn buyerColumn;
    private final IntColumn sellerColumn;
    private final ShortColumn instrumentColumn;
    private final IntColumn quantityColumn;
    private final LongColumn priceColumn;
    private final ByteColumn flagColumn;

    /**
     * A block of a table.
     *
     * @param trades of the day.
     */
    LegBlock(final Table trades)
    {
        buyerColumn = trades.ints(DayTables.TRADE_BUYER);
        sellerColumn = trades.ints(DayTables.TRADE_SELLER);
        instrumentColumn = trades.shorts(DayTables.TRADE_INSTRUMENT);
        quantityColumn = trades.ints(DayTables.TRADE_QTY);
        priceColumn = trades.longs(DayTables.TRADE_PRICE_E5);
        flagColumn = trades.bytes(DayTables.TRADE_FLAGS);
    }

    /**
     * Takes up who traded what and how much.
     *
     * @param from first trade.
     * @param to trade behind the last that may be taken up.
     * @return number of trades.
     */
    int loadParties(final int from, final int to)
    {
        final int count = Math.min(ROWS, to - from);
        buyerColumn.copy(from, buyers, count);
        sellerColumn.copy(from, sellers, count);
        instrumentColumn.copy(from, instruments, count);
        quantityColumn.copy(from, quantities, count);
        return count;
    }

    /**
     * Takes up what was traded, how much, at which price and who took.
     *
     * @param from first trade.
     * @param to trade behind the last that may be taken up.
     * @return number of trades.
     */
    int loadTerms(final int from, final int to)
    {
        final int count = Math.min(ROWS, to - from);
        instrumentColumn.copy(from, instruments, count);
        quantityColumn.copy(from, quantities, count);
        priceColumn.copy(from, prices, count);
        flagColumn.copy(from, flags, count);
        return count;
    }
}
